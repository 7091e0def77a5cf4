/** Settings of a space in the console: connecting Git with a preview, and repairing broken links. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestClock, type TestClock } from '../clock.ts';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { REF } from '../fixtures/git/sync/connected-space.ts';
import { createFixtureRepository, type FixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let console_: OpenConsole;
let clock: TestClock;
let git: GitServer;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let repository: FixtureRepository;
beforeAll(async () => {
  clock = createTestClock();
  folder = await temporaryDirectory();
  console_ = await openConsole({ clock: clock.now, config: { allowPrivateNetworks: true } });
  repository = await createFixtureRepository(`${folder.path}/docs.git`, {
    files: {
      'README.md': '# Welcome\n\nFirst.\n',
      'use.md': '# Use it\n\nOne here.\n\n*  an item\n*  another *item*\n',
    },
  });
  git = await startGitServer({ repositories: { docs: repository.directory }, allowPush: true });
});
afterAll(async () => {
  await git?.close();
  await console_?.close();
  await folder?.remove();
});

test('a space is connected to Git after a preview, and an edited word is one line of one file', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app);
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/s/${spaceId}`);
  await page.getByRole('link', { name: 'Connect Git' }).click();
  await page.getByRole('radio', { name: 'Another Git host' }).check();
  await page.getByLabel('Address of the repository').fill(git.url('docs'));
  await page.getByRole('radio', { name: 'Without signing in' }).check();
  await page.getByRole('button', { name: 'Check access' }).click();
  await page.getByText('Lectern can read and write this repository.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('main');
  await page.getByRole('button', { name: 'Preview the first sync' }).click();
  await page.getByRole('progressbar').waitFor();
  await runJobs(app);
  await page.getByRole('region', { name: 'In this space' }).getByText('2 new').waitFor();
  await page.getByRole('region', { name: 'In the repository' }).getByText('Nothing changes').waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Syncing', { exact: true }).waitFor();
  await page.getByRole('progressbar').waitFor();
  await runJobs(app);
  await page.getByText('In sync', { exact: true }).waitFor();

  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  const { id } = pages.find(({ title }: { title: string }) => title === 'Use it');
  const before = (await repository.git(['rev-parse', REF])).trim();
  await page.goto(`${baseUrl}/app/s/${spaceId}/${id}`);
  await page.getByRole('textbox', { name: 'Page content' }).getByText('another').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' more');
  await page.getByRole('status', { name: 'Saved' }).waitFor();
  clock.advance(60_000);
  await runJobs(app);
  expect(await repository.git(['diff', '--numstat', before, REF])).toBe('1\t1\tuse.md');
});

test('broken links are repaired together, after each line was shown', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Guides' });
  await putContent(app, spaceId, {
    'README.md': '# Home\n\nSee [it](old/setup.md) and [again](old/setup.md "Title").\n',
    'install.md': '# Set up\n\nBack [home](README.md), or [on](old/setup.md).\n\n![Gone](gone.png)\n',
  });
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/s/${spaceId}/broken-links`);
  await page.getByRole('heading', { name: /^No page at this path/ }).waitFor();
  await page.getByRole('heading', { name: /^Missing picture or file/ }).waitFor();
  await page.getByText('![Gone](gone.png)').waitFor();
  await page.getByRole('checkbox', { name: 'Select the links to old/setup.md' }).check();
  await page.getByText('3 links selected').waitFor();
  await page.getByRole('button', { name: 'Repair…' }).click();
  await page.getByRole('combobox', { name: 'New target' }).fill('Set up');
  await page.getByRole('option', { name: /^Set up/ }).click();
  await page.getByRole('button', { name: 'Show the changes' }).click();
  await page.getByText('3 links will be changed').first().waitFor();
  await page.getByRole('button', { name: 'Change the links' }).click();
  await page.getByText('3 links were repaired').waitFor();
  const { items } = (await app.request('GET', `/v1/spaces/${spaceId}/links?status=broken`)).json();
  expect(items.map(({ target }: { target: string }) => target)).toEqual(['gone.png']);
});

test('a text is replaced in a change request, after each place was shown', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Words' });
  await putContent(app, spaceId, {
    'README.md': '# Home\n\nOpen the dashboard. The *dashboard* is new.\n\n```\ndashboard\n```\n',
    'more.md': '# More\n\n* a dashboard\n* nothing\n',
  });
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/replace`);
  await page.getByRole('textbox', { name: 'Find' }).fill('dashboard');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('overview');
  await page.getByRole('button', { name: 'Show the places' }).click();
  await page.getByRole('heading', { name: '3 places' }).waitFor();
  await page.getByRole('checkbox', { name: 'Include More' }).uncheck();
  await page.getByRole('radio', { name: 'As a change request' }).check();
  await page.getByRole('button', { name: 'Replace 2 places' }).click();
  await page.getByText('2 places were changed').waitFor();
  await page.getByRole('link', { name: 'Open the change request' }).click();
  await page.getByRole('heading', { name: /Replace “dashboard”/ }).waitFor();
  const read = async (line: string): Promise<string> => {
    const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
    const url = `/v1/spaces/${spaceId}${line}/content/page/${pages[0].id}?format=markdown`;
    return (await app.request('GET', url)).json().markdown;
  };
  expect(await read('')).toContain('The *dashboard* is new');
  expect(await read('/change-requests/1')).toBe(
    '# Home\n\nOpen the overview. The *overview* is new.\n\n```\ndashboard\n```\n',
  );
});

test('an expression that never ends is stopped, and the view stays usable meanwhile', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Slow' });
  await putContent(app, spaceId, { 'README.md': `# Home\n\n${'a'.repeat(60)}!\n` });
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/replace`);
  const find = page.getByRole('textbox', { name: 'Find' });
  await page.getByRole('checkbox', { name: 'Regular expression' }).check();
  await find.fill('(a+)+$');
  await page.getByRole('button', { name: 'Show the places' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the places' }).click();
  await page.getByText('The pattern takes too long on the page “Home”').waitFor();
  await find.fill('(a)a+');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('$1b');
  await page.getByRole('button', { name: 'Show the places' }).click();
  await page.getByRole('heading', { name: '1 place' }).waitFor();
  await page.getByText('ab', { exact: true }).waitFor();
});

test('a connected space is moved to another branch after a preview', async () => {
  const { app, baseUrl } = console_;
  const other = await createFixtureRepository(`${folder.path}/moved.git`, {
    files: { 'README.md': '# Welcome\n' },
  });
  await other.git(['branch', 'next', 'main']);
  await other.commit({ 'more.md': '# More\n' }, { branch: 'next' });
  git.options.repositories.moved = other.directory;
  const spaceId = await addSpace(app, { title: 'Moved' });
  const body = { url: git.url('moved'), ref: REF };
  await app.request('PUT', `/v1/spaces/${spaceId}/git`, { body });
  await runJobs(app);
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/git`);
  await page.getByRole('textbox', { name: 'Branch', exact: true }).fill('next');
  await page.getByRole('button', { name: 'Preview the change' }).click();
  const preview = page.getByRole('region', { name: 'What the change will do' });
  await preview.getByRole('progressbar').waitFor();
  await runJobs(app);
  await preview.getByRole('region', { name: 'In this space' }).getByText('1 new').waitFor();
  expect((await app.request('GET', `/v1/spaces/${spaceId}/git`)).json().ref).toBe(REF);
  await page.getByRole('button', { name: 'Change and sync' }).click();
  await page.getByText('The connection was changed').first().waitFor();
  await runJobs(app);
  await page.getByText('In sync', { exact: true }).waitFor();
  expect((await app.request('GET', `/v1/spaces/${spaceId}/git`)).json().ref).toBe('refs/heads/next');
});

test('a refused token is replaced from the message about it', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Refused' });
  git.options.auth = { username: 'reader', password: 'right' };
  try {
    const body = { url: git.url('docs'), ref: REF, credentials: { username: 'reader', password: 'old' } };
    await app.request('PUT', `/v1/spaces/${spaceId}/git`, { body });
    await runJobs(app);
    const { page } = await console_.open();
    await page.goto(`${baseUrl}/app/s/${spaceId}/settings/git`);
    await page.getByText('The host does not accept the key or token').first().waitFor();
    await page.getByRole('button', { name: 'Replace the key or token' }).click();
    await page.getByLabel('Token', { exact: true }).fill('right');
    await page.getByLabel('User name').fill('reader');
    await page.getByRole('button', { name: 'Check access' }).click();
    await page.getByText('Lectern can read').waitFor();
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('The new key or token is used from now on.').first().waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await runJobs(app);
    await page.getByText('In sync', { exact: true }).waitFor();
  } finally {
    delete git.options.auth;
  }
});

test('a space is renamed, gets rules, and is deleted after its title was typed', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Old name' });
  const { page } = await console_.open();
  const settings = `${baseUrl}/app/s/${spaceId}/settings`;
  await page.goto(settings);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('New name');
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Japanese' });
  await page.getByRole('form', { name: 'Name and language' }).getByRole('button', { name: 'Save' }).click();
  await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
  await page.goto(`${settings}/merge-rules`);
  await page.getByRole('radio', { name: 'Rules of this space' }).check();
  await page.getByRole('checkbox', { name: 'It breaks no link' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
  expect((await app.request('GET', `/v1/spaces/${spaceId}`)).json()).toMatchObject({
    title: 'New name',
    language: 'ja',
    mergeRules: { type: 'rules', rules: [{ rule: 'require_no_broken_links' }] },
  });
  await page.goto(settings);
  const confirmation = page.getByRole('textbox', { name: /^Type the title/ });
  await confirmation.fill('Old name');
  await page.getByRole('button', { name: 'Delete space' }).click();
  await page.getByText('This is not the title of the space.').waitFor();
  await confirmation.fill('New name');
  await page.getByRole('button', { name: 'Delete space' }).click();
  await page.waitForURL(/\/app\/o\//);
  expect((await app.request('GET', `/v1/spaces/${spaceId}`)).json()).toHaveProperty('deletedAt');
});

test('all parts are accessible, in light and dark, wide and narrow', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Everything' });
  await putContent(app, spaceId, { 'README.md': '# Home\n\n[a](b.md) ![c](d.png) [e](#f)\n' });
  const connected = await addSpace(app, { title: 'With Git' });
  const body = { url: git.url('docs'), ref: 'refs/heads/nope' };
  await app.request('PUT', `/v1/spaces/${connected}/git`, { body });
  await runJobs(app);
  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    const { page, context } = await console_.open({ width, scheme });
    for (const [space, part] of [
      [spaceId, 'general'],
      [spaceId, 'git'],
      [connected, 'git'],
      [spaceId, 'merge-rules'],
      [spaceId, 'broken-links'],
      [spaceId, 'replace'],
      [spaceId, 'export'],
    ] as const) {
      await page.goto(`${baseUrl}/app/s/${space}/settings/${part}`);
      // The rules for merging are one form, without a heading of its own.
      await page.getByRole('heading', { level: 2 }).or(page.getByRole('radio')).first().waitFor();
      await expect
        .poll(() => auditPage(page), { message: `${part} ${width} ${scheme}`, timeout: 20_000 })
        .toEqual([]);
    }
    await context.close();
  }
});
