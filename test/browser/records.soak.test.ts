/** What an organization records and runs beside its content, and the instance, in the browser. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addMember, addOrganization, addSite, addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { insertFailedJob } from '../permissions/instance-calls.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let console_: OpenConsole;
let organization: string;
let page: Page;

const specOf = (paths: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths });
const response = { responses: { 200: { description: 'All' } } };

async function send(method: 'POST' | 'PUT' | 'GET', url: string, body?: unknown) {
  const answered = await console_.app.request(method, url, body ? { body } : {});
  expect(answered.statusCode, `${method} ${url}: ${answered.body}`).toBeLessThan(300);
  return answered.body === '' ? undefined : answered.json();
}

beforeAll(async () => {
  console_ = await openConsole();
  const { app } = console_;
  organization = `/v1/orgs/${app.organizationId}`;
  const spaceId = await addSpace(app, { title: 'Guides' });
  await addSite(app, { title: 'Docs', spaceIds: [spaceId] });
  await insertFailedJob(app);
});
beforeEach(async () => {
  ({ page } = await console_.open());
});
afterEach(() => page?.context().close());
afterAll(() => console_?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const confirm = (name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const open = (part: string) => page.goto(`${console_.baseUrl}/app/o/${console_.app.organizationId}/${part}`);

describe('webhooks', () => {
  it('are added with a secret that is shown once, tested, paused and deleted', async () => {
    await open('webhooks');
    await heading('No webhooks yet').waitFor();
    await link('Add webhook').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Chat');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/');
    await button('Create webhook').click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('checkbox', { name: 'Page created' }).check();
    await button('Create webhook').click();
    expect(await page.getByLabel('Signing secret', { exact: true }).inputValue()).not.toBe('');
    await link('Open webhook').click();
    await button('Send test').click();
    await runJobs(console_.app);
    const row = page.getByRole('row').filter({ hasText: 'Test' });
    await row.getByText('Failed').waitFor({ timeout: 30_000 });
    await row.getByRole('button', { name: /^Details/ }).click();
    await page.getByRole('dialog', { name: 'Test' }).getByText('webhook.test').waitFor();
    await page.keyboard.press('Escape');
    await button('Pause').click();
    await confirm('Pause');
    await page.getByText('Paused', { exact: true }).waitFor();
    await button('Resume').click();
    await button('Delete').click();
    await confirm('Delete');
    await heading('No webhooks yet').waitFor();
  });
});

describe('OpenAPI specs', () => {
  it('are added as a file, and show what a new version breaks', async () => {
    await open('specs');
    await link('Add spec').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('pets');
    await page.getByRole('radio', { name: 'A file' }).check();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'pets.json',
      mimeType: 'application/json',
      buffer: Buffer.from(specOf({ '/pets': { get: response, post: response } })),
    });
    await button('Add spec').click();
    await heading('pets').waitFor();
    await runJobs(console_.app);
    await page.getByText('This is the first version.').waitFor({ timeout: 30_000 });
    await send('PUT', `${organization}/openapi/pets`, {
      source: { text: specOf({ '/pets': { get: response }, '/cats': { get: response } }) },
    });
    await runJobs(console_.app);
    await page.reload();
    const breaking = page.getByRole('region', { name: 'Breaking' });
    await breaking.getByText('Operation removed').waitFor();
    await breaking.getByText('POST /pets').waitFor();
    await page.getByRole('region', { name: 'Compatible' }).getByText('Operation added').waitFor();
    const saving = page.waitForEvent('download');
    await button('Download this version').click();
    expect((await saving).suggestedFilename()).toBe('pets.json');
  });

  it('draft a change request with the pages that mention what changed', async () => {
    const { app } = console_;
    const spaceId = await addSpace(app, { title: 'Beasts' });
    await putContent(app, spaceId, { 'README.md': '# Beasts\n\nCall `POST /beasts` to create one.\n' });
    for (const paths of [
      { '/beasts': { get: response, post: response } },
      { '/beasts': { get: response } },
    ]) {
      await send('PUT', `${organization}/openapi/beasts`, { source: { text: specOf(paths) } });
      await runJobs(app);
    }
    await open('specs/beasts');
    await button('Draft a change request').click();
    const dialog = page.getByRole('dialog', { name: 'Draft a change request' });
    await dialog.getByLabel('Space').selectOption({ label: 'Guides' });
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.getByRole('alert').getByText('No page of this space mentions the changes').waitFor();
    await dialog.getByLabel('Space').selectOption({ label: 'Beasts' });
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.waitForURL(/\/change-requests\//);
  });
});

describe('conversations', () => {
  it('are read with their source, and deleted', async () => {
    await send('POST', `${organization}/conversations`, {
      id: 'ticket-1',
      source: 'integration:desk:acme',
      subject: 'Where is my invoice?',
      metadata: { url: 'https://desk.example.com/1', attributes: { plan: 'pro' } },
      parts: [
        { type: 'message', role: 'user', body: 'Where do I find the invoice of last month?' },
        { type: 'message', role: 'team-member', body: 'Below Billing.' },
      ],
    });
    await runJobs(console_.app);
    await open('conversations');
    await page.getByRole('table').getByRole('link').first().click();
    await page
      .getByRole('link', { name: /^Read conversation/ })
      .first()
      .click();
    await heading('Where is my invoice?').waitFor();
    for (const fact of ['desk (acme)', 'ticket-1', 'pro', 'Below Billing.'])
      await page.getByText(fact).waitFor();
    expect(await link('Open in its source').getAttribute('href')).toBe('https://desk.example.com/1');
    await button('Delete conversation').click();
    await confirm('Delete');
    await heading('No topics yet').waitFor();
  });
});

describe('translations', () => {
  it('are added, estimated and ended, and use a glossary', async () => {
    await open('translations');
    await link('Glossary').click();
    await button('Add term').click();
    const dialog = page.getByRole('dialog', { name: 'Add term' });
    await dialog.getByLabel('Term in English').fill('change request');
    await dialog.getByLabel('Term in German').fill('Änderungsvorschlag');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Änderungsvorschlag' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Translations' })
      .getByRole('link', { name: 'Translations' })
      .click();
    await link('Add translation').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Guides in German');
    await page.getByRole('checkbox', { name: 'German' }).check();
    await button('Add translation').click();
    await heading('Guides in German').waitFor();
    await button('Estimate cost').click();
    await page.getByText(/costs nothing|No translation service/).waitFor();
    await button('Translate now').click();
    await page.getByText('The translation is running').waitFor();
    const isRun = async (): Promise<boolean> => {
      await runJobs(console_.app);
      const { items } = await send('GET', `${organization}/translations`);
      return items[0].stats.runs > 0;
    };
    await expect.poll(isRun, { timeout: 30_000 }).toBe(true);
    await button('Export: German').click();
    const saving = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('checkbox').check();
    await button('Save file').click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('de.xlf');
    await button('Import: German').click();
    await page
      .getByRole('dialog')
      .locator('input[type="file"]')
      .setInputFiles(await file.path());
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Written: 0\./)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('table', { name: 'Pages' })
      .or(page.getByText('No page is in this state.'))
      .waitFor();
    await page.getByRole('region', { name: 'End translation' }).getByRole('button').click();
    await confirm('End translation');
    await heading('No translations yet').waitFor();
  });
});

describe('the settings of an organization', () => {
  it('are saved, and keep the rules that only programs set', async () => {
    const { app } = console_;
    await app.request('PATCH', organization, {
      body: {
        mergeRules: { type: 'rules', rules: [{ rule: 'require_external_checks', names: ['build'] }] },
      },
    });
    await open('settings');
    const general = page.getByRole('form', { name: 'Name and logo' });
    await general.getByRole('textbox', { name: 'Name' }).fill('Acme');
    await general.getByRole('combobox', { name: 'Main site' }).selectOption('Docs');
    await general.getByRole('button', { name: 'Save' }).click();
    await general.getByText('Saved').waitFor();
    const rules = page.getByRole('form', { name: 'Rules for merging' });
    await rules.getByRole('checkbox', { name: 'It breaks no link' }).check();
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('Saved').waitFor();
    const saved = await send('GET', organization);
    expect(saved.title).toBe('Acme');
    expect(saved.mergeRules.rules).toEqual([
      { rule: 'require_no_broken_links' },
      { rule: 'require_external_checks', names: ['build'] },
    ]);
  });

  it('say what is lost before the organization is deleted, and ask for its name', async () => {
    const { app } = console_;
    const { organizationId } = await addOrganization(app, { title: 'To be deleted' });
    const { token } = await addMember(app, { role: 'admin', organizationId });
    const { page: theirs } = await console_.open({ token });
    await theirs.goto(`${console_.baseUrl}/app/o/${organizationId}/settings`);
    await theirs.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = theirs.getByRole('alertdialog', { name: 'Delete “To be deleted”?' });
    await dialog.getByText('2 members lose access').waitFor();
    await dialog.getByLabel('Type “To be deleted” to confirm').fill('something else');
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await dialog.getByRole('alert').getByText('The name is not the same.').waitFor();
    await dialog.getByLabel('Type “To be deleted” to confirm').fill('To be deleted');
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await theirs.waitForURL(`${console_.baseUrl}/app`);

    await page.goto(`${console_.baseUrl}/app/instance/organizations`);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Deleted');
    await page
      .getByRole('row')
      .filter({ hasText: 'To be deleted' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await confirm('Restore');
    await heading('No deleted organization can be restored').waitFor();
    expect((await app.request('GET', `/v1/orgs/${organizationId}`, { token })).statusCode).toBe(200);
  });
});

describe('every view is accessible', () => {
  const paths = async (): Promise<string[]> => {
    const { id: webhookId } = await send('POST', `${organization}/webhooks`, {
      title: 'Kept',
      url: 'https://hooks.invalid/',
      events: ['page.created'],
    });
    const { id: translationId } = await send('POST', `${organization}/translations`, {
      title: 'Guides',
      languages: ['de'],
    });
    const { id: userId } = await send('GET', '/v1/user');
    const instance = [
      '',
      '/users',
      `/users/${userId}`,
      '/organizations',
      '/jobs',
      '/storage',
      '/mail',
      '/settings',
    ];
    const parts = [
      'settings',
      'specs',
      'specs/new-',
      'specs/pets',
      'translations',
      'translations/new',
      'translations/glossary',
      `translations/${translationId}`,
      'conversations',
      'conversations/settings',
      'webhooks',
      'webhooks/new',
      `webhooks/${webhookId}`,
    ];
    return [
      ...instance.map((path) => `/instance${path}`),
      ...parts.map((part) => `/o/${console_.app.organizationId}/${part}`),
    ];
  };

  it('in light and dark, on a phone and on a desk, without messages in the console', async () => {
    const views = await paths();
    const found: string[] = [];
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [360, 1440]) {
        const watched = await console_.open({ scheme, width });
        for (const path of views) {
          await watched.page.goto(`${console_.baseUrl}/app${path}`);
          await watched.page.getByRole('heading', { level: 1 }).waitFor();
          await watched.page.locator('main [role=status][aria-label]').first().waitFor({ state: 'detached' });
          const where = `${path} ${scheme} ${width}`;
          found.push(...(await auditPage(watched.page)).map((fault) => `${where}: ${fault}`));
          const isWide = await watched.page.evaluate(
            'document.documentElement.scrollWidth > document.documentElement.clientWidth',
          );
          if (isWide) found.push(`${where}: is wider than the window`);
        }
        found.push(...watched.takeEvents().map((event) => `${scheme} ${width}: ${event}`));
        await watched.context.close();
      }
    expect(found).toEqual([]);
  });
});
