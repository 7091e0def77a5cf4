/** A large repository in the console, at the built service: previewed, connected, and edited by one word. */

import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createFixtureRepository,
  type FixtureFiles,
  type FixtureRepository,
  temporaryDirectory,
} from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { createPreparedSetup, type RunningService, request, type Setup } from '../process/service-process.ts';
import { launchChromium } from './chromium.ts';
import { signInWithToken } from './sign-in-with-token.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const REF = 'refs/heads/main';
const FOLDERS = 50;
const PAGES_PER_FOLDER = 100;
const PAGES = FOLDERS * PAGES_PER_FOLDER;
/** As long as a person on a busy machine would wait for a job. */
const PATIENCE_MS = 600_000;

let setup: Setup;
let service: RunningService;
let git: GitServer;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let repository: FixtureRepository;
let browser: Browser;

beforeEach(async () => {
  folder = await temporaryDirectory();
  repository = await createFixtureRepository(`${folder.path}/large.git`, { files: createFiles() });
  git = await startGitServer({ repositories: { large: repository.directory }, allowPush: true });
  setup = await createPreparedSetup();
  service = await setup.serve({
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_ALLOW_PRIVATE_NETWORKS: 'true',
  });
  browser = await launchChromium();
});
afterEach(async () => {
  await browser?.close();
  await setup?.clean();
  await git?.close();
  await folder?.remove();
});

/** Pages as people write them: each with a list by hand, a table, code and a link to the next. */
function createFiles(): FixtureFiles {
  const files: FixtureFiles = {};
  const summary = ['# Table of contents', ''];
  for (let section = 0; section < FOLDERS; section += 1) {
    summary.push('', `## Part ${section}`, '');
    for (let number = 0; number < PAGES_PER_FOLDER; number += 1) {
      const path = `part-${section}/page-${number}.md`;
      const next = `page-${(number + 1) % PAGES_PER_FOLDER}.md`;
      summary.push(`* [Page ${section}.${number}](${path})`);
      files[path] = [
        `# Page ${section}.${number}`,
        `A paragraph with *words* and \`code\`, which leads to [the next page](${next}).`,
        '*  an item\n*  another *item*\n*  a third one',
        '| Name | Value |\n| --- | ----- |\n| a    | 1     |\n| b    | 2     |',
        '```sh\nlectern serve\n```',
        '{% hint style="info" %}\nA hint.\n{% endhint %}\n',
      ].join('\n\n');
    }
  }
  files['SUMMARY.md'] = `${summary.join('\n')}\n`;
  return files;
}

const send = async <Result>(path: string, body?: object): Promise<Result> => {
  const response = await request<Result>(service, TOKEN, path, body ? { method: 'POST', body } : {});
  expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
};

/** Does something, and says how long it took. */
async function time<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

async function enterRepository(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Another Git host' }).check();
  await page.getByLabel('Address of the repository').fill(git.url('large'));
  await page.getByRole('radio', { name: 'Without signing in' }).check();
  await page.getByRole('button', { name: 'Check access' }).click();
  await page.getByText('Lectern can read and write this repository.').waitFor();
}

test(`${PAGES} pages are previewed and connected with their progress, and an edited word is one line`, async () => {
  const { items } = await send<{ items: { id: string }[] }>('/v1/orgs');
  const { id: spaceId } = await send<{ id: string }>(`/v1/orgs/${items[0]?.id}/spaces`, { title: 'Large' });
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await signInWithToken(page, service.url, TOKEN);
  await page.goto(`${service.url}/app/s/${spaceId}/settings/git`);
  await enterRepository(page);

  const here = page.getByRole('region', { name: 'In this space' });
  await time('preview', async () => {
    await page.getByRole('button', { name: 'Preview the first sync' }).click();
    await page.getByRole('progressbar').waitFor();
    // A reload loses neither the preview nor what was filled in.
    await page.reload();
    await page.getByRole('region', { name: 'What the first sync will change' }).waitFor();
    await here.getByText(`${PAGES.toLocaleString('en')} new`).waitFor();
  });
  await page.getByRole('region', { name: 'In the repository' }).getByText('Nothing changes').waitFor();
  expect(await repository.git(['rev-list', '--count', REF])).toBe('1');

  await time('first sync', async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('progressbar').waitFor();
    await page.getByText('In sync', { exact: true }).waitFor();
  });

  const before = (await repository.git(['rev-parse', REF])).trim();
  const { pages } = await send<{ pages: { pages: { id: string; title: string }[] }[] }>(
    `/v1/spaces/${spaceId}/content/pages`,
  );
  const edited = pages.flatMap((group) => group.pages).find(({ title }) => title === 'Page 17.42');
  await page.goto(`${service.url}/app/s/${spaceId}/${edited?.id}`);
  await page.getByRole('textbox', { name: 'Page content' }).getByText('another').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' more');
  await page.getByRole('status', { name: 'Saved' }).waitFor();
  await time('commit of an edit', () =>
    expect
      .poll(() => repository.git(['diff', '--numstat', before, REF]), { timeout: PATIENCE_MS })
      .toBe('1\t1\tpart-17/page-42.md'),
  );
  expect(await repository.git(['rev-list', '--count', REF])).toBe('2');
});

test('a preview of a large repository can be cancelled, and asked for again', async () => {
  const { items } = await send<{ items: { id: string }[] }>('/v1/orgs');
  const { id: spaceId } = await send<{ id: string }>(`/v1/orgs/${items[0]?.id}/spaces`, { title: 'Large' });
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await signInWithToken(page, service.url, TOKEN);
  await page.goto(`${service.url}/app/s/${spaceId}/settings/git`);
  await enterRepository(page);
  await page.getByRole('button', { name: 'Preview the first sync' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The preview was cancelled.').waitFor();
  await page.getByRole('button', { name: 'Preview again' }).click();
  await page
    .getByRole('region', { name: 'In this space' })
    .getByText(`${PAGES.toLocaleString('en')} new`)
    .waitFor();
});
