/** Pictures of other hosts on published sites: as the site has it set, and only for those who may read the site. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { plainPng } from '../../../test/fixtures/published/files/served-pictures.ts';
import { storeFormerCustomization } from '../../../test/former-customization.ts';
import { startWebServer, type WebServer } from '../../../test/web-server.ts';
import type { SiteVisibility } from '../../server/platform/access/pointers.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';
const PNG = plainPng({ width: 3, height: 2 });
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><rect width="8" height="4"/></svg>';
const FAR = 'https://pictures.example.com/far.png?a=1&b=2';

let app: TestApp;
let published: FastifyInstance;
let web: WebServer;
let spaceId: string;

beforeAll(async () => {
  web = await startWebServer({
    '/near.png': { type: 'image/png', body: PNG },
    "/it's-sized.png": { type: 'image/png', body: plainPng({ width: 30, height: 20 }) },
    '/sized.png?long': { type: 'image/png', body: plainPng({ width: 30, height: 20 }) },
    '/drawing.svg': { type: 'image/svg+xml', body: SVG },
    '/page.png': { type: 'image/png', body: '<!doctype html><script>alert(1)</script>' },
  });
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}`, allowPrivateNetworks: true } });
  published = buildPublishedApp({ log: app.context.log, ...app.app.published });
  spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'README.md': `---
cover: ${web.url('/near.png')}
coverY: 0
---

# Welcome

![Near](${web.url('/near.png')})

A line with ![Far](${FAR}) in it, and [a link](https://links.example.com/).

<figure><img src="${web.url('/drawing.svg')}" alt="Drawing" width="80"></figure>

![Gone](${web.url('/gone.png')}) ![Page](${web.url('/page.png')})

| Column |
| --- |
| ![Cell](${web.url('/near.png')}) |

<picture><source srcset="${web.url('/near.png?dark')}" media="(prefers-color-scheme: dark)"><img src="${web.url('/near.png')}" alt="Both"></picture>
`,
    'sized.md': `# Sized\n\n![Sized](${web.url("/it's-sized.png")})\n`,
    'sized-long.md': `# Sized\n\n![Sized](${web.url('/sized.png?long')})\n\n[Link](${web.url('/sized.png?link')})\n\n${'Many words stand here. '.repeat(20_000)}\n`,
    // Large enough to be rendered in a thread.
    'long.md': `# Long\n\n![Near](${web.url('/near.png')})\n\n${'Many words stand here. '.repeat(20_000)}\n`,
  });
});
afterAll(async () => {
  await published.close();
  await app.close();
  await web.close();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  published.inject({ method: 'GET', url, headers: { host: HOST, ...headers } });

async function addPublishedSite(options: { visibility?: SiteVisibility; customization?: object } = {}) {
  const { customization, ...site } = options;
  const siteId = await addSite(app, { title: 'Docs', spaceIds: [spaceId], isPublished: true, ...site });
  const path = `/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
  const customize = async (body: object): Promise<void> => {
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
    const response = await app.request('PUT', url, { body });
    expect(response.statusCode, response.body).toBe(200);
  };
  if (customization) await customize(customization);
  return { siteId, path, customize };
}

/** The attributes of the images of a page, by their texts. */
function imagesOf(html: string): Map<string, Record<string, string>> {
  const images = [...html.matchAll(/<img([^>]*)>/g)].map(([, written = '']) =>
    Object.fromEntries(
      [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value = '']) => [
        name,
        value.replaceAll('&amp;', '&'),
      ]),
    ),
  );
  return new Map(images.map((image) => [image.alt ?? '', image]));
}

const sourceOf = (html: string, alt: string): string => imagesOf(html).get(alt)?.src ?? '';

test('by default, pages have pictures of other hosts at addresses of the site', async () => {
  const { path } = await addPublishedSite();
  const home = await get(path);
  expect(home.headers['content-security-policy']).toContain(`; img-src 'self' data: https://${HOST};`);
  const images = imagesOf(home.body);
  expect([...images.keys()].sort()).toEqual(['', 'Both', 'Cell', 'Drawing', 'Far', 'Gone', 'Near', 'Page']);
  for (const { src } of images.values())
    expect(src).toMatch(new RegExp(`^${path}~/pictures/[\\w-]{22}\\?url=`));
  expect(images.get('Far')).toMatchObject({
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    'data-external': FAR,
  });
  expect(new URL(sourceOf(home.body, 'Far'), `https://${HOST}`).searchParams.get('url')).toBe(FAR);

  const near = await get(sourceOf(home.body, 'Near'));
  expect(near.statusCode).toBe(200);
  expect(near.rawPayload.equals(PNG)).toBe(true);
  expect(near.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  const again = await get(sourceOf(home.body, 'Near'), { 'if-none-match': String(near.headers.etag) });
  expect(again.statusCode).toBe(304);
  const head = await published.inject({
    method: 'HEAD',
    url: sourceOf(home.body, 'Near'),
    headers: { host: HOST },
  });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(PNG.length)]);
});

