import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addSpace } from '../../../../test/factories.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../test/git-fixtures.ts';
import { useGitSetup } from '../../../../test/git-setup.ts';
import { runJobs } from '../../../../test/jobs.ts';

const setup = useGitSetup();
let count = 0;

interface Connected {
  spaceId: string;
  name: string;
  repository: FixtureRepository;
}

interface Page {
  id: string;
  title: string;
  path: string;
  slug: string;
  git?: { path: string; oid: string };
  pages: Page[];
}

const REF = 'refs/heads/main';

async function makeRepository(files: FixtureFiles | undefined): Promise<Omit<Connected, 'spaceId'>> {
  count += 1;
  const name = `docs${count}`;
  return { name, repository: await setup.serve(name, files) };
}

/** A space with the content of a new repository. */
async function connect(files: FixtureFiles): Promise<Connected> {
  const made = await makeRepository(files);
  const spaceId = await addSpace(setup.app);
  const connected = { ...made, spaceId };
  expect((await run(connected, 'import')).state).toBe('success');
  return connected;
}

async function run(
  { spaceId, name }: Connected,
  direction: 'import' | 'export',
  body: object = {},
): Promise<Record<string, unknown>> {
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/git/${direction}`, {
    body: {
      url: setup.git.url(name),
      ref: REF,
      ...(direction === 'export' ? { commitMessage: 'Write it down' } : {}),
      ...body,
    },
  });
  expect(response.statusCode, response.body).toBe(204);
  await runJobs(setup.app);
  return (await setup.app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json().operation;
}

async function edit(spaceId: string, ...changes: object[]): Promise<void> {
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

const editA = async (spaceId: string, text: string): Promise<void> =>
  edit(spaceId, { operation: 'update_page', page: await idOf(spaceId, 'A'), ...markdown(text) });

const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

async function readPages(spaceId: string): Promise<Map<string, Page>> {
  const { pages } = (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  return new Map(flat(pages).map((page) => [page.title, page]));
}

const idOf = async (spaceId: string, title: string): Promise<string> =>
  (await readPages(spaceId)).get(title)?.id ?? '';

const revisionOf = async (spaceId: string): Promise<string> =>
  (await setup.app.request('GET', `/v1/spaces/${spaceId}`)).json().revision;

const markdown = (text: string): object => ({ document: { markdown: text } });

const show = (repository: FixtureRepository, path: string): Promise<string> =>
  repository.git(['show', `${REF}:${path}`]);

/** The changed lines of the last commit, without their context. */
async function lastDiff(repository: FixtureRepository): Promise<string[]> {
  const diff = await repository.git(['diff', '-M', '-U0', `${REF}~1`, REF]);
  return diff
    .split('\n')
    .filter((line) => /^(?:[+-]|rename|deleted|new file)/.test(line) && !line.startsWith('index'));
}

const FILES: FixtureFiles = {
  'README.md': '# Welcome\r\n\r\nFirst.\r\n\r\nSecond.',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [Install](guides/install.md)\n* [Use it](guides/use.md)\n',
  'guides/install.md':
    '---\ndescription: How\n---\n\n# Install\n\nSee [use](use.md).\n\n![](../.gitbook/assets/a.png)\n',
  'guides/use.md': '# Use it\n\nBack to [install](install.md#top).\n',
  '.gitbook/assets/a.png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'LICENSE.txt': 'All yours.\n',
};

describe('exporting a space', () => {
  test('makes no commit if nothing changed', async () => {
    const docs = await connect(FILES);
    const head = await docs.repository.git(['rev-parse', REF]);
    const operation = await run(docs, 'export');
    expect(operation).toMatchObject({ state: 'success', direction: 'export', isUnchanged: true });
    expect(await docs.repository.git(['rev-parse', REF])).toBe(head);
  });

  test('changes only the lines of the blocks that were edited', async () => {
    const docs = await connect(FILES);
    const page = await idOf(docs.spaceId, 'Welcome');
    await edit(docs.spaceId, {
      operation: 'update_page',
      page,
      ...markdown('# Welcome\r\n\r\nFirst.\r\n\r\nAnother.'),
    });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success', isUnchanged: false });
    expect(await docs.repository.git(['diff', '--name-status', `${REF}~1`, REF])).toBe('M\tREADME.md');
    expect(await docs.repository.git(['cat-file', 'blob', `${REF}:README.md`])).toBe(
      '# Welcome\r\n\r\nFirst.\r\n\r\nAnother.',
    );
    expect(await docs.repository.git(['log', '-1', '--format=%an|%cn|%s', REF])).toBe(
      'admin|Lectern|Write it down',
    );
    const revision = await revisionOf(docs.spaceId);
    expect(await run(docs, 'import')).toMatchObject({ state: 'success', isUnchanged: true });
    expect(await revisionOf(docs.spaceId)).toBe(revision);
  });

  test('writes new pages and files beside their siblings, and lists them', async () => {
    const docs = await connect(FILES);
    const before = await readPages(docs.spaceId);
    const group = before.get('Guides')?.id;
    await edit(
      docs.spaceId,
      {
        operation: 'insert_files',
        files: [{ name: 'b.txt', ref: 'b', base64: Buffer.from('b').toString('base64') }],
      },
      {
        operation: 'insert_page',
        into: group,
        title: 'Remove it',
        ...markdown(`# Remove it\n\nAfter [install](/pages/${before.get('Install')?.id}), see [b](./b).\n`),
      },
    );
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['diff', '--name-status', `${REF}~1`, REF])).toBe(
      'A\t.gitbook/assets/b.txt\nM\tSUMMARY.md\nA\tguides/remove-it.md',
    );
    expect(await show(docs.repository, 'guides/remove-it.md')).toBe(
      '# Remove it\n\nAfter [install](install.md), see [b](../.gitbook/assets/b.txt).',
    );
    expect(await show(docs.repository, 'SUMMARY.md')).toContain(
      '* [Use it](guides/use.md)\n* [Remove it](guides/remove-it.md)',
    );
    const pages = await readPages(docs.spaceId);
    expect(pages.get('Remove it')?.git?.path).toBe('guides/remove-it.md');
    const revision = await revisionOf(docs.spaceId);
    await run(docs, 'import');
    expect(await revisionOf(docs.spaceId)).toBe(revision);
    expect((await readPages(docs.spaceId)).get('Remove it')?.id).toBe(pages.get('Remove it')?.id);
  });

  test('gives new pages and files names that Windows and Git accept, and keeps those of the repository', async () => {
    const docs = await connect({
      ...FILES,
      'guides/aux.md': '# Old name\n',
      '.gitbook/assets/a: b.txt': 'Kept.\n',
    });
    const words = 'and so on '.repeat(8);
    const names = [
      'con.txt',
      'COM¹',
      'a:b?.txt',
      'A*B!.txt',
      '.git',
      '.gitmodules',
      '.g\u200cit',
      'end. ',
      '字'.repeat(100),
    ];
    const titles = ['Con', 'AUX', 'nul', 'git~1', 'Lpt1', words];
    await edit(
      docs.spaceId,
      {
        operation: 'insert_files',
        files: names.map((name) => ({ name, base64: Buffer.from(name).toString('base64') })),
      },
      ...titles.map((title) => ({
        operation: 'insert_page',
        title,
        ref: title,
        ...markdown(`# ${title}\n\nText.\n`),
      })),
      ...titles.map((title) => ({
        operation: 'insert_page',
        title: `${title} ${words}`,
        into: title,
        ref: `below ${title}`,
        ...markdown('Text.\n'),
      })),
      ...titles.map((title) => ({
        operation: 'insert_page',
        title: 'Prn',
        into: `below ${title}`,
        ...markdown('Text.\n'),
      })),
    );
    const slugs = [...(await readPages(docs.spaceId)).values()].map(({ slug }) => slug).sort();
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    const list = async (ref: string): Promise<string[]> =>
      (await docs.repository.git(['ls-tree', '-r', '-z', '--name-only', ref])).split('\0').filter(Boolean);
    const before = await list(`${REF}~1`);
    const added = (await list(REF)).filter((path) => !before.includes(path));
    expect(added).toHaveLength(names.length + 3 * titles.length);
    expect(before.filter((path) => !added.includes(path))).toEqual(await list(`${REF}~1`));
    for (const path of added) {
      expect(path.length).toBeLessThanOrEqual(260);
      for (const part of path.split('/')) {
        expect(part).not.toMatch(
          /[<>:"\\|?*\p{Cc}]|[. ]$|^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/iu,
        );
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      }
    }
    expect(new Set(added.map((path) => path.toLowerCase())).size).toBe(added.length);
    await docs.repository.git(['fsck', '--strict']);
    await run(docs, 'import');
    expect([...(await readPages(docs.spaceId)).values()].map(({ slug }) => slug).sort()).toEqual(slugs);
  });

  test('renames the file of a page whose slug changes, and the links to it', async () => {
    const docs = await connect({
      ...FILES,
      '.gitbook.yaml': 'redirects:\n  old: ./guides/install.md # kept\n',
    });
    const page = await idOf(docs.spaceId, 'Install');
    await edit(docs.spaceId, { operation: 'update_page', page, slug: 'set-up' });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await lastDiff(docs.repository)).toEqual([
      '--- a/.gitbook.yaml',
      '+++ b/.gitbook.yaml',
      '-  old: ./guides/install.md # kept',
      '+  old: ./guides/set-up.md # kept',
      '--- a/SUMMARY.md',
      '+++ b/SUMMARY.md',
      '-* [Install](guides/install.md)',
      '+* [Install](guides/set-up.md)',
      'rename from guides/install.md',
      'rename to guides/set-up.md',
      '--- a/guides/use.md',
      '+++ b/guides/use.md',
      '-Back to [install](install.md#top).',
      '+Back to [install](set-up.md#top).',
    ]);
    const revision = await revisionOf(docs.spaceId);
    await run(docs, 'import');
    expect(await revisionOf(docs.spaceId)).toBe(revision);
    expect((await readPages(docs.spaceId)).get('Install')).toMatchObject({ id: page, slug: 'set-up' });
  });

  test('moves, renames and deletes line by line', async () => {
    const docs = await connect(FILES);
    const pages = await readPages(docs.spaceId);
    await edit(
      docs.spaceId,
      { operation: 'update_page', page: pages.get('Use it')?.id, into: pages.get('Welcome')?.id },
      { operation: 'update_page', page: pages.get('Welcome')?.id, title: 'Hello' },
      { operation: 'delete_page', page: pages.get('Install')?.id },
    );
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await lastDiff(docs.repository)).toEqual([
      '--- a/README.md',
      '+++ b/README.md',
      '-# Welcome\r',
      '+# Hello\r',
      '--- a/SUMMARY.md',
      '+++ b/SUMMARY.md',
      '-* [Welcome](README.md)',
      '+* [Hello](README.md)',
      '+  * [Use it](guides/use.md)',
      '-',
      '-* [Install](guides/install.md)',
      '-* [Use it](guides/use.md)',
      'deleted file mode 100644',
      '--- a/guides/install.md',
      '+++ /dev/null',
      ...[
        '---',
        'description: How',
        '---',
        '',
        '# Install',
        '',
        'See [use](use.md).',
        '',
        '![](../.gitbook/assets/a.png)',
      ].map((line) => `-${line}`),
    ]);
    const revision = await revisionOf(docs.spaceId);
    await run(docs, 'import');
    expect(await revisionOf(docs.spaceId)).toBe(revision);
  });

  test('adds its commit on top of what others pushed, and keeps that', async () => {
    const docs = await connect(FILES);
    await docs.repository.commit({ 'guides/use.md': '# Use it\n\nTheirs.\n', 'new.txt': 'n' });
    const page = await idOf(docs.spaceId, 'Welcome');
    await edit(docs.spaceId, { operation: 'update_page', page, ...markdown('# Welcome\n\nOurs.\n') });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['rev-list', '--count', REF])).toBe('3');
    expect(await docs.repository.git(['diff', '--name-only', `${REF}~1`, REF])).toBe('README.md');
    expect(await show(docs.repository, 'guides/use.md')).toContain('Theirs.');
    await edit(docs.spaceId, { operation: 'update_page', page, ...markdown('# Welcome\n\nAgain.\n') });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['diff', '--name-only', `${REF}~1`, REF])).toBe('README.md');
    expect(await show(docs.repository, 'guides/use.md')).toContain('Theirs.');
    expect(await run(docs, 'import')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['rev-list', '--count', REF])).toBe('4');
    const pages = await readPages(docs.spaceId);
    expect(pages.get('Welcome')?.id).toBe(page);
  });

  test('writes the first commit of an empty repository', async () => {
    const empty = await makeRepository(undefined);
    const spaceId = await addSpace(setup.app);
    await edit(
      spaceId,
      { operation: 'insert_page', title: 'Start', ref: 'start', ...markdown('# Start\n\nHi.\n') },
      {
        operation: 'insert_page',
        title: 'Deeper',
        into: 'start',
        ...markdown('# Deeper\n\nUp to [start](./start).\n'),
      },
    );
    const docs = { ...empty, spaceId };
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['ls-tree', '-r', '--name-only', REF])).toBe(
      'SUMMARY.md\nstart.md\nstart/deeper.md',
    );
    expect(await show(docs.repository, 'start/deeper.md')).toContain('[start](../start.md)');
    const revision = await revisionOf(spaceId);
    await run(docs, 'import');
    expect(await revisionOf(spaceId)).toBe(revision);
  });

  test.each([
    ['', {}],
    [', which another copy of the repository lacks', { repoCacheID: 'another' }],
  ])('begins a branch that does not exist at the commit that was imported%s', async (_where, copy) => {
    const docs = await connect({ 'a.md': '# A\n\na\n', 'b.md': '# B\n\nb\n' });
    await docs.repository.commit({ 'later.md': '# Later\n\nlater\n' });
    await editA(docs.spaceId, '# A\n\nmine\n');
    const ref = 'refs/heads/proposal';
    expect(await run(docs, 'export', { ref, ...copy })).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['diff', '--name-only', `${REF}~1`, ref])).toBe('a.md');
    expect(await docs.repository.git(['rev-parse', `${ref}~1`])).toBe(
      await docs.repository.git(['rev-parse', `${REF}~1`]),
    );
  });

  test('begins a branch with the imported commit itself if nothing was changed, and goes on from there', async () => {
    const docs = await connect({ 'a.md': '# A\n\na\n', 'b.md': '# B\n\nb\n' });
    const ref = 'refs/heads/proposal';
    expect(await run(docs, 'export', { ref })).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['rev-parse', ref])).toBe(await docs.repository.git(['rev-parse', REF]));
    await docs.repository.commit({ 'b.md': '# B\n\ntheirs\n' }, { branch: 'proposal' });
    await editA(docs.spaceId, '# A\n\nmine\n');
    expect(await run(docs, 'export', { ref })).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['show', `${ref}:a.md`])).toContain('mine');
    expect(await docs.repository.git(['show', `${ref}:b.md`])).toContain('theirs');
  });

  test('keeps what others pushed to another branch that contains the imported commit', async () => {
    const docs = await connect({ 'a.md': '# A\n\na\n', 'b.md': '# B\n\nb\n' });
    const ref = 'refs/heads/next';
    await docs.repository.git(['update-ref', ref, REF]);
    await docs.repository.commit({ 'b.md': '# B\n\ntheirs\n' }, { branch: 'next' });
    await editA(docs.spaceId, '# A\n\nmine\n');
    expect(await run(docs, 'export', { ref })).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['show', `${ref}:a.md`])).toContain('mine');
    expect(await docs.repository.git(['show', `${ref}:b.md`])).toContain('theirs');
  });

  test('forgets nothing when an operation elsewhere fails: edits are merged with the next commit', async () => {
    const docs = await connect({ 'a.md': '# A\n\na\n' });
    await editA(docs.spaceId, '# A\n\na\n\nMine.\n');
    const nowhere = { url: setup.git.url('nowhere') };
    expect(await run(docs, 'import', nowhere)).toMatchObject({ state: 'failure' });
    expect(await run(docs, 'export', nowhere)).toMatchObject({ state: 'failure' });
    expect(await run(docs, 'import', { ref: 'refs/heads/mian' })).toMatchObject({ state: 'failure' });
    await docs.repository.commit({ 'a.md': '# A\n\ntheirs\n' });
    expect(await run(docs, 'import')).toMatchObject({ state: 'success' });
    const page = await idOf(docs.spaceId, 'A');
    const read = await setup.app.request(
      'GET',
      `/v1/spaces/${docs.spaceId}/content/page/${page}?format=markdown`,
    );
    expect(read.json().markdown).toBe('# A\n\ntheirs\n\nMine.\n');
  });

  test('makes a table of contents where folders cannot say what changed', async () => {
    const docs = await connect({ 'README.md': '# Top\n', 'a.md': '# A\n\na\n', 'b.md': '# B\n\nb\n' });
    const pages = await readPages(docs.spaceId);
    await edit(docs.spaceId, { operation: 'insert_page', title: 'C', ...markdown('# C\n\nc\n') });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['diff', '--name-only', `${REF}~1`, REF])).toBe('c.md');
    await edit(docs.spaceId, {
      operation: 'update_page',
      page: pages.get('B')?.id,
      into: pages.get('A')?.id,
    });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['diff', '--name-status', '-M', `${REF}~1`, REF])).toBe(
      'R100\tb.md\ta/b.md',
    );
    // Folders are sorted by name.
    await edit(docs.spaceId, { operation: 'update_page', page: pages.get('A')?.id, at: 2 });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['diff', '--name-only', `${REF}~1`, REF])).toBe('SUMMARY.md');
    const revision = await revisionOf(docs.spaceId);
    await run(docs, 'import');
    expect(await revisionOf(docs.spaceId)).toBe(revision);
  });
});

