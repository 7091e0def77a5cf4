/** Pictures of pages for services that show a link to them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { drawSocialPreviewTask } from './draw-social-preview.ts';

let ground: SiteGround;
beforeAll(async () => {
  ground = await buildSiteGround();
});
afterAll(() => ground.close());

const pictureOf = (html: string): string | undefined =>
  /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1]?.replaceAll('&amp;', '&');

/** Width and height, from the header of a PNG. */
const sizeOf = (png: Buffer): [width: number, height: number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('each page of a public site names a picture of its own, which is sent to everybody', async () => {
  const { path, siteId } = await ground.addPublishedSite();
  const home = await ground.visit(`${path}/`);
  const url = new URL(pictureOf(home.text) ?? '');
  expect(url.host).toBe(HOST);
  const picture = await ground.visit(url.pathname + url.search);
  expect(picture).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  });
  expect(sizeOf(picture.bytes)).toEqual([1200, 630]);
  const held = { 'if-none-match': picture.headers.etag as string };
  expect((await ground.visit(url.pathname, held)).status).toBe(304);
  const other = pictureOf((await ground.visit(`${path}/guides/install`)).text) as string;
  expect((await ground.visit(new URL(other).pathname)).bytes.equals(picture.bytes)).toBe(false);

  await ground.changeSite(siteId, { title: 'Renamed' });
  const renamed = pictureOf((await ground.visit(`${path}/`)).text);
  expect(renamed).not.toBe(url.href);
});

test('there is none of what not everybody may see, and none of what there is not', async () => {
  const { path, siteId } = await ground.addPublishedSite();
  const pages = (await ground.app.request('GET', `/v1/spaces/${ground.spaceId}/content/pages`)).json().pages;
  const idOf = (name: string): string =>
    JSON.stringify(pages).match(new RegExp(`"id":"([^"]+)"[^{}]*"title":"${name}"`))?.[1] ?? '';
  const at = (id: string) => `${path}/~/social/${id}.png`;
  const [welcome, secret] = [idOf('Welcome'), idOf('Secret plans')];
  expect((await ground.visit(at(welcome))).status).toBe(200);
  for (const id of [secret, 'missing', `${welcome}x`])
    expect((await ground.visit(at(id))).status, id).toBe(404);
  await ground.changeSite(siteId, { published_at: null });
  expect((await ground.visit(at(welcome))).status).toBe(404);

  const closed = await ground.addPublishedSite({ visibility: 'share-link' });
  expect((await ground.visit(`${closed.path}/~/social/${welcome}.png`)).status).toBe(404);
});

test('a site can name one picture for all its pages', async () => {
  const siteId = await addSite(ground.app, {
    spaceIds: [ground.spaceId],
    isPublished: true,
    visibility: 'public',
  });
  const site = `/v1/orgs/${ground.app.organizationId}/sites/${siteId}`;
  const url = 'https://example.com/link.png';
  const answer = await ground.app.request('PUT', `${site}/customization`, {
    body: { socialPreview: { url } },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const pointer = await ground.app.context.pointers.sites.find(siteId);
  expect(pictureOf((await ground.visit(`/${pointer?.basename}/`)).text)).toBe(url);
});

test('a title in a script that the font does not have is not drawn', async () => {
  const spaceId = await addSpace(ground.app);
  await putContent(ground.app, spaceId, { 'README.md': '# 数据库\n', 'other.md': '# Über 😀 uns\n' });
  const { path } = await ground.addPublishedSite({ spaceIds: [spaceId] });
  expect(pictureOf((await ground.visit(`${path}/`)).text)).toBeUndefined();
  expect(pictureOf((await ground.visit(`${path}/other`)).text)).toBeDefined();
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
