/** A space is published by somebody who finds everything by role and name. All else about sites is in the soak. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

it('a space is published in three steps, opens without an account, and gets a look after a preview', async () => {
  await writer.open(await served.addPage('Hello.'));
  page = writer.page;
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish “Guides”' });
  await dialog.getByRole('textbox', { name: 'Title of the site' }).fill('Acme docs');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('radio', { name: 'Anyone with the address' }).check();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('heading', { name: '“Guides” is published' }).waitFor();
  const address = await dialog.getByRole('link', { name: 'Open site' }).getAttribute('href');
  const reader = await (await served.browser.newContext()).newPage();
  await reader.goto(address as string);
  await reader.getByRole('heading', { name: 'Page 1' }).first().waitFor();
  expect(await reader.title()).toContain('Acme docs');

  await dialog.getByRole('link', { name: 'Customize' }).click();
  const preview = page.frameLocator('iframe[data-front="true"]');
  await preview.getByRole('heading', { name: 'Page 1' }).first().waitFor();
  await page.getByLabel('Title on the pages').fill('Our handbook');
  await preview.getByRole('link', { name: 'Our handbook' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The site has the new look').waitFor();
  await reader.reload();
  await reader.getByRole('link', { name: 'Our handbook' }).first().waitFor();
  await reader.context().close();
});
