import type { FastifyInstance, FastifyReply } from 'fastify';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** For the one script that signs in with passkeys. The page works without it. */
const SCRIPT_POLICY = "script-src 'self'; connect-src 'self'";
/** Marks a reply until its headers are written. */
const SCRIPTED = 'x-lectern-scripted';

/** The page has the script that signs in with passkeys. */
export const allowOwnScript = (reply: FastifyReply): FastifyReply => reply.header(SCRIPTED, '1');

/**
 * The headers of every response below `/app`. Nothing is loaded but the style sheet, the icon and, for signing in, one
 * script. The console has a policy of its own.
 */
export function usePageHeaders(app: FastifyInstance, origin: string): void {
  const headers = {
    // Pages of any origin may read what the API returns; these pages depend on a cookie.
    'access-control-allow-origin': origin,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(headers);
    const isScripted = reply.getHeader(SCRIPTED) !== undefined;
    reply.removeHeader(SCRIPTED);
    reply.header('content-security-policy', isScripted ? `${POLICY}; ${SCRIPT_POLICY}` : POLICY);
    // Without a referrer, a browser would send “null” as the origin of our own forms.
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'same-origin');
    done(null, payload);
  });
}
