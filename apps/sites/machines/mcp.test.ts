/** The Model Context Protocol of sites, spoken by its official client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';
import { DatabaseFailure } from '../../server/platform/db/database-failure.ts';
import { buildPublishedApp } from '../published-app.ts';

let setup: SiteGround;
beforeAll(async () => {
  setup = await buildSiteGround();
  await runJobs(setup.app);
});
afterAll(() => setup.close());

async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input));
  const headers = Object.fromEntries(new Headers(init?.headers));
  const response = await setup.published.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url: pathname,
    headers: { ...headers, host: HOST },
    ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
  });
  const body = response.rawPayload.length === 0 ? null : response.body;
  return new Response(body, {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
  });
}

async function connect(path: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`https://${HOST}${path}/~/mcp`), {
      fetch: send,
      requestInit: { headers },
    }),
  );
  return client;
}

async function call(client: Client, name: string, values: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: values });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  setup.published.inject({
    method: 'POST',
    url: `${path}/~/mcp`,
    headers: { host: HOST, accept: 'application/json, text/event-stream', ...headers },
    payload: body as object,
  });

/** Whether a text has no half of a character. */
const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('a program with the address of a site', () => {
  test('searches it, reads its pages, and lists them', async () => {
    const { path } = await setup.addPublishedSite();
    const at = `https://${HOST}${path}`;
    const client = await connect(path);
    expect(client.getServerVersion()?.name).toBe('The manual');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search',
      'read_page',
      'list_pages',
    ]);
    expect((await call(client, 'search', { query: 'install' })).text).toContain(`${at}/guides/install`);
    expect((await call(client, 'search', { query: 'zebra' })).text).toBe('Nothing was found.');
    for (const address of [
      'guides/install',
      '/guides/install.md',
      `${path}/guides/install`,
      `${at}/Guides/install/#steps`,
      'old/place',
    ])
      expect([address, (await call(client, 'read_page', { address })).text]).toEqual([
        address,
        '# Install\n\n## Steps\n\nDone. See [this](#steps).\n',
      ]);
    const part = await call(client, 'read_page', { address: 'guides/install', offset: 2 });
    expect(part.text).toMatch(/^Install/);
    const list = await call(client, 'list_pages', {});
    expect(list.text).toContain(`- [Welcome](${at}/): Where to begin.\n`);
    expect(list.text).not.toContain('Secret');
    expect((await call(client, 'list_pages', { offset: 2 })).text).not.toContain('Welcome');
    const wrong = await call(client, 'search', { query: 5 });
    expect(wrong.text).toContain('query must be string');
  });

  test('lists and reads its pages as resources, and finds no prompts', async () => {
    const { path } = await setup.addPublishedSite();
    const at = `https://${HOST}${path}`;
    const client = await connect(path);
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
    const { resources, nextCursor } = await client.listResources();
    expect(nextCursor).toBeUndefined();
    expect(resources[0]).toEqual({
      uri: `${at}/`,
      name: 'Welcome',
      description: 'Where to begin.',
      mimeType: 'text/markdown',
    });
    expect(resources.map(({ name }) => name)).not.toContain('Secret plans');
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/^# /) }]);
    }
    await expect(client.readResource({ uri: `${at}/guides/secret` })).rejects.toMatchObject({
      code: -32_002,
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([`${at}/{+path}`]);
    expect(await client.listPrompts()).toEqual({ prompts: [] });
    await expect(
      client.complete({ ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }),
    ).rejects.toMatchObject({ code: -32_601 });
  });

  test('reads a long page in pieces that never end within a character', async () => {
    const spaceId = await addSpace(setup.app, { title: 'Long' });
    // Each character has two units. The first one of the text is at an odd position.
    const text = '\u{1f600}'.repeat(60_000);
    await putContent(setup.app, spaceId, { 'README.md': `# Long\n\n.${text}\n` });
    const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
    const client = await connect(path);
    const pieces: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const piece = await call(client, 'read_page', { address: '/', offset });
      expect(piece.isError).toBe(false);
      const next: RegExpExecArray | null = /\n\nThe page continues at offset (\d+) of \d+\.\n$/.exec(
        piece.text,
      );
      pieces.push(next ? piece.text.slice(0, next.index) : piece.text);
      offset = next ? Number(next[1]) : undefined;
    }
    expect(pieces).toHaveLength(2);
    expect(pieces.every((piece) => isWellFormed(piece))).toBe(true);
    expect(pieces.join('')).toBe(`# Long\n\n.${text}\n`);
    const { text: second } = await call(client, 'read_page', { address: '/', offset: 12 });
    expect(isWellFormed(second)).toBe(true);
    // Some clients refuse empty texts.
    const after = await call(client, 'read_page', { address: '/', offset: 200_000 });
    expect(after.text).toBe('The page ends at offset 120010.\n');
    expect((await call(client, 'list_pages', { offset: 100 })).text).toBe('There are no further pages.');
  });

  test('uses a real connection from the beginning to the end', async () => {
    const { path } = await setup.addPublishedSite();
    const { published } = setup.app.app;
    const listening = buildPublishedApp({ ...published, log: pino({ level: 'silent' }), trustProxy: true });
    onTestFinished(() => listening.close());
    const origin = await listening.listen({ port: 0, host: '127.0.0.1' });
    const statuses: string[] = [];
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}${path}/~/mcp`), {
      async fetch(url, init) {
        const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-host': HOST };
        const response = await fetch(url, { ...init, headers });
        statuses.push(`${init?.method ?? 'GET'} ${response.status}`);
        return response;
      },
    });
    await client.connect(transport);
    expect(transport.protocolVersion).toBe('2025-11-25');
    await client.ping();
    expect((await call(client, 'read_page', { address: 'guides/install' })).text).toMatch(/^# Install/);
    await transport.terminateSession();
    await client.close();
    expect(statuses.sort()).toEqual(['GET 405', 'POST 200', 'POST 200', 'POST 200', 'POST 202']);
  });

  test('learns nothing of hidden pages, other sites or other hosts', async () => {
    const { path } = await setup.addPublishedSite();
    const other = await setup.addPublishedSite();
    const client = await connect(path);
    const missing = await call(client, 'read_page', { address: 'guides/nothing' });
    expect(missing).toEqual({ text: 'There is no page at this address.', isError: true });
    for (const address of [
      'guides/secret',
      `${other.path}/../${other.path}/guides/install`,
      `https://${HOST}${other.path}/guides/install`,
      'https://elsewhere.example.com/guides/install',
      '..%2f..%2fetc',
      'https://[',
    ])
      expect([address, await call(client, 'read_page', { address })]).toEqual([address, missing]);
    expect((await call(client, 'search', { query: 'world' })).text).toBe('Nothing was found.');
    expect((await call(client, 'search', {})).isError).toBe(true);
    await expect(call(client, 'unknown', {})).rejects.toMatchObject({ code: -32_602 });
  });

  test('shows a token where visitors sign in, and reads what its visitor may see', async () => {
    const { path, siteId } = await setup.addPublishedSite({ visibility: 'visitor-auth' });
    await setup.changeSite(siteId, { adaptive: true });
    const refused = await post(path, PING);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    // Programs in browsers have to read it.
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    const wrong = await post(path, PING, { authorization: 'Bearer a.b.c' });
    expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const token = await setup.signVisitor(siteId, { plan: 'pro' });
    const entered = await setup.visit(`${path}/?jwt_token=${token}`);
    expect((await post(path, PING, { cookie: entered.cookie })).statusCode).toBe(401);
    const asPro = await connect(path, token);
    expect((await call(asPro, 'read_page', { address: 'guides/secret' })).text).toContain('rule the world');
    const url = `https://${HOST}${path}/`;
    const resolved = await setup.app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url, visitor: { jwtToken: token } },
    });
    const { apiToken } = resolved.json();
    const asRenderer = await connect(path, apiToken);
    expect((await call(asRenderer, 'list_pages', {})).text).toContain('Secret plans');
    const elsewhere = await setup.addPublishedSite({ visibility: 'visitor-auth' });
    expect((await post(elsewhere.path, PING, { authorization: `Bearer ${apiToken}` })).statusCode).toBe(401);
    const free = await connect(path, await setup.signVisitor(siteId, { plan: 'free' }));
    expect((await call(free, 'read_page', { address: 'guides/secret' })).isError).toBe(true);
    await setup.changeSite(siteId, { published_at: null });
    expect((await post(path, PING, { authorization: `Bearer ${apiToken}` })).statusCode).toBe(404);
  });

  test('has the key of a share link in the address, or finds nothing', async () => {
    const { path, siteId } = await setup.addPublishedSite({ visibility: 'share-link' });
    const links = `/v1/orgs/${setup.app.organizationId}/sites/${siteId}/share-links`;
    const link = (await setup.app.request('POST', links, { body: { name: 'A' } })).json();
    const shared = new URL(link.urls.published).pathname.replace(/\/$/, '');
    const client = await connect(shared);
    expect((await call(client, 'list_pages', {})).text).toContain(`https://${HOST}${shared}/guides/install`);
    expect((await call(client, 'read_page', { address: 'guides/install' })).isError).toBe(false);
    expect((await post(path, PING)).statusCode).toBe(404);
  });
});

