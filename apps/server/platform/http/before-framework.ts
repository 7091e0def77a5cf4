import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Answers a request, or calls `pass` for the framework to answer it. */
export type AnswerBefore = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** Asks `answer` first about each request, until the server closes. */
export function answerBeforeFramework(app: FastifyInstance, answer: AnswerBefore): void {
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
    if (isOpen) answer(request, response, pass);
    else pass();
  });
}
