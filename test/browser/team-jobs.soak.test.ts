/**
 * The fourteen jobs of a documentation team in the browser, on a service that has just been started for the first time.
 * The times and clicks of each are printed; those of the first site have limits.
 */
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import type { FixtureRepository } from '../git-fixtures.ts';
import { type FirstStart, Jobs, type Person, startForTheFirstTime } from './people-at-work.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const REF = 'refs/heads/main';
const GUIDE = {
  'README.md': '# Product guide\n\nStart with [the installation](old/setup.md).\n',
  'SUMMARY.md':
    '* [Welcome](README.md)\n* [Install](install.md)\n* [Configure](configure.md)\n* [Upgrade](upgrade.md)\n',
  'install.md': '# Install\n\nRun the old installer.\n\nThen read [how to begin](old/setup.md).\n',
  'configure.md': '# Configure\n\nOpen the settings after [the installation](old/setup.md "Set up").\n',
  'upgrade.md': '# Upgrade\n\nStop the service first.\n',
};
const HANDBOOK = {
  'README.md': '# Handbook\n\nHow we work.\n',
  'hours.md': '# Hours\n\nWe answer within one day.\n\n*  an item\n*  another *item*\n',
};
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SPEC = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0' },
  tags: [{ name: 'Pets' }],
  paths: {
    '/pets': {
      get: { tags: ['Pets'], summary: 'List all pets', responses: { 200: { description: 'All pets' } } },
    },
  },
});
const FIRST_SITE_CLICKS = 12;
const FIRST_SITE_SECONDS = 180;

let start: FirstStart;
/** The administrator. */
let ada: Person;
/** A colleague, who is invited. */
let ben: Person;
let handbook: FixtureRepository;
/** The address of the published site, with a slash at its end. */
let site: string;
const jobs = new Jobs();

beforeAll(async () => {
  start = await startForTheFirstTime();
  await start.addRepository('guide', GUIDE);
  handbook = await start.addRepository('handbook', HANDBOOK);
  ada = await start.openBrowser();
  ben = await start.openBrowser();
});
afterAll(async () => {
  jobs.print();
  await start?.close();
});
/** Later jobs need what earlier ones made. */
let hasFailed = false;
beforeEach(({ skip }) => {
  if (hasFailed) skip();
});
afterEach(({ task }) => {
  hasFailed ||= task.result?.state === 'fail';
  expect([...ada.faults, ...ben.faults]).toEqual([]);
});

/** The space that is worked on, from wherever somebody is. */
async function openSpace(person: Person, title: string): Promise<void> {
  const allSpaces = person.link('All spaces');
  if ((await allSpaces.count()) > 0) await person.click(allSpaces);
  else await person.click(person.link('Home'));
  const main = person.page.getByRole('main');
  await person.click(main.getByRole('list').getByRole('link', { name: title, exact: true }).last());
  await person.treeItem('Welcome').or(person.link('Connect Git')).first().waitFor();
}

const spaceMenu = ({ page }: Person): Locator => page.getByRole('button', { name: 'More about this space' });
const organizationMenu = ({ page }: Person): Locator => page.getByRole('button', { name: /^Organization: / });
const dialogOf = ({ page }: Person): Locator => page.getByRole('dialog');
const partOf = (person: Person, name: string): Locator =>
  person.page.getByRole('navigation', { name: /^Settings of / }).getByRole('link', { name, exact: true });

test('1: the first sign-in names the organization', async () => {
  const { clicks } = await jobs.run('1 sign in and name the organization', [ada], async () => {
    await ada.page.goto('/');
    await ada.click(ada.link('Open Lectern').first());
    await ada.click(ada.page.getByText('Use an API token'));
    await ada.fill(ada.page.getByLabel('API token'), start.token);
    await ada.press('Enter');
    await ada.heading('Welcome to Lectern').waitFor();
    await ada.fill(ada.field('Name of the organization'), 'Acme');
    await ada.press('Enter');
    await ada.button(/^Import what you have/).waitFor();
  });
  expect(clicks).toBeLessThanOrEqual(2);
});

