/** The pages of published sites: who sees them, at which addresses, and what they never tell. */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { testAssets } from '../../test/assets.ts';
import { type Files, putContent } from '../../test/content.ts';
import { addSite, addSpace } from '../../test/factories.ts';
import { plainPng } from '../../test/fixtures/published/files/served-pictures.ts';
import type { SiteVisibility } from '../server/platform/access/pointers.ts';
import { MODE_SCRIPT_SOURCE } from './pages/document-head.ts';
import { buildPublishedApp } from './published-app.ts';

const HOST = 'sites.example.com';
const CONTENT: Files = {
  'SUMMARY.md': `* [Welcome](README.md)

## Guides

* [Install](guides/install.md)
  * [On Linux](guides/linux.md)
* [Secret plans](guides/secret.md)
* [Elsewhere](https://elsewhere.example.com/)
`,
  'README.md':
    '---\ndescription: Where to begin.\n---\n\n# Welcome\n\nRead how to [install](guides/install.md#steps), or the [plans](guides/secret.md).\n\n![](picture.png)\n',
  'guides/install.md': '# Install\n\n## Steps\n\n<script>alert(1)</script>\n\nDone.\n',
  'guides/linux.md': '---\nnoRobotsIndex: true\n---\n\n# On Linux\n\nType.\n',
  'guides/secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret plans\n\nTo rule the world.\n',
  'picture.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  '.gitbook.yaml': 'redirects:\n  old/place: guides/install.md\n',
};

let now = new Date('2026-03-01T10:00:00.000Z');
let app: TestApp;
let published: FastifyInstance;
let spaceId: string;
let logged: string;

function buildPublished(from: TestApp): FastifyInstance {
  const lines = {
    write: (line: string) => {
      logged += line;
    },
  };
  const log = pino({ level: 'trace' }, lines);
  return buildPublishedApp({ ...from.app.published, log });
}

beforeAll(async () => {
  app = await buildTestApp({ clock: () => now, config: { sitesUrl: `https://${HOST}` } });
  published = buildPublished(app);
  spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, CONTENT);
});
afterAll(async () => {
  await published.close();
  await app.close();
});
beforeEach(() => {
  now = new Date('2026-03-01T10:00:00.000Z');
  logged = '';
});

async function visit(path: string, headers: Record<string, string> = {}, server = published) {
  const response = await server.inject({ method: 'GET', url: path, headers: { host: HOST, ...headers } });
  const cookie = [response.headers['set-cookie'] ?? []].flat()[0];
  return {
    status: response.statusCode,
    location: response.headers.location,
    headers: response.headers,
    text: response.body,
    setCookie: cookie,
    cookie: cookie?.split(';')[0] ?? '',
  };
}

interface SiteOptions {
  title?: string;
  visibility?: SiteVisibility;
  spaceIds?: string[];
  isPublished?: boolean;
}

async function addPublishedSite({ title = 'The manual', isPublished = true, ...options }: SiteOptions = {}) {
  const siteId = await addSite(app, { title, spaceIds: [spaceId], isPublished, ...options });
  const pointer = await app.context.pointers.sites.find(siteId);
  return { siteId, path: `/${pointer?.basename}` };
}

async function change(siteId: string, values: object): Promise<void> {
  await app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set(values).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });
}

async function proveHostname(siteId: string, hostname: string): Promise<void> {
  await change(siteId, { hostname, hostname_verified_at: now });
  await app.context.transact(async ({ trx, announce }) => {
    const row = { kind: 'hostname', name: hostname, organization_id: app.organizationId, site_id: siteId };
    await trx.insertInto('site_address').values(row).execute();
    announce({ kind: 'site-address', address: 'hostname', name: hostname });
  });
}

