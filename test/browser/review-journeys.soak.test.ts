/** Whole change requests by three people at once, each in a browser of their own, and through a repository. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser, setPassword } from '../accounts.ts';
import { addMember, addSite, addSpace } from '../factories.ts';
import { mergeThere, push } from '../fixtures/git/branches/branches.ts';
import {
  createFixtureRepository,
  type FixtureFiles,
  type FixtureRepository,
  temporaryDirectory,
} from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';
import { watchPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const REF = 'refs/heads/main';
const FILES: FixtureFiles = {
  'README.md': '# Welcome\n\nFirst.\n',
  'use.md': '# Use it\n\nStart the old engine.\n\nThen wait a little.\n\n*  an item\n',
};
const MINUTE_MS = 60_000;
/** What others do is shown within this time. */
const LIVE = { timeout: 2_000 };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Goes on like the clock of the machine, ahead of it by what a test has waited for. */
const clock = {
  ahead: 0,
  now: (): Date => new Date(Date.now() + clock.ahead),
};

let console: ServedConsole;
let git: GitServer;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
/** She proposes on a phone. */
let ann: Writer;
let ben: Writer;
let chiyo: Writer;

async function openFor(displayName: string, options: object = {}): Promise<Writer> {
  const user = await addMember(console.app, { role: 'review', displayName });
  await setPassword(console.app, user.userId);
  return console.openWriter({ cookie: await openBrowser(console.app, user.email), ...options });
}

beforeAll(async () => {
  folder = await temporaryDirectory();
  git = await startGitServer({ repositories: {}, allowPush: true });
  console = await serveConsole({ clock: clock.now, config: { allowPrivateNetworks: true } });
  ann = await openFor('Ann Writer', PHONE);
  ben = await openFor('Ben Reviewer');
  chiyo = await openFor('Chiyo Editor');
});
afterAll(async () => {
  for (const writer of [ann, ben, chiyo]) await writer?.close();
  await console?.close();
  await git?.close();
  await folder?.remove();
});

