/**
 * Responses that are sent before the framework receives the request. Nothing else passes it by. Its routing, hooks and
 * validation cost more than the rest of a read whose response is in memory: see `docs/decisions/repeated-reads.md` for
 * the figures.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A way past the framework. */
export interface FastPath {
  /** Responds to a request, or calls `pass`: then the framework receives the request as if nothing had looked at it. */
  respond(request: IncomingMessage, response: ServerResponse, pass: () => void): void;
}

/** Lets `fastPath` respond before the framework, until the server closes. */
export function useFastPath(app: FastifyInstance, fastPath: FastPath): void {
  const { server } = app;
  const handle = server.listeners('request').at(-1) as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
  let isOpen = true;
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  server.off('request', handle);
  server.on('request', (request, response) => {
    const pass = (): void => handle(request, response);
    if (isOpen) fastPath.respond(request, response, pass);
    else pass();
  });
}
