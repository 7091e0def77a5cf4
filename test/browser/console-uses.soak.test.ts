/** Where pages and files are used, and what else is done with whole files, spaces, variants and events. */
import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSite, addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let opened: OpenConsole;
let page: Page;
beforeAll(async () => {
  opened = await openConsole({ hasSites: true });
  ({ page } = await opened.open());
});
afterAll(() => opened?.close());

const picture = (): Buffer => createCanvas(40, 30).toBuffer('image/png');

async function filesOf(spaceId: string): Promise<{ id: string; name: string }[]> {
  return (await opened.app.request('GET', `/v1/spaces/${spaceId}/content/files`)).json().items;
}

async function addFiles(spaceId: string): Promise<void> {
  await putContent(opened.app, spaceId, {
    'README.md': '# Home\n\n![A plan](plan.png) ![Again](plan.png)\n',
    'other.md': '# Other\n\nSee [home](README.md).\n',
    'plan.png': picture(),
  });
}

async function openMenu(name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More about “${name}”` })
    .click();
}

test('a file is uploaded, found where it is used, renamed and deleted', async () => {
  const spaceId = await addSpace(opened.app, { title: 'Guides' });
  await addFiles(spaceId);
  await page.goto(`${opened.baseUrl}/app/s/${spaceId}/settings/files`);
  await page.getByRole('rowheader', { name: 'plan.png' }).waitFor();

  await page
    .getByLabel('Upload files')
    .and(page.locator('input'))
    .setInputFiles([
      { name: 'unused.png', mimeType: 'image/png', buffer: picture() },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
    ]);
  await page.getByText('2 files were uploaded.').waitFor();
  await page.getByRole('rowheader', { name: 'notes.txt' }).waitFor();

  await openMenu('plan.png');
  await page.getByRole('menuitem', { name: 'Where it is used' }).click();
  const uses = page.getByRole('dialog', { name: 'Where “plan.png” is used' });
  await uses.getByRole('link', { name: 'Home' }).waitFor();
  expect(await uses.getByRole('listitem').count()).toBe(1);
  expect(await auditPage(page)).toEqual([]);
  await uses.getByRole('button', { name: 'Close' }).click();

  await openMenu('notes.txt');
  await page.getByRole('menuitem', { name: 'Rename file' }).click();
  await page.getByLabel('Name', { exact: true }).fill('read me.txt');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('rowheader', { name: 'read me.txt' }).waitFor();
  expect((await filesOf(spaceId)).map(({ name }) => name).sort()).toContain('read me.txt');

  await openMenu('unused.png');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Delete “unused.png”?' });
  await ask.getByText('Nothing refers to this file.').waitFor();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('rowheader', { name: 'unused.png' }).waitFor({ state: 'detached' });
  await openMenu('plan.png');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(/places? refers? to this file/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await filesOf(spaceId)).map(({ name }) => name).sort()).toEqual(['plan.png', 'read me.txt']);
});

test('the settings of a page list the pages that link to it', async () => {
  const spaceId = await addSpace(opened.app, { title: 'Linked' });
  await addFiles(spaceId);
  await page.goto(`${opened.baseUrl}/app/s/${spaceId}`);
  await page.getByRole('treeitem', { name: 'Home' }).click();
  await page.getByRole('textbox', { name: 'Page content' }).waitFor();
  await page.getByRole('button', { name: 'Page settings' }).click();
  await page.getByText('Links to this page').click();
  const settings = page.getByRole('complementary', { name: 'Page settings' });
  const homeId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await settings.getByRole('link', { name: 'Other' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(homeId));
  await page.getByRole('button', { name: 'Page settings' }).click();
  await page.getByText('Links to this page').click();
  await page.getByText('No page links to this one.').waitFor();
  expect(await auditPage(page)).toEqual([]);
});

test('a space is transferred to another organization, after a question', async () => {
  const { app, baseUrl } = opened;
  const spaceId = await addSpace(app, { title: 'Moving' });
  const made = await app.request('POST', '/v1/orgs', { body: { title: 'The others' } });
  expect(made.statusCode, made.body).toBe(201);
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/general`);
  await page.getByLabel('Organization', { exact: true }).selectOption({ label: 'The others' });
  await page.getByRole('button', { name: 'Transfer space' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Transfer “Moving” to The others?' });
  await ask.getByRole('button', { name: 'Transfer space' }).click();
  const done = page.getByText('“Moving” was transferred.');
  await expect
    .poll(async () => {
      await runJobs(app);
      return done.isVisible();
    })
    .toBe(true);
  const space = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
  expect(space.organization).toBe(made.json().id);
});

test('a space on a site is not transferred, and the page says why', async () => {
  const { app, baseUrl } = opened;
  const spaceId = await addSpace(app, { title: 'Published' });
  await addSite(app, { title: 'Docs', spaceIds: [spaceId] });
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/general`);
  await page.getByLabel('Organization', { exact: true }).selectOption({ label: 'The others' });
  await page.getByRole('button', { name: 'Transfer space' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Transfer space' }).click();
  await page.getByRole('alertdialog').getByRole('alert').waitFor();
  expect((await app.request('GET', `/v1/spaces/${spaceId}`)).json().organization).toBe(app.organizationId);
});

test('a variant of a site is duplicated as a draft', async () => {
  const { app, baseUrl } = opened;
  const spaceId = await addSpace(app, { title: 'Version 1' });
  const siteId = await addSite(app, { title: 'Versions', spaceIds: [spaceId] });
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/sites/${siteId}/structure`);
  await openMenu('Version 1');
  await page.getByRole('menuitem', { name: 'Duplicate with its space' }).click();
  await page.getByText('A copy of the space was added').waitFor();
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}/site-spaces`;
  const { items } = (await app.request('GET', site)).json();
  expect(items.map(({ draft }: { draft: boolean }) => draft)).toEqual([false, true]);
});

test('the events of a site are a file', async () => {
  const { app, baseUrl } = opened;
  const spaceId = await addSpace(app, { title: 'Seen' });
  const siteId = await addSite(app, { title: 'Seen', spaceIds: [spaceId], isPublished: true });
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/sites/${siteId}/insights/settings?range=last7Days`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download events' }).click();
  const file = await download;
  expect(file.url()).toContain('range=last7Days');
  expect(file.suggestedFilename()).toBe('events.ndjson');
  expect(await readFile(await file.path(), 'utf8')).toBe('');
});
