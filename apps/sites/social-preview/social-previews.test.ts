/** Pictures of pages for services that show a link to them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { drawSocialPreviewTask } from './draw-social-preview.ts';

let setup: SiteGround;
beforeAll(async () => {
  setup = await buildSiteGround();
});
afterAll(() => setup.close());

const pictureOf = (html: string): string | undefined =>
  /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1]?.replaceAll('&amp;', '&');

/** Width and height, from the header of a PNG. */
const sizeOf = (png: Buffer): [width: number, height: number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('each page of a public site names a picture of its own, which is sent to everybody', async () => {
  const { path, siteId } = await setup.addPublishedSite();
  const home = await setup.visit(`${path}/`);
  const url = new URL(pictureOf(home.text) ?? '');
  expect(url.host).toBe(HOST);
  const picture = await setup.visit(url.pathname + url.search);
  expect(picture).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  });
  expect(sizeOf(picture.bytes)).toEqual([1200, 630]);
  const held = { 'if-none-match': picture.headers.etag as string };
  expect((await setup.visit(url.pathname, held)).status).toBe(304);
  const other = pictureOf((await setup.visit(`${path}/guides/install`)).text) as string;
  expect((await setup.visit(new URL(other).pathname)).bytes.equals(picture.bytes)).toBe(false);

  await setup.changeSite(siteId, { title: 'Renamed' });
  const renamed = pictureOf((await setup.visit(`${path}/`)).text);
  expect(renamed).not.toBe(url.href);
});

test('there is none of what not everybody may see, and none of what there is not', async () => {
  const { path, siteId } = await setup.addPublishedSite();
  const pages = (await setup.app.request('GET', `/v1/spaces/${setup.spaceId}/content/pages`)).json().pages;
  const idOf = (name: string): string =>
    JSON.stringify(pages).match(new RegExp(`"id":"([^"]+)"[^{}]*"title":"${name}"`))?.[1] ?? '';
  const at = (id: string) => `${path}/~/social/${id}.png`;
  const [welcome, secret] = [idOf('Welcome'), idOf('Secret plans')];
  expect((await setup.visit(at(welcome))).status).toBe(200);
  for (const id of [secret, 'missing', `${welcome}x`])
    expect((await setup.visit(at(id))).status, id).toBe(404);
  await setup.changeSite(siteId, { published_at: null });
  expect((await setup.visit(at(welcome))).status).toBe(404);

  const closed = await setup.addPublishedSite({ visibility: 'share-link' });
  expect((await setup.visit(`${closed.path}/~/social/${welcome}.png`)).status).toBe(404);
});

test('a site can name one picture for all its pages', async () => {
  const siteId = await addSite(setup.app, {
    spaceIds: [setup.spaceId],
    isPublished: true,
    visibility: 'public',
  });
  const site = `/v1/orgs/${setup.app.organizationId}/sites/${siteId}`;
  const url = `https://${HOST}/files/link.png`;
  const response = await setup.app.request('PUT', `${site}/customization`, {
    body: { socialPreview: { url } },
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  const pointer = await setup.app.context.pointers.sites.find(siteId);
  expect(pictureOf((await setup.visit(`/${pointer?.basename}/`)).text)).toBe(url);
});

test('a title in a script that the font does not have is not drawn', async () => {
  const spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, { 'README.md': '# 数据库\n', 'other.md': '# Über 😀 uns\n' });
  const { path } = await setup.addPublishedSite({ spaceIds: [spaceId] });
  expect(pictureOf((await setup.visit(`${path}/`)).text)).toBeUndefined();
  expect(pictureOf((await setup.visit(`${path}/other`)).text)).toBeDefined();
});

test('whatever a title is, a picture is drawn', async () => {
  const base = { siteTitle: 'Docs', description: undefined, color: '#346ddb', direction: 'ltr' as const };
  const titles = [
    '',
    'x'.repeat(5000),
    'Привет, мир',
    '数据库 の العربية',
    '😀'.repeat(300),
    'a\u0000b\u202ec',
    '\ud83d alone',
  ];
  for (const title of titles) {
    const png = await drawSocialPreviewTask.run({ ...base, title, description: title });
    expect(sizeOf(Buffer.from(png)), title.slice(0, 20)).toEqual([1200, 630]);
  }
});
