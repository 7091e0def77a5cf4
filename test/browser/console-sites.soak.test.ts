/** All views of sites in the console: what they do, for whom, and that everybody can use them. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAccount, openBrowser } from '../accounts.ts';
import { putContent } from '../content.ts';
import { type DnsServer, startDnsServer } from '../dns-server.ts';
import { addSite, addSpace, addTeam } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let dns: DnsServer;
let served: ServedConsole;
let writer: Writer;
let page: Page;
let spaceIds: string[];
beforeAll(async () => {
  dns = await startDnsServer();
  served = await serveConsole({ config: { dnsServers: [dns.address] } });
  const { app } = served;
  spaceIds = [];
  for (const title of ['Guides to everything', 'API', 'Handbuch'])
    spaceIds.push(await addSpace(app, { title }));
  for (const spaceId of spaceIds) await putContent(app, spaceId, { 'README.md': '# Welcome\n\nHello.\n' });
  writer = await served.openWriter();
  page = writer.page;
});
afterAll(async () => {
  await writer?.close();
  await served?.close();
  await dns?.close();
});

const api = (siteId: string): string => `/v1/orgs/${served.app.organizationId}/sites/${siteId}`;
const read = async (url: string) => (await served.app.request('GET', url)).json();
const visit = async (path = ''): Promise<void> => {
  await page.goto(`${served.origin}/app/o/${served.app.organizationId}/sites${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const poll = <T>(get: () => T | Promise<T>) => expect.poll(get, { timeout: 20_000 });
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const alertDialog = () => page.getByRole('alertdialog');
const menuItem = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
const choose = async (menu: string, item: string): Promise<void> => {
  await button(menu).click();
  await menuItem(item).click();
};
/** The status of a page for somebody about whom nothing is known. */
const statusOf = async (address: string): Promise<number> =>
  (await fetch(address, { redirect: 'manual' })).status;

describe('the list of sites', () => {
  it('begins with what to do, lists and finds sites, and leads to each', async () => {
    await visit();
    await page.getByRole('heading', { name: 'Publish your first site' }).waitFor();
    expect(await auditPage(page)).toEqual([]);
    for (let number = 1; number <= 60; number += 1)
      await addSite(served.app, { title: `Numbered ${number}`, isPublished: number % 2 === 0 });
    await visit();
    const rows = page.getByRole('table', { name: 'Sites' }).getByRole('row');
    await poll(() => rows.count()).toBe(51);
    await button('Show more').click();
    await poll(() => rows.count()).toBe(61);
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('numbered 17');
    await poll(() => rows.count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('nothing like this');
    await page.getByText('No site has “nothing like this” in its title.').waitFor();
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('numbered 17');
    await page.getByRole('link', { name: 'Numbered 17', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Numbered 17' }).waitFor();
    await page.getByText('Not published').first().waitFor();
  });

  it('offers members without a role in it nothing that they may not do', async () => {
    const { app } = served;
    const { email } = await addAccount(app, { role: 'read' });
    const reader = await served.openWriter({ cookie: await openBrowser(app, email) });
    await reader.page.goto(`${served.origin}/app/o/${app.organizationId}/sites`);
    await reader.page.getByRole('table', { name: 'Sites' }).waitFor();
    expect(await button('New site', reader.page).count()).toBe(0);
    const siteId = await addSite(app, { title: 'Read only', spaceIds });
    await reader.page.goto(`${served.origin}/app/o/${app.organizationId}/sites/${siteId}/structure`);
    await reader.page.getByText('What is on the site').waitFor();
    expect(await button('Add', reader.page).count()).toBe(0);
    await reader.page.goto(`${served.origin}/app/o/${app.organizationId}/sites/${siteId}/settings`);
    await reader.page.getByText('You do not have access to this page').waitFor();
    await reader.close();
  });
});

describe('publishing', () => {
  it('puts a space on an existing site as a section, which its readers see at once', async () => {
    const { app, origin } = served;
    const siteId = await addSite(app, {
      title: 'Open docs',
      spaceIds: spaceIds.slice(0, 1),
      isPublished: true,
    });
    await page.goto(`${origin}/app/s/${spaceIds[1]}`);
    await button('Publish').click();
    await page.getByRole('radio', { name: 'An existing site' }).check();
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('Open');
    await page.getByRole('combobox', { name: 'Site', exact: true }).selectOption({ label: 'Open docs' });
    expect(await auditPage(page)).toEqual([]);
    await button('Continue').click();
    await dialog().getByText('its readers see the space at once').waitFor();
    await button('Publish', dialog()).click();
    await page.getByRole('heading', { name: '“API” is published' }).waitFor();
    const address = await page.getByRole('link', { name: 'Open site' }).getAttribute('href');
    expect(new URL(address as string).pathname).toMatch(/\/api\/$/);
    expect(await statusOf(address as string)).toBe(200);
    expect((await read(`${api(siteId)}/structure`)).structure).toHaveLength(2);
    await dialog().getByRole('link', { name: 'Customize' }).waitFor();
    await button('Close', dialog()).click();
  });

  it('gives a site that opens with links its first one', async () => {
    await visit();
    await button('New site').click();
    await page.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'Handbuch' });
    await button('Continue').click();
    await button('Continue').click();
    await page.getByRole('radio', { name: 'With a share link' }).check();
    await button('Publish', dialog()).click();
    await page.getByRole('heading', { name: '“Handbuch” is published' }).waitFor();
    const address = (await page.getByRole('link', { name: 'Open site' }).getAttribute('href')) as string;
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(address.replace(/k-[^/]+\/$/, ''))).toBe(404);
    await button('Close', dialog()).click();
  });

  it('is taken back, and a site deleted, after saying what is lost', async () => {
    const siteId = await addSite(served.app, { title: 'Short-lived', spaceIds, isPublished: true });
    const { urls } = await read(api(siteId));
    await visit(`/${siteId}`);
    expect(await statusOf(urls.published)).toBe(200);
    await choose('More about this site', 'Unpublish');
    await button('Unpublish', alertDialog()).click();
    await page.getByText('“Short-lived” is no longer published').waitFor();
    expect(await statusOf(urls.published)).toBe(404);
    await button('Undo').click();
    await poll(() => statusOf(urls.published)).toBe(200);
    await choose('More about this site', 'Delete');
    await alertDialog().getByText(urls.published).waitFor();
    await button('Delete', alertDialog()).click();
    await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
    expect((await served.app.request('GET', api(siteId))).statusCode).toBe(404);
  });
});