test('2: a repository becomes a site within three minutes and twelve clicks', async () => {
  const job = await jobs.run('2 bring in a repository and publish it', [ada], async () => {
    await ada.click(ada.button(/^Import what you have/));
    await ada.type(start.git.url('guide'));
    await ada.press('Enter');
    await ada.click(ada.button('Import 1 set'));
    await ada.page.getByRole('list', { name: 'Import report' }).waitFor();
    await ada.click(ada.page.getByRole('radio', { name: 'Anyone', exact: true }));
    await ada.click(ada.button('Publish'));
    const link = ada.link('Open site');
    site = (await link.getAttribute('href')) as string;
    const [tab] = await Promise.all([ada.page.context().waitForEvent('page'), ada.click(link)]);
    await tab.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await tab.getByRole('link', { name: 'Install' }).first().waitFor();
    await tab.close();
  });
  const [signIn] = jobs.done;
  expect(job.clicks + (signIn?.clicks ?? 0)).toBeLessThanOrEqual(FIRST_SITE_CLICKS);
  expect(job.seconds + (signIn?.seconds ?? 0)).toBeLessThanOrEqual(FIRST_SITE_SECONDS);
});

test('3: a page is written with a picture, a table and code', async () => {
  await jobs.run('3 write a page with a picture, a table and code', [ada], async () => {
    await ada.click(ada.page.getByRole('link', { name: /^Open / }).first());
    await ada.chooseInMenu(ada.button('New page'), 'New page');
    await ada.fill(ada.field('Title of the new page'), 'Tour');
    await ada.press('Enter');
    await ada.heading('Tour').waitFor();
    await ada.content.waitFor();
    await ada.type('A look around.');
    await ada.press('Control+Enter');
    await ada.insert('Table');
    for (const text of ['Option', 'Meaning']) {
      await ada.type(text);
      await ada.press('Tab');
    }
    await ada.press('Control+Enter');
    await ada.insert('Code');
    await ada.type('npm start');
    await ada.press('Control+Enter');
    const picture = { name: 'tour.png', mimeType: 'image/png', buffer: PICTURE };
    await ada.insert('Image', () => ada.chooseFile(() => ada.press('Enter'), picture));
    await ada.click(ada.button('Describe the picture'));
    await ada.type('The first steps');
    await ada.press('Enter');
    await ada.content.getByRole('img', { name: 'The first steps' }).waitFor();
    await ada.saved();
  });
  await expect
    .poll(async () => (await fetch(`${site}tour`)).text())
    .toMatch(/Option[\s\S]*npm start[\s\S]*tour\.png/);
});

test('4: pages are reordered and nested by drag', async () => {
  await jobs.run('4 reorder and nest pages in the tree', [ada], async () => {
    await ada.drag(ada.treeItem('Tour'), ada.treeItem('Install'), 0.1);
    await ada.drag(ada.treeItem('Configure'), ada.treeItem('Install'), 0.5);
    await ada.page.getByText('“Configure” moved into “Install”, position 1 of 1').first().waitFor();
  });
  await ada.page.reload();
  await ada.treeItem('Configure').waitFor();
  const places = await Promise.all(
    ['Welcome', 'Tour', 'Install', 'Configure'].map(async (title) => [
      title,
      await ada.treeItem(title).getAttribute('aria-level'),
      await ada.treeItem(title).getAttribute('aria-posinset'),
    ]),
  );
  expect(places).toEqual([
    ['Welcome', '1', '1'],
    ['Tour', '1', '2'],
    ['Install', '1', '3'],
    ['Configure', '2', '1'],
  ]);
});

