import { expect, expectTypeOf, test } from 'vitest';
import { ApiError, type Reason } from './api-error.ts';
import { type Client, type ClientOptions, createClient, type ReasonOf, type ResponseOf } from './client.ts';
import type { Schemas } from './schema.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

/** A client whose requests get these responses, one after the other. */
function clientWith(responses: Response[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const client = createClient({
    url: 'https://api.example',
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      const response = responses.shift();
      if (!response) throw new Error('More requests were sent than expected.');
      return response;
    },
    ...options,
  });
  return { client, sent };
}

const LIST = '/v1/orgs/{organizationId}/spaces';

test('a request has its parameters, token and body', async () => {
  const { client, sent } = clientWith([json({ id: 's' })], { token: 'secret' });
  const space: Schemas['Space'] = await client.patch('/v1/spaces/{spaceId}', {
    path: { spaceId: 'a/b?' },
    body: { title: 'Guides' },
  });
  expect(space).toEqual({ id: 's' });
  expect(sent[0]?.url).toBe('https://api.example/v1/spaces/a%2Fb%3F');
  expect(sent[0]?.init).toMatchObject({
    method: 'PATCH',
    credentials: 'include',
    body: '{"title":"Guides"}',
  });
  expect(sent[0]?.init.headers).toEqual({
    accept: 'application/json',
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
});

test('without a token, a request relies on the session, and without a body it has no type', async () => {
  const { client, sent } = clientWith([json({ items: [] })]);
  await client.get('/v1/orgs');
  expect(sent[0]?.init.headers).toEqual({ accept: 'application/json' });
});

test('a parameter that is missing or empty is an error, because it would lead to another address', async () => {
  const { client, sent } = clientWith([]);
  await expect(client.get('/v1/spaces/{spaceId}', { path: { spaceId: '' } })).rejects.toThrow(TypeError);
  // @ts-expect-error: the types ask for it, too
  await expect(client.get('/v1/spaces/{spaceId}', { path: {} })).rejects.toThrow('spaceId');
  expect(sent).toEqual([]);
});

test('queries repeat the name for each value of a list and leave undefined out', async () => {
  const { client, sent } = clientWith([json({})]);
  await client.get('/v1/orgs', { query: { page: 'a b', limit: undefined, x: [1, 2] } as never });
  expect(sent[0]?.url).toBe('https://api.example/v1/orgs?page=a+b&x=1&x=2');
});

test('a response without content is undefined', async () => {
  const responses = [new Response(null, { status: 204 }), new Response(null, { status: 205 })];
  const { client } = clientWith(responses, { token: 'secret' });
  const path = { spaceId: 's' };
  expect(await client.delete('/v1/spaces/{spaceId}', { path })).toBeUndefined();
  expect(await client.delete('/v1/spaces/{spaceId}', { path })).toBeUndefined();
});

test('another format is returned as the response', async () => {
  const yaml = new Response('openapi: 3.1.0\n', { headers: { 'content-type': 'application/yaml' } });
  const { client, sent } = clientWith([yaml]);
  const response: Response = await client.get('/v1/orgs/{organizationId}/openapi/{specSlug}/published', {
    path: { organizationId: 'o', specSlug: 's' },
    accept: 'application/yaml',
  });
  expect(await response.text()).toBe('openapi: 3.1.0\n');
  expect(sent[0]?.init.headers).toMatchObject({ accept: 'application/yaml' });
});

const denied = (): Response =>
  json({ error: { code: 403, reason: 'cross-site-request', message: 'No.', requestId: 'r' } }, 403);
const session = (csrfToken: string): Response => json({ object: 'session', csrfToken });
const change = (client: Client) => client.patch('/v1/spaces/{spaceId}', { path: { spaceId: 's' }, body: {} });
const describeSent = (sent: Sent[]) =>
  sent.map(({ url, init }) => [
    init.method,
    new URL(url).pathname,
    (init.headers as Record<string, string>)['x-lectern-csrf'],
  ]);

test('changes with a session send its CSRF token, which is read once', async () => {
  const { client, sent } = clientWith([session('a'), json({}), json({})]);
  await change(client);
  await change(client);
  expect(describeSent(sent)).toEqual([
    ['GET', '/v1/session', undefined],
    ['PATCH', '/v1/spaces/s', 'a'],
    ['PATCH', '/v1/spaces/s', 'a'],
  ]);
});

test('the CSRF token of a session that was read is not read again', async () => {
  const { client, sent } = clientWith([session('a'), json({})]);
  await client.get('/v1/session');
  await change(client);
  expect(describeSent(sent)).toEqual([
    ['GET', '/v1/session', undefined],
    ['PATCH', '/v1/spaces/s', 'a'],
  ]);
});

test('the CSRF token is read again when the session has changed, and only then', async () => {
  const { client, sent } = clientWith([session('a'), json({}), denied(), session('b'), json({ id: 's' })]);
  await change(client);
  expect(await change(client)).toEqual({ id: 's' });
  expect(describeSent(sent).slice(2)).toEqual([
    ['PATCH', '/v1/spaces/s', 'a'],
    ['GET', '/v1/session', undefined],
    ['PATCH', '/v1/spaces/s', 'b'],
  ]);

  const refused = clientWith([session('a'), denied()]);
  await expect(change(refused.client)).rejects.toMatchObject({ reason: 'cross-site-request' });
});

test('a change without a session is sent as it is', async () => {
  const unknown = { code: 401, reason: 'missing-token', message: 'No.', requestId: 'r' };
  const { client, sent } = clientWith([json({ error: unknown }, 401), json({})]);
  await change(client);
  expect(describeSent(sent)[1]).toEqual(['PATCH', '/v1/spaces/s', undefined]);
});

test('an error of the API has its status, reason, details and request', async () => {
  const error = {
    code: 404,
    reason: 'space-not-found',
    message: 'There is no such space.',
    requestId: 'r',
    details: [{ path: 'a', message: 'b' }],
  };
  const { client } = clientWith([json({ error }, 404)]);
  const thrown: unknown = await client
    .get('/v1/spaces/{spaceId}', { path: { spaceId: 's' } })
    .catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({
    status: 404,
    reason: 'space-not-found',
    message: 'There is no such space.',
    requestId: 'r',
    details: [{ path: 'a', message: 'b' }],
  });
});

test.each([
  ['a page', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['other JSON', json({ error: 'no' }, 502)],
  ['null', json(null, 502)],
])('an error that is not of the API has no reason: %s', async (_, response) => {
  const { client } = clientWith([response]);
  await expect(client.get('/v1/orgs')).rejects.toMatchObject({
    status: 502,
    reason: undefined,
    message: 'The server returned status 502.',
  });
});

test('a list fetches pages only as they are needed, with the same query', async () => {
  const page = (ids: string[], next?: string) =>
    json({ items: ids.map((id) => ({ id })), ...(next ? { next: { page: next } } : {}) });
  const all = clientWith([page(['a', 'b'], '2'), page([], '3'), page(['c'])]);
  const ids: string[] = [];
  for await (const { id } of all.client.list(LIST, { path: { organizationId: 'o' }, query: { limit: 2 } }))
    ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(all.sent.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=2',
    '?limit=2&page=2',
    '?limit=2&page=3',
  ]);

  const first = clientWith([page(['a', 'b'], '2')]);
  for await (const { id } of first.client.list(LIST, { path: { organizationId: 'o' } })) {
    expect(id).toBe('a');
    break;
  }
  expect(first.sent).toHaveLength(1);
});

test('an aborted signal ends a request, and the next page of a list', async () => {
  const controller = new AbortController();
  const client = createClient({
    url: 'https://api.example',
    fetch: async (_, init) => {
      init?.signal?.throwIfAborted();
      return json({ items: [{ id: 'a' }], next: { page: '2' } });
    },
  });
  const options = { path: { organizationId: 'o' }, signal: controller.signal };
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { id } of client.list(LIST, options)) {
      seen.push(id);
      controller.abort(new Error('The reader left.'));
    }
  })();
  await expect(reading).rejects.toThrow('The reader left.');
  expect(seen).toEqual(['a']);
  await expect(
    client.get('/v1/spaces/{spaceId}', { path: { spaceId: 's' }, signal: controller.signal }),
  ).rejects.toThrow('The reader left.');
});

test('types come from the OpenAPI document', () => {
  expectTypeOf<ResponseOf<'/v1/spaces/{spaceId}', 'get'>>().toEqualTypeOf<Schemas['Space']>();
  expectTypeOf<'space-not-found'>().toExtend<ReasonOf<'/v1/spaces/{spaceId}', 'get'>>();
  expectTypeOf<'space-not-found' | 'storage-full'>().toExtend<Reason>();
  expectTypeOf<'no-such-reason'>().not.toExtend<Reason>();
  const { client } = clientWith([]);
  expectTypeOf(client.get<'/v1/orgs'>)
    .parameter(0)
    .toEqualTypeOf<'/v1/orgs'>();
  // @ts-expect-error: there is no such path
  expectTypeOf(client.get<'/v1/nothing'>).toBeFunction();
  // @ts-expect-error: it is not a list
  expectTypeOf(client.list<'/v1/spaces/{spaceId}'>).toBeFunction();
});