/** A refusal, and its error. */
function readRefusal(response: Awaited<ReturnType<typeof post>>) {
  const { jsonrpc, id, error } = response.json();
  expect([jsonrpc, typeof error.message]).toEqual(['2.0', 'string']);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  return { status: response.statusCode, id, code: error.code, reason: error.data?.reason };
}

describe('the endpoint', () => {
  test('answers one message of limited size', async () => {
    const { path } = await setup.addPublishedSite();
    expect((await post(path, PING)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const slash = await setup.published.inject({
      method: 'POST',
      url: `${path}/~/mcp/?x=1`,
      headers: { host: HOST },
      payload: PING,
    });
    expect(slash.statusCode).toBe(200);
    expect(readRefusal(await post(path, { ...PING, method: 'x'.repeat(70_000) }))).toEqual({
      status: 413,
      id: null,
      code: -32_000,
      reason: 'payload-too-large',
    });
  });

  test('answers a batch, as version 2025-03-26 has them', async () => {
    const { path } = await setup.addPublishedSite();
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const call = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'list_pages' } };
    const begin = { jsonrpc: '2.0', id: 3, method: 'initialize', params: { protocolVersion: '2025-03-26' } };
    const batch = [PING, notification, call, { ...PING, method: 'none' }, 'nonsense', PING, begin];
    for (const version of [undefined, '2025-03-26', '2024-11-05']) {
      const response = await post(
        path,
        batch,
        version === undefined ? undefined : { 'mcp-protocol-version': version },
      );
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 'a', result: { content: [expect.objectContaining({ type: 'text' })] } },
        { jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32_601 }) },
        { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32_600 }) },
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 3, error: expect.objectContaining({ code: -32_600 }) },
      ]);
    }
    const asEvent = await post(path, [PING], { accept: 'text/event-stream' });
    expect(JSON.parse(/^data: (.*)$/m.exec(asEvent.body)?.[1] ?? '')).toHaveLength(1);
    const silent = await post(path, [notification, notification]);
    expect([silent.statusCode, silent.body]).toEqual([202, '']);
    for (const wrong of [[], Array.from({ length: 51 }, () => PING)])
      expect(readRefusal(await post(path, wrong))).toMatchObject({ status: 400, id: null, code: -32_600 });
    for (const version of ['2025-06-18', '2025-11-25'])
      expect(readRefusal(await post(path, [PING], { 'mcp-protocol-version': version }))).toMatchObject({
        status: 400,
        code: -32_600,
      });
  });

  test.each([
    ['an unknown method', { method: 'tools/none' }, -32_601],
    ['a method without its parameters', { method: 'tools/call' }, -32_602],
    ['an unknown tool', { method: 'tools/call', params: { name: 'none' } }, -32_602],
    [
      'arguments that are a list',
      { method: 'tools/call', params: { name: 'search', arguments: [] } },
      -32_602,
    ],
    ['an unknown cursor of tools', { method: 'tools/list', params: { cursor: 'x' } }, -32_602],
    ['an unknown cursor of resources', { method: 'resources/list', params: { cursor: '-1' } }, -32_602],
    ['a cursor that is no text', { method: 'resources/list', params: { cursor: 1 } }, -32_602],
    [
      'a resource that does not exist',
      { method: 'resources/read', params: { uri: 'https://x.test/' } },
      -32_002,
    ],
    ['a resource without an address', { method: 'resources/read', params: {} }, -32_602],
    ['an unknown prompt', { method: 'prompts/get', params: { name: 'none' } }, -32_602],
    ['a version that is no text', { method: 'initialize', params: { protocolVersion: 1 } }, -32_602],
  ])('answers %s with an error', async (_kind, message, code) => {
    const { path } = await setup.addPublishedSite();
    const response = await post(path, { jsonrpc: '2.0', id: 'q', ...message });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ jsonrpc: '2.0', id: 'q', error: { code } });
  });

  test.each([
    ['no message', {}, null],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 7, method: 'ping' }, 7],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, null],
    ['an id that would be rounded', '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', null],
    ['parameters without names', { jsonrpc: '2.0', id: 'x', method: 'ping', params: [1] }, 'x'],
    ['a text', '"ping"', null],
    ['null', 'null', null],
  ])('refuses %s as a bad request', async (_kind, message, id) => {
    const { path } = await setup.addPublishedSite();
    const refused = await post(path, message, { 'content-type': 'application/json' });
    expect(readRefusal(refused)).toMatchObject({ status: 400, id, code: -32_600 });
  });

  test.each([
    ['the parameters of a method without any', { method: 'ping', params: null }],
    ['the parameters of a list', { method: 'tools/list', params: null }],
    ['a cursor', { method: 'resources/list', params: { cursor: null } }],
    ['the arguments of a tool', { method: 'tools/call', params: { name: 'list_pages', arguments: null } }],
    ['an argument', { method: 'tools/call', params: { name: 'list_pages', arguments: { offset: null } } }],
    ['the details of a notification', { method: 'notifications/initialized', params: null, id: undefined }],
  ])('reads null for %s as nothing', async (_kind, message) => {
    const { path } = await setup.addPublishedSite();
    const response = await post(path, { jsonrpc: '2.0', id: 1, ...message });
    expect(response.statusCode).toBe(message.method.startsWith('notifications') ? 202 : 200);
    if (response.statusCode === 200) expect(response.json()).toMatchObject({ id: 1, result: {} });
    expect(response.body).not.toContain('isError');
  });

  test('ignores a version header without a version', async () => {
    const { path } = await setup.addPublishedSite();
    expect((await post(path, PING, { 'mcp-protocol-version': '' })).statusCode).toBe(200);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'takes messages of the type %s',
    async (type) => {
      const { path } = await setup.addPublishedSite();
      expect((await post(path, JSON.stringify(PING), { 'content-type': type })).statusCode).toBe(200);
    },
  );

  test('refuses a body that is no JSON', async () => {
    const { path } = await setup.addPublishedSite();
    for (const body of ['{', '', 'ping'])
      expect(readRefusal(await post(path, body, { 'content-type': 'application/json' }))).toMatchObject({
        status: 400,
        id: null,
        code: -32_700,
      });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect(readRefusal(await post(path, JSON.stringify(PING), { 'content-type': type }))).toMatchObject({
        status: 415,
        code: -32_000,
      });
  });

  test('refuses readers in the shape of the protocol', async () => {
    const { path } = await setup.addPublishedSite({ visibility: 'visitor-auth' });
    expect(readRefusal(await post(path, PING))).toMatchObject({ status: 401, id: 1, code: -32_000 });
    const missing = readRefusal(await post('/nothing', { ...PING, id: 'x' }));
    expect(missing).toEqual({ status: 404, id: 'x', code: -32_000, reason: 'content-not-found' });
    const origin = 'https://attacker.example.com';
    const elsewhere = await setup.published.inject({
      method: 'POST',
      url: `${path}/~/mcp`,
      headers: { host: 'attacker.example.com', origin },
      payload: PING,
    });
    expect(readRefusal(elsewhere)).toMatchObject({ status: 404, id: 1, code: -32_000 });
    // Without cookies and with an open address, the origin makes no difference.
    const open = await setup.addPublishedSite();
    for (const from of [origin, 'null', 'vscode-webview://1'])
      expect((await post(open.path, PING, { origin: from })).statusCode).toBe(200);
  });

  test.each([
    ['the database is away', new DatabaseFailure('away', 'ECONNREFUSED'), 503, -32_000],
    ['something is broken', new Error('ECONNREFUSED'), 500, -32_603],
  ])('says no more than that when %s', async (_kind, failure, status, code) => {
    const { path } = await setup.addPublishedSite();
    const { published } = setup.app.app;
    const failing = buildPublishedApp({
      ...published,
      log: pino({ level: 'silent' }),
      pages: { ...published.pages, createSiteTools: () => Promise.reject(failure) },
    });
    onTestFinished(() => failing.close());
    const response = await failing.inject({
      method: 'POST',
      url: `${path}/~/mcp`,
      headers: { host: HOST },
      payload: PING,
    });
    expect(readRefusal(response)).toMatchObject({ status, id: 1, code });
    expect(response.body).not.toContain('ECONNREFUSED');
    expect(response.headers['retry-after'] !== undefined).toBe(status === 503);
  });

  test.each([
    ['nothing', undefined, 'application/json'],
    ['JSON', 'application/json', 'application/json'],
    ['anything', '*/*', 'application/json'],
    ['anything, as old programs write it', '*', 'application/json'],
    ['what an empty header says', '', 'application/json'],
    ['anything but JSON', '*/*, application/json;q=0', 'text/event-stream'],
    ['JSON of another case and with a parameter', 'Application/JSON; charset=utf-8', 'application/json'],
    ['any application format', 'application/*;q=0.5', 'application/json'],
    ['both, as the protocol says', 'application/json, text/event-stream', 'application/json'],
    ['a stream only', 'text/event-stream', 'text/event-stream'],
    ['JSON not at all', 'application/json;q=0, text/event-stream', 'text/event-stream'],
  ])('answers a client that accepts %s', async (_kind, accept, type) => {
    const { path } = await setup.addPublishedSite();
    const response = await setup.published.inject({
      method: 'POST',
      url: `${path}/~/mcp`,
      headers: { host: HOST, ...(accept === undefined ? {} : { accept }) },
      payload: PING,
    });
    expect(response.statusCode).toBe(200);
    expect(String(response.headers['content-type']).split(';')[0]).toBe(type);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    const text = type === 'application/json' ? response.body : /^data: (.*)$/m.exec(response.body)?.[1];
    expect(JSON.parse(text ?? '')).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test('says what it responds with to a client that accepts neither', async () => {
    const { path } = await setup.addPublishedSite();
    const refused = await post(path, PING, { accept: 'text/html' });
    expect(readRefusal(refused)).toEqual({ status: 406, id: 1, code: -32_000, reason: 'not-acceptable' });
  });

  test('accepts a notification, whatever its client accepts', async () => {
    const { path } = await setup.addPublishedSite();
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const accept of ['application/json', 'text/event-stream']) {
      const response = await post(path, notification, { accept });
      expect([response.statusCode, response.body]).toEqual([202, '']);
    }
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'speaks version %s',
    async (protocolVersion) => {
      const { path } = await setup.addPublishedSite();
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const begun = await post(path, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(begun.json().result.protocolVersion).toBe(protocolVersion);
      const headers = { 'mcp-protocol-version': protocolVersion, 'mcp-session-id': 'unknown' };
      expect((await post(path, PING, headers)).statusCode).toBe(200);
    },
  );

  test('offers its latest version to a client of another, and refuses requests that name another', async () => {
    const { path } = await setup.addPublishedSite();
    const params = {
      protocolVersion: '2099-01-01',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const headers = { 'mcp-protocol-version': '2099-01-01' };
    const begun = await post(path, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers);
    expect(begun.json().result.protocolVersion).toBe('2025-11-25');
    const refused = await post(path, PING, headers);
    expect(readRefusal(refused)).toMatchObject({ status: 400, id: 1, code: -32_000 });
    expect(refused.json().error.data).toEqual({
      supported: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
      requested: '2099-01-01',
    });
  });

  test('answers the preflight request of a browser', async () => {
    const { path } = await setup.addPublishedSite();
    const wanted = 'accept,authorization,content-type,last-event-id,mcp-protocol-version,mcp-session-id';
    const response = await setup.published.inject({
      method: 'OPTIONS',
      url: `${path}/~/mcp`,
      headers: {
        host: HOST,
        origin: 'https://inspector.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': wanted,
      },
    });
    expect(response.statusCode).toBe(204);
    const { headers } = response;
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']).toBe('POST');
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(wanted.split(',')));
  });

  test.each([
    ['/~/mcp', 'POST, OPTIONS', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']],
    ['/~/events', 'POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/~/feedback', 'POST', ['PUT', 'DELETE', 'OPTIONS']],
    ['/', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/guides/install', 'GET, HEAD', ['POST', 'DELETE']],
  ] as const)('names the methods of %s', async (place, allow, methods) => {
    const { path } = await setup.addPublishedSite();
    for (const method of methods) {
      const url = `${path}${place}`;
      const refused = await setup.published.inject({ method, url, headers: { host: HOST } });
      expect([method, refused.statusCode, refused.headers.allow]).toEqual([method, 405, allow]);
      if (place === '/~/mcp' && method !== 'HEAD')
        expect(readRefusal(refused)).toMatchObject({ id: null, code: -32_000 });
    }
  });

  test('refuses an address that asks too often, and no other', async () => {
    const { path } = await setup.addPublishedSite();
    const ask = (remoteAddress: string) =>
      setup.published.inject({
        method: 'POST',
        url: `${path}/~/mcp`,
        headers: { host: HOST },
        remoteAddress,
        payload: {},
      });
    const statuses: number[] = [];
    for (let at = 0; at < 301; at += 1) statuses.push((await ask('192.0.2.1')).statusCode);
    expect(statuses.indexOf(429)).toBe(300);
    expect(readRefusal(await ask('192.0.2.1'))).toMatchObject({ code: -32_000, reason: 'rate-limited' });
    expect((await ask('192.0.2.2')).statusCode).toBe(400);
  });

  test('counts each message of a batch', async () => {
    const { path } = await setup.addPublishedSite();
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      const response = await setup.published.inject({
        method: 'POST',
        url: `${path}/~/mcp`,
        headers: { host: HOST },
        remoteAddress: '192.0.2.3',
        payload: Array.from({ length: 50 }, () => PING),
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
