import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createTestClock } from '../../../test/clock.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { startWebServer, type WebServer } from '../../../test/web-server.ts';
import { removeUnusedSiteFiles } from '../../server/domains/publishing/site-settings/files/unused-site-files.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';
const DAY_MS = 24 * 3_600_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="4"><script>alert(1)</script></svg>';
const clock = createTestClock();
let app: TestApp;
let published: FastifyInstance;
let web: WebServer;
let site: string;
let siteId: string;

beforeAll(async () => {
  web = await startWebServer({
    '/logo.svg': { type: 'text/plain', body: SVG },
    '/page.html': { type: 'image/png', body: '<!doctype html><p>A page' },
  });
  app = await buildTestApp({
    clock: clock.now,
    config: { sitesUrl: `https://${HOST}`, allowPrivateNetworks: true },
  });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Welcome\n' });
  siteId = await addSite(app, { title: 'Manual', spaceIds: [spaceId], isPublished: true });
  site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
});
afterAll(async () => {
  await published?.close();
  await app?.close();
  await web?.close();
});

const upload = (bytes: Buffer | string, name: string, token = app.adminToken) =>
  app.server.inject({
    method: 'POST',
    url: `${site}/files?name=${encodeURIComponent(name)}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });

const get = (url: string) =>
  published.inject({ method: 'GET', url: new URL(url).pathname, headers: { host: HOST } });

const customize = async (customization: object) => {
  const response = await app.request('PUT', `${site}/customization`, { body: customization });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

test('a logo is stored with the site, and shown from there', async () => {
  const stored = await upload(PNG, 'our logo.png');
  expect(stored.statusCode, stored.body).toBe(201);
  const { url, ...file } = stored.json();
  expect(file).toMatchObject({
    object: 'site-file',
    name: 'our logo.png',
    contentType: 'image/png',
    size: PNG.length,
    dimensions: { width: 1, height: 1 },
  });
  const sent = await get(url);
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/png']);
  expect(sent.rawPayload.equals(PNG)).toBe(true);
  expect(sent.headers['cache-control']).toContain('immutable');
  const { warnings } = await customize({ header: { logo: { light: url, dark: url } } });
  expect(warnings).toEqual([]);
  const home = `https://${HOST}/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
  expect((await get(home)).body).toContain(`<img class="both" src="${url}" alt="Manual"`);
});

test('the bytes decide what is a picture, and scripts in a drawing never run', async () => {
  const page = await upload('<!doctype html><script>alert(1)</script>', 'logo.png');
  expect([page.statusCode, page.json().error.reason]).toEqual([415, 'site-file-type']);
  const drawing = await upload(SVG, 'logo.bin');
  expect(drawing.json()).toMatchObject({ contentType: 'image/svg+xml', dimensions: { width: 9, height: 4 } });
  const { headers } = await get(drawing.json().url);
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  expect((await upload('', 'empty.png')).statusCode).toBe(400);
  expect((await upload(Buffer.alloc(2_000_001), 'large.png')).statusCode).toBe(413);
});

test('a picture of another host is fetched once, or refused', async () => {
  const fetched = await app.request('POST', `${site}/fetched-files`, { body: { url: web.url('/logo.svg') } });
  expect(fetched.json(), fetched.body).toMatchObject({ name: 'logo.svg', contentType: 'image/svg+xml' });
  expect((await get(fetched.json().url)).body).toBe(SVG);
  for (const [path, status] of [
    ['/page.html', 415],
    ['/nothing', 409],
  ] as const) {
    const body = { url: web.url(path) };
    expect((await app.request('POST', `${site}/fetched-files`, { body })).statusCode, path).toBe(status);
  }
});

test('a customization tells of pictures on other hosts, which may not be shown', async () => {
  const logo = { light: 'https://elsewhere.example/l.png', dark: 'http://elsewhere.example/d.png' };
  const warned = async (mode: string) =>
    (await customize({ header: { logo }, externalPictures: { mode } })).warnings;
  expect((await warned('proxy')).map(({ path }: { path: string }) => path)).toEqual([
    'header.logo.light',
    'header.logo.dark',
  ]);
  expect((await warned('none'))[0].message).toContain('shows no pictures of other hosts');
  expect((await warned('direct'))[1].message).toContain('without encryption');
});

test('an address opens only on its site, and only as it was given out', async () => {
  const { url } = (await upload(PNG, 'logo.png')).json();
  const other = await addSite(app, { spaceIds: [] });
  expect((await get(url.replace(siteId, other))).statusCode).toBe(404);
  expect((await get(url.replace(/\/[\w-]{64}\//, `/${'A'.repeat(64)}/`))).statusCode).toBe(404);
});

test('what the customization no longer names is deleted after a day, with its bytes', async () => {
  const kept = (await upload(`${SVG}<!-- kept -->`, 'kept.svg')).json();
  const left = (await upload(`${SVG}<!-- left -->`, 'left.svg')).json();
  await customize({ favicon: { icon: { light: kept.url, dark: kept.url } } });
  const list = async () =>
    (await app.context.db.selectFrom('site_file').select('site_file_id').execute()).map(
      (row) => row.site_file_id,
    );
  await removeUnusedSiteFiles(app.context, new AbortController().signal);
  expect(await list()).toEqual(expect.arrayContaining([kept.id, left.id]));
  clock.advance(DAY_MS + 1000);
  await removeUnusedSiteFiles(app.context, new AbortController().signal);
  expect(await list()).toEqual([kept.id]);
  expect((await get(kept.url)).statusCode).toBe(200);
});
