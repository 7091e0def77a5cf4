import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runJobs } from '../jobs.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let console_: OpenConsole;
beforeAll(async () => {
  console_ = await openConsole();
});
afterAll(() => console_?.close());

it('an administrator exports the organization, and an instance administrator imports the archive', async () => {
  const { app, baseUrl } = console_;
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/exports`);
  await page.getByText('No exports yet').waitFor();
  await page.getByRole('button', { name: 'Export organization' }).press('Enter');
  await page.getByText('The archive is being written.').waitFor();
  await runJobs(app);
  // The list follows by itself.
  const row = page.getByRole('table', { name: 'Exports' }).getByRole('row', { name: /Completed/ });
  await row.waitFor();
  const downloading = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download' }).click();
  const archive = await (await downloading).path();
  expect((await readFile(archive)).subarray(0, 2).toString()).toBe('PK');

  await page.goto(`${baseUrl}/app/instance/imports`);
  const form = page.getByRole('form', { name: 'Import organization' });
  await form.getByLabel('Archive').setInputFiles({
    name: 'organization.zip',
    mimeType: 'application/zip',
    buffer: await readFile(archive),
  });
  const email = form.getByLabel('Email address of the administrator');
  const own = await email.inputValue();
  await email.fill('nobody@company.example');
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByRole('alert').getByText('No user of this instance').waitFor();
  await email.fill(own);
  await form.getByRole('button', { name: 'Import' }).click();
  await page
    .getByRole('table', { name: 'Imports so far' })
    .getByText(/Waiting|Running/)
    .waitFor();
  await runJobs(app);
  const result = page.getByRole('table', { name: 'Imports so far' }).getByRole('row', { name: /Completed/ });
  await result
    .getByText(/invited/)
    .first()
    .waitFor();

  await page.goto(`${baseUrl}/app/o/${app.organizationId}/exports`);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No exports yet').waitFor();
});