test('pages reserve space for pictures whose size is known', async () => {
  const { path } = await addPublishedSite();
  for (const page of ['sized', 'sized-long']) {
    const first = await get(path + page);
    expect(imagesOf(first.body).get('Sized')).not.toHaveProperty('width');
    expect((await get(sourceOf(first.body, 'Sized'))).statusCode).toBe(200);
    const second = await get(path + page);
    expect(imagesOf(second.body).get('Sized')).toMatchObject({ width: '30', height: '20' });
    expect(second.headers.etag).not.toBe(first.headers.etag);
    expect((await get(path + page)).headers.etag).toBe(second.headers.etag);
    expect(imagesOf(second.body).get('Sized')?.src).toBe(sourceOf(first.body, 'Sized'));
  }
});

test('drawings of other hosts are sent like those of users: nothing in them runs', async () => {
  const { path } = await addPublishedSite();
  const drawing = await get(sourceOf((await get(path)).body, 'Drawing'));
  expect(drawing.statusCode).toBe(200);
  expect(drawing.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
  });
});

test('what is gone or no picture is not found, and nothing keeps that', async () => {
  const { path } = await addPublishedSite();
  const { body } = await get(path);
  for (const alt of ['Gone', 'Page']) {
    const response = await get(sourceOf(body, alt));
    expect([alt, response.statusCode]).toEqual([alt, 404]);
    expect(response.headers['cache-control']).not.toContain('max-age=3600');
    expect(response.body).not.toContain('alert');
  }
});

test('a long page, which a thread renders, has the same pictures', async () => {
  const { path } = await addPublishedSite();
  const { body } = await get(`${path}long`);
  expect((await get(sourceOf(body, 'Near'))).statusCode).toBe(200);
});

test('only addresses that the service wrote for the site are fetched', async () => {
  const [one, other] = [await addPublishedSite(), await addPublishedSite()];
  const src = sourceOf((await get(one.path)).body, 'Near');
  web.requests.length = 0;
  const { pathname, search } = new URL(src, `https://${HOST}`);
  const mac = pathname.split('/').at(-1) as string;
  const changed = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
  const addresses = [
    // Another picture, another signature, none, and that of another site.
    `${pathname}?url=${encodeURIComponent(web.url('/near.png?other'))}`,
    `${pathname}?url=${encodeURIComponent(`${web.url('/near.png')}#`)}`,
    src.replace(mac, changed),
    src.replace(mac, mac.slice(1)),
    src.replace(`/${mac}`, ''),
    src.replace(mac, 'A'.repeat(22)),
    pathname,
    `${pathname}?url=`,
    `${pathname}${search.replace('?url=', '?URL=')}`,
    src.replace(one.path, other.path),
  ];
  for (const address of addresses) {
    const { statusCode } = await get(address);
    expect([address, statusCode]).toEqual([address, 404]);
  }
  expect(web.requests).toEqual([]);
  expect((await get(src)).statusCode).toBe(200);
});

test('nobody gets pictures of a site that they may not read', async () => {
  const closed = await addPublishedSite();
  const src = sourceOf((await get(closed.path)).body, 'Near');
  expect((await get(src)).statusCode).toBe(200);
  await app.context.transact(async ({ trx, announce }) => {
    await trx
      .updateTable('site')
      .set({ visibility: 'share-link' })
      .where('site_id', '=', closed.siteId)
      .execute();
    announce({ kind: 'site', siteId: closed.siteId });
  });
  expect((await get(src)).statusCode).not.toBe(200);
  const unpublish = `/v1/orgs/${app.organizationId}/sites/${closed.siteId}/unpublish`;
  expect((await app.request('POST', unpublish)).statusCode).toBeLessThan(300);
  expect((await get(src)).statusCode).not.toBe(200);
});

test('no shared cache keeps pictures of a site that not everybody may read', async () => {
  const { path, siteId } = await addPublishedSite({ visibility: 'share-link' });
  const links = `/v1/orgs/${app.organizationId}/sites/${siteId}/share-links`;
  const link = (await app.request('POST', links, { body: { name: 'Partner' } })).json();
  const shared = await get(new URL(link.urls.published).pathname);
  const src = sourceOf(shared.body, 'Near');
  const cookie = String(shared.headers['set-cookie']).split(';')[0] ?? '';
  const withKey = await get(src);
  const withCookie = await get(sourceOf((await get(path, { cookie })).body, 'Near'), { cookie });
  for (const { statusCode, headers } of [withKey, withCookie])
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, max-age=3600']);
  await app.request('PATCH', `${links}/${link.id}`, { body: { active: false } });
  const attempts: Record<string, string>[] = [{}, { cookie }];
  for (const headers of attempts) expect((await get(src, headers)).statusCode).toBe(404);
});

