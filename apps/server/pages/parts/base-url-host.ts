import type { FastifyInstance } from 'fastify';
import { isSafe } from '../../platform/access/browser-sessions.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Redirects a browser that opened another name of this machine, such as `localhost`, to the base URL. Forms work only
 * there, and people should learn that before they type a password. Other hosts are not redirected, because a proxy may
 * have changed the Host header.
 */
export function useBaseUrlHost(app: FastifyInstance, baseUrl: string): void {
  const base = new URL(baseUrl);
  if (base.protocol !== 'http:' || !LOOPBACK.test(base.hostname)) return;
  const portOf = (host: string): string => /:(\d+)$/.exec(host)?.[1] ?? '80';
  app.addHook('onRequest', async (request, reply) => {
    const { host } = request;
    if (host === base.host || !isSafe(request.method)) return;
    const isSameServer = LOOPBACK.test(host.replace(/:\d+$/, '')) && portOf(host) === portOf(base.host);
    if (isSameServer) await reply.redirect(`${base.origin}${request.originalUrl}`, 307);
  });
}
