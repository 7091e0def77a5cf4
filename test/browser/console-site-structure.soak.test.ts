/** The structure of a site on a touch screen, and what its parts are changed to. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSite, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Longer than a finger must rest before it drags. */
const HOLD_MS = 600;

let served: ServedConsole;
let writer: Writer;
let page: Page;
let siteId: string;
let site: string;
beforeAll(async () => {
  served = await serveConsole();
  const { app } = served;
  const spaceIds: string[] = [];
  for (const title of ['Alpha', 'Beta', 'Gamma']) {
    const spaceId = await addSpace(app, { title });
    await putContent(app, spaceId, { 'README.md': `# ${title}\n`, 'install.md': '# Install\n' });
    spaceIds.push(spaceId);
  }
  siteId = await addSite(app, { title: 'Docs', spaceIds: spaceIds.slice(0, 1), isPublished: true });
  site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  for (const spaceId of spaceIds.slice(1)) await call('POST', '/sections', { spaceId });
  for (const title of ['Products', 'Community']) await call('POST', '/section-groups', { title });
  writer = await served.openWriter({
    viewport: { width: 360, height: 1300 },
    hasTouch: true,
    isMobile: true,
  });
  page = writer.page;
  await page.goto(`${served.origin}/app/o/${app.organizationId}/sites/${siteId}/structure`);
  await row('Alpha').waitFor();
});
afterAll(async () => {
  await writer?.close();
  await served?.close();
});

async function call(method: 'POST' | 'PATCH', path: string, body: object) {
  const response = await served.app.request(method, site + path, { body });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

const poll = <T>(get: () => Promise<T>) => expect.poll(get, { timeout: 20_000 });
const row = (name: string) =>
  page.getByRole('list', { name: 'Structure' }).getByRole('button', { name, exact: true }).first();

interface Item {
  id: string;
  title: string;
  children?: Item[];
  siteSpaces?: Item[];
}
/** The titles of the structure; what is in a group, after its title. */
const titles = async (): Promise<unknown[]> => {
  const { structure } = (await served.app.request('GET', `${site}/structure`)).json();
  const list = (items: Item[]): unknown[] =>
    items.flatMap(({ title, children }) => (children ? [title, list(children)] : [title]));
  return list(structure);
};

/** Waits until the console shows the structure that the site has. */
async function waitUntilShown(): Promise<void> {
  const { structure } = (await served.app.request('GET', `${site}/structure`)).json();
  const flat = (items: Item[] = []): string[] =>
    items.flatMap(({ title, children, siteSpaces }) => [title, ...flat(children), ...flat(siteSpaces)]);
  const shown = page.locator('[data-part] > [data-row] [data-control="edit"]');
  await poll(() => shown.allTextContents()).toEqual(flat(structure));
}

/** Rests a finger on a part, moves it to a share of the height of another one, and lifts it. */
async function drag(name: string, target: string, share: number, { holdMs = HOLD_MS } = {}): Promise<void> {
  await waitUntilShown();
  const cdp = await writer.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  const boxOf = async (of: string) =>
    (await row(of).locator('xpath=ancestor::*[@data-row][1]').boundingBox()) as NonNullable<BoundingBox>;
  const from = await boxOf(name);
  const start = { x: from.x + 70, y: from.y + 20 };
  await touch('touchStart', start);
  await page.waitForTimeout(holdMs);
  const to = await boxOf(target);
  const end = { x: to.x + 10, y: to.y + to.height * share };
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', {
      x: start.x + ((end.x - start.x) * step) / 8,
      y: start.y + ((end.y - start.y) * step) / 8,
    });
  await touch('touchEnd');
  await cdp.detach();
}
type BoundingBox = Awaited<ReturnType<ReturnType<typeof row>['boundingBox']>>;

it('sections are ordered by a finger that rests on them first', async () => {
  expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Products', [], 'Community', []]);
  await drag('Gamma', 'Alpha', 0.05);
  await poll(titles).toEqual(['Gamma', 'Alpha', 'Beta', 'Products', [], 'Community', []]);
});

it('sections are moved into groups and from one group to another', async () => {
  await drag('Gamma', 'Products', 0.5);
  await poll(titles).toEqual(['Alpha', 'Beta', 'Products', ['Gamma'], 'Community', []]);
  await drag('Beta', 'Gamma', 0.9);
  await poll(titles).toEqual(['Alpha', 'Products', ['Gamma', 'Beta'], 'Community', []]);
  await drag('Gamma', 'Community', 0.5);
  await poll(titles).toEqual(['Alpha', 'Products', ['Beta'], 'Community', ['Gamma']]);
  expect(await auditPage(page)).toEqual([]);
});

it('a swipe scrolls and moves nothing, and a tap opens', async () => {
  const before = await titles();
  await drag('Alpha', 'Gamma', 0.5, { holdMs: 0 });
  await row('Alpha').tap();
  await page.getByRole('dialog', { name: 'Edit section' }).getByRole('button', { name: 'Cancel' }).click();
  expect(await titles()).toEqual(before);
});

it('the number of a path is taken away, and old links lead on', async () => {
  const { structure } = (await served.app.request('GET', `${site}/structure`)).json();
  const beta = structure[1].children[0] as Item;
  await call('PATCH', `/sections/${beta.id}`, { path: 'beta-2' });
  await page.reload();
  await page.getByRole('button', { name: 'Shorten the path of “Beta” to /beta' }).click();
  await page.getByRole('list', { name: 'Paths that can be shorter' }).waitFor({ state: 'detached' });
  const { urls } = (await served.app.request('GET', site)).json();
  const old = await fetch(`${urls.published}beta-2/install`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([
    307,
    new URL(`${urls.published}beta/install`).pathname,
  ]);
});

it('a variant has a start page, and a section a condition', async () => {
  await row('Alpha').click();
  const dialog = page.getByRole('dialog', { name: 'Edit section' });
  await dialog.getByRole('textbox', { name: 'Condition' }).fill('visitor.claims.plan == "pro"');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Alpha” was changed').waitFor();
  await page
    .getByRole('list', { name: 'In “Beta”' })
    .getByRole('button', { name: 'Beta', exact: true })
    .click();
  const variant = page.getByRole('dialog', { name: 'Edit variant' });
  await variant.getByRole('combobox', { name: 'Start page' }).fill('inst');
  await variant.getByRole('option', { name: /^Install/ }).click();
  expect(await auditPage(page)).toEqual([]);
  await variant.getByRole('button', { name: 'Save' }).click();
  const { urls } = (await served.app.request('GET', site)).json();
  const home = async (): Promise<string> => (await fetch(`${urls.published}beta/`)).text();
  await poll(async () => /<h1>(.*?)<\/h1>/.exec(await home())?.[1]).toBe('Install');
  const { structure } = (await served.app.request('GET', `${site}/structure`)).json();
  expect(structure[0].condition).toBe('visitor.claims.plan == "pro"');
});
