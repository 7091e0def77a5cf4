import type { FastifyInstance } from 'fastify';
import { ApiError, notImplemented } from '../platform/http/errors.ts';
import { methodNotAllowed, routeNotFound } from '../platform/http/request-errors.ts';
import { PREFLIGHT_HEADERS } from '../platform/http/response-headers.ts';
import { CLIENT_OPERATIONS } from './client-operations.ts';

interface KnownUrl {
  method: string;
  pattern: RegExp;
}

/**
 * Answers what no route does: a browser's preflight, OPTIONS with `Allow`, 501 with the name for an operation
 * of the public client that is not here yet, 405 with `Allow` where the URL has other methods, else 404. Never waits
 * for the body of the request.
 */
export function useUnknownRoutes(app: FastifyInstance): void {
  const routes: KnownUrl[] = [];
  app.addHook('onRoute', (route) => {
    const pattern = toPattern(route.url, /:\w+/g);
    for (const method of [route.method].flat()) routes.push({ method, pattern });
  });
  let operations: (KnownUrl & { name: string })[] | undefined;

  function findRefusal(method: string, url: string): ApiError | { allow: string } {
    const path = url.split('?', 1)[0] as string;
    operations ??= CLIENT_OPERATIONS.map(([known, pattern, name]) => ({
      method: known,
      pattern: toPattern(`/v1${pattern}`, /\{\w+\}/g),
      name,
    }));
    const here = operations.filter(({ pattern }) => pattern.test(path));
    const routed = routes.filter(({ pattern }) => pattern.test(path));
    // A URL that only has operations which are not here yet allows these, as far as the method shows.
    const allowed = [...new Set((routed.length > 0 ? routed : here).map((known) => known.method))];
    const allow = [...allowed, 'OPTIONS'].join(', ');
    if (method === 'OPTIONS' && allowed.length > 0) return { allow };

    const asked = method === 'HEAD' ? 'GET' : method;
    const operation = here.find((known) => known.method === asked);
    if (operation) {
      return notImplemented(`This version of Lectern does not have the operation “${operation.name}”.`);
    }
    if (allowed.length > 0 && !allowed.includes(method)) return methodNotAllowed(method, allow);
    return routeNotFound();
  }

  // A handler of unknown routes would run after the body was read; this hook runs before.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const { method, headers, url } = request;
    // Any URL may be asked about, so that a browser gets to see the answer of the request itself.
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      return void reply.code(204).headers(PREFLIGHT_HEADERS).send();
    }
    const refusal = findRefusal(method, url);
    if (refusal instanceof ApiError) done(refusal);
    else reply.code(204).header('allow', refusal.allow).send();
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
