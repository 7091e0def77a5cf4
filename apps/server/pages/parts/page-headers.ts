import type { FastifyInstance } from 'fastify';

/**
 * The headers of every response below `/app`. Scripts are blocked, and nothing is loaded but the style sheet and the
 * icon. The console has a policy of its own.
 */
export function usePageHeaders(app: FastifyInstance, origin: string): void {
  const headers = {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    // Pages of any origin may read what the API returns; these pages depend on a cookie.
    'access-control-allow-origin': origin,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(headers);
    // Without a referrer, a browser would send “null” as the origin of our own forms.
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'same-origin');
    done(null, payload);
  });
}
