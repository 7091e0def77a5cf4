/** The Model Context Protocol of sites, spoken by its official client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';

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
    expect((await call(client, 'unknown', {})).isError).toBe(true);
  });

  test('shows a token where visitors sign in, and reads what its visitor may see', async () => {
    const { path, siteId } = await setup.addPublishedSite({ visibility: 'visitor-auth' });
    await setup.changeSite(siteId, { adaptive: true });
    const refused = await post(path, PING);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    // Programs in browsers have to read it.
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toBe('WWW-Authenticate');
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

describe('the endpoint', () => {
  test('takes one message of limited size at a time, and nothing but messages', async () => {
    const { path } = await setup.addPublishedSite();
    expect((await post(path, PING)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await post(path, [PING, PING])).json().error).toMatchObject({ code: 400 });
    expect((await post(path, { ...PING, method: 'x'.repeat(70_000) })).statusCode).toBe(413);
  });

  test.each([
    ['nothing', undefined, 'application/json'],
    ['JSON', 'application/json', 'application/json'],
    ['anything', '*/*', 'application/json'],
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
    expect([refused.statusCode, refused.json().error.reason]).toEqual([406, 'not-acceptable']);
  });

  test('accepts a notification, whatever its client accepts', async () => {
    const { path } = await setup.addPublishedSite();
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const accept of ['application/json', 'text/event-stream']) {
      const response = await post(path, notification, { accept });
      expect([response.statusCode, response.body]).toEqual([202, '']);
    }
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])('speaks version %s', async (protocolVersion) => {
    const { path } = await setup.addPublishedSite();
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const begun = await post(path, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(begun.json().result.protocolVersion).toBe(protocolVersion);
    const headers = { 'mcp-protocol-version': protocolVersion, 'mcp-session-id': 'unknown' };
    expect((await post(path, PING, headers)).statusCode).toBe(200);
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
        payload: [],
      });
    const statuses: number[] = [];
    for (let at = 0; at < 301; at += 1) statuses.push((await ask('192.0.2.1')).statusCode);
    expect(statuses.indexOf(429)).toBe(300);
    expect((await ask('192.0.2.2')).statusCode).toBe(400);
  });
});
