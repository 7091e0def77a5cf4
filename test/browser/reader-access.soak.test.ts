/**
 * Access to a site in a browser: every way to enter it, the visible content, and that readers who lose access see
 * nothing more.
 */
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { type ServedSites, serveSites } from './served-sites.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

let setup: ServedSites;
let manual: string;
let guides: string;
let watched: WatchedPage;

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  manual = await addSpace(app, { title: 'Manual' });
  await putContent(app, manual, {
    'SUMMARY.md': '* [Welcome](README.md)\n* [Install](install.md)\n* [Plans](plans.md)\n',
    'README.md': '# Welcome\n\nRead how to [install](install.md).\n',
    'install.md': '# Install\n\nThe secret lantern.\n',
    'plans.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Plans\n\nThe secret zephyr.\n',
  });
  guides = await addSpace(app, { title: 'Guides' });
  await putContent(app, guides, { 'README.md': '# Guide\n\nA walrus with a lantern.\n' });
  await runJobs(app);
});
afterAll(() => setup?.close());
beforeEach(async () => {
  watched = await watchPage(setup.browser, { origin: setup.origin });
  // Pages that are the same for everybody are shown without revalidation only for a few seconds.
  await watched.page.clock.install();
});
afterEach(async () => {
  const events = watched.takeEvents().filter((one) => !/status of 40[14]/.test(one));
  await watched.context.close();
  expect(events).toEqual([]);
});

const heading = (): Promise<string | null> => watched.page.locator('h1').textContent();
const mark = (): Promise<unknown> => watched.page.evaluate('window.isMarked = true');
/** Whether the window has not been reloaded since it was marked. */
const isSame = (): Promise<unknown> => watched.page.evaluate('window.isMarked === true');
const read = async (): Promise<string> => (await watched.page.locator('body').textContent()) ?? '';

