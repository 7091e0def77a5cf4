/** Which caches may keep a response, and how responses are counted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';

let setup: SiteGround;
beforeAll(async () => {
  setup = await buildSiteGround({ sitesCdnSeconds: 600 });
});
afterAll(() => setup.close());

const HTML = { accept: 'text/html' };

test('a content delivery network may keep what everybody sees, and is told by which names it is out of date', async () => {
  const { path, siteId } = await setup.addPublishedSite();
  const tags = [`site:${siteId}`, `space:${setup.spaceId}`];
  for (const name of ['/', '/guides/install.md', '/sitemap.xml', '/llms.txt']) {
    const { headers, status } = await setup.visit(path + name, HTML);
    expect(status, name).toBe(200);
    expect(headers, name).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=600',
      'cdn-cache-control': 'public, max-age=600, stale-while-revalidate=60',
      'cache-tag': tags.join(','),
      'surrogate-key': tags.join(' '),
    });
  }
});

test('no network may keep what is not for everybody, what depends on the reader, or what is not there', async () => {
  const { path, siteId } = await setup.addPublishedSite();
  const mayNotKeep = async (name: string, headers: Record<string, string> = HTML) => {
    const response = await setup.visit(path + name, headers);
    expect(response.headers['cache-control'], name).not.toContain('s-maxage');
    expect(response.headers, name).not.toHaveProperty('cdn-cache-control');
    expect(response.headers, name).not.toHaveProperty('cache-tag');
  };
  await mayNotKeep('/missing');
  await mayNotKeep('/~/search.json?q=install');
  await mayNotKeep('/guides/install/');
  // Networks that identify responses by their path alone would send the Markdown to browsers.
  await mayNotKeep('/', { accept: 'text/markdown' });
  await setup.changeSite(siteId, { adaptive: true });
  await mayNotKeep('/');
  await mayNotKeep('/llms.txt');
  await setup.changeSite(siteId, { adaptive: false, visibility: 'share-link' });
  await mayNotKeep('/');
});

test('the social preview of a page is purged with its site', async () => {
  const { path, siteId } = await setup.addPublishedSite();
  const home = await setup.visit(`${path}/`, HTML);
  const [, picture = ''] = /(\/~\/social\/[\w-]+\.png)/.exec(home.text) ?? [];
  expect((await setup.visit(path + picture)).headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'surrogate-key': `site:${siteId} space:${setup.spaceId}`,
  });
  await setup.changeSite(siteId, { visibility: 'share-link' });
  expect((await setup.visit(path + picture)).status).toBe(404);
});

test('answers are counted by site and by what was asked for', async () => {
  const { path, siteId } = await setup.addPublishedSite();
  const asked = [
    '/',
    '/',
    '/missing',
    '/llms.txt',
    '/guides/install.md',
    '/~/search.json?q=a',
    '/guides/install/',
  ];
  for (const name of asked) await setup.visit(path + name, HTML);
  const { body } = await setup.app.request('GET', '/metrics', { token: null });
  const counts = [...body.matchAll(/^lectern_site_responses_total\{site="([^"]+)",kind="(\w+)"\} (\d+)$/gm)]
    .filter(([, site]) => site === siteId)
    .map(([, , kind, count]) => [kind, Number(count)]);
  expect(Object.fromEntries(counts)).toEqual({
    page: 2,
    missing: 1,
    file: 1,
    markdown: 1,
    search: 1,
    moved: 1,
  });
});
