import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { handleError } from '../src/http/error-handler.ts';
import { defineError } from '../src/http/errors.ts';
import { collectUndeclared } from './declared-answers.ts';

const declared = defineError({ status: 409, reason: 'declared' }, 'It is declared.');
const undeclared = defineError({ status: 409, reason: 'undeclared' }, 'It is not.');

test('an answer with a status or a reason that its route does not declare is found, once', async () => {
  const server = Fastify();
  server.setErrorHandler(handleError);
  const found = collectUndeclared(server);
  const answers: Record<string, (reply: { code(status: number): unknown }) => void> = {
    good: () => undefined,
    created: (reply) => reply.code(201),
    declared: () => {
      throw declared();
    },
    undeclared: () => {
      throw undeclared();
    },
  };
  server.get<{ Params: { how: string } }>('/:how', {
    config: { errors: [declared] },
    schema: { response: { 200: Type.Object({}) } },
    handler: async (request, reply) => {
      answers[request.params.how]?.(reply);
      return {};
    },
  });
  for (const how of ['good', 'declared', 'created', 'undeclared', 'undeclared'])
    await server.inject(`/${how}`);
  await server.close();
  expect(found).toEqual(['GET /:how answered 201', 'GET /:how answered 409 undeclared']);
});
