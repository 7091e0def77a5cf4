import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { handleError } from './error-handler.ts';
import { parseLargeJson } from './large-json.ts';
import { useValidation } from './validation.ts';

const LIMITS = { values: 1_000_000, depth: 10 };

test('a large text is parsed in many turns of the event loop, and two texts take turns', async () => {
  const text = `[${'{"name":"value"},'.repeat(200_000)}1]`;
  const ended: string[] = [];
  let turns = 0;
  const all = Promise.all([
    parseLargeJson(text, LIMITS).then(() => ended.push('large')),
    parseLargeJson('["small"]', LIMITS).then(() => ended.push('small')),
  ]);
  while (ended.length < 2) {
    turns += 1;
    await nextTurn();
  }
  await all;
  expect(ended).toEqual(['small', 'large']);
  expect(turns).toBeGreaterThan(3);
});

const LONG_STRINGS = {
  'a spec in JSON': JSON.stringify({ name: 'a "name"', 'a key': '\\"' }).repeat(100_000),
  'a spec in YAML': 'name: é 😀\n\tkey: a\\n\n'.repeat(200_000),
};

test.each(Object.entries(LONG_STRINGS))('%s, as one string, is read in pieces', async (_, text) => {
  const body = JSON.stringify([text, { [text]: 1 }]);
  // The clock says after each piece that the turn has lasted long enough.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 8));
  let value: unknown;
  let turns = 0;
  try {
    parseLargeJson(body, LIMITS).then((parsed) => {
      value = parsed;
    });
    for (; value === undefined; turns += 1) await nextTurn();
  } finally {
    clock.mockRestore();
  }
  expect(value).toEqual([text, { [text]: 1 }]);
  expect(turns).toBeGreaterThan(body.length / 300_000);
});

test('half a character is found at the end of a piece, and a pair between pieces is none', async () => {
  for (const length of [249_998, 249_999, 250_000, 250_001]) {
    const text = 'a'.repeat(length);
    expect(await parseLargeJson(`["${text}😀\\n${text}\\ud83d\\ude00\\""]`, LIMITS)).toEqual([
      `${text}😀\n${text}😀"`,
    ]);
    await expect(parseLargeJson(`["${text}\\ud83d\\n\\ude00"]`, LIMITS)).rejects.toThrow('surrogate');
  }
});

/** Answers how many names it got. */
async function post(payload: string): Promise<{ status: number; body: object }> {
  const app = Fastify({ bodyLimit: 10_000_000 });
  useValidation(app);
  app.setErrorHandler(handleError);
  const body = Type.Object({ names: Type.Array(Type.Unknown()) });
  const response = { 200: Type.Object({ count: Type.Integer() }) };
  app.post('/', { schema: { body, response } }, (request) => ({
    count: (request.body as { names: unknown[] }).names.length,
  }));
  const result = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  return { status: result.statusCode, body: result.json() };
}

const large = (piece: string, count: number): string => `{"names":[${`${piece},`.repeat(count)}1]}`;
const BLANKS = ' '.repeat(70_000);

test('a large body arrives whole', async () => {
  expect(await post(large('"a name"', 100_000))).toEqual({ status: 200, body: { count: 100_001 } });
});

test('a body of very many values is refused', async () => {
  expect(await post(large('{}', 250_000))).toMatchObject({
    status: 413,
    body: { error: { reason: 'too-many-values', message: expect.stringContaining('250000 values') } },
  });
});

test.each([
  ['', 'a small body'],
  [BLANKS, 'a large body'],
])('a body that is nested very deeply is refused (%#: %s)', async (blanks) => {
  const nested = `{"names":${'['.repeat(600)}${']'.repeat(600)}${blanks}}`;
  expect(await post(nested)).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('500 levels') } },
  });
});

test.each([
  ['{"names":[{"__proto__":{"a":1}}]}'],
  ['{"names":[{"\\u005f_proto__":{"a":1}}]}'],
  ['{"names":[{"constructor":{"prototype":{"a":1}}}]}'],
])('a key that would change a prototype is refused, whatever the size: %s', async (body) => {
  expect(await post(body)).toMatchObject({ status: 400 });
  expect(await post(`${body}${BLANKS}`)).toMatchObject({ status: 400 });
});

test('a large body that is not JSON is refused', async () => {
  expect(await post(`{"names":[1,]}${BLANKS}`)).toMatchObject({
    status: 400,
    body: { error: { reason: 'invalid-request', message: 'The request body is not valid JSON.' } },
  });
});
