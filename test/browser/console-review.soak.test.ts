/** Two people review a change request: they see what changed as readers will, decide, and merge. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember, addSpace, addTeam } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';
import type { WatchedPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let console_: OpenConsole;
let spaceId: string;
let space: string;
const ids = new Map<string, string>();

const INSTALL =
  '# Install\n\nRun the old installer before you begin.\n\nIt stays as it is.\n\n* one\n* two\n\n## Then\n\nThe end.\n';

async function send(method: 'POST' | 'PATCH' | 'PUT', url: string, body: object = {}, token?: string) {
  const { app } = console_;
  const response = await app.request(method, url, { token: token ?? app.adminToken, body });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

const insert = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
});
const update = (title: string, markdown: string) => ({
  operation: 'update_page',
  page: ids.get(title),
  document: { markdown },
});

/** A change request with these changes. Returns the path of its view. */
async function propose(subject: string, changes: object[], token?: string): Promise<Proposal> {
  const { number } = await send('POST', `${space}/change-requests`, { subject }, token);
  const url = `${space}/change-requests/${number}`;
  await send('POST', `${url}/content`, { changes }, token);
  await send('PATCH', url, { status: 'open' }, token);
  return { url, path: `/s/${spaceId}/change-requests/${number}` };
}

interface Proposal {
  url: string;
  path: string;
}

beforeAll(async () => {
  console_ = await openConsole();
  spaceId = await addSpace(console_.app, { title: 'Guides' });
  space = `/v1/spaces/${spaceId}`;
  const { changes } = await send('POST', `${space}/content?compat=false`, {
    changes: [insert('Install', INSTALL), insert('Upgrade', '# Upgrade\n\nStop it first.\n')],
  });
  ids.set('Install', changes[0].page.id).set('Upgrade', changes[1].page.id);
  await send('POST', `${space}/content`, {
    changes: [
      update('Upgrade', `# Upgrade\n\nStop it first. See [how](/pages/${ids.get('Install')}#then).\n`),
    ],
  });
});
afterAll(() => console_?.close());

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${console_.baseUrl}/app${path}`);
  await page.getByRole('tablist').waitFor();
};
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const changeOf = (page: Page): Locator => page.getByRole('group', { name: 'Changed part' });
const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });

async function close({ context, takeEvents }: WatchedPage): Promise<void> {
  expect(takeEvents()).toEqual([]);
  await context.close();
}

describe('the changes of a page', () => {
  it('are shown word by word in the text that readers see, and side by side', async () => {
    const { path } = await propose('New installer', [update('Install', INSTALL.replace('old', 'new'))]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    const changed = changeOf(page);
    await changed.waitFor();
    expect(await changed.locator('del').allTextContents()).toEqual(['old']);
    expect(await changed.locator('ins').allTextContents()).toEqual(['new']);
    expect(await changed.locator('p').last().textContent()).toBe(
      'Run the oldnew installer before you begin.',
    );
    // It is as high as its text: the editor, which has room for more, gives its own styles to no other document.
    const { height } = (await changed.locator('.document').first().boundingBox()) as { height: number };
    expect(height).toBeLessThan(100);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await crumbs.getByRole('link').allTextContents()).toEqual(
      expect.arrayContaining(['Change requests', 'New installer']),
    );
    await button(page, 'Side by side').click();
    await page.getByRole('group', { name: 'Before' }).waitFor();
    expect(await page.getByRole('group', { name: 'Before' }).textContent()).toContain('the old installer');
    expect(await page.getByRole('group', { name: 'After' }).textContent()).toContain('the new installer');
    await button(page, 'Source').click();
    const source = page.getByRole('region', { name: 'Markdown' });
    await source.locator('ins').waitFor();
    expect(await source.locator('ins').allTextContents()).toEqual([
      'Run the new installer before you begin.',
    ]);
    await close(seen);
  });
});

describe('a picture that was replaced', () => {
  it('lies over the earlier one, with a slider that uncovers it', async () => {
    const bytes = readFileSync(new URL('../../docs/.gitbook/assets/console.webp', import.meta.url));
    const files = [1, 2].map((n) => ({
      name: `picture-${n}.webp`,
      base64: Buffer.concat([bytes, Buffer.from([n])]).toString('base64'),
    }));
    const { insertedFiles } = await send('POST', `${space}/content?compat=false`, {
      changes: [{ operation: 'insert_files', files }],
    });
    const [before, after] = insertedFiles.map(
      ({ id }: { id: string }) => `# Pictures\n\n![The console](/files/${id})\n`,
    );
    const { changes } = await send('POST', `${space}/content?compat=false`, {
      changes: [insert('Pictures', before)],
    });
    ids.set('Pictures', changes[0].page.id);
    const { path } = await propose('New picture', [update('Pictures', after)]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    const slider = page.getByRole('slider', { name: 'Compare the pictures' });
    await slider.waitFor();
    expect(await changeOf(page).getByRole('img', { name: 'The console' }).count()).toBe(2);
    await slider.fill('80');
    expect(await slider.getAttribute('aria-valuetext')).toContain('80');
    // No sites origin is running, so the pictures themselves are not there.
    expect(seen.takeEvents().filter((event) => !/\/files\/|UNSAFE_PORT/.test(event))).toEqual([]);
    await seen.context.close();
  });
});

