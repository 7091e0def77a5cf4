/** “Add content” from a repository that stays in sync with Git, from the address to an edit that becomes a commit. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestClock, type TestClock } from '../clock.ts';
import { REF } from '../fixtures/git/sync/connected-space.ts';
import { createFixtureRepository, type FixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { runJobs, runJobsFor } from '../jobs.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let console_: OpenConsole;
let clock: TestClock;
let git: GitServer;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  clock = createTestClock();
  folder = await temporaryDirectory();
  git = await startGitServer({ repositories: {}, allowPush: true });
  console_ = await openConsole({ clock: clock.now, config: { allowPrivateNetworks: true } });
});
afterAll(async () => {
  await console_?.close();
  await git?.close();
  await folder?.remove();
});

const serve = async (name: string): Promise<FixtureRepository> => {
  const repository = await createFixtureRepository(`${folder.path}/${name}.git`, {
    files: {
      'README.md': `# The ${name}\n\nSome words.\n`,
      'SUMMARY.md': `# Table of contents\n\n* [The ${name}](README.md)\n* [Use](use.md)\n`,
      'use.md': '# Use\n\n*  an item\n*  another *item*\n',
    },
  });
  git.options.repositories[name] = repository.directory;
  return repository;
};

/** Goes through “Add content” with a choice for what follows. Returns the space and its page. */
async function add(name: string, choice: string) {
  const { app, baseUrl } = console_;
  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/add`);
  await page.getByRole('textbox', { name: 'Address' }).fill(git.url(name));
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  const radio = page.getByRole('radio', { name: choice });
  await runJobsFor(app, radio.waitFor());
  await radio.check();
  await page.getByRole('button', { name: /^Import/ }).click();
  const open = page.getByRole('link', { name: /^Open / });
  await runJobsFor(app, open.waitFor());
  await runJobs(app);
  const [, spaceId = ''] = /\/s\/([^/?#]+)/.exec((await open.getAttribute('href')) ?? '') ?? [];
  const connection = await app.request('GET', `/v1/spaces/${spaceId}/git`);
  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  const usePage = pages.find(({ title }: { title: string }) => title === 'Use').id as string;
  return { page, spaceId, usePage, connection };
}

test('kept in sync both ways, an edit becomes a commit and a commit becomes an edit', async () => {
  const { app, baseUrl } = console_;
  const repository = await serve('guide');
  const { page, spaceId, usePage, connection } = await add('guide', 'Sync both ways');
  expect(connection.json()).toMatchObject({ direction: 'both', lastOperation: { state: 'success' } });
  const before = (await repository.git(['rev-parse', REF])).trim();
  await page.goto(`${baseUrl}/app/s/${spaceId}/${usePage}`);
  await page.getByRole('textbox', { name: 'Page content' }).getByText('another').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' more');
  await page.getByRole('status', { name: 'Saved' }).waitFor();
  clock.advance(60_000);
  await runJobs(app);
  expect(await repository.git(['diff', '--numstat', before, REF])).toBe('1\t1\tuse.md');

  await repository.commit({ 'README.md': '# The guide\n\nOther words.\n' });
  await page.goto(`${baseUrl}/app/s/${spaceId}/settings/git`);
  await page.getByText('In sync', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('A sync has started.').first().waitFor();
  await runJobs(app);
  await page.goto(`${baseUrl}/app/s/${spaceId}`);
  await page.getByText('Other words.').first().waitFor();
});

test('following Git, the space gets commits and sends none', async () => {
  await serve('reference');
  const { connection } = await add('reference', 'Follow the repository');
  expect(connection.json()).toMatchObject({ direction: 'import', lastOperation: { state: 'success' } });
});

test('imported once, the space is connected to nothing', async () => {
  await serve('notes');
  const { connection } = await add('notes', 'Import once');
  expect(connection.statusCode).toBe(404);
});
