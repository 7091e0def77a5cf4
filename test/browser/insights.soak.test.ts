/** The events that the pages of a site send about their readers. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { aggregate } from '../fixtures/insights/insights.ts';
import { runJobs } from '../jobs.ts';
import { type ServedSites, serveSites } from './served-sites.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

let setup: ServedSites;
let watched: WatchedPage;
let site: { siteId: string; url: string };
let insights: { url: string };

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Chromium's own user agent says that it is automated. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const CONTENT = {
  'SUMMARY.md': '* [Welcome](README.md)\n* [Install](install.md)\n',
  'README.md': '# Welcome\n\nA lantern burns. See [elsewhere](https://elsewhere.example.com/a?token=1).\n',
  'install.md': '# Install\n\n```sh\nnpm install lantern\n```\n',
};

beforeAll(async () => {
  setup = await serveSites({ browserArgs: [`--user-agent=${PERSON}`] });
  const { app } = setup;
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, CONTENT);
  await runJobs(app);
  site = await setup.addPublishedSite({ title: 'Docs', spaceIds: [spaceId] });
  const url = `/v1/orgs/${app.organizationId}/sites/${site.siteId}`;
  insights = { url: `${url}/insights` };
  await app.request('PUT', `${url}/customization`, { body: { feedback: { enabled: true } } });
});
afterAll(() => setup?.close());
beforeEach(async () => {
  watched = await watchPage(setup.browser, {
    origin: setup.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
});
afterEach(async () => {
  await watched.context.close();
  watched.takeEvents();
});

/**
 * Returns the events of the site as type and path, once there are at least `count`, one of them with the path `last`.
 */
async function readEvents(count: number, last = ''): Promise<unknown[][]> {
  const read = () =>
    aggregate(setup.app, insights, { select: [{ column: 'eventType' }, { column: 'urlPath' }] });
  const isComplete = async (): Promise<boolean> => {
    const events = await read();
    return events.length >= count && events.some(([, path]) => String(path).endsWith(last));
  };
  await expect.poll(isComplete, { timeout: 20_000 }).toBe(true);
  return read();
}

const select = (...columns: string[]) =>
  aggregate(setup.app, insights, { select: columns.map((column) => ({ column })) });

test('a visit is told from page to page, with what the reader does there, and without a cookie', async () => {
  const { page, context } = watched;
  await page.goto(`${site.url}?utm_source=news`);
  await page.locator('nav a', { hasText: 'Install' }).first().click();
  await page.locator('h1', { hasText: 'Install' }).waitFor();
  await page.locator('button.copy').click();
  await page.keyboard.press('/');
  await page.locator('dialog.search-dialog input').fill('lantern');
  await page.locator('[role=option]').first().waitFor();
  await page.waitForTimeout(1700);
  await page.keyboard.press('Enter');
  await page
    .locator('h1', { hasText: 'Welcome' })
    .or(page.locator('h1', { hasText: 'Install' }))
    .first()
    .waitFor();
  await page.goto(`${site.url}nothing/here`);
  await page.locator('h1', { hasText: 'Page not found' }).waitFor();
  await page.goto('about:blank');
  const events = await readEvents(7, '/nothing/here');
  const types = events.map(([type]) => type);
  expect(types.filter((type) => type === 'page_view').length).toBeGreaterThanOrEqual(3);
  for (const type of ['code_copy', 'search_open', 'search_type_query', 'search_open_result'])
    expect(types).toContain(type);
  expect(events.map(([, path]) => path)).toContain(new URL(`${site.url}nothing/here`).pathname);
  expect(await select('eventSearchQuery')).toEqual(expect.arrayContaining([['lantern'], ['lantern']]));
  expect(await select('sessionsCount', 'visitorsCount')).toEqual([[1, 1]]);
  expect(await select('utmSource', 'eventsCount')).toContainEqual(['news', 1]);
  expect(await context.cookies()).toEqual([]);
});

test('readers rate a page and say why', async () => {
  const { page } = watched;
  await page.goto(`${site.url}install`);
  await page.locator('form.feedback button[value=ok]').click();
  expect(await page.locator(':focus').textContent()).toBe('Thank you for your feedback.');
  // The field for a comment comes next.
  await page.keyboard.press('Tab');
  await page.keyboard.type('Which version?');
  await page.locator('form.feedback button', { hasText: 'Send' }).click();
  await expect.poll(() => page.locator('.feedback-thanks').isVisible()).toBe(true);
  await page.goto('about:blank');
  const rated = () => select('eventPageFeedbackRating', 'eventPageFeedbackComment');
  await expect.poll(rated, { timeout: 20_000 }).toEqual([['ok', 'Which version?']]);
  expect((await select('pageFeedbackRating'))[0]).toEqual([{ ok: 1, good: 0, bad: 0 }]);
});

test('links that lead away are counted without what follows their path', async () => {
  const { page } = watched;
  await page.route('https://elsewhere.example.com/**', (route) => route.fulfill({ body: 'Elsewhere' }));
  await page.goto(site.url);
  await page.locator('#_content a', { hasText: 'elsewhere' }).click();
  await expect
    .poll(() => select('eventLinkTargetValue', 'eventLinkPosition'), { timeout: 20_000 })
    .toEqual([[{ kind: 'url', url: 'https://elsewhere.example.com/a' }, 'content']]);
});

test('nothing is told of readers who do not want it', async () => {
  const before = (await select('eventsCount'))[0];
  const { page } = watched;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
  await page.goto(site.url);
  await page.locator('nav a', { hasText: 'Install' }).first().click();
  await page.locator('h1', { hasText: 'Install' }).waitFor();
  await page.waitForTimeout(2500);
  await page.goto('about:blank');
  expect(sent).toEqual([]);
  expect((await select('eventsCount'))[0]).toEqual(before);
});
