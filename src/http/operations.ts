import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_OPERATIONS } from './client-operations.ts';
import { notImplemented } from './errors.ts';
import { methodNotAllowed, routeNotFound } from './request-errors.ts';
import { PREFLIGHT_HEADERS } from './response-headers.ts';

interface KnownUrl {
  method: string;
  pattern: RegExp;
}

/**
 * Answers what no route does: a browser's preflight, OPTIONS with `Allow`, 501 with the name for an operation
 * of the public client that is not here yet, 405 with `Allow` where the URL has other methods, else 404.
 */
export function useUnknownRoutes(app: FastifyInstance): void {
  const routes: KnownUrl[] = [];
  app.addHook('onRoute', (route) => {
    const pattern = toPattern(route.url, /:\w+/g);
    for (const method of [route.method].flat()) routes.push({ method, pattern });
  });
  let operations: (KnownUrl & { name: string })[] | undefined;

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request;
    // Any URL may be asked about, so that a browser gets to see the answer of the request itself.
    if (method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    }
    const path = request.url.split('?', 1)[0] as string;
    operations ??= CLIENT_OPERATIONS.map(([known, url, name]) => ({
      method: known,
      pattern: toPattern(`/v1${url}`, /\{\w+\}/g),
      name,
    }));
    const here = operations.filter(({ pattern }) => pattern.test(path));
    const routed = routes.filter(({ pattern }) => pattern.test(path));
    // A URL that only has operations which are not here yet allows these, as far as a method can tell.
    const allowed = [...new Set((routed.length > 0 ? routed : here).map((known) => known.method))];
    const allow = [...allowed, 'OPTIONS'].join(', ');
    if (method === 'OPTIONS' && allowed.length > 0) return reply.code(204).header('allow', allow).send();

    const asked = method === 'HEAD' ? 'GET' : method;
    const operation = here.find((known) => known.method === asked);
    if (operation) {
      throw notImplemented(`This version of Lectern does not have the operation “${operation.name}”.`);
    }
    if (allowed.length > 0 && !allowed.includes(method)) {
      throw methodNotAllowed(method, allow);
    }
    throw routeNotFound();
  });
}

function toPattern(url: string, placeholder: RegExp): RegExp {
  const literal = url
    .replace(placeholder, '\0')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('\0', '[^/]+')
    .replace('\\*', '.*');
  return new RegExp(`^${literal}/?$`);
}
