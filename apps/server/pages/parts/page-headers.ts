import type { FastifyInstance } from 'fastify';

/**
 * The headers of every response below `/app`. Scripts are blocked, and nothing is loaded but the style sheet, the icon
 * and pictures of the sites origin, whatever a document says.
 */
export function usePageHeaders(app: FastifyInstance, origins: { base: string; sites: string }): void {
  const headers = {
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' ${origins.sites}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    // The answers of the API are for pages of any origin; these depend on a cookie.
    'access-control-allow-origin': origins.base,
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
