/** Settings of a space in the console: connecting Git with a preview, and repairing broken links. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestClock, type TestClock } from '../clock.ts';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { REF } from '../fixtures/git/sync/connected-space.ts';
import { createFixtureRepository, type FixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';
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
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/git`);
  await page.getByRole('radio', { name: 'Another Git host' }).check();
  await page.getByLabel('Address of the repository').fill(git.url('docs'));
  await page.getByRole('radio', { name: 'Without signing in' }).check();
  await page.getByRole('button', { name: 'Check access' }).click();
  await page.getByText('Lectern can read and write this repository.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('main');
  await page.getByRole('button', { name: 'Preview the first sync' }).click();
  await page.getByRole('region', { name: 'In this space' }).getByText('2 new').waitFor();
  await page.getByRole('region', { name: 'In the repository' }).getByText('Nothing changes').waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Syncing', { exact: true }).waitFor();
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
