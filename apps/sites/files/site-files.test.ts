import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createTestClock } from '../../../test/clock.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { storeFormerCustomization } from '../../../test/former-customization.ts';
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
const UUID = '[0-9a-f-]{36}';
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

describe('pictures and fonts of other hosts that a customization names', () => {
  const FONT = Buffer.from('wOF2\0\u0001\0\0 of some kind');
  const font = (url: string) => ({
    font: { id: 'own', custom: true, fontFamily: 'Own', fontFaces: [{ weight: 400, sources: [{ url }] }] },
  });
  const themed = (url: string) => ({ light: url, dark: url });
  const requestsOf = (path: string) => web.requests.filter((request) => request.path === path).length;
  const stored = expect.stringMatching(new RegExp(`^https://${HOST}/files/${UUID}/`));

  test('are stored with the site, each fetched once', async () => {
    web.content['/logo.png'] = { type: 'image/png', body: PNG };
    web.content['/text.woff2'] = { type: 'text/plain', body: FONT };
    const logo = themed(web.url('/logo.png'));
    const sent = {
      header: { logo },
      footer: { logo },
      favicon: { icon: { light: web.url('/logo.svg'), dark: web.url('/logo.png') } },
      socialPreview: { url: web.url('/logo.png') },
      styling: font(web.url('/text.woff2')),
    };
    const fetched = requestsOf('/logo.svg');
    const first = await customize(sent);
    expect(first).toMatchObject({
      header: { logo: { light: stored, dark: stored } },
      footer: { logo: { light: stored, dark: stored } },
      favicon: { icon: { light: stored, dark: stored } },
      socialPreview: { url: stored },
      styling: { font: { fontFaces: [{ sources: [{ url: stored }] }] } },
      warnings: [],
    });
    const picture = await get(first.header.logo.light);
    expect(picture.rawPayload.equals(PNG)).toBe(true);
    const drawing = await get(first.favicon.icon.light);
    expect([drawing.body, drawing.headers['content-security-policy']]).toEqual([
      SVG,
      expect.stringMatching(/^sandbox; default-src 'none'/),
    ]);
    expect((await get(first.styling.font.fontFaces[0].sources[0].url)).rawPayload.equals(FONT)).toBe(true);
    const again = await customize({ ...sent, title: 'The manual' });
    expect(again.header).toEqual(first.header);
    expect(await customize({ header: again.header })).toMatchObject({ header: first.header });
    // The drawing was stored by a test above.
    expect([requestsOf('/logo.png'), requestsOf('/text.woff2'), requestsOf('/logo.svg') - fetched]).toEqual([
      1, 1, 0,
    ]);
  });

  test('are refused with their field and the reason if they cannot be stored', async () => {
    const before = (await app.request('GET', `${site}/customization`)).json();
    web.content['/big.png'] = { type: 'image/png', body: Buffer.concat([PNG, Buffer.alloc(2_000_000)]) };
    web.content['/empty.png'] = { type: 'image/png', body: '' };
    const picture = (path: string) => themed(web.url(path));
    for (const [customization, path, why] of [
      [{ header: { logo: picture('/page.html') } }, 'header.logo.light', /not a picture/],
      [{ header: { logo: picture('/text.woff2') } }, 'header.logo.light', /not a picture/],
      [{ footer: { logo: picture('/big.png') } }, 'footer.logo.light', /larger than 2000000 bytes/],
      [{ favicon: { icon: picture('/gone.png') } }, 'favicon.icon.light', /status 404/],
      [{ socialPreview: { url: web.url('/empty.png') } }, 'socialPreview.url', /empty/],
      [{ header: { logo: themed('http://127.0.0.1:9/l.png') } }, 'header.logo.light', /refuses connections/],
      [{ styling: font(web.url('/logo.svg')) }, 'styling.font.fontFaces.0.sources.0.url', /not a WOFF2/],
    ] as const) {
      const response = await app.request('PUT', `${site}/customization`, { body: customization });
      const { error } = response.json();
      expect([response.statusCode, error.reason], response.body).toEqual([409, 'site-file-not-fetched']);
      expect(error.details).toContainEqual({ path, message: expect.stringMatching(why) });
      expect(error.message).toContain(path);
    }
    expect((await app.request('GET', `${site}/customization`)).json()).toEqual(before);
  });

  test('of what a variant has of its own, too', async () => {
    const { site_space_id: siteSpaceId } = await app.context.db
      .selectFrom('site_space')
      .select('site_space_id')
      .where('site_id', '=', siteId)
      .executeTakeFirstOrThrow();
    const own = `${site}/site-spaces/${siteSpaceId}/customization`;
    const patch = (body: object) => app.request('PATCH', own, { body });
    const logo = themed(web.url('/logo.png'));
    const patched = (await patch({ header: { logo }, favicon: null, socialPreview: { url: null } })).json();
    expect(patched.header.logo).toEqual({ light: stored, dark: stored });
    const refused = await patch({ header: { logo: themed(web.url('/gone.png')) } });
    expect(refused.json().error).toMatchObject({ reason: 'site-file-not-fetched' });
    expect((await app.request('GET', own)).json().header.logo).toEqual(patched.header.logo);
    await app.request('DELETE', own);
  });

  test('are not fetched from private addresses', async () => {
    const guarded = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
    try {
      const other = await addSite(guarded, { spaceIds: [] });
      const url = `/v1/orgs/${guarded.organizationId}/sites/${other}/customization`;
      const requests = web.requests.length;
      const refused = await guarded.request('PUT', url, {
        body: { header: { logo: themed('http://127.0.0.1/logo.png') } },
      });
      expect(refused.json().error).toMatchObject({
        reason: 'site-file-not-fetched',
        details: ['light', 'dark'].map((mode) => ({
          path: `header.logo.${mode}`,
          message: expect.stringContaining('private or local address'),
        })),
      });
      expect(web.requests).toHaveLength(requests);
    } finally {
      await guarded.close();
    }
  });

  test('stay from an earlier version until they can be fetched', async () => {
    web.content['/late.png'] = { status: 503 };
    const logo = themed(web.url('/late.png'));
    await storeFormerCustomization(app, siteId, { header: { logo } });
    const kept = await customize({ header: { logo }, title: 'Another title' });
    expect([kept.header.logo, kept.title, kept.warnings.length]).toEqual([logo, 'Another title', 2]);
    web.content['/late.png'] = { type: 'image/png', body: PNG };
    const fetched = await customize({ header: { logo } });
    expect([fetched.header.logo, fetched.warnings]).toEqual([{ light: stored, dark: stored }, []]);
  });
});

test('a customization tells of pictures that earlier versions left on other hosts, which may not be shown', async () => {
  const logo = { light: 'https://elsewhere.example/l.png', dark: 'http://elsewhere.example/d.png' };
  const warned = async (mode: string) => {
    await storeFormerCustomization(app, siteId, { header: { logo }, externalPictures: { mode } });
    return (await app.request('GET', `${site}/customization`)).json().warnings;
  };
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
  // What is deleted is fetched again.
  const again = await customize({ favicon: { icon: { light: kept.url, dark: web.url('/logo.svg') } } });
  expect((await get(again.favicon.icon.dark)).body).toBe(SVG);
});
