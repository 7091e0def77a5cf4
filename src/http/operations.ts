import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_OPERATIONS } from './client-operations.ts';
import { ApiError, notImplemented } from './errors.ts';

/**
 * Answers what no route does: 501 with the name for an operation of the public client that is not here yet,
 * 405 with `Allow` where the URL exists under other methods, else 404.
 */
export function useUnknownRoutes(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat())
      routes.push({ method, pattern: toPattern(route.url, /:\w+/g) });
  });
  let operations: { method: string; pattern: RegExp; name: string }[] | undefined;

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] as string;
    const allowed = [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
    operations ??= CLIENT_OPERATIONS.map(([method, url, name]) => ({
      method,
      pattern: toPattern(`/v1${url}`, /\{\w+\}/g),
      name,
    }));
    const operation = operations.find(
      ({ method, pattern }) => method === request.method && pattern.test(path),
    );
    if (operation) {
      throw notImplemented(
        `“${operation.name}” is an operation of the API that this version of Lectern does not have.`,
      );
    }
    if (allowed.length > 0) {
      throw new ApiError(405, `${request.method} is not a method of this URL.`, {
        headers: { allow: allowed.join(', ') },
      });
    }
    reply.code(404);
    throw new ApiError(404, 'There is nothing at this URL.');
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