describe('merging', () => {
  it('is not possible while a link would break, and says why', async () => {
    await send('PATCH', space, {
      mergeRules: { type: 'rules', rules: [{ rule: 'require_no_broken_links' }] },
    });
    const { path, url } = await propose('Break a link', [
      update('Install', INSTALL.replace('## Then', '## Afterwards')),
    ]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, `${path}?tab=checks`);
    await page.getByRole('heading', { name: 'The merge would break 1 link.' }).waitFor();
    const panel = page.getByRole('tabpanel', { name: 'Checks' });
    await panel.getByRole('link', { name: 'Upgrade' }).waitFor();
    const merge = button(page, 'Merge');
    await poll(() => merge.getAttribute('aria-disabled')).toBe('true');
    const reason = await merge.getAttribute('aria-describedby');
    expect(await page.locator(`#${reason}`).textContent()).toBe('No link may break.');
    await merge.press('Enter');
    expect((await console_.app.request('GET', url)).json().status).toBe('open');
    // The link is mended in the change request.
    await send('POST', `${url}/content`, { changes: [update('Upgrade', '# Upgrade\n\nStop it first.\n')] });
    await poll(() => merge.getAttribute('aria-disabled')).toBe('false');
    await merge.click();
    await page.getByText('Merged', { exact: true }).waitFor();
    expect((await console_.app.request('GET', url)).json().status).toBe('merged');
    await send('PATCH', space, { mergeRules: { type: 'none' } });
    await close(seen);
  });
});

describe('who looks at a change request', () => {
  it('sees what others do without a reload, and stays where they read', async () => {
    const author = await addMember(console_.app, { role: 'edit' });
    const reviewer = await addMember(console_.app, { role: 'review' });
    const reading = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}.`).join('\n\n');
    const { path, url } = await propose(
      'Live',
      [insert('Fresh', '# Fresh\n\nThe first words.\n'), insert('Long', `# Long\n\n${reading}\n`)],
      author.token,
    );
    const [ada, bob] = [
      await console_.open({ token: author.token }),
      await console_.open({ token: reviewer.token }),
    ];
    await visit(ada.page, path);
    await visit(bob.page, path);
    await bob.page.getByText('The first words.').waitFor();
    // It takes less than two seconds on a machine with nothing else to do.
    const SOON = { timeout: 10_000 };

    // An edit of the author, above what the reviewer reads.
    const read = bob.page.getByText('Paragraph 30.');
    await read.scrollIntoViewIfNeeded();
    const topOf = async (): Promise<number> => (await read.boundingBox())?.y ?? Number.NaN;
    const top = await topOf();
    const fresh = (await console_.app.request('GET', `${url}/content/tree`)).json().pages.at(-2).id;
    const edit = {
      operation: 'update_page',
      page: fresh,
      document: { markdown: `# Fresh\n\nThe second words.\n\n${'More.\n\n'.repeat(10)}` },
    };
    await send('POST', `${url}/content`, { changes: [edit] }, author.token);
    await bob.page.getByText('The second words.').waitFor(SOON);
    await poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(2);

    // A review of the reviewer.
    await button(bob.page, 'Review').click();
    await bob.page.getByRole('textbox', { name: 'Your comment' }).fill('Well done.');
    await bob.page.getByRole('radio', { name: /^Approve/ }).check();
    await button(bob.page, 'Submit').click();
    const reviewers = ada.page.getByRole('region', { name: 'Reviewers' });
    await reviewers.getByText('Approved').waitFor(SOON);
    await close(ada);
    await close(bob);
  });
});

