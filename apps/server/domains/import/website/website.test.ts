import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { runJobsFor } from '../../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: TestApp;
let web: WebServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  web = await startWebServer();
});
afterEach(() => {
  for (const path of Object.keys(web.content)) delete web.content[path];
  web.requests.length = 0;
});
afterAll(async () => {
  await web.close();
  await app.close();
});

interface Page {
  id: string;
  title: string;
  pages: Page[];
}

async function importWebsite(path: string, more: object = {}) {
  const spaceId = await addSpace(app);
  const url = `/v1/spaces/${spaceId}/content`;
  const body = { url: web.url(path), source: 'website', ...more };
  const response = await runJobsFor(app, app.request('POST', `${url}/import`, { body }));
  const get = async (suffix: string) => (await app.request('GET', url + suffix)).json();
  return {
    status: response.statusCode,
    body: response.json(),
    run: await get(`/imports/${response.headers['x-import-id']}`),
    pages: (await get('')).pages as Page[],
    files: (await get('/files')).items,
    markdownOf: async (page: Page | undefined): Promise<string> =>
      (await get(`/page/${page?.id}?format=markdown`)).markdown,
  };
}

const titles = (pages: readonly Page[]): unknown[] =>
  pages.map(({ title, pages: inner }) => (inner.length > 0 ? [title, titles(inner)] : title));
const asked = (): string[] => web.requests.map(({ path }) => path);
const page = (title: string, body = '', head = ''): string =>
  `<html><head><title>${title} | Site</title>${head}</head><body><nav><a href="/docs/hidden-in-menu">Menu</a></nav><main><h1>${title}</h1><p>The text of ${title}.</p>${body}</main><footer>Foot</footer></body></html>`;

test('one page of a website comes in with its main content and its images, each once', async () => {
  web.content['/docs/a'] = page(
    'A',
    '<p><img src="/i.png"> <img src="/same.png"> <a href="b">B</a></p>',
    '<meta name="description" content="About A.">',
  );
  web.content['/i.png'] = { type: 'image/png', body: PNG };
  web.content['/same.png'] = { type: 'image/png', body: PNG };
  const { status, body, pages, files, markdownOf } = await importWebsite('/docs/a');
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ importedResources: 3, totalResources: 3 });
  expect(titles(pages)).toEqual(['A']);
  expect(files).toMatchObject([{ name: 'i.png', contentType: 'image/png' }]);
  expect(await markdownOf(pages[0])).toBe(
    `---\ndescription: About A.\n---\n\n# A\n\nThe text of A.\n\n![](/files/${files[0].id}) ![](/files/${files[0].id}) [B](${web.url('/docs/b')})\n`,
  );
  expect(asked().sort()).toEqual(['/docs/a', '/i.png', '/same.png']);
});

test('a page that does not mark its content is read by the density of its text', async () => {
  const text =
    '<p>A sentence that belongs to the text of the article, with commas, and long enough to count.</p>';
  web.content['/post'] =
    `<body><div class="menu"><ul><li><a href="/x">Link one</a></li><li><a href="/y">Link two</a></li></ul></div><div class="post"><h1>Post</h1>${text.repeat(8)}</div><div class="comments"><a href="/z">Reply</a></div></body>`;
  const { pages, markdownOf } = await importWebsite('/post');
  const markdown = await markdownOf(pages[0]);
  expect(markdown).toContain('# Post\n\nA sentence that');
  expect(markdown).not.toContain('Link one');
});

test('a crawl follows links below the path, nests pages like their paths, and links them to each other', async () => {
  web.content['/docs/'] = page(
    'Home',
    '<a href="guide">Guide</a> <a href="/blog/">Blog</a> <a href="https://example.invalid/docs/x">Out</a> <a href="search?q=1">Search</a>',
  );
  web.content['/docs/guide'] = page(
    'Guide',
    '<a href="/docs/guide/one#part">One</a> <a href="/docs/">Home</a>',
  );
  web.content['/docs/guide/one'] = page('One', '<a href="/docs/none">Gone</a>');
  web.content['/docs/hidden-in-menu'] = page('Menu');
  const { body, run, pages, markdownOf } = await importWebsite('/docs/', { maxPages: 10 });
  expect(body, JSON.stringify(body)).toMatchObject({ importedResources: 4 });
  expect(titles(pages)).toEqual(['Home', 'Menu', ['Guide', ['One']]]);
  const guide = pages.find(({ title }) => title === 'Guide');
  expect(await markdownOf(guide)).toContain(
    `[One](/pages/${guide?.pages[0]?.id}#part) [Home](/pages/${pages[0]?.id})`,
  );
  expect(run.problems).toMatchObject([{ path: web.url('/docs/none'), reason: 'page-unavailable' }]);
  expect(asked()).not.toContain('/blog/');
  expect(asked().filter((path) => path.startsWith('/docs/search'))).toEqual([]);
});