async function call(siteId: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const url = `/v1/orgs/${setup.app.organizationId}/sites/${siteId}${path}`;
  const response = await setup.app.request(method, url, body === undefined ? {} : { body });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

async function search(query: string): Promise<string[]> {
  const { page } = watched;
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill(query);
  await page.locator('[role=option], .search-note:has(p)').first().waitFor();
  return page
    .locator('[role=option]')
    .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
}

/** Hovers over a link until its page has been fetched. */
async function prefetch(name: string): Promise<void> {
  const { page } = watched;
  const link = page.locator('.tree').getByRole('link', { name });
  const fetched = page.waitForResponse((response) => response.url().endsWith(`/${name.toLowerCase()}`));
  await link.hover();
  await page.clock.runFor(100);
  await (await fetched).finished();
  await page.clock.runFor(100);
}

const follow = (name: string): Promise<void> =>
  watched.page.locator('.tree').getByRole('link', { name }).click();

/** A way to enter the site, and a function that ends the access of a reader who is inside. */
interface Mode {
  enter(): Promise<{ url: string; end(): Promise<unknown> }>;
  /** The message that the reader then sees. */
  told: string;
}

const MODES: Record<string, Mode> = {
  'for everybody': {
    async enter() {
      const { siteId, url } = await setup.addPublishedSite({ spaceIds: [manual] });
      return { url, end: () => call(siteId, 'POST', '/unpublish') };
    },
    told: 'not found',
  },
  'that is not listed': {
    async enter() {
      const { siteId, url } = await setup.addPublishedSite({ spaceIds: [manual], visibility: 'unlisted' });
      return { url, end: () => call(siteId, 'POST', '/unpublish') };
    },
    told: 'not found',
  },
  'with a share link': {
    async enter() {
      const { siteId } = await setup.addPublishedSite({ spaceIds: [manual], visibility: 'share-link' });
      const link = await call(siteId, 'POST', '/share-links', { name: 'Partner' });
      const end = () => call(siteId, 'PATCH', `/share-links/${link.id}`, { active: false });
      return { url: link.urls.published, end };
    },
    told: 'this link no longer works',
  },
  'with visitor authentication': {
    async enter() {
      const { siteId, url } = await setup.addPublishedSite({
        spaceIds: [manual],
        visibility: 'visitor-auth',
      });
      const { privateKey } = await call(siteId, 'GET', '/publishing/auth');
      const token = await new SignJWT({ plan: 'free' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(Buffer.from(privateKey));
      const end = () => call(siteId, 'POST', '/publishing/auth/regenerate', { overlapSeconds: 0 });
      return { url: `${url}?jwt_token=${token}`, end };
    },
    told: 'sign in',
  },
  'as a preview': {
    async enter() {
      const { siteId } = await setup.addPublishedSite({ spaceIds: [manual], isPublished: false });
      const { url } = await call(siteId, 'GET', '/publishing/preview');
      return { url, end: () => watched.context.clearCookies() };
    },
    told: 'not found',
  },
};

describe.each(Object.entries(MODES))('a site %s', (_name, { enter, told }) => {
  test('is read and searched, and shows nothing more to a reader who is let go', async () => {
    const { page } = watched;
    const { url, end } = await enter();
    await page.goto(url);
    await mark();
    const base = page.url().replace(/\/$/, '');
    expect(await search('secret lantern')).toContain(`${base}/install`);
    await page.keyboard.press('Enter');
    await poll(heading).toBe('Install');
    await page.goBack();
    await poll(heading).toBe('Welcome');
    expect(await isSame()).toBe(true);
    // The browser still has the page.
    await end();
    await page.clock.fastForward(6000);
    await follow('Install');
    await poll(async () => (await read()).toLowerCase()).toContain(told);
    expect(await read()).not.toContain('lantern');
    expect(await isSame()).toBe(false);
  });
});

describe('a reader', () => {
  test('of a public site is shown at once what was fetched a moment before', async () => {
    const { page } = watched;
    const { url } = await setup.addPublishedSite({ spaceIds: [manual] });
    await page.goto(url);
    await prefetch('Install');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await follow('Install');
    await poll(heading).toBe('Install');
    // Events of the reader are sent; nothing is fetched.
    expect(asked.filter((address) => !address.endsWith('/~/events'))).toEqual([]);
  });

  test('of a closed site gets the page without its text again when it is still the same', async () => {
    const { page } = watched;
    const { url } = await MODES['with a share link']!.enter();
    await page.goto(url);
    await mark();
    await prefetch('Install');
    const answered = page.waitForResponse((response) => response.url().endsWith('/install'));
    await follow('Install');
    await poll(heading).toBe('Install');
    expect((await (await answered).request().sizes()).responseBodySize).toBe(0);
    expect(await isSame()).toBe(true);
  });

  test('without the claim finds no trace of a page that has a condition', async () => {
    const { url } = await setup.addPublishedSite({ spaceIds: [manual] });
    await watched.page.goto(url);
    expect(await read()).not.toContain('Plans');
    expect(await search('zephyr')).toEqual([]);
  });

  test('finds pages of other sections, and goes there in place', async () => {
    const { page } = watched;
    const { siteId, url } = await setup.addPublishedSite({ spaceIds: [manual] });
    await call(siteId, 'POST', '/sections', { spaceId: guides });
    await page.goto(url);
    await mark();
    const [found = ''] = await search('walrus');
    expect(found).toMatch(/\/guides[^/]*\/$/);
    expect(await page.locator('.search-crumbs').allTextContents()).toEqual(['Guides']);
    await page.keyboard.press('Enter');
    await poll(heading).toBe('Guide');
    expect(await page.locator('.tabs [aria-current]').textContent()).toBe('Guides');
    expect(await isSame()).toBe(true);
    const both = await search('lantern');
    expect(both[0]).toBe(found);
    expect(both.some((one) => one.endsWith('/install'))).toBe(true);
  });
});
