/** Spaces are published, and sites get their structure, by people who find everything by role and name. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addSite, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let served: ServedConsole;
let writer: Writer;
let page: Page;
beforeAll(async () => {
  served = await serveConsole();
  writer = await served.openWriter();
});
afterAll(async () => {
  await writer?.close();
  await served?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

it('a space is published in three steps, and its address opens without an account', async () => {
  await writer.open(await served.addPage('Hello.'));
  page = writer.page;
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish “Guides”' });
  await dialog.getByRole('textbox', { name: 'Title of the site' }).fill('Acme docs');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('radio', { name: 'Anyone with the address' }).check();
  expect(await auditPage(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('heading', { name: '“Guides” is published' }).waitFor();
  const address = await dialog.getByRole('link', { name: 'Open site' }).getAttribute('href');
  const reader = await (await served.browser.newContext()).newPage();
  await reader.goto(address as string);
  await reader.getByRole('heading', { name: 'Page 1' }).first().waitFor();
  expect(await reader.title()).toContain('Acme docs');
  await reader.context().close();
  expect(await auditPage(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
});

it('sections are ordered by drag and by keys, as the API then has them', async () => {
  const { app, origin } = served;
  const spaceIds = [await addSpace(app, { title: 'Alpha' }), await addSpace(app, { title: 'Beta' })];
  const siteId = await addSite(app, { spaceIds: spaceIds.slice(0, 1) });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  await app.request('POST', `${site}/sections`, { body: { spaceId: spaceIds[1] } });
  await app.request('POST', `${site}/section-groups`, { body: { title: 'Gamma' } });
  const order = async (): Promise<string> => {
    const { structure } = (await app.request('GET', `${site}/structure`)).json();
    const say = (items: { title: string; children?: never[] }[]): string =>
      items.map(({ title, children }) => title + (children?.length ? `(${say(children)})` : '')).join(' ');
    return say(structure);
  };
  const expectOrder = (wanted: string) => expect.poll(order, { timeout: 20_000 }).toBe(wanted);
  page = writer.page;
  await page.goto(`${origin}/app/o/${app.organizationId}/sites/${siteId}/structure`);
  const title = (name: string) =>
    page.getByRole('list', { name: 'Structure' }).getByRole('button', { name }).first();
  await title('Alpha').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('status').filter({ hasText: '“Alpha” moved to position 2 of 3' }).waitFor();
  await expectOrder('Beta Alpha Gamma');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder('Alpha Beta Gamma');
  await title('Beta').dragTo(title('Alpha'), { targetPosition: { x: 5, y: 1 } });
  await expectOrder('Beta Alpha Gamma');
  await button('Undo').click();
  await expectOrder('Alpha Beta Gamma');
  await title('Beta').dragTo(title('Gamma'));
  await expectOrder('Alpha Gamma(Beta)');
  expect(await auditPage(page)).toEqual([]);
  expect(writer.refused).toEqual([]);
});
