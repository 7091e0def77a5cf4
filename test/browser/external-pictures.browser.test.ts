/** Pictures of other hosts as readers see them, for each setting of a site. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { plainPng } from '../fixtures/published/files/served-pictures.ts';
import { startWebServer, type WebServer } from '../web-server.ts';
import { type ServedSites, serveSites } from './served-sites.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

const PLAN = plainPng({ width: 320, height: 160, color: [40, 110, 200] });
const BADGE = plainPng({ width: 90, height: 20, color: [60, 160, 70] });
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" onload="hit('onload')">
<script>document.documentElement.setAttribute('data-ran', ''); hit('script')</script>
<rect width="200" height="100" fill="#c22"/></svg>`;
const FAR = 'https://pictures.example/plan.png';

let setup: ServedSites;
let web: WebServer;
let spaceId: string;
let watched: WatchedPage;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  web = await startWebServer({
    '/plan.png': { type: 'image/png', body: PLAN },
    '/badge.png': { type: 'image/png', body: BADGE },
    '/drawing.svg': { type: 'image/svg+xml', body: DRAWING },
  });
  setup = await serveSites({ config: { allowPrivateNetworks: true } });
  spaceId = await addSpace(setup.app, { title: 'Manual' });
  await putContent(setup.app, spaceId, {
    'SUMMARY.md': '* [Welcome](README.md)\n* [Far](far.md)\n* [Gone](gone.md)\n',
    'README.md': `---\ncover: ${web.url('/plan.png')}\ncoverY: 0\n---\n\n# Welcome\n\n![Badge](${web.url('/badge.png')}) in a line.\n\n![Plan](${web.url('/plan.png')})\n\n<figure><img src="${web.url('/drawing.svg')}" alt="Drawing"><figcaption><p>A drawing</p></figcaption></figure>\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead><tbody><tr><td>Card</td><td><a href="${web.url('/plan.png')}">x</a></td></tr></tbody></table>\n`,
    'far.md': `# Far\n\n![Plan](${FAR})\n`,
    'gone.md': `# Gone\n\n![Lost](${web.url('/lost.png')})\n\n[![Linked](${web.url('/lost.png')})](far.md)\n`,
  });
});
afterAll(async () => {
  await setup?.close();
  await web?.close();
});
beforeEach(async () => {
  watched = await watchPage(setup.browser, { origin: setup.origin });
  await watched.context.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PLAN }),
  );
});
afterEach(() => watched.context.close());

async function publish(mode?: 'proxy' | 'direct' | 'none'): Promise<string> {
  const { siteId, url } = await setup.addPublishedSite({ title: 'Docs', spaceIds: [spaceId] });
  const { app } = setup;
  if (mode) {
    const customization = `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`;
    const body = { externalPictures: { mode } };
    expect((await app.request('PUT', customization, { body })).statusCode).toBe(200);
  }
  return url;
}

/** The widths in pixels of the pictures in the page, by their texts, after each has been scrolled to. */
async function widths(): Promise<Record<string, number>> {
  for (const picture of await watched.page.locator('main img').all()) await picture.scrollIntoViewIfNeeded();
  await watched.page.waitForLoadState('networkidle');
  return watched.page.evaluate(`Object.fromEntries(
    [...document.querySelectorAll('main img')].map(({ alt, className, naturalWidth }) => [alt || 'none', naturalWidth]))`);
}

test.each([1440, 360])('with a width of %i pixels, the service shows them', async (width) => {
  const { page } = watched;
  await page.setViewportSize({ width, height: 900 });
  await page.goto(await publish());
  expect(await widths()).toEqual({ none: 320, Badge: 90, Plan: 320, Drawing: 200 });
  const isTooWide = 'document.documentElement.scrollWidth > innerWidth';
  expect(await page.evaluate(isTooWide)).toBe(false);
  // The browser contacted only the site, and the policy stopped nothing.
  expect(watched.takeEvents()).toEqual([]);
  expect(await watched.findFaults()).toEqual([]);
});

test('no script of a drawing runs, not even if it is opened by itself', async () => {
  const { page } = watched;
  await page.goto(await publish());
  const src = await page
    .getByAltText('Drawing')
    .evaluate((picture) => (picture as unknown as { src: string }).src);
  await page.goto(src);
  expect(await page.evaluate(`document.documentElement.localName`)).toBe('svg');
  expect(await page.evaluate(`document.documentElement.hasAttribute('data-ran')`)).toBe(false);
  expect(watched.takeEvents().filter((event) => event.includes('HIT'))).toEqual([]);
});

test('with “direct”, the browser loads them from their host', async () => {
  await watched.page.goto(`${await publish('direct')}far`);
  expect(await widths()).toEqual({ Plan: 320 });
  expect(watched.takeEvents()).toEqual([`asked: ${FAR}`]);
});

test('with “none”, the policy of pages would stop them', async () => {
  const { page } = watched;
  await page.goto(`${await publish('none')}far`);
  expect(await widths()).toEqual({});
  await page.getByRole('link', { name: 'External picture: Plan' }).waitFor();
  await page.evaluate(`document.body.append(Object.assign(new Image(), { src: '${FAR}' }))`);
  await expect.poll(() => watched.takeEvents().join('\n')).toContain('Content Security Policy');
});

test('a picture that is gone leaves its text and a link, without a script its text', async () => {
  const { page } = watched;
  const url = `${await publish()}gone`;
  await page.goto(url);
  const link = page.getByRole('link', { name: 'External picture: Lost' });
  expect(await link.getAttribute('href')).toBe(web.url('/lost.png'));
  const linked = page.getByRole('link', { name: 'External picture: Linked' });
  expect(await linked.getAttribute('href')).toMatch(/\/far$/);
  const plain = await setup.browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(url);
  expect(await reader.getByAltText('Lost').count()).toBe(1);
  await plain.close();
});
