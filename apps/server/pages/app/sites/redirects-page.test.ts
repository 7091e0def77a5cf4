import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addSite, addSpace } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../../../test/page-browser.ts';
import { createCountedRedirects } from '../../../domains/publishing/site-redirects/redirect-uses.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';

const NOW = new Date('2030-01-01T12:00:00Z');
let app: TestApp;
let site: SitePointer;
let siteSpaceId: string;
let pageId: string;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp({ clock: () => NOW });
  const [open, closed] = [await addSpace(app, { title: 'Manual' }), await addSpace(app, { title: 'Closed' })];
  await app.request('PATCH', `/v1/spaces/${closed}`, { body: { defaultLevel: null } });
  await putContent(app, open, { 'README.md': '# Start\n' });
  const siteId = await addSite(app, { spaceIds: [open, closed] });
  site = (await app.context.pointers.sites.find(siteId)) as SitePointer;
  here = `/app/o/${app.organizationId}/sites/${siteId}/redirects`;
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const { items } = (await app.request('GET', `${url}/site-spaces`)).json();
  siteSpaceId = items[0].id;
  pageId = (await app.request('GET', `/v1/spaces/${open}/content/pages`)).json().pages[0].id;
  const add = async (source: string, destination: object, more = {}): Promise<string> => {
    const body = { source, destination, ...more };
    const response = await app.request('POST', `${url}/redirects`, { body });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  };
  const used = await add('/a', { kind: 'external', url: 'https://example.com/?a=1&b=2' });
  await add('/b', { kind: 'site-page', siteSpaceId, pageId });
  await add('/c', { kind: 'site-space', siteSpaceId: items[1].id });
  await add('/d', { kind: 'external', url: 'https://example.com/draft' }, { draft: true });
  const counted = createCountedRedirects({ ...app.context, log: pino({ level: 'silent' }) });
  for (let n = 0; n < 3; n += 1) counted.count(site, used);
  await counted.flush();
  const { userId } = await addMember(app, { role: 'read' });
  browser = await browsePages(app, { userId });
});
afterAll(() => app?.close());

test('the page of a site leads to its redirects, with where they lead and how often they are used', async () => {
  expect((await browser.open(here.replace('/redirects', ''))).links).toContain(here);
  const { status, text, links, source } = await browser.open(here);
  expect(status).toBe(200);
  expect(text).toContain('/a https://example.com/?a=1&b=2 3 2030-01-01 12:00 UTC');
  expect(text).toContain('/b A page of Manual 0 never');
  expect(source).not.toContain('/draft');
  expect(links.filter((link) => link.endsWith(`/${pageId}`))).toHaveLength(1);
});

test('a destination that the reader of the page cannot read is no link', async () => {
  const { source } = await browser.open(here);
  expect(source).toContain('<code>/c</code></th><td>Closed</td>');
});

test('nobody sees it without the site', async () => {
  const { userId } = await addMember(app, { role: null });
  expect((await (await browsePages(app, { userId })).open(here)).status).toBe(404);
});