describe('an export that does not succeed', () => {
  test('names the reason of the host, and changes nothing', async () => {
    const docs = await connect(FILES);
    const page = await idOf(docs.spaceId, 'Welcome');
    await edit(docs.spaceId, { operation: 'update_page', page, ...markdown('# Welcome\n\nOurs.\n') });
    const revision = await revisionOf(docs.spaceId);
    const hook = join(docs.repository.directory, 'hooks', 'pre-receive');
    await writeFile(hook, '#!/bin/sh\necho "Only on weekdays."\nexit 1\n', { mode: 0o755 });
    const failed = await run(docs, 'export');
    expect(failed).toMatchObject({ state: 'failure' });
    expect(failed.error).toContain('Only on weekdays.');
    expect(failed.error).toContain('“main”');
    expect(await revisionOf(docs.spaceId)).toBe(revision);
    await writeFile(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    expect(await run(docs, 'export')).toMatchObject({ state: 'success' });
    expect(await show(docs.repository, 'README.md')).toContain('Ours.');
  });

  test('tells that the credentials may not write', async () => {
    const docs = await connect(FILES);
    const page = await idOf(docs.spaceId, 'Welcome');
    await edit(docs.spaceId, { operation: 'update_page', page, ...markdown('# Welcome\n\nOurs.\n') });
    setup.git.options.allowPush = false;
    try {
      const failed = await run(docs, 'export');
      expect(failed).toMatchObject({ state: 'failure' });
      expect(failed.error).toContain('refused the push');
    } finally {
      setup.git.options.allowPush = true;
    }
  });

  test('does not follow a branch whose history was rewritten, unless told to', async () => {
    const docs = await connect(FILES);
    await docs.repository.git(['update-ref', '-d', REF]);
    await docs.repository.commit({ 'README.md': '# Welcome\n\nAnew.\n' }, { fresh: true });
    const page = await idOf(docs.spaceId, 'Use it');
    await edit(docs.spaceId, { operation: 'update_page', page, ...markdown('# Use it\n\nOurs.\n') });
    const failed = await run(docs, 'export');
    expect(failed).toMatchObject({ state: 'failure' });
    expect(failed.error).toContain('was rewritten');
    expect(await docs.repository.git(['rev-list', '--count', REF])).toBe('1');
    expect(await run(docs, 'export', { force: true })).toMatchObject({ state: 'success' });
    expect(await docs.repository.git(['rev-list', '--count', REF])).toBe('2');
    expect(await show(docs.repository, 'README.md')).toContain('Anew.');
  });
});
