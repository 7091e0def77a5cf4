import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { testAssets } from '../../../test/assets.ts';
import { buildBareTestApp } from '../../../test/bare-app.ts';
import { serveReference } from './reference.routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.request('GET', url, { token: null, headers });

const linksIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href|action)="([^"]+)"/g)].map((match) => match[1] as string);

/** Every operation that the document lists, as the pages name it. */
async function listOperations(): Promise<string[]> {
  const { paths } = (await get('/v1/openapi.json')).json<{ paths: Record<string, object> }>();
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

test('the first page lists every operation of the document, and links to its page', async () => {
  const { statusCode, body } = await get('/reference');
  expect(statusCode).toBe(200);
  const shown = [
    ...body.matchAll(
      /<span class="method [\w-]+">(\w+)<\/span><a[^>]+>[^<]+<\/a> <span class="api-type">([^<]+)</g,
    ),
  ].map(([, method, path]) => `${method} ${path}`);
  expect([...new Set(shown)].sort()).toEqual((await listOperations()).sort());
});

test('the pages ask nothing of another origin, and need no exception of their policy', async () => {
  for (const url of ['/reference', '/reference/spaces', '/reference/nothing']) {
    const { headers, body } = await get(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    expect(body).not.toMatch(/ style="| on[a-z]+="/);
    for (const link of linksIn(body)) expect(link).toMatch(/^(?:\/|#|data:image)/);
  }
});

test('the page of the origin asks nothing of another origin, and its links lead somewhere', async () => {
  const { headers, body } = await get('/');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|script-src/);
  const links = linksIn(body).filter((link) => link !== 'data:,');
  expect(links.sort()).toEqual(['/app', '/reference', '/v1/openapi.json']);
  for (const link of ['/reference', '/v1/openapi.json']) expect((await get(link)).statusCode, link).toBe(200);
});

test('what the pages link to and load is there', async () => {
  const { body } = await get('/reference/api');
  const links = new Set(linksIn(body).filter((link) => link.startsWith('/') && link !== '/app'));
  expect(links.size).toBeGreaterThan(20);
  for (const link of links) expect((await get(link)).statusCode, link).toBe(200);
});

test('a page has its operation with its parameters, responses and samples', async () => {
  const path = linkTo((await get('/reference')).body, '/v1/users/{userId}');
  const { body } = await get(path);
  expect(body).toContain('class="method method-get"');
  expect(body).toContain('/v1/users/{userId}');
  for (const word of ['Path parameters', 'Responses', 'Authentication', 'cURL', 'Python'])
    expect(body).toContain(word);
});

test('a page is drawn once, and readers that have it get nothing', async () => {
  const path = linkTo((await get('/reference')).body, '/v1/orgs');
  const run = vi.spyOn(app.context.threads, 'run');
  const [first, same] = await Promise.all([get(path), get(path)]);
  const drawn = run.mock.calls.length;
  expect(drawn).toBeGreaterThan(0);
  expect(same?.body).toBe(first?.body);
  const held = await get(path, { 'if-none-match': String(first?.headers.etag) });
  expect([held.statusCode, held.body]).toEqual([304, '']);
  const compressed = await get(path, { 'accept-encoding': 'br' });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(run.mock.calls.length).toBe(drawn);
  run.mockRestore();
});

test('operations are found by the words of their titles, paths and fields', async () => {
  const find = async (query: string) =>
    (await get(`/reference/~/search.json?q=${encodeURIComponent(query)}`)).json();
  const { results } = await find('users userId picture');
  expect(JSON.stringify(results)).toContain('/reference/users/');
  expect(await find('')).toEqual({ results: [], total: 0 });
  const page = await get('/reference/~/search?q=users');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('class="search-title"');
  const hostile = await get(`/reference/~/search?q=${encodeURIComponent('<script>x</script>')}`);
  expect(hostile.body).not.toContain('<script>x');
  expect((await get(`/reference/~/search?q=${'x'.repeat(201)}`)).statusCode).toBe(400);
});

test.each(['/reference/nothing', '/reference/users/nothing', '/reference/viewer.js', '/reference/~/nothing'])(
  '%s is a page that says that nothing is there',
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('role="search"');
  },
);

test('other methods and missing files are refused', async () => {
  expect((await app.request('POST', '/reference')).statusCode).toBe(405);
  expect((await get('/reference/~/assets/nothing.js')).statusCode).toBe(404);
});

test('below a path of the base URL the links carry it', async () => {
  const config = { baseUrl: 'https://example.com/lectern' };
  const below = await buildBareTestApp({
    config,
    addRoutes: (server) => serveReference(server, { config, threads: app.context.threads }, testAssets()),
  });
  const { body } = await below.inject({ url: '/reference' });
  for (const link of linksIn(body)) expect(link).toMatch(/^(?:\/lectern\/|#|data:)/);
  await below.close();
});

/** The page of an operation. */
/** The address of the first operation with this path. */
function linkTo(html: string, label: string): string {
  const [before = ''] = html.split(`>${label}</span>`);
  return before.slice(before.lastIndexOf('href="') + 6).split('"')[0] as string;
}
