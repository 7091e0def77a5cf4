/** Embedded addresses on published pages: with what their websites say about them, as text. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { startWebServer, type WebServer } from '../../../test/web-server.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';

let app: TestApp;
let published: FastifyInstance;
let web: WebServer;
let now = new Date('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  web = await startWebServer({});
  app = await buildTestApp({
    clock: () => now,
    config: { sitesUrl: `https://${HOST}`, allowPrivateNetworks: true },
  });
  published = buildPublishedApp({ log: app.context.log, ...app.app.published });
});
afterAll(async () => {
  await published.close();
  await app.close();
  await web.close();
});

async function publish(text: string, customization?: object): Promise<string> {
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, { 'README.md': `# Films\n\n${text}\n` });
  const siteId = await addSite(app, { title: 'Docs', spaceIds: [spaceId], isPublished: true });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
  if (customization) expect((await app.request('PUT', url, { body: customization })).statusCode).toBe(200);
  return `/${(await app.context.pointers.sites.find(siteId))?.basename}/`;
}

const read = async (url: string): Promise<string> =>
  (await published.inject({ url, headers: { host: HOST } })).body;

const poll = (path: string) => expect.poll(() => read(path));
const embed = (url: string): string => `{% embed url="${url}" %}`;

test('have the title, the website and the picture as soon as they are known', async () => {
  web.content['/film'] =
    '<title>A &lt;b&gt;film&lt;/b&gt; &amp; more</title><meta property="og:site_name" content="Films &quot;x&quot;"><meta property="og:image" content="/still.png">';
  const path = await publish(embed(web.url('/film?a=1&b=2')));
  web.content['/film?a=1&b=2'] = web.content['/film'];
  expect(await read(path)).toContain('<span class="link-card-title">Content from 127.0.0.1</span>');
  await poll(path).toContain('<span class="link-card-title">A &lt;b&gt;film&lt;/b&gt; &amp; more</span>');
  const text = await read(path);
  expect(text).toContain(
    `<span class="link-card-detail">Films &quot;x&quot; · ${web.url('/film?a=1&amp;b=2')}`,
  );
  const [, src = ''] = /<img class="link-card-picture" src="([^"]+)"/.exec(text) ?? [];
  expect(src).toMatch(new RegExp(`^${path}~/pictures/[\\w-]{22}\\?url=`));
  expect(decodeURIComponent(src)).toContain(web.url('/still.png'));
});

test('are asked for once by all readers, and shown while they are asked for again', async () => {
  const url = web.url('/counted');
  web.content['/counted'] = '<title>First</title>';
  const path = await publish(embed(url));
  await Promise.all(Array.from({ length: 5 }, () => read(path)));
  await poll(path).toContain('First');
  const count = () => web.requests.filter(({ path: asked }) => asked === '/counted').length;
  expect(count()).toBe(1);
  web.content['/counted'] = { status: 500 };
  now = new Date(now.getTime() + 2 * 3_600_000);
  const other = await publish(embed(url));
  await poll(other).toContain('First');
  await expect.poll(count).toBe(2);
  expect(await read(other)).toContain('First');
});

test('stay plain if there is nothing, or if the site does not show pictures through the service', async () => {
  web.content['/gone'] = { status: 404 };
  web.content['/direct'] = '<title>Direct</title>';
  const path = await publish(embed(web.url('/gone')));
  await read(path);
  await expect.poll(() => web.requests.some(({ path: asked }) => asked === '/gone')).toBe(true);
  expect(await read(path)).toContain('Content from 127.0.0.1');
  const direct = await publish(embed(web.url('/direct')), { externalPictures: { mode: 'direct' } });
  expect(await read(direct)).toContain('Content from 127.0.0.1');
  expect(web.requests.some(({ path: asked }) => asked === '/direct')).toBe(false);
});

test('are found in a large text, too, which is drawn in a thread', async () => {
  web.content['/large'] = '<title>Large one</title>';
  const path = await publish(`${embed(web.url('/large'))}\n\n${'Many words stand here. '.repeat(20_000)}`);
  await read(path);
  await poll(path).toContain('<span class="link-card-title">Large one</span>');
});