async function send(method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, body?: object) {
  const response = await console.app.request(method, url, body ? { body } : {});
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

interface Connected {
  spaceId: string;
  api: string;
  /** The address of its change requests. */
  url: string;
  repository: FixtureRepository;
}

let connections = 0;

/** A space that is connected to a repository of its own. */
async function connect(settings: object, rules: object[] = []): Promise<Connected> {
  connections += 1;
  const name = `docs${connections}`;
  const repository = await createFixtureRepository(join(folder.path, `${name}.git`), { files: FILES });
  git.options.repositories[name] = repository.directory;
  const spaceId = await addSpace(console.app, { title: 'Manual' });
  const api = `/v1/spaces/${spaceId}`;
  await send('PUT', `${api}/git`, { url: git.url(name), ref: REF, ...settings });
  await runJobs(console.app);
  await send('PATCH', api, { mergeRules: { type: 'rules', rules } });
  return { spaceId, api, repository, url: `${console.origin}/app/s/${spaceId}/change-requests` };
}

async function sync({ api }: Connected): Promise<void> {
  await send('POST', `${api}/git/sync`, {});
  await runJobs(console.app);
}

/** Runs the jobs that wait for further changes first. */
async function settle(): Promise<void> {
  clock.ahead += MINUTE_MS;
  await runJobs(console.app);
}

async function pageNamed({ api }: Connected, title: string): Promise<string> {
  const { pages } = await send('GET', `${api}/content/tree`);
  return pages.find((page: { title: string }) => page.title === title)?.id;
}

const textOf = async ({ api }: Connected, page: string, line = ''): Promise<string> =>
  (await send('GET', `${api}${line}/content/page/${page}?format=markdown`)).markdown;

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const tab = ({ page }: Writer, name: string): Locator => page.getByRole('tab', { name });
const state = ({ page }: Writer, name: string): Locator => page.getByText(name, { exact: true }).first();
const reviewers = ({ page }: Writer): Locator => page.getByRole('region', { name: 'Reviewers' });
const panel = ({ page }: Writer): Locator => page.getByRole('complementary', { name: 'Comments' });
const changed = ({ page }: Writer): Locator => page.getByRole('group', { name: 'Changed part' });
/** The words that a change inserts or deletes, without those of suggestions below it. */
const words = (writer: Writer, kind: 'ins' | 'del'): Promise<string[]> =>
  changed(writer).locator(`:scope > .document ${kind}`).allTextContents();

async function visit({ page }: Writer, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('tablist').waitFor();
}

async function choose({ page }: Writer, item: string): Promise<void> {
  await button(page, 'More about this change request').click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function review(writer: Writer, decision: RegExp, text: string): Promise<void> {
  const { page } = writer;
  await button(page, 'Review').click();
  await page.getByRole('textbox', { name: 'Your comment' }).fill(text);
  await page.getByRole('radio', { name: decision }).check();
  await button(page, 'Submit').click();
  await page.getByText('Your review was submitted').waitFor();
}

/** Selects a word of a page and writes about it. */
async function write(writer: Writer, word: string, tool: 'Comment' | 'Suggest', text: string): Promise<void> {
  await writer.page.getByRole('button', { name: /^\d+ comments?$/ }).waitFor();
  await writer.clickAfter(word);
  await writer.press('Control+Shift+ArrowLeft');
  const formatting = writer.page.getByRole('toolbar', { name: 'Formatting' });
  await formatting.getByRole('button', { name: tool }).click();
  const field = tool === 'Comment' ? 'Comment' : 'Suggested text';
  await panel(writer).getByRole('textbox', { name: field, exact: true }).fill(text);
  await button(panel(writer), tool).click();
  await panel(writer).getByRole('article').filter({ hasText: text }).first().waitFor();
}

const parentsOf = async ({ repository }: Connected): Promise<string[]> =>
  (await repository.git(['log', '-1', '--format=%P', REF])).split(' ');

describe('three people', () => {
  let connected: Connected;
  let page: string;

  test('propose on a phone, discuss, review twice and merge, and the repository has exactly that', async () => {
    connected = await connect({ mirrorPrefix: 'lectern/' }, [{ rule: 'require_all_reviews_approved' }]);
    const { url, repository } = connected;
    page = await pageNamed(connected, 'Use it');

    // Ben looks at the list while Ann writes.
    await ben.page.goto(url);
    await ben.page.getByRole('heading', { name: 'No change requests yet' }).waitFor();
    await ann.page.goto(url.replace('change-requests', page));
    await ann.content.waitFor();
    await button(ann.page, 'Propose changes').tap();
    await ann.page.waitForURL(/\/change-requests\/1\//);
    await ann.content.waitFor();
    await ann.clickAfter('old');
    await ann.press('Control+Shift+ArrowLeft');
    await ann.type('new');
    await ann.edited();
    await ann.page.getByRole('link', { name: 'Change request #1' }).tap();
    await ann.page.getByRole('textbox', { name: 'Subject' }).fill('Name the new engine');
    await ann.page.getByRole('textbox', { name: 'Subject' }).press('Enter');
    await button(ann.page, 'Say what this changes, and why…').tap();
    await button(ann.page, 'Markdown').tap();
    await ann.page
      .locator('textarea')
      .and(ann.page.getByLabel('Description'))
      .fill('The **old** one is gone.');
    await button(ann.page, 'Save').tap();
    await ann.page.locator('strong', { hasText: 'old' }).waitFor();
    await button(ann.page, 'Open for review').tap();
    await button(ann.page, 'Request review').tap();
    for (const name of ['Ben Reviewer', 'Chiyo Editor'])
      await button(ann.page, `Request review from ${name}`).tap();
    await button(ann.page, 'Done').tap();
    await reviewers(ann).getByText('Waiting').nth(1).waitFor();

    // Ben finds it in his list, Chiyo by its address.
    await ben.page.getByRole('link', { name: /Name the new engine/ }).click(LIVE);
    await changed(ben).waitFor();
    expect(await words(ben, 'del')).toEqual(['old']);
    expect(await words(ben, 'ins')).toEqual(['new']);
    await visit(chiyo, `${url}/1`);
    await changed(chiyo).waitFor();

    // Ben writes beside words, and Chiyo sees it below the block.
    await ben.page.getByRole('heading', { name: 'Use it' }).getByRole('link').click();
    await ben.content.waitFor();
    await write(ben, 'engine', 'Comment', 'Which one?');
    await chiyo.page.getByText('Which one?').waitFor(LIVE);
    await write(ben, 'new', 'Suggest', 'newer');
    await chiyo.page.getByRole('article', { name: 'Suggestion by Ben Reviewer' }).waitFor(LIVE);
    await ben.page.getByRole('link', { name: 'Change request #1' }).click();
    await review(ben, /^Request changes/, 'One word is missing.');
    for (const who of [ann, chiyo]) await reviewers(who).getByText('Changes requested').waitFor(LIVE);
    await review(chiyo, /^Approve/, 'Fine with me.');
    for (const who of [ann, ben]) await reviewers(who).getByText('Approved').waitFor(LIVE);
    const merge = button(ann.page, 'Merge');
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('true');
    await ann.page.getByText('No reviewer may have requested changes.').first().waitFor();

    // Ann applies the suggestion on her phone while Ben is elsewhere: one line in Git, by both.
    await ben.page.goto(url);
    await settle();
    const branch = 'refs/heads/lectern/1';
    const before = await repository.git(['rev-parse', branch]);
    await tab(ann, 'Discussion').tap();
    await ann.page.getByText('Fine with me.').waitFor();
    const suggestion = ann.page.getByRole('article', { name: 'Suggestion by Ben Reviewer' });
    await button(suggestion, 'Apply').tap();
    await suggestion.waitFor({ state: 'detached' });
    await expect.poll(() => words(chiyo, 'ins'), LIVE).toEqual(['newer']);
    await settle();
    expect(await repository.git(['diff', '--numstat', before, branch])).toBe('1\t1\tuse.md');
    const trailers = '--format=%an%n%(trailers:key=Co-authored-by,valueonly)';
    const [author, coAuthor] = (await repository.git(['log', '-1', trailers, branch])).split('\n');
    expect([author, coAuthor]).toEqual(['Ben Reviewer', expect.stringMatching(/^Ann Writer </)]);

    // She asks again, and both see what is new.
    for (const name of ['Ben Reviewer', 'Chiyo Editor'])
      await button(ann.page, `Request review from ${name} again`).tap();
    await visit(ben, `${url}/1`);
    await button(ben.page, 'Since my last look').click();
    await expect.poll(() => words(ben, 'del')).toEqual(['new']);
    expect(await words(ben, 'ins')).toEqual(['newer']);
    await review(ben, /^Approve/, 'Now it is right.');
    await review(chiyo, /^Approve/, '');
    await tab(ann, 'Checks').tap();
    await ann.page.getByText('There are no conflicts with the space').waitFor();
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('false');
    await merge.tap();
    await state(ann, 'Merged').waitFor();
    for (const who of [ben, chiyo]) await state(who, 'Merged').waitFor(LIVE);
    await settle();
    expect(await parentsOf(connected)).toEqual([
      await repository.git(['rev-parse', `${REF}^1`]),
      await repository.git(['rev-parse', branch]),
    ]);
    expect(await repository.git(['diff', '--numstat', `${REF}^1`, REF])).toBe('1\t1\tuse.md');
    expect(await textOf(connected, page)).toContain('Start the newer engine.');
  });

  test('revert what was merged, by a merge at a stated time', async () => {
    const { url } = connected;
    await button(ann.page, 'Revert').tap();
    await ann.page.waitForURL(/\/change-requests\/2$/);
    await expect.poll(() => words(ann, 'ins')).toEqual(['old']);
    await button(ann.page, 'Open for review').tap();
    await visit(chiyo, `${url}/2`);
    await review(chiyo, /^Approve/, '');
    await choose(ann, 'Schedule the merge…');
    await button(ann.page, 'Schedule').tap();
    await chiyo.page.getByText('in the name of Ann Writer').waitFor(LIVE);
    clock.ahead += 2 * 24 * 60 * MINUTE_MS;
    await runJobs(console.app);
    for (const who of [ann, chiyo]) await state(who, 'Merged').waitFor(LIVE);
    expect(await textOf(connected, page)).toContain('Start the old engine.');
  });

  test('archive, reopen, and show somebody without an account what is proposed', async () => {
    const { api, url, spaceId } = connected;
    await addSite(console.app, { spaceIds: [spaceId], isPublished: true });
    const { number } = await send('POST', `${api}/change-requests`, { subject: 'Wait longer' });
    await send('POST', `${api}/change-requests/${number}/content`, {
      changes: [
        {
          operation: 'update_page',
          page,
          document: { markdown: '# Use it\n\nStart the old engine.\n\nThen wait for a year.\n' },
        },
      ],
    });
    await send('PATCH', `${api}/change-requests/${number}`, { status: 'open' });
    await visit(ben, `${url}/${number}`);
    await visit(ann, `${url}/${number}`);
    await choose(ann, 'Archive');
    await state(ben, 'Archived').waitFor(LIVE);
    await button(ann.page, 'Reopen').tap();
    await state(ben, 'Open').waitFor(LIVE);

    await choose(ann, 'Preview');
    await button(ann.page, 'Create link').tap();
    const link = await ann.page
      .getByRole('textbox', { name: 'The new link; it is shown only now' })
      .inputValue();
    const stranger = await watchPage(console.browser, { origin: new URL(link).origin });
    await stranger.page.goto(link);
    await stranger.page.getByRole('link', { name: 'Use it' }).first().click();
    await stranger.page.getByText('Then wait for a year.').waitFor();
    const seen = stranger.page.url();
    await ann.page.getByRole('button', { name: /^Revoke the link of / }).tap();
    await ann.page.getByRole('button', { name: /^Revoke the link of / }).waitFor({ state: 'detached' });
    await stranger.page.goto(seen);
    expect(await stranger.page.getByText('for a year').count()).toBe(0);
    expect((await stranger.page.goto(link))?.status()).toBeGreaterThanOrEqual(400);
    await stranger.context.close();
  });
});

describe('through the repository', () => {
  test('a pushed branch is reviewed and merged in the console, with both parents', async () => {
    const connected = await connect({ branchPattern: 'docs/*' }, [
      { rule: 'require_at_least_one_approved_review' },
    ]);
    const { url, repository } = connected;
    const files = { 'use.md': '# Use it\n\nStart the quiet engine.\n\nThen wait a little.\n\n*  an item\n' };
    await ben.page.goto(url);
    await ben.page.getByRole('heading', { name: 'No change requests yet' }).waitFor();
    await push(repository, 'docs/quiet', files, { message: 'Name the quiet engine' });
    await sync(connected);
    await ben.page.getByRole('link', { name: /Name the quiet engine/ }).click();
    await changed(ben).waitFor();
    expect(await words(ben, 'ins')).toEqual(['quiet']);
    const about = ben.page.getByRole('complementary', { name: 'About this change request' });
    await about.getByText('docs/quiet').waitFor();
    await review(ben, /^Approve/, 'Good.');

    // Another commit arrives while he looks: what he approved is an earlier version.
    await push(repository, 'docs/quiet', {
      'use.md': files['use.md'].replace('a little', 'an hour'),
    });
    await sync(connected);
    await expect.poll(() => words(ben, 'ins'), LIVE).toContain('an hour');
    await reviewers(ben).getByText('earlier version').waitFor(LIVE);
    await review(ben, /^Approve/, '');
    const merge = button(ben.page, 'Merge');
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('false');
    await merge.click();
    await state(ben, 'Merged').waitFor();
    const first = await repository.git(['rev-parse', REF]);
    await settle();
    expect(await parentsOf(connected)).toEqual([
      first,
      await repository.git(['rev-parse', 'refs/heads/docs/quiet']),
    ]);
    expect(await repository.git(['diff', '--numstat', first, REF])).toBe('2\t2\tuse.md');
  });

  test('a change request has a branch, and is shown as merged when the branch was merged there', async () => {
    const connected = await connect({ mirrorPrefix: 'lectern/' });
    const { url, repository } = connected;
    const page = await pageNamed(connected, 'Use it');
    await ben.page.goto(url.replace('change-requests', page));
    await ben.content.waitFor();
    await button(ben.page, 'Propose changes').click();
    await ben.page.waitForURL(/\/change-requests\/1\//);
    await ben.content.waitFor();
    await ben.clickAfter('old');
    await ben.press('Control+Shift+ArrowLeft');
    await ben.type('loud');
    await ben.edited();
    await ben.page.getByRole('link', { name: 'Change request #1' }).click();
    await button(ben.page, 'Open for review').click();
    await settle();
    expect(await repository.git(['diff', '--numstat', REF, 'refs/heads/lectern/1'])).toBe('1\t1\tuse.md');
    await ben.page.reload();
    const about = ben.page.getByRole('complementary', { name: 'About this change request' });
    await about.getByText('lectern/1').waitFor();
    await visit(chiyo, `${url}/1`);
    await mergeThere(repository, 'lectern/1');
    await sync(connected);
    for (const who of [ben, chiyo]) await state(who, 'Merged').waitFor(LIVE);
    await ben.page.goto(url.replace('change-requests', page));
    await ben.content.getByText('Start the loud engine.').waitFor();
  });
});
