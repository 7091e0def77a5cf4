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
