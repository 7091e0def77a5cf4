import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { useValidation } from './validation.ts';

const Body = Type.Object({
  names: Type.Array(Type.Union([Type.String(), Type.Object({ name: Type.String() })]), { maxItems: 1000 }),
  size: Type.Optional(Type.Integer({ default: 3 })),
});

/** The issues that a body has for Ajv; undefined when it is valid. */
async function issuesOf(body: unknown): Promise<{ keyword: string }[] | undefined> {
  const app = Fastify();
  useValidation(app);
  let issues: { keyword: string }[] | undefined;
  app.setErrorHandler((error: { validation?: { keyword: string }[] }, _request, reply) => {
    issues = error.validation;
    return reply.code(400).send();
  });
  app.post('/', { schema: { body: Body } }, () => '');
  await app.inject({ method: 'POST', url: '/', payload: body as object });
  return issues;
}

test('of a list that is too long its items are not looked at', async () => {
  expect(await issuesOf({ names: new Array(100_000).fill(1) })).toMatchObject([{ keyword: 'maxItems' }]);
});

test('in a large body only the first wrong field is told', async () => {
  const issues = await issuesOf({ names: new Array(1000).fill(1) });
  expect(issues?.filter(({ keyword }) => keyword === 'anyOf')).toHaveLength(1);
});

test('in an ordinary body every wrong field is told', async () => {
  const issues = await issuesOf({ names: new Array(100).fill(1), size: 'x' });
  expect(issues?.filter(({ keyword }) => keyword === 'anyOf')).toHaveLength(100);
  expect(issues).toContainEqual(expect.objectContaining({ instancePath: '/size' }));
});
