/** Search on the sites origin: what it finds, for whom, and at which addresses. */
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { putContent } from '../../test/content.ts';
import { addSite, addSpace } from '../../test/factories.ts';
import { runJobs } from '../../test/jobs.ts';
import type { SiteVisibility } from '../server/platform/access/pointers.ts';
import { buildPublishedApp } from './published-app.ts';
import type { SearchResponse } from './reader/search-response.ts';

const HOST = 'sites.example.com';
const HOSTILE = '<img src=x onerror=alert(1)> lantern';

let app: TestApp;
let published: FastifyInstance;
let manual: string;
let guides: string;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: app.context.log });
  manual = await addSpace(app, { title: 'Manual' });
  await putContent(app, manual, {
    'SUMMARY.md':
      '* [Welcome](README.md)\n* [Lamps](lamps.md)\n  * [Oil](lamps/oil.md)\n* [\\<img src=x onerror=alert(1)\\> lantern](odd.md)\n* [Secret](secret.md)\n',
    'README.md': '---\ndescription: Where the lantern is.\n---\n\n# Welcome\n\nHello.\n',
    'lamps.md': '# Lamps\n\nAbout lamps.\n\n## A lantern & more\n\nLight a lantern at dusk.\n',
    'lamps/oil.md':
      '# Oil\n\nA lantern needs oil.\n\n{% if visitor.claims.plan == "pro" %}\nThe zephyr recipe.\n{% endif %}\n',
    'odd.md': `# ${HOSTILE}\n\n<script>alert("xss")</script> and more.\n`,
    'secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret\n\nA wombat with a lantern.\n',
  });
  guides = await addSpace(app, { title: 'Guides' });
  await putContent(app, guides, { 'README.md': '# Guide\n\nThe lantern of the guide.\n' });
  await runJobs(app);
});
afterAll(async () => {
  await published.close();
  await app.close();
});

async function visit(path: string, headers: Record<string, string> = {}) {
  const response = await published.inject({ method: 'GET', url: path, headers: { host: HOST, ...headers } });
  const cookie = [response.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
  return { status: response.statusCode, headers: response.headers, text: response.body, cookie };
}

async function find(
  path: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<SearchResponse> {
  const response = await visit(`${path}/~/search.json?q=${encodeURIComponent(query)}`, headers);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
  });
  return JSON.parse(response.text);
}

const hrefsOf = ({ results }: SearchResponse): string[] =>
  results.map(({ href, section }) => section?.href ?? href);
const textOf = (parts: [string, boolean][]): string => parts.map(([text]) => text).join('');

async function addPublished(
  spaceIds: string[],
  options: { visibility?: SiteVisibility; isPublished?: boolean } = {},
) {
  const siteId = await addSite(app, { title: 'Docs', spaceIds, isPublished: true, ...options });
  const pointer = await app.context.pointers.sites.find(siteId);
  return { siteId, path: `/${pointer?.basename}` };
}

async function change(siteId: string, values: object): Promise<void> {
  await app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set(values).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });
}

async function signIn(siteId: string, path: string, claims: object): Promise<string> {
  const settings = await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/auth`);
  const { privateKey } = settings.json();
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey));
  return (await visit(`${path}/?jwt_token=${token}`)).cookie;
}

test('long answers are compressed for whoever takes that', async () => {
  const spaceId = await addSpace(app);
  const pages = Array.from({ length: 12 }, (_, n) => [
    `p${n}.md`,
    `# Lantern ${n}\n\n${`Light ${n} it up. `.repeat(30)}`,
  ]);
  await putContent(app, spaceId, Object.fromEntries(pages));
  const { path } = await addPublished([spaceId]);
  const url = `${path}/~/search.json?q=lantern`;
  const plain = await published.inject({ url, headers: { host: HOST } });
  const packed = await published.inject({ url, headers: { host: HOST, 'accept-encoding': 'br' } });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  const nothing = await published.inject({
    url: `${path}/~/search.json?q=nowhere`,
    headers: { host: HOST, 'accept-encoding': 'br' },
  });
  expect(nothing.json()).toEqual({ results: [], total: 0 });
});