describe('the structure', () => {
  let siteId: string;
  beforeAll(async () => {
    siteId = await addSite(served.app, { title: 'Structured', spaceIds: spaceIds.slice(0, 1) });
  });
  const structure = async () => (await read(`${api(siteId)}/structure`)).structure;
  const title = (name: string) =>
    page.getByRole('list', { name: 'Structure' }).getByRole('button', { name, exact: true }).first();

  it('gets sections, variants in languages, groups and links', async () => {
    await visit(`/${siteId}/structure`);
    await choose('Add', 'Add section');
    await page.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'API' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Reference');
    await page.getByRole('combobox', { name: 'Icon' }).fill('book');
    expect(await auditPage(page)).toEqual([]);
    await button('Add', dialog()).click();
    await title('Reference').waitFor();
    await choose('Add', 'Add variant');
    await page.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'Handbuch' });
    await page.getByRole('combobox', { name: 'Section' }).selectOption({ label: 'Guides to everything' });
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German' });
    await button('Add', dialog()).click();
    await title('Handbuch').waitFor();
    await choose('Add', 'Add group');
    await page.getByRole('textbox', { name: 'Title' }).fill('More');
    await button('Add', dialog()).click();
    await title('More').waitFor();
    await choose('Add', 'Add link');
    await page.getByRole('textbox', { name: 'Title' }).fill('Forum');
    await page.getByRole('textbox', { name: 'Address of the website' }).fill('https://example.com/forum');
    await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'More' });
    await button('Add', dialog()).click();
    await title('Forum').waitFor();
    const [guides, reference, more] = await structure();
    expect(guides.siteSpaces).toMatchObject([
      { default: true },
      { title: 'Handbuch', space: { language: 'de' } },
    ]);
    expect(reference).toMatchObject({ title: 'Reference', icon: 'book' });
    expect(more).toMatchObject({ title: 'More', children: [{ title: 'Forum' }] });
    expect(await auditPage(page)).toEqual([]);
  });

  it('is changed: titles, paths, defaults, drafts, and what leaves it', async () => {
    await visit(`/${siteId}/structure`);
    await title('Reference').click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('API reference');
    await page.getByRole('textbox', { name: 'Path' }).fill('api-reference');
    await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'More' });
    await button('Save', dialog()).click();
    await title('API reference').waitFor();
    await poll(async () => (await structure())[1]).toMatchObject({
      title: 'More',
      children: [{ title: 'Forum' }, { title: 'API reference', path: 'api-reference' }],
    });
    await choose('More about “API reference”', 'Make default');
    await poll(async () => (await structure())[1].children[1].default).toBe(true);
    await choose('More about “Forum”', 'Hide as a draft');
    await poll(async () => (await structure())[1].children[0].draft).toBe(true);
    await choose('More about “Forum”', 'Remove');
    await button('Remove', alertDialog()).click();
    await page.getByText('“Forum” was removed').waitFor();
    expect((await structure())[1].children).toHaveLength(1);
  });

  it('keeps what others change meanwhile, and asks before it replaces the same field', async () => {
    await visit(`/${siteId}/structure`);
    await title('API reference').click();
    const [, { children }] = await structure();
    const own = `${api(siteId)}/sections/${children[0].id}`;
    await served.app.request('PATCH', own, { body: { description: 'By somebody else', title: 'Theirs' } });
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Ours');
    await button('Save', dialog()).click();
    await dialog().getByText('Somebody else has just changed this to “Theirs”').waitFor();
    expect((await structure())[1].children[0].title).toBe('Theirs');
    await button('Save', dialog()).click();
    await title('Ours').waitFor();
    expect((await structure())[1].children[0]).toMatchObject({ title: 'Ours', path: 'api-reference' });
    await served.app.request('PATCH', own, { body: { title: 'From afar' } });
    await title('From afar').waitFor({ timeout: 15_000 });
  });
});

