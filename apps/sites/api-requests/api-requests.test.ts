/** Requests that readers send to APIs: to the servers of operations that their page shows, and nowhere else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { writeComputedEntry } from '../../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../test/web-server.ts';

let site: SiteGround;
let api: WebServer;
let siteId: string;
let path: string;
let pages: Map<string, string>;

const nameOf = (method: string, operationPath: string, spec = 'pets'): string =>
  JSON.stringify({ source: { slug: spec }, reference: { kind: 'operation', method, path: operationPath } });

beforeAll(async () => {
  api = await startWebServer();
  site = await buildSiteGround({ allowPrivateNetworks: true });
  const { app } = site;
  const servers = [
    { url: `${api.origin}/v1/`, variables: {} },
    {
      url: 'http://{host}:1/',
      variables: { host: { default: '127.0.0.1', enum: ['127.0.0.1', 'localhost'] } },
    },
    { url: '/relative' },
  ];
  const security = [{ token: [] }];
  const body = { content: { 'application/json': { schema: { type: 'object' } } } };
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers,
    security,
    paths: {
      '/pets/{id}': {
        put: {
          tags: ['pets'],
          parameters: [
            { name: 'id', in: 'path', required: true },
            { name: 'dry', in: 'query' },
            { name: 'X-Trace', in: 'header' },
            { name: 'Cookie', in: 'header' },
          ],
          requestBody: body,
        },
      },
      '/files': {
        post: {
          tags: ['pets'],
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  properties: { title: { type: 'string' }, file: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
        },
      },
      '/hidden': { get: { tags: ['others'] } },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  const source = { text: JSON.stringify(spec) };
  await app.request('PUT', `/v1/orgs/${app.organizationId}/openapi/pets`, { body: { source } });
  await runJobs(app);
  const spaceId = await addSpace(app, { title: 'Reference' });
  await putContent(app, spaceId, {
    'README.md': '# Home\n',
    'written.md':
      '# Written\n\n{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n[pets](https://example.com)\n{% endopenapi-operation %}\n',
    'SUMMARY.md': `* [Home](README.md)\n* [Written](written.md)\n${writeComputedEntry('pets', {})}`,
  });
  ({ siteId, path } = await site.addPublishedSite({ spaceIds: [spaceId] }));
  pages = new Map();
  for (const name of ['written', 'pets', 'others'])
    pages.set(name, /data-page="([^"]+)"/.exec((await site.visit(`${path}/${name}`)).text)?.[1] ?? '');
});
afterAll(async () => {
  await site?.close();
  await api?.close();
});
beforeEach(async () => {
  await site.changeSite(siteId, { allows_api_requests: true });
  api.requests.splice(0);
});

const request = {
  part: nameOf('put', '/pets/{id}'),
  server: 0,
  variables: {},
  values: { 'path id': 'a/b', 'query dry': 'yes & no', 'header X-Trace': '1' },
  security: 0,
  credentials: ['secret'],
  body: { mediaType: 'application/json', text: '{"name":"Rex"}' },
};

async function send(changes: object = {}, headers: Record<string, string> = {}) {
  const response = await site.published.inject({
    method: 'POST',
    url: `${path}/~/api-request`,
    headers: { host: HOST, 'sec-fetch-site': 'same-origin', cookie: 'lectern=1', ...headers },
    payload: { page: pages.get('pets'), ...request, ...changes },
  });
  return { status: response.statusCode, headers: response.headers, json: response.json() };
}

describe('a request', () => {
  test.each([
    [1_000_000, false],
    [1_000_001, true],
  ])('of whose response %s bytes arrive is cut: %s', async (length, isCut) => {
    api.content['/v1/pets/a%2Fb?dry=yes%20%26%20no'] = (response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('a'.repeat(length));
    expect((await send()).json).toMatchObject({ bytes: 1_000_000, isCut });
  });

  test.each(['pets', 'written'])('of the page “%s” goes to the server of the operation', async (page) => {
    api.content['/v1/pets/a%2Fb?dry=yes%20%26%20no'] = (response) =>
      response
        .writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-rate': '9' })
        .end('{"id":1}');
    const { status, json, headers } = await send({ page: pages.get(page) });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(json).toMatchObject({ status: 201, body: '{"id":1}', bytes: 8, isCut: false });
    expect(Object.fromEntries(json.headers)).toMatchObject({ 'x-rate': '9' });
    expect(Object.fromEntries(json.headers)).not.toHaveProperty('set-cookie');
    const [arrived] = api.requests;
    expect(arrived).toMatchObject({
      method: 'PUT',
      path: '/v1/pets/a%2Fb?dry=yes%20%26%20no',
      body: '{"name":"Rex"}',
    });
    expect(arrived?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'x-trace': '1',
      'content-type': 'application/json',
    });
    for (const name of ['cookie', 'origin', 'referer', 'x-forwarded-for'])
      expect(arrived?.headers).not.toHaveProperty(name);
  });

  test('is not sent on to where the answer leads', async () => {
    api.content['/v1/pets/1?dry=yes%20%26%20no'] = { location: `${api.origin}/elsewhere` };
    expect((await send({ values: { ...request.values, 'path id': '1' } })).json).toMatchObject({
      status: 302,
    });
    expect(api.requests).toHaveLength(1);
  });

  test.each<[string, object, number]>([
    ['another operation than the page shows', { part: nameOf('get', '/hidden') }, 404],
    ['an operation that there is not', { part: nameOf('get', '/nothing') }, 404],
    ['another spec', { part: nameOf('put', '/pets/{id}', 'others') }, 404],
    ['no part', { part: '{' }, 404],
    ['another page', { page: '00000000-0000-7000-8000-000000000000' }, 404],
    ['a server that there is not', { server: 7 }, 400],
    ['a server without a host', { server: 2 }, 400],
    ['a host that the spec does not name', { server: 1, variables: { host: '169.254.169.254' } }, 400],
    ['a server of its own', { base: 'http://169.254.169.254/' }, 400],
    ['the port of another server', { base: 'http://127.0.0.1:2/' }, 400],
    ['a server that is no address', { base: 'file:///etc/passwd' }, 400],
    ['nonsense', { server: 'first' }, 400],
  ])('with %s is refused', async (_name, changes, status) => {
    const result = await send(changes);
    expect(result.status).toBe(status);
    expect(result.json.error.message).toMatch(/\.$/);
    expect(api.requests).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ['a path that leads out', { 'path id': '..' }, 'path id', 'missing'],
    ['no path', { 'path id': '' }, 'path id', 'missing'],
    ['a parameter of its own', { 'query admin': '1' }, 'query admin', 'unknown'],
    ['a header of its own', { 'header X-Forwarded-For': '::1' }, 'header X-Forwarded-For', 'unknown'],
    ['a header of two lines', { 'header X-Trace': 'a\r\nHost: b' }, 'header X-Trace', 'not-plain'],
  ])('with %s is not sent, and the field is named', async (_name, values, field, fault) => {
    const result = await send({ values: { ...request.values, ...values } });
    expect(result).toMatchObject({ status: 200, json: { problems: [{ field, fault }] } });
    expect(api.requests).toEqual([]);
  });

  test('goes to another address of a server of the spec', async () => {
    api.content['/own/pets/a%2Fb?dry=yes%20%26%20no'] = { type: 'text/plain', body: 'own' };
    expect((await send({ base: `${api.origin}/own/` })).json).toMatchObject({ status: 200, body: 'own' });
  });

  test('is shown as it is sent, without being sent', async () => {
    const { json } = await send({ isPreview: true, credentials: ['hidden'] });
    expect(json).toEqual({
      preview: [
        `PUT ${api.origin}/v1/pets/a%2Fb?dry=yes%20%26%20no`,
        'Content-Type: application/json',
        'X-Trace: 1',
        'Authorization: Bearer hidden',
        '',
        '{"name":"Rex"}',
      ].join('\n'),
    });
    expect(api.requests).toEqual([]);
  });

  test('begins with its form, of operations that the page shows', async () => {
    const ask = async (part: string) => {
      const response = await site.published.inject({
        method: 'POST',
        url: `${path}/~/api-request`,
        headers: { host: HOST, 'sec-fetch-site': 'same-origin' },
        payload: { page: pages.get('pets'), part, isForm: true },
      });
      return { status: response.statusCode, form: response.json().form };
    };
    const { status, form } = await ask(request.part);
    expect(status).toBe(200);
    expect(form).toMatchObject({ method: 'put', path: '/pets/{id}', security: [{ position: 0 }] });
    expect(form.parameters.map((one: { name: string }) => one.name)).toContain('dry');
    expect(await ask(nameOf('get', '/hidden'))).toEqual({ status: 404, form: undefined });
    expect(api.requests).toEqual([]);
  });

  test('has files of two megabytes, and other posts do not', async () => {
    const content = Buffer.alloc(2_000_000, 1);
    let sent = 0;
    api.content['/v1/files'] = (response) => response.end('ok');
    const body = {
      mediaType: 'multipart/form-data',
      fields: { title: 'Rex' },
      files: { file: [{ name: 'a.bin', type: 'image/png', base64: content.toString('base64') }] },
    };
    const result = await send({ part: nameOf('post', '/files'), values: {}, body });
    expect(result.json).toMatchObject({ status: 200, body: 'ok' });
    sent = api.requests[0]?.body.length ?? 0;
    expect(sent).toBeGreaterThan(2_000_000);
    expect(api.requests[0]?.body).toContain('name="file"; filename="a.bin"\r\nContent-Type: image/png');
    const other = await site.published.inject({
      method: 'POST',
      url: `${path}/~/mcp`,
      headers: { host: HOST, 'content-type': 'application/json', accept: '*/*' },
      payload: JSON.stringify({ text: 'a'.repeat(70_000) }),
    });
    expect(other.statusCode).toBe(413);
  });

  test('has pictures in its response', async () => {
    api.content['/v1/pets/a%2Fb?dry=yes%20%26%20no'] = { type: 'image/png', body: Buffer.from([1, 2, 255]) };
    const { json } = await send();
    expect(json).toMatchObject({ bytes: 3, base64: 'AQL/' });
    expect(json.body).toBeUndefined();
  });

  test('leaves no trace of its credentials in the log', async () => {
    const lines: string[] = [];
    const write = process.stdout.write;
    process.stdout.write = ((chunk: string) => lines.push(String(chunk)) > 0) as typeof write;
    try {
      await send({ credentials: ['never-logged-1'] });
      await send({ credentials: ['never-logged-2'], values: {} });
      await send({ credentials: ['never-logged-3'], server: 1 });
    } finally {
      process.stdout.write = write;
    }
    expect(lines.join('')).not.toContain('never-logged');
  });

  test('to a server that does not answer says so', async () => {
    const { status, json } = await send({ server: 1 });
    expect(status).toBe(502);
    expect(json.error).toMatchObject({ reason: 'api-unreachable' });
  });

  test('is refused from another site, and as anything but JSON', async () => {
    expect((await send({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const result = await site.published.inject({
      method: 'POST',
      url: `${path}/~/api-request`,
      headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
      payload: JSON.stringify({ page: pages.get('pets'), ...request }),
    });
    expect(result.statusCode).toBe(400);
    expect(api.requests).toEqual([]);
  });

  test('is refused, and not offered, until the site allows it', async () => {
    expect((await site.visit(`${path}/pets`)).text).toContain('data-try=');
    const url = `/v1/orgs/${site.app.organizationId}/sites/${siteId}`;
    const patch = await site.app.request('PATCH', url, { body: { apiRequests: { enabled: false } } });
    expect(patch.json()).toMatchObject({ apiRequests: { enabled: false } });
    expect((await send()).json.error).toMatchObject({ code: 403, reason: 'api-requests-off' });
    expect((await site.visit(`${path}/pets`)).text).not.toContain('data-try=');
    await site.app.request('PATCH', url, { body: { apiRequests: { enabled: true } } });
    expect((await send({ values: { ...request.values, 'path id': '1' } })).status).toBe(200);
  });
});

describe('a server of the reader', () => {
  const own = { base: 'http://own.test:8080/v2', isDirect: true, credentials: ['hidden-credential-0'] };
  const policyOf = async () => String((await site.visit(`${path}/pets`)).headers['content-security-policy']);
  const allow = (ownServers: boolean) =>
    site.app.request('PATCH', `/v1/orgs/${site.app.organizationId}/sites/${siteId}`, {
      body: { apiRequests: { enabled: true, ownServers } },
    });

  test('is called by nobody, until the site allows it', async () => {
    expect((await send(own)).json.error).toMatchObject({ code: 403, reason: 'own-servers-off' });
    expect((await send({ base: own.base })).status).toBe(400);
    expect(await policyOf()).toContain("connect-src 'self';");
  });

  test('is called by the browser alone, with a request that the service writes', async () => {
    expect((await allow(true)).json()).toMatchObject({ apiRequests: { enabled: true, ownServers: true } });
    try {
      expect(await policyOf()).toContain("connect-src 'self' http: https:;");
      const { status, json } = await send(own);
      expect(status).toBe(200);
      expect(json).toEqual({
        message: {
          method: 'PUT',
          url: 'http://own.test:8080/v2/pets/a%2Fb?dry=yes%20%26%20no',
          headers: [
            { name: 'Content-Type', value: 'application/json' },
            { name: 'X-Trace', value: '1' },
            { name: 'Authorization', value: 'Bearer hidden-credential-0' },
          ],
          pieces: [{ text: '{"name":"Rex"}' }],
        },
        files: [],
      });
      expect((await send({ base: own.base, isPreview: true })).json.preview).toContain(
        'PUT http://own.test:8080/v2/',
      );
      // The service itself does not send it.
      expect((await send({ base: own.base })).status).toBe(400);
      expect((await send({ ...own, base: undefined })).json).toMatchObject({ message: { method: 'PUT' } });
      expect((await send({ ...own, base: 'file:///etc/passwd' })).status).toBe(400);
      expect(api.requests).toEqual([]);
    } finally {
      await allow(false);
    }
  });

  test('files are named in the order of the body, and not received', async () => {
    await allow(true);
    try {
      const { json } = await send({
        ...own,
        part: nameOf('post', '/files'),
        values: {},
        body: {
          mediaType: 'multipart/form-data',
          fields: { title: 'Rex' },
          files: { file: [{ name: 'rex.png', type: 'image/png' }] },
        },
      });
      expect(json.files).toEqual(['file']);
      const files = json.message.pieces.filter((piece: object) => 'fileName' in piece);
      expect(files).toEqual([{ fileName: 'rex.png' }]);
    } finally {
      await allow(false);
    }
  });
});

describe('where private networks are closed', () => {
  test('no server of a spec leads into them', async () => {
    const closed = await buildSiteGround();
    try {
      const { app } = closed;
      const spec = {
        openapi: '3.1.0',
        info: { title: 'P', version: '1' },
        servers: [{ url: api.origin }],
        paths: { '/x': { get: { tags: ['t'] } } },
      };
      await app.request('PUT', `/v1/orgs/${app.organizationId}/openapi/pets`, {
        body: { source: { text: JSON.stringify(spec) } },
      });
      await runJobs(app);
      const spaceId = await addSpace(app, { title: 'Reference' });
      await putContent(app, spaceId, {
        'README.md': '# Home\n',
        'SUMMARY.md': `* [Home](README.md)\n${writeComputedEntry('pets', {})}`,
      });
      const own = await closed.addPublishedSite({ spaceIds: [spaceId] });
      await closed.changeSite(own.siteId, { allows_api_requests: true });
      const page = /data-page="([^"]+)"/.exec((await closed.visit(`${own.path}/t`)).text)?.[1];
      const response = await closed.published.inject({
        method: 'POST',
        url: `${own.path}/~/api-request`,
        headers: { host: HOST, 'sec-fetch-site': 'same-origin' },
        payload: {
          page,
          part: nameOf('get', '/x'),
          server: 0,
          variables: {},
          values: {},
          security: 0,
          credentials: [],
        },
      });
      expect(response.statusCode).toBe(502);
      expect(api.requests).toEqual([]);
    } finally {
      await closed.close();
    }
  });
});
