/** The look of a site with several languages: texts in each, links to pages, and what one variant has of its own. */
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSite, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let opened: OpenConsole;
let page: Page;
let address: string;
beforeAll(async () => {
  opened = await openConsole({ hasSites: true });
  const { app } = opened;
  const spaceIds: string[] = [];
  for (const [title, language] of [
    ['Manual', 'en'],
    ['Handbuch', 'de'],
  ] as const) {
    const spaceId = await addSpace(app, { title });
    await putContent(app, spaceId, { 'README.md': `# ${title}\n`, 'install.md': '# Install\n' });
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { language } });
    spaceIds.push(spaceId);
  }
  const siteId = await addSite(app, { title: 'Docs', spaceIds, isPublished: true });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  address = (await app.request('GET', url)).json().urls.published;
  ({ page } = await opened.open());
  await page.goto(`${opened.baseUrl}/app/o/${app.organizationId}/sites/${siteId}/customization`);
});
afterAll(() => opened?.close());

const preview = (): FrameLocator => page.frameLocator('iframe[data-front="true"]');
const read = async (path = ''): Promise<string> => (await fetch(address + path)).text();
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
};
const poll = (get: () => Promise<string>) => expect.poll(get, { timeout: 20_000 });

it('titles and links are in the language of the page, and links lead to pages by their titles', async () => {
  await page.getByLabel('Title on the pages', { exact: true }).fill('The manual');
  await page.getByText('Title on the pages in other languages (0 of 1)').click();
  await page.getByLabel('Title on the pages (German)').fill('Das Handbuch');
  await page.getByRole('button', { name: 'Header' }).click();
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Setup');
  await page.getByText('Label in other languages (0 of 1)').click();
  await page.getByLabel('Label (German)').fill('Einrichten');
  const target = page.getByRole('combobox', { name: 'Leads to' });
  await target.fill('inst');
  await page.getByRole('option', { name: /^Install.*Manual/ }).click();
  expect(await auditPage(page)).toEqual([]);
  await save();
  await poll(read).toMatch(/<a href="[^"]*\/install">Setup<\/a>/);
  const german = await read('variant-2/');
  expect(german).toContain('Das Handbuch');
  expect(german).toMatch(/<a href="[^"]*\/docs\/install">Einrichten<\/a>/);
});

it('one variant differs from the site, until it has the look of the site again', async () => {
  const scope = page.getByRole('combobox', { name: 'Customize' });
  await scope.selectOption({ label: 'Handbuch' });
  await preview().getByRole('heading', { name: 'Handbuch' }).waitFor();
  expect(await page.getByRole('button', { name: 'Fonts', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Announcement' }).click();
  await page.getByLabel('Show an announcement above the header').check();
  await page.getByRole('textbox', { name: 'Message' }).fill('Neue Version');
  await preview().getByText('Neue Version').waitFor();
  expect(await scope.isDisabled()).toBe(true);
  await save();
  await poll(() => read('variant-2/')).toContain('Neue Version');
  expect(await read()).not.toContain('Neue Version');
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use the look of the site' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use the look of the site' }).click();
  await poll(() => read('variant-2/')).not.toContain('Neue Version');
});