describe('a page of a public site', () => {
  test('shows the text in the frame of the site, with no script but the one of every page', async () => {
    const { path } = await addPublishedSite();
    const home = await visit(`${path}/`);
    expect(home.status).toBe(200);
    expect(home.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'referrer-policy': 'no-referrer',
    });
    expect(home.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(home.headers['content-security-policy']).toContain(
      `; script-src ${MODE_SCRIPT_SOURCE} ${HOST}/~/assets/;`,
    );
    expect(home.headers['content-security-policy']).not.toContain('unsafe');
    expect(home.text.match(/<script[^>]*>/g)).toEqual([
      '<script>',
      `<script type="module" fetchpriority="low" src="${testAssets().href('reader.js')}">`,
      // Data that nothing executes.
      '<script type="application/ld+json">',
    ]);
    expect(home.setCookie).toBeUndefined();
    expect(home.text).toContain('<html lang="en" dir="ltr" ');
    expect(home.text).toContain('<title>Welcome · The manual</title>');
    expect(home.text).toContain('<meta name="description" content="Where to begin.">');
    expect(home.text).toContain(`<link rel="canonical" href="https://${HOST}${path}/">`);
    expect(home.text).toContain(`<a href="${path}/guides/install#steps" rel="noreferrer">install</a>`);
    expect(home.text).toMatch(new RegExp(`<img[^>]+src="https://${HOST}/files/`));
    expect(home.text).toContain(`<a rel="next" href="${path}/guides/install">`);
    expect(home.text).toContain('href="https://elsewhere.example.com/"');
    const inner = await visit(`${path}/guides/install`);
    expect(inner.text.match(/<script/g)).toHaveLength(3);
    expect(inner.text).toContain(
      `<a href="${path}/guides/install" aria-current="page"><span>Install</span></a>`,
    );
    expect(inner.text).toContain(`<a href="${path}/guides/install/linux"><span>On Linux</span></a>`);
    expect(inner.text).toContain('id="steps"');
  });

  test('is compressed as the browser wishes, unless it repeats what was asked for', async () => {
    const { path } = await addPublishedSite();
    const ask = (url: string, headers: Record<string, string>) =>
      published.inject({ method: 'GET', url, headers: { host: HOST, ...headers } });
    const plain = await ask(`${path}/`, {});
    const small = await ask(`${path}/`, { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept, accept-encoding' });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    const again = { 'accept-encoding': 'br', 'if-none-match': String(small.headers.etag) };
    expect((await ask(`${path}/`, again)).statusCode).toBe(304);
    const missing = await ask(`${path}/nowhere`, { 'accept-encoding': 'gzip' });
    expect([missing.statusCode, missing.headers['content-encoding']]).toEqual([404, 'gzip']);
    const search = await ask(`${path}/~/search?q=install`, { 'accept-encoding': 'br' });
    expect([search.statusCode, search.headers['content-encoding']]).toEqual([200, undefined]);
  });

  test('is the same until something changes, and then another one at once', async () => {
    const { path, siteId } = await addPublishedSite();
    const own = await addSpace(app);
    await putContent(app, own, { 'README.md': '# One\n' });
    const { path: ownPath } = await addPublishedSite({ spaceIds: [own] });
    const first = await visit(`${ownPath}/`);
    const etag = first.headers.etag as string;
    expect((await visit(`${ownPath}/`, { 'if-none-match': etag })).status).toBe(304);
    await putContent(app, own, { 'README.md': '# Two\n' });
    const second = await visit(`${ownPath}/`, { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(second.text).toContain('<h1>Two</h1>');
    await change(siteId, { title: 'Renamed' });
    expect((await visit(`${path}/`)).text).toContain('Welcome · Renamed');
    await change(siteId, { published_at: null });
    expect((await visit(`${path}/`)).status).toBe(404);
  });

  test('has one address', async () => {
    const { path } = await addPublishedSite();
    const second = await addSpace(app);
    await putContent(app, second, { 'README.md': '# Other\n' });
    const { path: twoPath } = await addPublishedSite({ spaceIds: [spaceId, second] });
    const expectations: [string, number, string][] = [
      [path, 308, `${path}/`],
      [path.toUpperCase(), 308, path],
      [`/${path}//guides//install`, 308, `${path}/guides/install`],
      [`${path}/guides/install/`, 308, `${path}/guides/install`],
      [`${path}/Guides/INSTALL?a=b`, 308, `${path}/guides/install?a=b`],
      [`${path}/%67uides/install/`, 308, `${path}/guides/install`],
      [`${path}/guides`, 307, `${path}/guides/install`],
      [`${path}/readme`, 307, `${path}/`],
      [`${path}/old/place`, 307, `${path}/guides/install`],
      [`${twoPath}/variant-1/guides/install`, 307, `${twoPath}/guides/install`],
      [`${twoPath}/variant-2`, 308, `${twoPath}/variant-2/`],
      [`${twoPath}/VARIANT-2/`, 308, `${twoPath}/variant-2/`],
    ];
    for (const [asked, status, location] of expectations)
      expect(await visit(asked), asked).toMatchObject({ status, location });
    expect((await visit(`${twoPath}/variant-2/`)).text).toContain('<h1>Other</h1>');
  });

  test('is below the names of its section and variant where its own path begins with the name of one', async () => {
    const other = await addSpace(app);
    await putContent(app, other, { 'README.md': '# Other\n', 'linux.md': '# Other Linux\n' });
    const { path, siteId } = await addPublishedSite({ spaceIds: [spaceId, other] });
    const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    const old = await visit(`${path}/guides/install`);
    expect(old.status).toBe(200);
    const { items } = (await app.request('GET', `${site}/site-spaces`)).json();
    const variant = items.find((item: { space: { id: string } }) => item.space.id === other);
    await app.request('PATCH', `${site}/site-spaces/${variant.id}`, { body: { path: 'guides' } });
    expect((await visit(`${path}/guides/`)).text).toContain('<h1>Other</h1>');
    expect((await visit(`${path}/guides/linux`)).text).toContain('<h1>Other Linux</h1>');
    const install = `${path}/variant-1/guides/install`;
    expect((await visit(install)).text).toContain('<h1>Install</h1>');
    expect((await visit(install)).text).toContain(`<link rel="canonical" href="https://${HOST}${install}">`);
    expect((await visit(`${path}/`)).text).toContain(`<a href="${install}">`);
    // An address from before the variant had this name.
    expect(await visit(`${path}/guides/install`)).toMatchObject({ status: 307, location: install });
    expect(await visit(`${path}/guides/install.md`)).toMatchObject({
      status: 307,
      location: `${install}.md`,
    });
    expect((await visit(`${install}.md`)).text).toContain('# Install');
    const section = { spaceId: other, title: 'Variant 1' };
    expect((await app.request('POST', `${site}/sections`, { body: section })).statusCode).toBe(201);
    const inSection = (await visit(`${path}/guides/install`)).location;
    expect((await visit(inSection as string)).text).toContain('<h1>Install</h1>');
  });

  test('that has gone leads where a redirect of the site says, if the visitor may see that', async () => {
    const { path, siteId } = await addPublishedSite();
    const redirects = `/v1/orgs/${app.organizationId}/sites/${siteId}/redirects`;
    const add = (source: string, url: string) =>
      app.request('POST', redirects, { body: { source, destination: { kind: 'external', url } } });
    for (const [source, url] of [
      ['/gone', 'https://elsewhere.example.com/there'],
      ['/moved', `https://${HOST}${path}/guides/install`],
      ['/hidden', `https://${HOST}${path}/guides/secret`],
    ] as const)
      expect((await add(source, url)).statusCode).toBe(201);
    expect((await visit(`${path}/gone`)).location).toBe('https://elsewhere.example.com/there');
    expect((await visit(`${path}/moved`)).location).toBe(`${path}/guides/install`);
    const hidden = await visit(`${path}/hidden`);
    expect(hidden.status).toBe(404);
    expect(hidden.text).not.toContain('secret');
  });

  test('leads there with the query of the reader, which the destination may have chosen', async () => {
    const { path, siteId } = await addPublishedSite();
    const redirects = `/v1/orgs/${app.organizationId}/sites/${siteId}/redirects`;
    const add = async (source: string, url: string) => {
      const body = { source, destination: { kind: 'external', url }, captureWildcard: source.endsWith('*') };
      expect((await app.request('POST', redirects, { body })).statusCode).toBe(201);
    };
    await add('/docs/*', 'https://example.com/new?x=1#frag');
    await add('/plain', 'https://example.com');
    await add('/moved', `https://${HOST}${path}/guides/install?x=1#steps`);
    await add('/first', `https://${HOST}${path}/second?k=1&x=0#from`);
    await add('/second', `https://${HOST}${path}/moved?k=2&l`);
    await add('/other', `https://${HOST}${path}/plain?k=1#from`);
    for (const [asked, location] of [
      ['/docs/a/b?q=2&utm_source=mail', 'https://example.com/new/a/b?x=1&q=2&utm_source=mail#frag'],
      ['/docs/a?x=2&x=3', 'https://example.com/new/a?x=1#frag'],
      ['/docs/a?tag=1&tag=2', 'https://example.com/new/a?x=1&tag=1&tag=2#frag'],
      ['/docs/a', 'https://example.com/new/a?x=1#frag'],
      // The query stays as it is written, and what is empty stays empty.
      ['/plain?q=a%20b', 'https://example.com/?q=a%20b'],
      ['/plain?q=a+b&q=%C3%A4%E4', 'https://example.com/?q=a+b&q=%C3%A4%E4'],
      ['/plain?a%5B%5D=1&a%5B%5D=2&%78=3', 'https://example.com/?a%5B%5D=1&a%5B%5D=2&%78=3'],
      ['/docs/a?%78=3&y=%26', 'https://example.com/new/a?x=1&y=%26#frag'],
      ['/plain?flag', 'https://example.com/?flag'],
      ['/plain?flag=&empty=', 'https://example.com/?flag=&empty='],
      ['/plain?=1', 'https://example.com/?=1'],
      ['/plain?', 'https://example.com/'],
      ['/plain?&&', 'https://example.com/'],
      ['/plain??q=1', 'https://example.com/??q=1'],
      ['/plain?next=https://a.example/?b=c', 'https://example.com/?next=https://a.example/?b=c'],
      ['/plain?q=%22%3Cb%3E', 'https://example.com/?q=%22%3Cb%3E'],
      ['/moved?q=a%20b&flag', `${path}/guides/install?x=1&q=a%20b&flag#steps`],
      // Each redirect of a chain leaves its query, and its fragment, to the next one.
      ['/first', `${path}/guides/install?x=1&k=2&l#steps`],
      ['/first?q=a%20b&k=3&flag', `${path}/guides/install?x=1&k=2&l&q=a%20b&flag#steps`],
      ['/other?q=1', 'https://example.com/?k=1&q=1#from'],
      ['/guides/Install?q=a%20b&flag', `${path}/guides/install?q=a%20b&flag`],
      ['/plain?jwt%5Ftoken=secret&visitor%2Eplan=pro&q=%20', `${path}/plain?q=%20`],
      // What an address says about a visitor is meant for this site.
      ['/plain?jwt_token=secret&visitor.plan=pro&q=1', `${path}/plain?q=1`],
      ['/moved?q=2', `${path}/guides/install?x=1&q=2#steps`],
      ['/guides/Install?q=2', `${path}/guides/install?q=2`],
    ] as const)
      expect([asked, (await visit(`${path}${asked}`)).location]).toEqual([asked, location]);
  });

  test('moves for good only where everybody is sent to the same place', async () => {
    const { path, siteId } = await addPublishedSite();
    const redirects = `/v1/orgs/${app.organizationId}/sites/${siteId}/redirects`;
    const body = {
      source: '/gone',
      destination: { kind: 'external', url: 'https://elsewhere.example.com/' },
      permanent: true,
    };
    expect((await app.request('POST', redirects, { body })).statusCode).toBe(201);
    for (const [adaptive, status] of [
      [false, 308],
      [true, 307],
    ] as const) {
      await change(siteId, { adaptive });
      expect((await visit(`${path}/gone`)).status).toBe(status);
      expect((await visit(`${path}/guides/Install`)).status).toBe(status);
    }
  });

  test('that does not exist is a 404 in the frame of the site', async () => {
    const { path } = await addPublishedSite();
    for (const asked of [`${path}/nothing`, `${path}/guides/nothing/at/all`]) {
      const missing = await visit(asked);
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('Page not found · The manual');
      expect(missing.headers['cache-control']).toBe('no-store');
    }
    for (const asked of ['/', '/no-such-site/', '/no-such-site/guides/install']) {
      const missing = await visit(asked);
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('There is no page at this address.');
    }
  });

  test('asks robots to stay away if it is not for everybody', async () => {
    const { path } = await addPublishedSite();
    expect((await visit(`${path}/`)).headers).not.toHaveProperty('x-robots-tag');
    expect((await visit(`${path}/guides/install/linux`)).headers['x-robots-tag']).toBe('noindex');
    const unlisted = await addPublishedSite({ visibility: 'unlisted' });
    const page = await visit(`${unlisted.path}/`);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect((await visit('/robots.txt')).text).toContain('User-agent: *');
  });

  test.each([
    ['', 'cover'],
    ['coverY: 0\n', 'cover'],
    ['coverY: -42\n', 'cover cover-up-40'],
    ['coverY: 310.5\n', 'cover cover-down-100'],
    ['coverHeight: 300\n', 'cover cover-height-19'],
    [
      'coverY: 25\ncoverHeight: 10\nlayout:\n  cover:\n    visible: true\n    size: full\n',
      'cover cover-full cover-down-25 cover-height-1',
    ],
  ])('shows its cover as %j says', async (fields, names) => {
    const covers = await addSpace(app, { title: 'Covers' });
    await putContent(app, covers, {
      'README.md': `---\ncover: banner.png\n${fields}---\n\n# Welcome\n`,
      'banner.png': plainPng({ width: 700, height: 600 }),
    });
    const { path } = await addPublishedSite({ spaceIds: [covers] });
    const { text } = await visit(`${path}/`);
    expect(text).toContain(`<div class="${names}"><img`);
    const styles = await readFile(new URL('assets/page.css', import.meta.url), 'utf8');
    for (const name of names.split(' ')) expect(styles).toMatch(new RegExp(`^\\.${name} img \\{`, 'm'));
  });

  test('names smaller sizes of its pictures, which are served to whoever can read it', async () => {
    const pictures = await addSpace(app, { title: 'Pictures' });
    await putContent(app, pictures, {
      'README.md': '---\ncover: banner.png\n---\n\n# Welcome\n\n![A wall](wall.png)\n',
      'wall.png': plainPng({ width: 1000, height: 100 }),
      // Twice as flat as the place of a cover.
      'banner.png': plainPng({ width: 1504, height: 240 }),
    });
    const { path } = await addPublishedSite({ spaceIds: [pictures] });
    const { text } = await visit(`${path}/`);
    const [cover, wall] = [...text.matchAll(/<img [^>]*srcset="([^"]*)" sizes="([^"]*)"/g)];
    expect(cover?.[2]).toBe('min(1504px, 224vw - 89px)');
    expect(cover?.[1]?.match(/ \d+w/g)).toEqual([' 480w', ' 768w', ' 1200w', ' 1504w']);
    expect(wall?.[2]).toBe('min(672px, 100vw - 40px)');
    const [small, ...others] = (wall?.[1] ?? '').split(', ').map((one) => one.split(' '));
    expect(others.map(([, width]) => width)).toEqual(['768w', '1000w']);
    const { host, pathname, search } = new URL(small?.[0] ?? '');
    expect(search).toBe('?width=480');
    const sent = await published.inject({ url: pathname + search, headers: { host } });
    expect(sent.headers['content-type']).toBe('image/webp');
    const markdown = await visit(text.match(/href="([^"]+\.md)"/)?.[1] ?? '');
    expect(markdown.text).toMatch(/!\[A wall\]\(.*wall\.png\)/);
  });
});

describe('an address', () => {
  test.each([
    ['dots', '/the-manual/../../etc/passwd'],
    ['encoded dots', '/the-manual/%2e%2e/other'],
    ['encoded slashes', '/the-manual/guides%2Finstall'],
    ['backslashes', '/the-manual/guides%5cinstall'],
    ['a null', '/the-manual/guides%00'],
    ['a line break', '/the-manual/%0d%0aset-cookie:a'],
  ])('with %s leads nowhere', async (_name, path) => {
    await addPublishedSite();
    const response = await visit(path);
    expect(response.status).toBe(404);
    expect(response.location).toBeUndefined();
  });

  test('with broken encoding is refused as a page', async () => {
    const response = await visit('/the-manual/%ff%');
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
  });

  test.each([
    '//evil.example.com',
    '//evil.example.com/%2e',
    '/\\evil.example.com',
    '///evil.example.com//',
    '/%2f%2fevil.example.com',
  ])('never leads to another host: %s', async (path) => {
    const { location = '/' } = await visit(path);
    expect(new URL(location, `https://${HOST}`).host).toBe(HOST);
  });

  test.each(['evil.example.com', 'sites.example.com.evil.com', 'sites.example.com:8080', ''])(
    'is not found on the host %j, whatever else the request says',
    async (host) => {
      const { path } = await addPublishedSite();
      const response = await visit(`${path}/`, { host, 'x-forwarded-host': HOST, forwarded: `host=${HOST}` });
      expect(response.status).toBe(404);
    },
  );

  test('takes the host from a trusted proxy', async () => {
    const { path } = await addPublishedSite();
    const behind = buildPublishedApp({ ...app.app.published, log: app.context.log, trustProxy: true });
    expect((await visit(`${path}/`, { host: 'inner:3001', 'x-forwarded-host': HOST }, behind)).status).toBe(
      200,
    );
    await behind.close();
  });

  test('of a site with a hostname is there, and nowhere else', async () => {
    const { path, siteId } = await addPublishedSite();
    await proveHostname(siteId, 'docs.customer.example');
    const elsewhere = await visit(`${path}/guides/install?a=b`);
    expect(elsewhere).toMatchObject({
      status: 307,
      location: 'https://docs.customer.example/guides/install?a=b',
    });
    const own = await visit('/guides/install', { host: 'docs.customer.example' });
    expect(own.status).toBe(200);
    expect(own.text).toContain('<link rel="canonical" href="https://docs.customer.example/guides/install">');
    expect((await visit(`${path}/`, { host: 'docs.customer.example' })).status).toBe(404);
    await change(siteId, { hostname_verified_at: null });
    await app.context.transact(async ({ trx, announce }) => {
      await trx.deleteFrom('site_address').where('name', '=', 'docs.customer.example').execute();
      announce({ kind: 'site-address', address: 'hostname', name: 'docs.customer.example' });
    });
    expect((await visit('/guides/install', { host: 'docs.customer.example' })).status).toBe(404);
    expect((await visit(`${path}/guides/install`)).status).toBe(200);
  });

  test('of a file is served on a hostname only if its space is on that site', async () => {
    const { siteId } = await addPublishedSite();
    await proveHostname(siteId, 'files.customer.example');
    const own = (await app.request('GET', `/v1/spaces/${spaceId}/content/files`)).json().items[0].downloadURL;
    const ownPath = new URL(own).pathname;
    const host = 'files.customer.example';
    expect((await visit(ownPath, { host })).status).toBe(200);
    const other = await addPublishedSite({ spaceIds: [await addSpace(app)] });
    await proveHostname(other.siteId, 'other.customer.example');
    expect((await visit(ownPath, { host: 'other.customer.example' })).status).toBe(404);
    expect((await visit(ownPath)).status).toBe(200);
  });

  test('has the name of the site in its host if sites have subdomains', async () => {
    const beside = await buildTestApp({
      beside: app,
      config: { sitesUrl: `https://${HOST}`, sitesSubdomains: true },
    });
    const server = buildPublished(beside);
    const { path } = await addPublishedSite();
    const host = `${path.slice(1)}.${HOST}`;
    expect((await visit('/guides/install', { host }, server)).status).toBe(200);
    expect(await visit(`${path}/guides/install`, {}, server)).toMatchObject({
      status: 307,
      location: `https://${host}/guides/install`,
    });
    expect((await visit('/', { host: `nothing.${HOST}` }, server)).status).toBe(404);
    await server.close();
    await beside.close();
  });

  test('is only read', async () => {
    const { path } = await addPublishedSite();
    const response = await published.inject({ method: 'POST', url: `${path}/`, headers: { host: HOST } });
    expect(response.statusCode).toBe(405);
  });
});

describe('a site with share links', () => {
  async function share() {
    const site = await addPublishedSite({ visibility: 'share-link' });
    const links = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/share-links`;
    const link = (await app.request('POST', links, { body: { name: 'Partner' } })).json();
    return { ...site, links, link, shared: new URL(link.urls.published).pathname.replace(/\/$/, '') };
  }

  test('opens with the key, and then with the cookie', async () => {
    const { path, shared, siteId } = await share();
    expect((await visit(`${path}/`)).status).toBe(404);
    expect((await visit(`${path}/`)).text).not.toContain('manual');
    const first = await visit(`${shared}/guides/install`);
    expect(first.status).toBe(200);
    expect(first.text).toContain(`href="${shared}/guides/install/linux"`);
    expect(first.text).not.toContain('rel="canonical"');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.setCookie).toMatch(
      new RegExp(`^__Secure-lectern-site-${siteId}=.+; Path=${path}; HttpOnly; SameSite=Lax; Secure$`),
    );
    const later = await visit(`${path}/guides/install`, { cookie: first.cookie });
    expect(later.status).toBe(200);
    expect(later.text).toContain(`href="${path}/guides/install/linux"`);
    expect((await visit(`${shared}/`, { cookie: first.cookie })).setCookie).toBeUndefined();
  });

  test('closes at once, also for those who have the cookie', async () => {
    const { path, shared, links, link } = await share();
    const { cookie } = await visit(`${shared}/`);
    await app.request('PATCH', `${links}/${link.id}`, { body: { active: false } });
    for (const asked of [`${shared}/`, `${path}/`]) expect((await visit(asked, { cookie })).status).toBe(404);
  });

  test('does not open with the key or the cookie of another site, nor with a guess', async () => {
    const one = await share();
    const other = await share();
    const { cookie } = await visit(`${one.shared}/`);
    const token = cookie.split('=')[1];
    const key = one.shared.split('/')[2] as string;
    const guess = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const forged = `__Secure-lectern-site-${other.siteId}=${token}`;
    for (const [asked, sent] of [
      [`${other.path}/`, cookie],
      [`${other.path}/`, forged],
      [`${other.path}/`, `${cookie}; ${forged}`],
      [`${other.path}/${key}/`, ''],
      [`${other.path}/${guess}/`, ''],
      [`${one.path}/${guess}/`, ''],
      [`${one.path}/${key.toUpperCase()}/`, ''],
    ] as const)
      expect((await visit(asked, { cookie: sent })).status, asked).toBe(404);
  });

  test('keeps keys and cookies out of the log', async () => {
    const { shared, path } = await share();
    const { cookie } = await visit(`${shared}/`);
    await visit(`${path}/nothing?jwt_token=very-secret`, { cookie });
    await visit(`${shared}/%ff`, { cookie });
    expect(logged).not.toContain(shared.split('/')[2]);
    expect(logged).not.toContain(cookie.split('=')[1]);
    expect(logged).not.toContain('very-secret');
  });
});

describe('a site with visitor authentication', () => {
  const seconds = (offset: number) => Math.floor(now.getTime() / 1000) + offset;
  const sign = (key: string, claims: Record<string, unknown> = {}) =>
    new SignJWT({ exp: seconds(3600), ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(key));

  async function guard() {
    const site = await addPublishedSite({ visibility: 'visitor-auth' });
    await change(site.siteId, { adaptive: true });
    const auth = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/publishing/auth`;
    const { privateKey } = (await app.request('GET', auth)).json();
    return { ...site, auth, privateKey: privateKey as string };
  }

  test('takes the token out of the address, and remembers the visitor until it ends', async () => {
    const { path, privateKey } = await guard();
    expect((await visit(`${path}/`)).status).toBe(401);
    const token = await sign(privateKey, { plan: 'free' });
    const entered = await visit(`${path}/guides/install?jwt_token=${token}&a=b`);
    expect(entered).toMatchObject({ status: 303, location: `${path}/guides/install?a=b` });
    expect(entered.headers['cache-control']).toBe('no-store');
    const { cookie, setCookie } = entered;
    expect(setCookie).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
    expect((await visit(`${path}/guides/install`, { cookie })).status).toBe(200);
    now = new Date(now.getTime() + 3_500_000);
    expect((await visit(`${path}/guides/install`, { cookie })).status).toBe(200);
    now = new Date(now.getTime() + 200_000);
    expect((await visit(`${path}/guides/install`, { cookie })).status).toBe(401);
  });

  test('gives no cache that many share the cookie of a visitor', async () => {
    const { path, privateKey, siteId } = await guard();
    const { cookie } = await visit(`${path}/?jwt_token=${await sign(privateKey, { plan: 'free' })}`);
    await change(siteId, { adaptive: false, visibility: 'public' });
    const page = await visit(`${path}/`, { cookie });
    expect(page.setCookie).toContain('lectern-site');
    expect(page.headers['cache-control']).toBe('private, no-cache');
    expect((await visit(`${path}/`)).headers['cache-control']).toMatch(/^public/);
  });

  test('sends others to sign in, and says where they wanted to go', async () => {
    const { path, auth } = await guard();
    await app.request('PATCH', auth, { body: { fallbackURL: 'https://login.example.com/in' } });
    const refused = await visit(`${path}/guides/install?jwt_token=bad.bad.bad`);
    expect(refused).toMatchObject({
      status: 307,
      location: 'https://login.example.com/in?location=%2Fguides%2Finstall',
    });
    expect(refused.setCookie).toBeUndefined();
  });

  test('takes an address to sign in that was stored and cannot be parsed for none', async () => {
    const { path, auth, siteId } = await guard();
    const { status } = await visit(`${path}/`);
    await app.context.db
      .updateTable('site')
      .set({ auth_fallback_url: 'http://x:99999/' })
      .where('site_id', '=', siteId)
      .execute();
    // Opens the site again.
    await app.request('PATCH', auth, { body: { logoutURL: 'https://example.com/out' } });
    expect((await visit(`${path}/`)).status).toBe(status);
    expect((await visit(`${path}/guides/install?jwt_token=bad.bad.bad`)).status).toBeLessThan(500);
  });

  test('shows pages and blocks by the claims of the visitor, and nothing of the others', async () => {
    const { path, privateKey } = await guard();
    const enter = async (plan: string) =>
      (await visit(`${path}/?jwt_token=${await sign(privateKey, { plan })}`)).cookie;
    const free = await enter('free');
    const pro = await enter('pro');
    expect((await visit(`${path}/guides/secret`, { cookie: pro })).text).toContain('To rule the world.');
    expect((await visit(`${path}/`, { cookie: pro })).text).toContain(`href="${path}/guides/secret"`);
    for (const asked of [`${path}/`, `${path}/guides/install`, `${path}/guides/secret`, `${path}/nothing`]) {
      const page = await visit(asked, { cookie: free });
      expect(page.text).not.toContain('Secret plans');
      expect(page.text).not.toContain('guides/secret');
    }
    const hidden = await visit(`${path}/guides/secret`, { cookie: free });
    const missing = await visit(`${path}/guides/secreu`, { cookie: free });
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(missing.text);
  });

  test('ends all sessions when its key is replaced at once', async () => {
    const { path, privateKey, auth } = await guard();
    const { cookie } = await visit(`${path}/?jwt_token=${await sign(privateKey)}`);
    await app.request('POST', `${auth}/regenerate`, { body: { overlapSeconds: 0 } });
    expect((await visit(`${path}/`, { cookie })).status).toBe(401);
  });

  test('does not open with the token of a renderer or the cookie of another site', async () => {
    const one = await guard();
    const other = await guard();
    const { cookie } = await visit(`${one.path}/?jwt_token=${await sign(one.privateKey)}`);
    const token = cookie.split('=')[1];
    const name = `__Secure-lectern-site-${other.siteId}`;
    const resolved = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: {
        url: `https://${HOST}${other.path}`,
        visitor: { jwtToken: await sign(other.privateKey) },
      },
    });
    for (const sent of [cookie, `${name}=${token}`, `${name}=${resolved.json().apiToken}`, `${name}=x`])
      expect((await visit(`${other.path}/`, { cookie: sent })).status).toBe(401);
  });

  test('signs out', async () => {
    const { path, privateKey, auth } = await guard();
    const { cookie } = await visit(`${path}/?jwt_token=${await sign(privateKey)}`);
    const left = await visit(`${path}/~/logout`, { cookie });
    expect(left.status).toBe(200);
    expect(left.setCookie).toContain(`Max-Age=0; Path=${path}; HttpOnly`);
    await app.request('PATCH', auth, { body: { logoutURL: 'https://login.example.com/out' } });
    expect(await visit(`${path}/~/logout`, { cookie })).toMatchObject({
      status: 303,
      location: 'https://login.example.com/out',
    });
    expect((await visit(`${path}/~/logout`)).status).toBe(404);
  });
});

describe('claims that nobody signed', () => {
  test('count where the site allows them, and are kept', async () => {
    const own = await addSpace(app);
    await putContent(app, own, {
      'README.md': '# Home\n\n{% if visitor.claims.unsigned.lang == "fr" %}\nBonjour\n{% endif %}\n\nEnd\n',
    });
    const { path, siteId } = await addPublishedSite({ spaceIds: [own] });
    expect((await visit(`${path}/?visitor.lang=fr`)).text).not.toContain('Bonjour');
    await change(siteId, { adaptive: true, allows_unsigned_claims: true });
    const entered = await visit(`${path}/?visitor.lang=fr&x=1`);
    expect(entered).toMatchObject({ status: 303, location: `${path}/?x=1` });
    const { cookie } = entered;
    const page = await visit(`${path}/`, { cookie });
    expect(page.text).toContain('Bonjour');
    expect(page.headers['cache-control']).toBe('private, no-cache');
    expect((await visit(`${path}/`)).text).not.toContain('Bonjour');
    await change(siteId, { allows_unsigned_claims: false });
    expect((await visit(`${path}/`, { cookie })).text).not.toContain('Bonjour');
  });
});

describe('a preview', () => {
  test('of a revision links to pages of that revision, wherever else the same is shown', async () => {
    const { path, siteId } = await addPublishedSite();
    const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/preview`;
    for (const [query, base] of [
      ['', path],
      [`?space=${spaceId}&revision=${revision}`, `${path}/~/revisions/${revision}`],
    ]) {
      const preview = new URL((await app.request('GET', url + query)).json().url);
      const { cookie } = await visit(preview.pathname + preview.search);
      const page = await visit(`${base}/`, { cookie });
      expect(page.text).toContain(`href="${base}/guides/install"`);
    }
  });

  test('shows a site that is not published, says so, and ends', async () => {
    const { path, siteId } = await addPublishedSite({ isPublished: false });
    expect((await visit(`${path}/`)).status).toBe(404);
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/preview`;
    const preview = new URL((await app.request('GET', url)).json().url);
    const entered = await visit(preview.pathname + preview.search);
    expect(entered.status).toBe(303);
    const { cookie } = entered;
    const page = await visit(`${path}/`, { cookie });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<strong>Preview</strong>');
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect((await visit(`${path}/~/logout`, { cookie })).setCookie).toContain('Max-Age=0');
    now = new Date(now.getTime() + 3_601_000);
    expect((await visit(`${path}/`, { cookie })).status).toBe(404);
  });
});