describe('a search', () => {
  test('finds pages and their sections, with the match and where they are', async () => {
    const { path } = await addPublished([manual]);
    const response = await find(path, 'lantern dusk');
    const part = response.results.find(({ section }) => section !== undefined);
    expect(part).toMatchObject({ href: `${path}/lamps`, crumbs: [] });
    expect(part?.section?.href).toBe(`${path}/lamps#a-lantern-more`);
    expect(part?.section?.title).toContainEqual(['lantern', true]);
    expect(part?.excerpt).toContainEqual(['dusk', true]);
    const all = await find(path, 'lantern');
    expect(hrefsOf(all)).toContain(`${path}/`);
    expect(hrefsOf(all)).toContain(`${path}/lamps/oil`);
    expect(all.total).toBe(4);
    const oil = all.results.find(({ href }) => href.endsWith('/oil'));
    expect(oil?.crumbs).toEqual(['Lamps']);
    for (const { href } of all.results) expect((await visit(href)).status).toBe(200);
  });

  test('answers with text: nothing of a title is markup', async () => {
    const { path } = await addPublished([manual]);
    const odd = (await find(path, 'onerror')).results[0];
    expect(textOf(odd?.title ?? [])).toBe(HOSTILE);
    const listed = await visit(
      `${path}/~/search?q=${encodeURIComponent('"><script>alert(1)</script> lantern')}`,
    );
    expect(listed.text).not.toContain('<script>alert');
    const found = await visit(`${path}/~/search?q=onerror`);
    expect(found.text).not.toContain('<img src=x');
    expect(found.text).toContain('&lt;img src=x <mark>onerror</mark>=alert(1)&gt; lantern');
  });

  test('puts the variant from which it is made first, and says where the others are', async () => {
    const { path } = await addPublished([manual, guides]);
    const home = await visit(`${path}/`);
    const [, variant = ''] = /href="([^"]+)"[^>]*>Guides</.exec(home.text) ?? [];
    expect(variant.startsWith(`${path}/`)).toBe(true);
    expect(hrefsOf(await find(path, 'lantern'))).not.toContain(variant);
    const { results } = await find(variant.slice(0, -1), 'lantern');
    expect(results[0]).toMatchObject({ href: variant, crumbs: ['Guides'] });
    expect(results[1]?.crumbs[0]).toBe('Manual');
    expect((await visit(variant)).text).toContain(`data-search="${variant}~/search.json"`);
  });

  test.each([
    ['no words', ''],
    ['a blank', ' '],
    ['a mark', '?'],
    ['too many letters', 'x'.repeat(5000)],
  ])('of %s finds nothing, without an error', async (_name, query) => {
    const { path } = await addPublished([manual]);
    expect(await find(path, query)).toEqual({ results: [], total: 0 });
    expect((await visit(`${path}/~/search?q=${encodeURIComponent(query)}`)).status).toBe(200);
  });

  test('is a page of the site without scripts, too', async () => {
    const { path } = await addPublished([manual]);
    const page = await visit(`${path}/~/search?q=lantern`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' });
    expect(page.text).toContain('<title>Results for “lantern” · Docs</title>');
    expect(page.text).toContain(`href="${path}/lamps#a-lantern-more"`);
    expect((await visit(`${path}/~/search?q=nothinglikeit`)).text).toContain(
      'No results for “nothinglikeit”',
    );
    expect((await visit(`${path}/~/search`)).status).toBe(200);
    expect((await visit(`${path}/~/searches`)).status).toBe(404);
  });
});

describe('a search in a section', () => {
  const addSection = async (siteId: string, body: object): Promise<string> => {
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/sections`;
    const response = await app.request('POST', url, { body });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  };
  const inSection = async (path: string, id: string): Promise<SearchResponse> =>
    JSON.parse((await visit(`${path}/~/search.json?q=lantern&section=${encodeURIComponent(id)}`)).text);

  test('finds only what is there, and says which sections there are', async () => {
    const { path, siteId } = await addPublished([manual]);
    await addSection(siteId, { spaceId: guides, title: 'The guides' });
    const all = await find(path, 'lantern');
    expect(all.sections?.map(({ title }) => title)).toEqual(['Manual', 'The guides']);
    const [first, second] = all.sections ?? [];
    const { results, total, sections } = await inSection(path, second?.id ?? '');
    expect([results.map(({ href }) => href), total]).toEqual([[`${path}/the-guides/`], 1]);
    expect(sections).toEqual(all.sections);
    const own = await inSection(path, first?.id ?? '');
    expect(own.total).toBe(all.total - 1);
    expect(own.results.every(({ href }) => !href.includes('the-guides'))).toBe(true);
  });

  test('that the reader does not see finds nothing, and the section is not named', async () => {
    const { path, siteId } = await addPublished([manual]);
    await addSection(siteId, { spaceId: guides, title: 'Seen' });
    const hidden = await addSection(siteId, { spaceId: guides, title: 'Hidden', draft: true });
    const { sections } = await find(path, 'lantern');
    expect(sections?.map(({ title }) => title)).toEqual(['Manual', 'Seen']);
    for (const id of [hidden, 'nothing', '../x'])
      expect(await inSection(path, id)).toEqual({ results: [], total: 0, sections });
  });
});

describe('who finds what', () => {
  test('is decided by what they may see: pages and text of others are not found', async () => {
    const { path, siteId } = await addPublished([manual], { visibility: 'visitor-auth' });
    await change(siteId, { adaptive: true });
    const plain = await signIn(siteId, path, { plan: 'free' });
    const pro = await signIn(siteId, path, { plan: 'pro' });
    for (const [query, address] of [
      ['wombat', `${path}/secret`],
      ['zephyr', `${path}/lamps/oil`],
    ] as const) {
      expect(hrefsOf(await find(path, query, { cookie: pro }))).toContain(address);
      expect(await find(path, query, { cookie: plain })).toEqual({ results: [], total: 0 });
      const listed = await visit(`${path}/~/search?q=${query}`, { cookie: plain });
      expect(listed.text).toContain(`No results for “${query}”`);
    }
    expect((await find(path, 'lantern', { cookie: plain })).total).toBe(4);
  });

  test('is nobody where the site is closed to them', async () => {
    const closed = await addPublished([manual], { visibility: 'visitor-auth' });
    const unpublished = await addPublished([manual], { isPublished: false });
    for (const { path } of [closed, unpublished])
      for (const kind of ['search.json', 'search']) {
        const response = await visit(`${path}/~/${kind}?q=lantern`);
        expect([401, 404]).toContain(response.status);
        expect(response.text).not.toContain('lamps');
      }
  });

  test('keeps the key of a share link in every address', async () => {
    const { path, siteId } = await addPublished([manual], { visibility: 'share-link' });
    const made = await app.request('POST', `/v1/orgs/${app.organizationId}/sites/${siteId}/share-links`, {
      body: { name: 'For friends' },
    });
    const base = new URL(made.json().urls.published).pathname.replace(/\/$/, '');
    const found = hrefsOf(await find(base, 'lantern'));
    expect(found.length).toBeGreaterThan(0);
    for (const href of found) expect(href.startsWith(`${base}/`)).toBe(true);
    expect((await visit(`${path}/~/search.json?q=lantern`)).status).toBe(404);
  });
});