test('a crawl reads the pages of a sitemap in its order, and no more than it may', async () => {
  web.content['/robots.txt'] = { type: 'text/plain', body: `Sitemap: ${web.url('/index.xml')}\n` };
  const list = (urls: string[]) => urls.map((url) => `<url><loc>${web.url(url)}</loc></url>`).join('');
  web.content['/index.xml'] = {
    type: 'application/xml',
    body: `<sitemapindex><sitemap><loc>${web.url('/pages.xml')}</loc></sitemap></sitemapindex>`,
  };
  web.content['/pages.xml'] = {
    type: 'application/xml',
    body: `<urlset>${list(['/docs/z', '/docs/y', '/other/x', '/docs/', '/docs/w'])}</urlset>`,
  };
  for (const name of ['', 'z', 'y', 'w'])
    web.content[`/docs/${name}`] = page(`Page ${name}`, '<a href="/docs/unlisted">x</a>');
  const { pages } = await importWebsite('/docs/', { maxPages: 3 });
  expect(titles(pages)).toEqual(['Page', 'Page z', 'Page y']);
  expect(asked()).not.toContain('/docs/w');
  expect(asked()).not.toContain('/docs/unlisted');
});

test('a crawl keeps to the robots.txt of the website', async () => {
  web.content['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nDisallow: /docs/private\n' };
  web.content['/docs/'] = page('Home', '<a href="private/x">X</a><a href="public">P</a>');
  web.content['/docs/public'] = page('Public');
  web.content['/docs/private/x'] = page('Private');
  const { pages, run } = await importWebsite('/docs/', { maxPages: 10 });
  expect(titles(pages)).toEqual(['Home', 'Public']);
  expect(asked()).not.toContain('/docs/private/x');
  expect(run.problems.map(({ reason }: { reason: string }) => reason)).toContain('robots-disallow');
  const refused = await importWebsite('/docs/private/x', { maxPages: 10 });
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'import-robots-disallow']);
});

test('a crawl ends although every page links to new ones', async () => {
  const response = (path: string) =>
    page(
      `At ${path}`,
      `<a href="${path}/deeper">d</a><a href="${path}?n=1">q</a><a href="${path}/index.html">same</a>`,
    );
  web.content['/loop'] = response('/loop');
  // Each page is there under every path that a link can make.
  let path = '/loop';
  for (let depth = 0; depth < 10; depth += 1) {
    path += '/deeper';
    web.content[path] = response(path);
    web.content[`${path}/index.html`] = { location: path };
  }
  const { pages } = await importWebsite('/loop', { maxPages: 100 });
  expect(asked().filter((one) => one.startsWith('/loop'))).toEqual([
    '/loop',
    '/loop/deeper',
    '/loop/deeper/deeper',
    '/loop/deeper/deeper/deeper',
  ]);
  expect(titles(pages)).toHaveLength(2);
});

test('copies of a page come in once', async () => {
  web.content['/docs/'] = page('Home', '<a href="a">a</a><a href="b">b</a><a href="c">c</a>');
  web.content['/docs/a'] = page('Same');
  web.content['/docs/b'] = page('Same');
  web.content['/docs/c'] = { location: '/docs/a' };
  const { pages } = await importWebsite('/docs/', { maxPages: 10 });
  expect(titles(pages)).toEqual(['Home', 'Same']);
});

test.each([
  ['is not there', { status: 404 }, 'import-source-unavailable'],
  ['is no page', { type: 'image/png', body: PNG }, 'import-source-wrong-type'],
  ['is huge', 'x'.repeat(5_000_001), 'import-source-too-large'],
  ['redirects for ever', { location: '/start' }, 'import-source-unavailable'],
])('a page that %s is refused', async (_, content, reason) => {
  web.content['/start'] = content;
  const { status, body, pages } = await importWebsite('/start');
  expect([status, body.error.reason]).toEqual([409, reason]);
  expect(pages).toEqual([]);
});
