import type { FastifyInstance } from 'fastify';

/**
 * What every answer below `/app` carries. Nothing runs here and nothing is loaded but the style sheet, the icon
 * and the pictures of the sites origin, whatever a document says.
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
    // Without any referrer a browser would say “null” for the origin of our own forms.
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'same-origin');
    done(null, payload);
  });
}