test('with “direct”, browsers load them, and the policy of the pages allows it', async () => {
  const { path } = await addPublishedSite({ customization: { externalPictures: { mode: 'direct' } } });
  const home = await get(path);
  expect(home.headers['content-security-policy']).toContain(`; img-src 'self' data: https://${HOST} https:;`);
  const images = imagesOf(home.body);
  // Addresses without encryption stay links, which the policy would not allow.
  expect([...images.keys()]).toEqual(['Far']);
  expect(images.get('Far')).toMatchObject({ src: FAR, loading: 'lazy', referrerpolicy: 'no-referrer' });
  expect(home.body).toContain(`<a class="elsewhere" href="${web.url('/near.png')}" rel="noreferrer">`);
});

test('with “none”, pages link to them, and addresses of before lead to nothing', async () => {
  const { path, customize } = await addPublishedSite();
  const src = sourceOf((await get(path)).body, 'Near');
  expect((await get(src)).statusCode).toBe(200);
  await customize({ externalPictures: { mode: 'none' } });
  const home = await get(path);
  expect(home.headers['content-security-policy']).toContain(`; img-src 'self' data: https://${HOST};`);
  expect(imagesOf(home.body).size).toBe(0);
  expect(home.body).toContain('External picture: Near</a>');
  expect((await get(src)).statusCode).toBe(404);
  await customize({ externalPictures: { mode: 'proxy' } });
  expect((await get(src)).statusCode).toBe(200);
});

test('Markdown, and the blocks of the API, keep the addresses', async () => {
  const { path } = await addPublishedSite();
  const markdown = await get(path, { accept: 'text/markdown' });
  expect(markdown.body).toContain(`![Near](${web.url('/near.png')})`);
  expect((await get(`${path}llms-full.txt`)).body).not.toContain('~/pictures/');
  const page = await app.request('GET', `/v1/spaces/${spaceId}/content/path/`);
  expect(page.body).not.toContain('~/pictures/');
});

test('files of this service are shown at their addresses, and nothing else of its origin', async () => {
  const file = `https://${HOST}/files/a/b/c/d.png`;
  const own = await addSpace(app, { title: 'Own' });
  await putContent(app, own, {
    'README.md': `# Own\n\n![File](${file})\n\n![Way out](https://${HOST}/site/~/logout)\n`,
  });
  for (const mode of ['proxy', 'direct']) {
    const siteId = await addSite(app, { title: 'Own', spaceIds: [own], isPublished: true });
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
    await app.request('PUT', url, { body: { externalPictures: { mode } } });
    const { body } = await get(`/${(await app.context.pointers.sites.find(siteId))?.basename}/`);
    expect([...imagesOf(body)].map(([alt, { src }]) => [alt, src])).toEqual([['File', file]]);
  }
});

test('a mode that does not exist is refused', async () => {
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
  const response = await app.request('PUT', url, { body: { externalPictures: { mode: 'cached' } } });
  expect(response.statusCode).toBe(400);
  expect(response.json().error.message).toContain('externalPictures.mode');
});

test('logos and icons that earlier versions left on other hosts are shown as the pictures of pages are', async () => {
  const logo = { light: web.url('/near.png'), dark: web.url('/drawing.svg') };
  const { path, siteId } = await addPublishedSite();
  const customize = (customization: object) => storeFormerCustomization(app, siteId, customization);
  await customize({ header: { logo }, footer: { logo }, favicon: { icon: logo } });
  const { body } = await get(path);
  const sources = [...body.matchAll(/(?:src|href)="([^"]*~\/pictures\/[^"]*)"/g)].map(([, src = '']) => src);
  for (const url of [logo.light, logo.dark]) {
    const ofLogo = sources.filter((src) => new URL(src, `https://${HOST}`).searchParams.get('url') === url);
    expect(ofLogo.length, url).toBeGreaterThanOrEqual(3);
    expect((await get(ofLogo[0] as string)).statusCode).toBe(200);
  }
  await customize({ header: { logo }, externalPictures: { mode: 'none' } });
  const refused = (await get(path)).body;
  expect(refused).not.toContain('~/pictures/');
  expect(refused).toMatch(/class="brand[^"]*"[^>]*>(?:(?!<\/a>).)*Docs/s);
  const secure = { light: 'https://pictures.example.com/l.png', dark: 'https://pictures.example.com/d.png' };
  await customize({ header: { logo: secure }, externalPictures: { mode: 'direct' } });
  const direct = (await get(path)).body;
  for (const url of Object.values(secure)) expect(direct).toContain(`src="${url}"`);
});