describe('a team', () => {
  it('is found and asked, and one of its members is enough', async () => {
    const member = await addMember(console_.app, { role: 'review', displayName: 'Mia' });
    await addTeam(console_.app, { title: 'Proofreaders', members: [member.userId] });
    const { path, url } = await propose('Ask a team', [insert('Team', '# Team\n\nWords.\n')]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    await button(page, 'Request review').click();
    await page.getByRole('searchbox', { name: 'Search people and teams' }).fill('proof');
    await button(page, 'Request review from Team Proofreaders').click();
    await page.getByText('Asked', { exact: true }).waitFor();
    await button(page, 'Done').click();
    const reviewers = page.getByRole('region', { name: 'Reviewers' });
    await reviewers.getByText('One member is enough').waitFor();
    await send('POST', `${url}/reviews`, { status: 'approved' }, member.token);
    await reviewers.getByText('Approved').first().waitFor();
    expect(await reviewers.textContent()).toContain('ProofreadersMia');
    await close(seen);
  });
});

describe('by keyboard alone', () => {
  it('a change request is read, reviewed and merged', async () => {
    const author = await addMember(console_.app, { role: 'edit' });
    const { path, url } = await propose(
      'Keys',
      [insert('Keys', '# Keys\n\nOne.\n'), insert('More keys', '# More keys\n\nTwo.\n')],
      author.token,
    );
    const seen = await console_.open();
    const { page } = seen;
    const { keyboard } = page;
    await visit(page, path);
    await page.getByText('Two.').waitFor();
    await keyboard.press('n');
    await poll(() => page.locator(':focus').textContent()).toContain('One.');
    await keyboard.press('n');
    await poll(() => page.locator(':focus').textContent()).toContain('Two.');
    await keyboard.press('p');
    await poll(() => page.locator(':focus').textContent()).toContain('One.');
    await tab(page, 'Changes').focus();
    await keyboard.press('ArrowLeft');
    await poll(() => tab(page, 'Checks').getAttribute('aria-selected')).toBe('true');
    await button(page, 'Review').focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keyboard.type('Fine.');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'Reviewers' }).getByText('Approved').waitFor();
    await button(page, 'Merge').focus();
    await keyboard.press('Enter');
    await page.getByText('Merged', { exact: true }).waitFor();
    expect((await console_.app.request('GET', url)).json().status).toBe('merged');
    await close(seen);
  });
});

