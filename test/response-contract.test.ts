import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createReadyResponse, sendReady } from '../apps/server/platform/http/ready-response.ts';
import { ErrorSchema, refTo } from '../apps/server/platform/http/schemas.ts';
import { takeViolations } from './response-contract.ts';

const ShelfSchema = Type.Object(
  {
    id: Type.String(),
    height: Type.Optional(Type.Integer()),
    labels: Type.Object({}, { additionalProperties: true }),
  },
  { $id: 'ContractShelf' },
);
const result = { status: 200, body: {} as unknown };
let server: FastifyInstance;

beforeAll(async () => {
  server = Fastify();
  server.addSchema(ErrorSchema);
  server.addSchema(ShelfSchema);
  const response = { 200: Type.Object({ shelves: Type.Array(refTo(ShelfSchema)) }) };
  server.get('/ready', { schema: { response } }, (request, reply) =>
    sendReady(request, reply, createReadyResponse(JSON.stringify(result.body))),
  );
  server.get('/serialized', { schema: { response } }, (_request, reply) =>
    reply.code(result.status as 200).send(result.body),
  );
  await server.ready();
});
afterAll(() => server.close());
// These tests provoke violations on purpose.
afterEach(() => void takeViolations());

async function violationsOf(url: string, body: unknown, options: { status?: number; headers?: object } = {}) {
  Object.assign(result, { status: options.status ?? 200, body });
  await server.inject({ url, headers: { ...options.headers } });
  return [...new Set(takeViolations())];
}

const shelf = { id: 'a', labels: { any: 1 } };

test.each(['/ready', '/serialized'])('%s: an answer that is as declared is none', async (url) => {
  expect(await violationsOf(url, { shelves: [shelf, { ...shelf, height: 2 }] })).toEqual([]);
});

test.each(['/ready', '/serialized'])('%s: a field that is not declared is named by its path', async (url) => {
  expect(await violationsOf(url, { shelves: [shelf, { ...shelf, colour: 'red' }] })).toEqual([
    `GET ${url} 200: /shelves/1 must NOT have additional properties {"additionalProperty":"colour"}`,
  ]);
});

test('a field that is missing or of another type is named', async () => {
  expect(await violationsOf('/ready', { shelves: [{ labels: {} }] })).toEqual([
    expect.stringContaining("/shelves/0 must have required property 'id'"),
  ]);
  expect(await violationsOf('/ready', { shelves: [{ ...shelf, height: 1.5 }] })).toEqual([
    expect.stringContaining('/shelves/0/height must be integer'),
  ]);
});

test('a compressed answer is looked into', async () => {
  const shelves = Array.from({ length: 2000 }, () => ({ ...shelf, colour: 'red' }));
  for (const encoding of ['br', 'gzip'])
    expect(
      await violationsOf('/ready', { shelves }, { headers: { 'accept-encoding': encoding } }),
    ).toHaveLength(1);
});

test('a status that the route does not declare is a violation, and an error has the one shape', async () => {
  expect(await violationsOf('/serialized', {}, { status: 202 })).toEqual([
    'GET /serialized 202: the route declares no such answer',
  ]);
  expect(await violationsOf('/serialized', { message: 'No.' }, { status: 409 })).toEqual([
    expect.stringContaining("GET /serialized 409: / must have required property 'error'"),
  ]);
});