test('5: a colleague is invited by mail, and gets a role in one space', async () => {
  await jobs.run('5 invite a colleague and give a role in one space', [ada, ben], async () => {
    await ada.chooseInMenu(organizationMenu(ada), 'Invitations');
    await ada.fill(ada.page.getByLabel('Email addresses'), 'ben@example.com');
    await ada.choose(ada.page.getByLabel('Role in the organization'), 'Reader');
    await ada.click(ada.button('Send invitations'));
    await ada.page.getByText('1 person was invited').waitFor();
    await ben.page.goto(await start.readMailedLink('ben@example.com'));
    await ben.fill(ben.page.getByLabel('Your name'), 'Ben');
    await ben.fill(ben.page.getByLabel('Password'), PASSWORD);
    await ben.press('Enter');
    await ben.page.waitForURL(/\/app\/o\//);
    await openSpace(ada, 'Product guide');
    await ada.chooseInMenu(spaceMenu(ada), 'Access');
    await ada.fill(ada.page.getByLabel('Find people and teams'), 'ben');
    await ada.click(ada.button('Add Ben as Editor'));
    await ada.page.getByText('Ben was added').first().waitFor();
  });
});

test('6: a change is proposed, discussed, corrected, approved and merged', async () => {
  await jobs.run('6 propose, comment, suggest, apply, approve, merge', [ada, ben], async () => {
    await openSpace(ben, 'Product guide');
    await ben.click(ben.treeItem('Install'));
    await ben.heading('Install').waitFor();
    await ben.click(ben.button('Propose changes'));
    await ben.page.waitForURL(/\/change-requests\/1\//);
    await ben.content.waitFor();
    await ben.select('old');
    await ben.type('new');
    await ben.saved();
    await ben.click(ben.link('Change request #1'));
    await ben.fill(ben.field('Subject'), 'Name the new installer');
    await ben.press('Enter');
    await ben.click(ben.button('Open for review'));
    await ben.click(ben.button('Request review'));
    await ben.click(ben.page.getByRole('button', { name: /^Request review from / }).first());
    await ben.click(ben.button('Done'));

    await ada.click(ada.page.getByRole('link', { name: 'Notifications, 1 unread' }));
    await ada.click(ada.page.getByRole('link', { name: /requests your review/ }));
    const changed = ada.page.getByRole('group', { name: 'Changed part' });
    await changed.waitFor();
    await ada.click(ada.page.getByRole('heading', { name: 'Install' }).getByRole('link'));
    await ada.content.waitFor();
    const toolbar = ada.page.getByRole('toolbar', { name: 'Formatting' });
    const panel = ada.page.getByRole('complementary', { name: 'Comments' });
    await ada.select('installer');
    await ada.click(ada.button('Comment', toolbar));
    await ada.type('Which one?');
    await ada.press('Control+Enter');
    await panel.getByRole('article').filter({ hasText: 'Which one?' }).waitFor();
    await ada.select('new');
    await ada.click(ada.button('Suggest', toolbar));
    await ada.fill(panel.getByRole('textbox', { name: 'Suggested text' }), 'graphical');
    await ada.click(ada.button('Suggest', panel));

    await ben.click(ben.page.getByRole('tab', { name: /^Discussion/ }));
    const suggestion = ben.page.getByRole('article', { name: /^Suggestion by / });
    await ben.click(ben.button('Apply', suggestion));
    await suggestion.waitFor({ state: 'detached' });

    await ada.click(ada.link('Change request #1'));
    await ada.click(ada.button('Review'));
    await ada.click(ada.page.getByRole('radio', { name: /^Approve/ }));
    await ada.click(ada.button('Submit'));
    await ada.click(ada.button('Merge'));
    await ada.page.getByText('Merged', { exact: true }).first().waitFor();
  });
  await expect.poll(async () => (await fetch(`${site}install`)).text()).toContain('graphical installer');
});

test('7: a conflict is decided', async () => {
  await jobs.run('7 resolve a conflict', [ada, ben], async () => {
    await openSpace(ben, 'Product guide');
    await ben.click(ben.treeItem('Upgrade'));
    await ben.heading('Upgrade').waitFor();
    await ben.click(ben.button('Propose changes'));
    await ben.page.waitForURL(/\/change-requests\/2\//);
    await ben.content.waitFor();
    await ben.select('first');
    await ben.type('before anything else');
    await ben.saved();
    await ben.click(ben.link('Change request #2'));
    await ben.click(ben.button('Open for review'));

    await openSpace(ada, 'Product guide');
    await ada.click(ada.treeItem('Upgrade'));
    await ada.heading('Upgrade').waitFor();
    await ada.select('first');
    await ada.type('at night');
    await ada.saved();

    const ofSpace = ada.page.getByRole('navigation', { name: 'In this space' });
    await ada.click(ofSpace.getByRole('link', { name: /^Change requests/ }));
    await ada.click(ada.page.getByRole('main').getByRole('link', { name: /No subject/ }));
    await ada.click(ada.page.getByRole('tab', { name: /^Checks/ }));
    const conflict = ada.page.getByRole('region', { name: /^Conflict 1: Upgrade/ });
    await ada.click(conflict.getByRole('radio', { name: 'This change request' }));
    await ada.click(ada.button('Decide', conflict));
    await ada.page.getByText('1 of 1 decided').waitFor();
    await ada.click(ada.button('Merge'));
    await ada.page.getByText('Merged', { exact: true }).first().waitFor();
  });
  await expect
    .poll(async () => (await fetch(`${site}upgrade`)).text())
    .toContain('Stop the service before anything else');
});

test('8: a space is connected to Git, and an edited word is one line of one file', async () => {
  let before = '';
  await jobs.run('8 connect a space to Git and edit', [ada], async () => {
    await ada.click(ada.link('All spaces'));
    await ada.click(ada.button('New space'));
    await ada.fill(ada.field('Name', dialogOf(ada)), 'Handbook');
    await ada.press('Enter');
    await ada.click(ada.link('Connect Git'));
    await ada.click(ada.page.getByRole('radio', { name: 'Another Git host' }));
    await ada.fill(ada.page.getByLabel('Address of the repository'), start.git.url('handbook'));
    await ada.click(ada.page.getByRole('radio', { name: 'Without signing in' }));
    await ada.click(ada.button('Check access'));
    await ada.page.getByText('Lectern can read and write this repository.').waitFor();
    await ada.click(ada.button('Connect'));
    await ada.page.getByText('In sync', { exact: true }).waitFor();
    await expect.poll(() => ada.page.evaluate('document.querySelector("#column").scrollTop')).toBe(0);
    before = (await handbook.git(['rev-parse', REF])).trim();
    await ada.click(ada.treeItem('Hours'));
    await ada.heading('Hours').waitFor();
    await ada.select('one');
    await ada.type('half a');
    await ada.saved();
    await expect
      .poll(async () => (await handbook.git(['rev-parse', REF])).trim(), { timeout: 60_000 })
      .not.toBe(before);
  });
  expect(await handbook.git(['diff', '--numstat', before, REF])).toBe('1\t1\thours.md');
});

test('9: the site gets a section and a language', async () => {
  await jobs.run('9 add a section and a language to the site', [ada], async () => {
    await openSite();
    await ada.click(partOf(ada, 'Structure'));
    await ada.chooseInMenu(ada.button('Add'), 'Add section');
    await ada.choose(ada.page.getByRole('combobox', { name: 'Space' }), 'Handbook');
    await ada.click(ada.button('Add', dialogOf(ada)));
    await ada.page.getByText('“Handbook” is on the site').first().waitFor();
    await ada.chooseInMenu(ada.button('Add'), 'Add variant or language');
    await ada.choose(ada.page.getByRole('combobox', { name: 'Space' }), 'A new, empty space');
    await ada.fill(ada.field('Title', dialogOf(ada)), 'Anleitung');
    await ada.choose(ada.page.getByRole('combobox', { name: 'Language' }), 'German');
    await ada.click(ada.button('Add', dialogOf(ada)));
    await ada.page.getByText('“Anleitung” is on the site').first().waitFor();
  });
  await expect.poll(async () => (await fetch(site)).text()).toContain('Handbook');
});

async function openSite(): Promise<void> {
  await ada.chooseInMenu(organizationMenu(ada), 'Sites');
  await ada.click(
    ada.page.getByRole('table', { name: 'Sites' }).getByRole('link', { name: 'Product guide', exact: true }),
  );
  await ada.heading('Product guide').waitFor();
}

test('10: the site gets a logo, colors and a font, seen before they are saved', async () => {
  await jobs.run('10 give the site a logo, colors and a font', [ada], async () => {
    await ada.click(partOf(ada, 'Customization'));
    const preview = ada.page.frameLocator('iframe[data-front="true"]');
    await preview.getByRole('heading', { name: 'Welcome' }).waitFor();
    await ada.chooseFile(() => ada.click(ada.page.getByRole('button', { name: /^Logo in light mode: / })), {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: PICTURE,
    });
    await preview.getByRole('img', { name: 'Product guide' }).waitFor();
    await ada.click(ada.button('Colors'));
    await ada.fill(ada.page.getByLabel('Primary color in light mode (#)'), '#b00020');
    await ada.click(ada.button('Fonts'));
    await ada.choose(ada.page.getByRole('combobox', { name: 'Text', exact: true }), 'Roboto');
    await ada.click(ada.button('Save'));
    await ada.page.getByText('The site has the new look').first().waitFor();
  });
  const html = await (await fetch(site)).text();
  expect(html).toContain('logo.png');
  expect(html).toContain('--primary:#b00020');
});

test('11: a site for members opens for a member, and for nobody else', async () => {
  const stranger = await start.openBrowser();
  await jobs.run('11 publish for members, and read as a member', [ada, ben], async () => {
    await ada.click(partOf(ada, 'Readers'));
    await ada.click(ada.page.getByRole('radio', { name: 'Members', exact: true }));
    await ada.click(ada.button('Save'));
    await ada.page.getByText('Saved', { exact: true }).first().waitFor();
    await ben.page.goto(site);
    await ben.page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
  });
  await stranger.page.goto(`${site}install`);
  expect(new URL(stranger.page.url()).pathname).toBe('/app/sign-in');
  expect(await stranger.page.content()).not.toContain('installer');
  await stranger.close();
});

test('12: an OpenAPI spec is added, and its reference is on the site', async () => {
  await jobs.run('12 add an OpenAPI spec and its reference', [ada], async () => {
    await ada.chooseInMenu(organizationMenu(ada), 'Settings');
    await ada.click(partOf(ada, 'OpenAPI specs'));
    await ada.click(ada.link('Add spec'));
    await ada.fill(ada.field('Name'), 'pets');
    await ada.click(ada.page.getByRole('radio', { name: 'A file' }));
    await ada.chooseFile(() => ada.click(ada.page.getByLabel('File', { exact: true })), {
      name: 'pets.json',
      mimeType: 'application/json',
      buffer: Buffer.from(SPEC),
    });
    await ada.click(ada.button('Add spec'));
    await ada.page.getByText('This is the first version.').waitFor();
    await openSpace(ada, 'Product guide');
    await ada.chooseInMenu(ada.button('New page'), 'New API reference');
    await ada.click(ada.button('Add', dialogOf(ada)));
    await ada.page.getByText('“pets” was created').first().waitFor();
  });
  await ben.page.goto(`${site}pets`);
  await ben.page.getByRole('heading', { name: 'List all pets' }).waitFor();
});

test('13: broken links are found and repaired together', async () => {
  await jobs.run('13 find broken links and repair them together', [ada], async () => {
    await ada.chooseInMenu(spaceMenu(ada), 'Broken links');
    await ada.click(ada.page.getByRole('checkbox', { name: 'Select the links to old/setup.md' }));
    await ada.click(ada.button('Repair…'));
    await ada.fill(ada.page.getByRole('combobox', { name: 'New target' }), 'Install');
    await ada.click(ada.page.getByRole('option', { name: /^Install/ }).first());
    await ada.click(ada.button('Show the changes'));
    await ada.click(ada.button('Change the links'));
    await ada.page.getByText('3 links were repaired').waitFor();
    await ada.page.getByText('No broken links').waitFor();
  });
});

test('14: insights tell what is read, and the audit log who changed what', async () => {
  await jobs.run('14 look at insights and the audit log, and export', [ada], async () => {
    await openSite();
    await ada.click(partOf(ada, 'Insights'));
    await ada.click(ada.link('Pages read'));
    const pages = ada.page.getByRole('table', { name: 'Most viewed pages' });
    await pages.getByRole('row', { name: /Welcome/ }).waitFor();
    const [insights] = await Promise.all([
      ada.page.waitForEvent('download'),
      ada.click(ada.page.getByRole('link', { name: 'Export: Most viewed pages, CSV' })),
    ]);
    expect(await readFile((await insights.path()) as string, 'utf8')).toContain('Welcome');
    await ada.chooseInMenu(organizationMenu(ada), 'Audit log');
    await ada.choose(ada.page.getByRole('combobox', { name: 'Action' }), 'Role given');
    await ada.page
      .getByRole('table')
      .getByRole('row', { name: /Product guide/ })
      .waitFor();
    const [events] = await Promise.all([
      ada.page.waitForEvent('download'),
      ada.click(ada.button('Export as CSV')),
    ]);
    expect(await readFile((await events.path()) as string, 'utf8')).toContain('permission.granted');
  });
});