describe('a change request of many pages', () => {
  it('shows its first pages at once, and the others as one scrolls', async () => {
    const changes = Array.from({ length: 50 }, (_, n) =>
      insert(`Chapter ${n}`, `# Chapter ${n}\n\n${`Words of chapter ${n}.\n\n`.repeat(20)}`),
    );
    const { path } = await propose('Fifty pages', changes);
    const seen = await console_.open();
    const { page, responses } = seen;
    await visit(page, path);
    await page.getByText('Words of chapter 0.').first().waitFor();
    const links = page.getByRole('navigation', { name: 'Changed pages' }).getByRole('link');
    await poll(() => links.count()).toBe(50);
    const lists = responses.filter((response) => response.url().includes('/changes/pages?'));
    expect(lists.map((response) => new URL(response.url()).searchParams.get('limit'))).toEqual(['2', '50']);
    const readPages = (): number =>
      responses.filter((response) => response.url().includes('/changes/pages/')).length;
    expect(readPages()).toBeLessThan(10);
    await links.filter({ hasText: 'Chapter 49' }).click();
    await page.getByText('Words of chapter 49.').first().waitFor();
    await close(seen);
  });
});

describe('the change request itself', () => {
  const read = async (url: string) => (await console_.app.request('GET', url)).json();

  it('has a subject and a description that are edited where they are shown', async () => {
    const { path, url } = await propose('Frist', [insert('Words', '# Words\n\nSome.\n')]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('Discarded');
    await subject.press('Escape');
    await poll(() => subject.inputValue()).toBe('Frist');
    await subject.fill('First');
    await subject.press('Enter');
    await poll(async () => (await read(url)).subject).toBe('First');
    await button(page, 'Say what this changes, and why…').click();
    const text = page.getByRole('textbox', { name: 'Description' });
    const hasFocus = (one: Locator) => poll(() => one.evaluate((node) => node.matches(':focus')));
    await hasFocus(text).toBe(true);
    await page.keyboard.press('Escape');
    const add = button(page, 'Say what this changes, and why…');
    await hasFocus(add).toBe(true);
    await add.press('Enter');
    await hasFocus(text).toBe(true);
    await page.keyboard.type('It has ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('bold');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' words.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/image');
    await page.getByRole('listbox', { name: 'Insert block' }).waitFor({ state: 'hidden' });
    for (const _ of '/image') await page.keyboard.press('Backspace');
    await page.keyboard.type('/task');
    await page.getByRole('listbox', { name: 'Insert block' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Done');
    const markdown = button(page, 'Markdown');
    await markdown.click();
    await poll(() => text.inputValue()).toBe('It has **bold** words.\n\n* [ ] Done');
    await text.fill('It has **bold** words and *more*.');
    await page.reload();
    await poll(() => text.inputValue()).toBe('It has **bold** words and *more*.');
    await markdown.click();
    await text.locator('em', { hasText: 'more' }).click();
    expect(await auditPage(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await hasFocus(button(page, 'Edit the description')).toBe(true);
    await page.locator('strong', { hasText: 'bold' }).waitFor();
    expect(JSON.stringify((await read(url)).description)).toContain('more');
    await close(seen);
  });

  it('has a description that nobody replaces without having seen it', async () => {
    const { path, url } = await propose('Twice', [insert('Twice', '# Twice\n\nSome.\n')]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    await button(page, 'Say what this changes, and why…').click();
    const text = page.getByRole('textbox', { name: 'Description' });
    await text.click();
    await page.keyboard.type('Mine.');
    const theirs = (words: string) => ({
      object: 'document',
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
        },
      ],
    });
    await send('PATCH', url, { description: theirs('Theirs.') });
    // Whether it was heard of before or is found out now: it is not replaced.
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'Somebody else has changed the description' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Their text', { exact: true }).click();
    await page.getByText('Theirs.').waitFor();
    expect(JSON.stringify((await read(url)).description)).toContain('Theirs.');
    await text.getByText('Mine.').waitFor();
    expect(await auditPage(page)).toEqual([]);
    await button(page, 'Replace their text').click();
    await button(page, 'Edit the description').click();
    await poll(() => text.evaluate((node) => node.matches(':focus'))).toBe(true);
    await page.keyboard.type(' Discarded');
    await text.getByText('Mine. Discarded').waitFor();
    await button(page, 'Cancel').click();
    await page.getByRole('article').getByText('Mine.').waitFor();
    expect(JSON.stringify((await read(url)).description)).not.toMatch(/Theirs|Discarded/);
    await close(seen);
  });

  it('shows only what is new since the last look', async () => {
    const { path, url } = await propose('Looks', [insert('Early', '# Early\n\nEarly words.\n')]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    await page.getByText('Early words.').waitFor();
    await poll(async () => (await read(url)).lastSeen !== null).toBe(true);
    await send('POST', `${url}/content`, { changes: [insert('Late', '# Late\n\nLate words.\n')] });
    await visit(page, path);
    await page.getByText('Late words.').waitFor();
    await button(page, 'Since my last look').click();
    await page.getByText('1 page changed').waitFor();
    await page.getByText('Early words.').waitFor({ state: 'detached' });
    await page.getByText('Late words.').waitFor();
    await close(seen);
  });

  it('is archived and reopened, scheduled, merged and reverted', async () => {
    const { path, url } = await propose('Deeds', [insert('Deeds', '# Deeds\n\nDone.\n')]);
    const seen = await console_.open();
    const { page } = seen;
    const choose = async (item: string): Promise<void> => {
      await button(page, 'More about this change request').click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await visit(page, path);
    await choose('Archive');
    await button(page, 'Reopen').click();
    await choose('Schedule the merge…');
    await button(page, 'Schedule').click();
    await page.getByText('in the name of').waitFor();
    expect(new Date((await read(url)).scheduledMerge.at).getTime()).toBeGreaterThan(Date.now());
    await button(page, 'Cancel the schedule').click();
    await page.getByText('in the name of').waitFor({ state: 'detached' });
    await poll(() => button(page, 'Merge').getAttribute('aria-disabled')).toBe('false');
    await button(page, 'Merge').click();
    await button(page, 'Revert').click();
    await page.waitForURL((address) => !address.pathname.endsWith(path));
    const deleted = page.getByRole('region', { name: 'Deeds' });
    await deleted.getByText('Deleted').waitFor();
    await close(seen);
  });

  it('is shown to people without an account, by a link that can be revoked', async () => {
    const { path, url } = await propose('Links', [insert('Links', '# Links\n\nLinked.\n')]);
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, path);
    await button(page, 'More about this change request').click();
    await page.getByRole('menuitem', { name: 'Preview' }).click();
    await button(page, 'Create link').click();
    const shown = page.getByRole('textbox', { name: 'The new link; it is shown only now' });
    expect(await shown.inputValue()).toMatch(/^http:/);
    expect((await read(`${url}/preview-links`)).items).toHaveLength(1);
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole('button', { name: /^Revoke the link of / }).click();
    await poll(async () => (await read(`${url}/preview-links`)).items).toEqual([]);
    await close(seen);
  });
});

describe('every view of a change request', () => {
  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('is accessible, and as wide as its window, at %i pixels in %s', async (width, scheme) => {
    const { path } = await propose('Accessible', [
      insert('Fresh', '# Fresh\n\nWords.\n\n* one\n\n| a | b |\n| - | - |\n| c | d |\n'),
    ]);
    const seen = await console_.open({ width, scheme });
    const { page } = seen;
    for (const name of ['changes', 'discussion', 'checks']) {
      await visit(page, `${path}?tab=${name}`);
      await page.waitForLoadState('networkidle');
      expect(await auditPage(page), name).toEqual([]);
      const isTooWide = await page.evaluate(
        'document.getElementById("column").scrollWidth > document.getElementById("column").clientWidth',
      );
      expect(isTooWide, name).toBe(false);
    }
    // Small screens have one button and a menu.
    if (width === 360) {
      const shown = page.locator('#view > header').getByRole('button');
      expect(await shown.count()).toBe(2);
      await button(page, 'More about this change request').click();
      await page.getByRole('menuitem', { name: 'Review', exact: true }).click();
    } else await button(page, 'Review').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // Whoever proposes something is not offered to approve it.
    await dialog.getByText('somebody else has to approve it').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(await auditPage(page)).toEqual([]);
    await close(seen);
  });
});