it('sections are ordered by drag and by keys, as the API then has them', async () => {
  const { app } = served;
  const ids = [await addSpace(app, { title: 'Alpha' }), await addSpace(app, { title: 'Beta' })];
  const siteId = await addSite(app, { spaceIds: ids.slice(0, 1) });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  await app.request('POST', `${site}/sections`, { body: { spaceId: ids[1] } });
  await app.request('POST', `${site}/section-groups`, { body: { title: 'Gamma' } });
  const order = async (): Promise<string> => {
    const { structure } = (await app.request('GET', `${site}/structure`)).json();
    const say = (items: { title: string; children?: never[] }[]): string =>
      items.map(({ title, children }) => title + (children?.length ? `(${say(children)})` : '')).join(' ');
    return say(structure);
  };
  const expectOrder = (wanted: string) => expect.poll(order, { timeout: 20_000 }).toBe(wanted);
  await visit(`/${siteId}/structure`);
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

describe('readers', () => {
  let siteId: string;
  let address: string;
  beforeAll(async () => {
    siteId = await addSite(served.app, { title: 'Closed', spaceIds, isPublished: true });
    address = (await read(api(siteId))).urls.published;
  });

  it('come by share links, each of which can be ended', async () => {
    await visit(`/${siteId}/access`);
    await page.getByRole('radio', { name: 'With a share link' }).check();
    await button('Save').click();
    await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
    expect(await statusOf(address)).toBe(404);
    await button('New link').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Partners');
    await page.getByRole('combobox', { name: 'Ends' }).selectOption({ label: 'After 7 days' });
    await button('Create', dialog()).click();
    await page.getByRole('heading', { name: 'The link “Partners” is ready' }).waitFor();
    await button(/^Copy: Partners$/, dialog()).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await button('Close', dialog()).click();
    expect(await statusOf(link)).toBe(200);
    const [stored] = (await read(`${api(siteId)}/share-links`)).items;
    expect(Date.parse(stored.expiresAt) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expect(await auditPage(page)).toEqual([]);
    await choose('More about “Partners”', 'Turn off');
    await button('Turn off', alertDialog()).click();
    await page.getByText('The link “Partners” is turned off').waitFor();
    expect(await statusOf(link)).toBe(404);
    await choose('More about “Partners”', 'Edit');
    await page.getByRole('combobox', { name: 'Ends' }).selectOption({ label: 'Never' });
    await button('Save', dialog()).click();
    await poll(async () => (await read(`${api(siteId)}/share-links`)).items[0].expiresAt).toBeUndefined();
    await choose('More about “Partners”', 'Delete');
    await button('Delete', alertDialog()).click();
    await page.getByText('There are no links yet.').waitFor();
  });

  it('come from an application with a key, which is replaced', async () => {
    await visit(`/${siteId}/access`);
    await page.getByRole('radio', { name: 'Users of your application' }).check();
    await button('Save').first().click();
    await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
    expect(await statusOf(address)).toBe(401);
    const key = page.getByRole('textbox', { name: 'Signing key' });
    const before = await key.inputValue();
    await button('Replace key').click();
    await button('Replace key', alertDialog()).click();
    await poll(() => key.inputValue()).not.toBe(before);
    await page.getByText(/Tokens with the previous key are accepted until/).waitFor();
    await page.getByRole('textbox', { name: 'Sign-in address' }).fill('https://example.com/sign-in');
    await button('Save').last().click();
    await poll(() => statusOf(address)).toBe(307);
  });

  it('are members, certain teams, or whoever has a password', async () => {
    const teamId = await addTeam(served.app, { title: 'Writers' });
    const save = async (readers: string): Promise<void> => {
      await page.getByRole('radio', { name: readers, exact: true }).check();
      if (readers === 'Certain teams') await page.getByRole('checkbox', { name: 'Writers' }).check();
      if (readers === 'With a password')
        await page.getByRole('textbox', { name: /^Password/ }).fill('correct horse battery');
      expect(await auditPage(page)).toEqual([]);
      await button('Save').first().click();
      await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
    };
    const kind = async () => (await read(api(siteId))).readers;
    await visit(`/${siteId}/access`);
    await save('Members');
    await poll(kind).toEqual({ kind: 'members' });
    await save('Certain teams');
    await poll(kind).toEqual({ kind: 'teams', teams: [teamId] });
    await save('With a password');
    await poll(kind).toMatchObject({ kind: 'password' });
    await poll(() => page.getByRole('textbox', { name: /^New password/ }).inputValue()).toBe('');
    await save('Users of your application');
    await poll(kind).toBeUndefined();
    await poll(() => statusOf(address)).toBe(307);
  });

  it('are everybody only after a question', async () => {
    await visit(`/${siteId}/access`);
    await page.getByRole('radio', { name: 'Anyone', exact: true }).check();
    await button('Save').first().click();
    await button('Cancel', alertDialog()).click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was changed.' }).waitFor();
    expect(await statusOf(address)).toBe(307);
    await button('Save').first().click();
    await button('Open it', alertDialog()).click();
    await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
    await poll(() => statusOf(address)).toBe(200);
  });
});

it('a domain waits for its record, says what is wrong with it, and is removed', async () => {
  const siteId = await addSite(served.app, { title: 'Named', spaceIds, isPublished: true });
  await visit(`/${siteId}/domain`);
  await page.getByRole('textbox', { name: 'Hostname' }).fill('docs.acme.example');
  await button('Continue').click();
  await page.getByText('The TXT record has not been found yet.').waitFor();
  const { record, addressRecord } = await read('/v1/custom-hostnames/docs.acme.example');
  await page.getByText(record.value).waitFor();
  await page.getByText(addressRecord.value, { exact: true }).waitFor();
  await button('Copy: Value of the TXT record').click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(record.value);
  dns.answers.set(record.name, [['lectern-verification=another']]);
  await button('Check now').click();
  await page.getByText('has another value').waitFor();
  expect(await auditPage(page)).toEqual([]);
  dns.answers.set(record.name, [[record.value]]);
  await button('Check now').click();
  await page.getByText('Keep both: the first one is checked every day.').waitFor();
  expect((await read(api(siteId))).hostname).toBe('docs.acme.example');
  await button('Remove').click();
  await button('Remove', alertDialog()).click();
  await page.getByRole('textbox', { name: 'Hostname' }).waitFor();
  expect(await read(api(siteId))).not.toHaveProperty('hostname');
});

it('settings change only what was changed', async () => {
  await addSite(served.app, { title: 'Taken name' });
  const siteId = await addSite(served.app, { title: 'Set up', spaceIds });
  await visit(`/${siteId}/settings`);
  await page.getByRole('textbox', { name: 'Title of the site' }).fill('Set up well');
  await page.getByRole('checkbox', { name: 'Readers can try requests' }).check();
  await page.getByRole('checkbox', { name: 'Readers can try their own servers' }).check();
  await served.app.request('PATCH', api(siteId), { body: { basename: 'changed-elsewhere' } });
  await button('Save').click();
  await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
  expect(await read(api(siteId))).toMatchObject({
    title: 'Set up well',
    basename: 'changed-elsewhere',
    apiRequests: { enabled: true, ownServers: true },
  });
  await page.getByRole('textbox', { name: 'Name in the address' }).fill('taken-name');
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: 'Another site has this name in its address.' }).waitFor();
});

describe.each([
  [1440, 'light'],
  [360, 'dark'],
] as const)('at %i in %s', (width, colorScheme) => {
  it('every view is accessible and fits the window', async () => {
    const siteId = await addSite(served.app, {
      title: 'A site with a title that is much longer than most of them are',
      spaceIds,
      isPublished: true,
    });
    await served.app.request('POST', `${api(siteId)}/section-groups`, { body: { title: 'More' } });
    const other = await served.openWriter({ viewport: { width, height: 800 }, colorScheme });
    const root = `${served.origin}/app/o/${served.app.organizationId}/sites`;
    for (const path of [
      '',
      ...['', '/structure', '/access', '/domain', '/settings'].map((part) => `/${siteId}${part}`),
    ]) {
      await other.page.goto(root + path);
      await other.page.getByRole('heading', { level: 1 }).waitFor();
      await poll(() => other.page.getByRole('status', { name: 'Loading…' }).count()).toBe(0);
      expect(await auditPage(other.page), path).toEqual([]);
      const overflow = await other.page.evaluate(
        `Math.max(...[document.documentElement, document.querySelector('#column')].map((one) => one.scrollWidth - one.clientWidth))`,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    expect(other.refused).toEqual([]);
    await other.close();
  });
});
