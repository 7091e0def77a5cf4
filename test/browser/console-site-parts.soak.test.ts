import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSite, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let opened: OpenConsole;
let siteId: string;
let address: string;
let page: Page;

beforeAll(async () => {
  opened = await openConsole({ hasSites: true });
  const { app } = opened;
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'README.md': '# Welcome\n\n{% if visitor.claims.plan == "pro" %}\nFor customers only\n{% endif %}\n',
    'install.md': '# Install\n',
  });
  siteId = await addSite(app, { title: 'The manual', spaceIds: [spaceId], isPublished: true });
  const { urls } = (await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${siteId}`)).json();
  address = urls.published;
  ({ page } = await opened.open());
});
afterAll(() => opened?.close());

const open = (part: string) =>
  page.goto(`${opened.baseUrl}/app/o/${opened.app.organizationId}/sites/${siteId}/${part}`);

/** The frame that is shown: the other one is drawn behind it. */
const preview = (): FrameLocator => page.frameLocator('iframe[data-front="true"]');

const published = async (): Promise<string> => (await fetch(address)).text();

describe('the customization of a site', () => {
  it('is seen beside the form, before it is on the site', async () => {
    await open('customization');
    await preview().getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByLabel('Title on the pages').fill('Our handbook');
    await preview().getByRole('link', { name: 'Our handbook' }).waitFor();
    expect(await published()).not.toContain('Our handbook');
    await page.getByRole('button', { name: 'Colors' }).click();
    await page.getByLabel('Primary color in light mode (#)').fill('#ffff00');
    await page.getByText('Contrast 1:1 is too low to read well; 4.5:1 is needed').waitFor();
    await page.getByLabel('Primary color in light mode (#)').fill('#b00020');
    await page
      .getByText(/^Contrast 7\.\d:1$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Announcement' }).click();
    await page.getByLabel('Show an announcement above the header').check();
    await page.getByRole('textbox', { name: 'Message' }).fill('Version 2 is here');
    await preview().getByText('Version 2 is here').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The site has the new look').waitFor();
    const site = await published();
    for (const text of ['Our handbook', '--primary:#b00020', 'Version 2 is here'])
      expect(site).toContain(text);
  });

  it('has a logo by choice of a file, stored with the site', async () => {
    await page.getByRole('button', { name: 'Brand' }).click();
    await page.getByLabel('Logo in light mode', { exact: true }).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: PNG,
    });
    await preview().getByRole('img', { name: 'Our handbook' }).waitFor();
    await page.getByLabel('Logo in dark mode', { exact: true }).setInputFiles({
      name: 'page.html',
      mimeType: 'image/png',
      buffer: Buffer.from('<!doctype html><p>A page'),
    });
    await page.getByText(/^Not uploaded: This is not a picture/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(published).toMatch(/<img class="both" src="[^"]*\/files\/[^"]*logo\.png"/);
  });

  it('asks about unsaved changes, and is reset', async () => {
    await page.getByLabel('Title on the pages').fill('Something else');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByRole('link', { name: 'Redirects' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click();
    await expect.poll(published).not.toContain('Our handbook');
    expect(await auditPage(page)).toEqual([]);
  });
});

it('claims change the site that is shown as a visitor', async () => {
  await open('visitor');
  await preview().getByRole('heading', { name: 'Welcome' }).waitFor();
  expect(await preview().getByText('For customers only').count()).toBe(0);
  await page.getByLabel('With claims').check();
  await page.getByLabel('Claims', { exact: true }).fill('{ "plan": ');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('This is not an object in JSON').waitFor();
  await page.getByLabel('Claims', { exact: true }).fill('{ "plan": "pro" }');
  await page.getByRole('button', { name: 'Show' }).click();
  await preview().getByText('For customers only').waitFor();
  expect(await auditPage(page)).toEqual([]);
});

describe('the redirects of a site', () => {
  it('are created, tested and deleted', async () => {
    await open('redirects');
    await page.getByRole('button', { name: 'New redirect' }).click();
    const dialog = page.getByRole('dialog', { name: 'New redirect' });
    await dialog.getByLabel('From').fill('/old/*/*');
    await dialog.getByLabel('Leads to').fill('/install');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const refused = dialog.getByRole('textbox', { name: 'From', exact: true });
    await expect.poll(() => refused.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByText(/only at the end/).allTextContents()).toEqual(['Use a * only at the end.']);
    await refused.fill('/old/*');
    await dialog.getByLabel('Append what the * stands for').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: '/old/*' }).waitFor();
    const test = page.getByRole('form', { name: 'Test a path' });
    await test.getByLabel('Test a path').fill('/old/anything');
    await test.getByRole('button').click();
    await test.getByRole('link', { name: `${address}install` }).waitFor();
    await page.getByRole('button', { name: 'Delete: /old/*' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No redirects yet' }).waitFor();
  });

  it('lead to a page that is found by its title, after a check', async () => {
    await page.getByRole('button', { name: 'New redirect' }).click();
    const dialog = page.getByRole('dialog', { name: 'New redirect' });
    await dialog.getByLabel('From').fill('/setup');
    const target = dialog.getByRole('combobox', { name: 'Leads to' });
    await target.fill('/nowhere');
    await dialog.getByText(/is not the path of a page, section or variant/).waitFor();
    await target.fill('inst');
    await dialog.getByRole('option', { name: /^Install/ }).waitFor();
    expect(await auditPage(page)).toEqual([]);
    await target.press('ArrowDown');
    await target.press('Enter');
    await dialog.getByText('Readers will be led there.').waitFor();
    expect(await dialog.getByRole('link', { name: 'Open the target' }).getAttribute('href')).toBe(
      `${address}install`,
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: '/setup' }).waitFor();
    const answer = await fetch(`${address}setup`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      307,
      new URL(`${address}install`).pathname,
    ]);
    await page.getByRole('button', { name: 'Edit: /setup' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the redirect' });
    expect(await edit.getByRole('combobox', { name: 'Leads to' }).inputValue()).toBe('Install');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete: /setup' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No redirects yet' }).waitFor();
  });

  it('are imported after the lines of the file were checked', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    const choose = (text: string) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('source,destination\n/a,/install\n/b,/nowhere\n');
    await dialog.getByText('Line 3').waitFor();
    await choose('source,destination\n/a,/install\n');
    await dialog.getByText('1 new, 0 changed, 0 deleted, 0 as they are').waitFor();
    await dialog.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByRole('rowheader', { name: '/a' }).waitFor();
    expect(await auditPage(page)).toEqual([]);
  });
});

it('insights keep their filters in the address', async () => {
  await fetch(`${address}gone/page`, { headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' } });
  await open('insights');
  await page.getByRole('heading', { name: 'Insights' }).waitFor();
  await page.getByLabel('Period').selectOption({ label: 'Last 7 days' });
  await expect.poll(() => page.url()).toContain('range=last7Days');
  await page.getByRole('link', { name: 'Searches' }).click();
  await page.getByRole('heading', { name: 'Searches without result' }).waitFor();
  expect(page.url()).toContain('range=last7Days');
  for (const name of ['Pages read', 'Problems', 'Agents', 'Insights settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForLoadState('networkidle');
  }
  await page.getByLabel('Record how the site is read').waitFor();
  expect(await auditPage(page)).toEqual([]);
});

const PARTS = [
  'customization',
  'redirects',
  'conditions',
  'visitor',
  'insights',
  'insights/pages',
  'insights/searches',
  'insights/problems',
  'insights/agents',
  'insights/settings',
];

describe.each([
  [360, 'light'],
  [360, 'dark'],
  [1440, 'dark'],
] as const)('at %i pixels, %s', (width, scheme) => {
  it('every part is accessible, and no wider than the window', async () => {
    const { page: window, context } = await opened.open({ width, scheme });
    const faults: string[] = [];
    for (const part of PARTS) {
      await window.goto(`${opened.baseUrl}/app/o/${opened.app.organizationId}/sites/${siteId}/${part}`);
      await window.getByRole('heading', { level: 1 }).waitFor();
      await window.waitForLoadState('networkidle');
      faults.push(...(await auditPage(window)).map((fault) => `${part}: ${fault}`));
      const isWider = await window.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (isWider) faults.push(`${part}: wider than the window`);
    }
    await context.close();
    expect(faults).toEqual([]);
  });
});
