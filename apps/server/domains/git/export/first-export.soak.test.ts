import { describe, expect, test } from 'vitest';
import { addSpace } from '../../../../../test/factories.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../../test/git-fixtures.ts';
import { useGitSetup } from '../../../../../test/git-setup.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { createRandom } from '../../../../../test/random.ts';

const setup = useGitSetup();
const MAIN = 'refs/heads/main';
const ROUNDS = 100;
let count = 0;

interface Answer {
  status: number;
  error?: { reason: string; message: string; details?: { path: string; message: string }[] };
  operation?: {
    state: string;
    reason?: string;
    error?: string;
    isUnchanged?: boolean;
  };
}

async function serve(files: FixtureFiles): Promise<{ name: string; repository: FixtureRepository }> {
  count += 1;
  const name = `first${count}`;
  return { name, repository: await setup.serve(name, files) };
}

const page = (title: string, text: string, more: object = {}): object => ({
  operation: 'insert_page',
  title,
  document: { markdown: `# ${title}\n\n${text}\n` },
  ...more,
});

async function edit(spaceId: string, ...changes: object[]): Promise<void> {
  if (changes.length === 0) return;
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

async function spaceWith(...changes: object[]): Promise<string> {
  const spaceId = await addSpace(setup.app);
  await edit(spaceId, ...changes);
  return spaceId;
}

async function run(
  direction: 'import' | 'export',
  spaceId: string,
  name: string,
  body: object = {},
): Promise<Answer> {
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/git/${direction}`, {
    body: { url: setup.git.url(name), ref: MAIN, commitMessage: 'Write it down', ...body },
  });
  if (response.statusCode !== 204) return { status: response.statusCode, error: response.json().error };
  await runJobs(setup.app);
  const info = await setup.app.request('GET', `/v1/spaces/${spaceId}/git/info`);
  return { status: 204, operation: info.json().operation };
}

/** Every entry of a commit by its path, with its mode and object. */
async function listTree(repository: FixtureRepository, ref = MAIN): Promise<Map<string, string>> {
  const listed = await repository.git(['ls-tree', '-r', '-z', ref]);
  return new Map(
    listed
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t'))]),
  );
}

const SOURCE: FixtureFiles = {
  LICENSE: 'All yours.\n',
  'src/main.ts': 'console.log(1);\n',
  'package.json': '{}\n',
  'scripts/run.sh': { executable: '#!/bin/sh\n' },
  '.github/workflows/ci.yml': 'on: push\n',
};

describe('the first export to a branch that has files', () => {
  test('keeps all files of a repository without documentation', async () => {
    const { name, repository } = await serve(SOURCE);
    const before = await listTree(repository);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    expect(await run('export', spaceId, name)).toMatchObject({ operation: { state: 'success' } });
    const after = await listTree(repository);
    for (const [path, entry] of before) expect(after.get(path), path).toBe(entry);
    expect([...after.keys()].filter((path) => !before.has(path)).sort()).toEqual(['SUMMARY.md', 'start.md']);
  });

  test('keeps them in later exports, also after an import', async () => {
    const { name, repository } = await serve(SOURCE);
    const before = await listTree(repository);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    await run('export', spaceId, name);
    await edit(spaceId, page('Next', 'More.'));
    expect(await run('export', spaceId, name)).toMatchObject({ operation: { state: 'success' } });
    expect(await run('import', spaceId, name)).toMatchObject({ operation: { state: 'success' } });
    await edit(spaceId, page('Last', 'End.'));
    expect(await run('export', spaceId, name)).toMatchObject({ operation: { state: 'success' } });
    const after = await listTree(repository);
    for (const [path, entry] of before) expect(after.get(path), path).toBe(entry);
    for (const path of ['start.md', 'next.md', 'last.md']) expect(after.has(path), path).toBe(true);
  });

  test('keeps them in a branch that begins at an export', async () => {
    const { name, repository } = await serve(SOURCE);
    const before = await listTree(repository);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    await run('export', spaceId, name);
    await edit(spaceId, page('Next', 'More.'));
    const ref = 'refs/heads/next';
    expect(await run('export', spaceId, name, { ref })).toMatchObject({ operation: { state: 'success' } });
    const after = await listTree(repository, ref);
    for (const [path, entry] of before) expect(after.get(path), path).toBe(entry);
    for (const path of ['start.md', 'next.md']) expect(after.has(path), path).toBe(true);
  });

  test('leaves the branch as it is if the space is empty', async () => {
    const { name, repository } = await serve(SOURCE);
    const head = await repository.git(['rev-parse', MAIN]);
    const spaceId = await spaceWith();
    expect(await run('export', spaceId, name)).toMatchObject({
      operation: { state: 'success', isUnchanged: true },
    });
    expect(await repository.git(['rev-parse', MAIN])).toBe(head);
  });

  test.each([
    ['a page', { 'guide/deep.md': '# Deep\n' }, 'guide/deep.md'],
    ['a README', { 'README.md': '# Project\n' }, 'README.md'],
    ['a table of contents', { 'SUMMARY.md': '# Summary\n\n* [Away](https://example.com)\n' }, 'SUMMARY.md'],
    ['an include', { '.gitbook/includes/note.md': 'A note.\n' }, '.gitbook/includes/note.md'],
    ['an asset', { '.gitbook/assets/logo.png': 'png' }, '.gitbook/assets/logo.png'],
    ['a configuration', { '.gitbook.yaml': 'root: ./docs\n', 'docs/x.txt': 'x' }, '.gitbook.yaml'],
    ['variables', { '.gitbook/vars.yaml': 'product: X\n' }, '.gitbook/vars.yaml'],
  ] as [string, FixtureFiles, string][])(
    'is refused if the branch has %s of its own',
    async (_what, files, named) => {
      const { name, repository } = await serve({ ...SOURCE, ...files });
      const head = await repository.git(['rev-parse', MAIN]);
      const spaceId = await spaceWith(page('Start', 'Hi.'));
      const refused = await run('export', spaceId, name);
      expect(refused).toMatchObject({ status: 409, error: { reason: 'git-existing-documentation' } });
      expect(refused.error?.message).toContain(named);
      expect(refused.error?.details?.map(({ path }) => path)).toContain(named);
      expect((await setup.app.request('GET', `/v1/spaces/${spaceId}/git/info`)).statusCode).toBe(404);
      expect(await repository.git(['rev-parse', MAIN])).toBe(head);
    },
  );

  test('with force, changes nothing but documentation that both have, and deletes nothing', async () => {
    const { name, repository } = await serve({
      ...SOURCE,
      'README.md': '# Project\n',
      'start.md': '# Theirs\n',
      'SUMMARY.md': '# Summary\n\n* [Project](README.md)\n* [Theirs](start.md)\n',
      'unlisted.md': 'Unlisted.\n',
    });
    const before = await listTree(repository);
    const spaceId = await spaceWith(page('Start', 'Ours.'), page('Unlisted', 'Ours, too.'));
    const refused = await run('export', spaceId, name);
    expect(refused.error?.details).toEqual(
      expect.arrayContaining([
        { path: 'start.md', message: 'The export would change this file.' },
        { path: 'SUMMARY.md', message: 'The export would change this file.' },
        { path: 'README.md', message: 'Only the branch has this file. It would stay.' },
      ]),
    );
    expect(await run('export', spaceId, name, { force: true })).toMatchObject({
      operation: { state: 'success' },
    });
    const after = await listTree(repository);
    const changed = [...before].flatMap(([path, entry]) => (after.get(path) === entry ? [] : path));
    expect(changed.sort()).toEqual(['SUMMARY.md', 'start.md']);
    expect(await repository.git(['show', `${MAIN}:start.md`])).toContain('Ours.');
    const summary = await repository.git(['show', `${MAIN}:SUMMARY.md`]);
    expect(summary).toContain('(README.md)');
    expect(summary).toContain('(unlisted/README.md)');
    // The same again changes nothing, although it remembers nothing.
    const again = await run('export', spaceId, name, { force: true, standalone: true });
    expect(again).toMatchObject({ operation: { state: 'success', isUnchanged: true } });
  });

  test('with force, writes what was edited since the space was imported from equal files', async () => {
    const files = {
      'README.md': '# Start\n\nA start.\n',
      'guide.md': '# Guide\n\nA guide.\n',
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nA note.\n',
      '.gitbook/assets/facts.txt': 'Old facts.\n',
    };
    // Equal files, and no commit in common.
    const origin = await serve({ ...files, LICENSE: 'All yours.\n' });
    const copy = await serve(files);
    const spaceId = await spaceWith();
    expect(await run('import', spaceId, origin.name)).toMatchObject({ operation: { state: 'success' } });
    const space = `/v1/spaces/${spaceId}`;
    const content = (await setup.app.request('GET', `${space}/content`)).json();
    const guide = content.pages.find(({ title }: { title: string }) => title === 'Guide').id;
    const [note, facts] = [content.reusableContents[0].id, content.files[0].id];
    await edit(
      spaceId,
      { operation: 'update_page', page: guide, document: { markdown: '# Guide\n\nA new guide.\n' } },
      {
        operation: 'update_reusable_content',
        reusableContent: note,
        document: { markdown: 'A new note.\n' },
      },
      { operation: 'update_file', file: facts, base64: Buffer.from('New facts.\n').toString('base64') },
    );
    expect(await run('export', spaceId, copy.name, { force: true })).toMatchObject({
      operation: { state: 'success' },
    });
    const show = (path: string): Promise<string> => copy.repository.git(['show', `${MAIN}:${path}`]);
    expect(await show('README.md')).toContain('A start.');
    expect(await show('guide.md')).toContain('A new guide.');
    expect(await show('.gitbook/includes/note.md')).toContain('A new note.');
    expect(await show('.gitbook/assets/facts.txt')).toBe('New facts.');
    // Nothing of that is taken for new when it is read back.
    expect(await run('import', spaceId, copy.name)).toMatchObject({ operation: { isUnchanged: true } });
  });

  test('does not touch a file outside the documentation that the space has otherwise', async () => {
    const own = await serve({ 'README.md': '# A\n\n[code](src/main.ts)\n', 'src/main.ts': 'one\n' });
    const other = await serve({ 'src/main.ts': 'two\n' });
    const spaceId = await spaceWith();
    await run('import', spaceId, own.name);
    expect(await run('export', spaceId, other.name, { force: true })).toMatchObject({
      operation: { state: 'success' },
    });
    expect(await other.repository.git(['show', `${MAIN}:src/main.ts`])).toBe('two');
    expect(await other.repository.git(['show', `${MAIN}:.gitbook/assets/main.ts`])).toBe('one');
    expect(await other.repository.git(['show', `${MAIN}:README.md`])).toContain('(.gitbook/assets/main.ts)');
  });

  test('needs no force if the branch has nothing that the space lacks', async () => {
    const files = { 'README.md': '# A\n', 'b.md': '# B\n', '.gitbook.yaml': 'redirects:\n  old: b.md\n' };
    const own = await serve(files);
    const copy = await serve({ ...files, ...SOURCE });
    const spaceId = await spaceWith();
    await run('import', spaceId, own.name);
    await edit(spaceId, page('C', 'New.'));
    // The folders cannot express the order of the pages, so a new table of contents is the only other file.
    expect(await run('export', spaceId, copy.name)).toMatchObject({ operation: { state: 'success' } });
    expect(await copy.repository.git(['diff', '--name-status', `${MAIN}~1`, MAIN])).toBe(
      'A\tSUMMARY.md\nA\tc.md',
    );
  });
});

describe('the safe ways', () => {
  const files: FixtureFiles = { ...SOURCE, 'README.md': '# Project\n' };

  test('a new branch begins at the default branch and keeps its files', async () => {
    const { name, repository } = await serve(files);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    const ref = 'refs/heads/docs';
    expect(await run('export', spaceId, name, { ref })).toMatchObject({ operation: { state: 'success' } });
    expect(await repository.git(['rev-parse', `${ref}~1`])).toBe(await repository.git(['rev-parse', MAIN]));
    const [before, after] = [await listTree(repository), await listTree(repository, ref)];
    for (const [path, entry] of before) expect(after.get(path), path).toBe(entry);
    expect(after.has('start.md')).toBe(true);
  });

  test('a new directory of an existing branch', async () => {
    const { name, repository } = await serve(files);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    const inDocs = { repoProjectDirectory: 'docs/handbook' };
    expect(await run('export', spaceId, name, inDocs)).toMatchObject({ operation: { state: 'success' } });
    await edit(spaceId, page('Next', 'More.'));
    expect(await run('export', spaceId, name, inDocs)).toMatchObject({ operation: { state: 'success' } });
    expect(await repository.git(['diff', '--name-only', `${MAIN}~2`, MAIN])).toBe(
      'docs/handbook/SUMMARY.md\ndocs/handbook/next.md\ndocs/handbook/start.md',
    );
  });

  test.each([
    ['a file', 'LICENSE'],
    ['a folder below a file', 'LICENSE/docs'],
    ['a submodule', 'vendor'],
    ['a link', 'current'],
  ])('a directory that is %s is refused', async (_what, repoProjectDirectory) => {
    const { name, repository } = await serve({
      ...files,
      vendor: { submodule: '1'.repeat(40) },
      current: { symlink: 'src' },
    });
    const head = await repository.git(['rev-parse', MAIN]);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    const failed = await run('export', spaceId, name, { repoProjectDirectory, force: true });
    expect(failed).toMatchObject({ operation: { state: 'failure', reason: 'invalid-directory' } });
    expect(await repository.git(['rev-parse', MAIN])).toBe(head);
  });
});

describe('a failed operation', () => {
  test('names the reason and the files if the branch could not be looked at before', async () => {
    const { name, repository } = await serve({ ...SOURCE, 'README.md': '# Project\n' });
    const head = await repository.git(['rev-parse', MAIN]);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    setup.git.options.failWith = 500;
    const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/git/export`, {
      body: { url: setup.git.url(name), ref: MAIN, commitMessage: 'Write' },
    });
    delete setup.git.options.failWith;
    expect(response.statusCode, response.body).toBe(204);
    await runJobs(setup.app);
    const { operation } = (await setup.app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(operation).toMatchObject({ state: 'failure', reason: 'git-existing-documentation' });
    expect(operation.error).toContain('README.md');
    expect(await repository.git(['rev-parse', MAIN])).toBe(head);
  });
});

describe('a connection', () => {
  async function connect(body: object, files: FixtureFiles): Promise<[string, FixtureRepository]> {
    const { name, repository } = await serve(files);
    const spaceId = await spaceWith(page('Start', 'Hi.'));
    const response = await setup.app.request('PUT', `/v1/spaces/${spaceId}/git`, {
      body: { url: setup.git.url(name), ref: MAIN, ...body },
    });
    expect(response.statusCode, response.body).toBe(201);
    await runJobs(setup.app);
    return [spaceId, repository];
  }

  const files: FixtureFiles = { ...SOURCE, 'README.md': '# Project\n' };

  test('that only exports is paused at documentation of the branch, until it is resumed with force', async () => {
    const [spaceId, repository] = await connect({ direction: 'export' }, files);
    const head = await repository.git(['rev-parse', MAIN]);
    expect(head).toBe(await repository.git(['rev-list', '--max-parents=0', MAIN]));
    const connection = (await setup.app.request('GET', `/v1/spaces/${spaceId}/git`)).json();
    expect(connection.paused).toMatchObject({ reason: 'existing-documentation' });
    await setup.app.request('POST', `/v1/spaces/${spaceId}/git/resume`, { body: { force: true } });
    await runJobs(setup.app);
    const [before, after] = [await listTree(repository, head), await listTree(repository)];
    for (const [path, entry] of before) expect(after.get(path), path).toBe(entry);
    expect(after.has('start.md')).toBe(true);
  });

  test.each(['export', 'both'])(
    'that begins with the content of the space (%s) keeps the files of the branch',
    async (direction) => {
      const [spaceId, repository] = await connect({ direction, initialDirection: 'export' }, files);
      const before = await listTree(repository, `${MAIN}~1`);
      await edit(spaceId, page('Next', 'More.'));
      await setup.app.request('POST', `/v1/spaces/${spaceId}/git/sync`, { body: {} });
      await runJobs(setup.app);
      const after = await listTree(repository);
      for (const [path, entry] of before) expect(after.get(path), path).toBe(entry);
      for (const path of ['start.md', 'next.md']) expect(after.has(path), path).toBe(true);
      const { pages } = (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
      const titles = pages.map(({ title }: { title: string }) => title).sort();
      // Only a space that follows the branch, too, takes over what only the branch has.
      expect(titles).toEqual(direction === 'both' ? ['Next', 'Project', 'Start'] : ['Next', 'Start']);
    },
  );
});

describe('any repository and any space', () => {
  const NAMES: FixtureFiles = {
    ...SOURCE,
    start: 'A file where the folder of a page would be.\n',
    guide: { submodule: '2'.repeat(40) },
    'vendor/lib': { submodule: '3'.repeat(40) },
    current: { symlink: 'src' },
    handbook: { symlink: 'docs' },
    nowhere: { symlink: 'missing/file' },
    'README.txt': { symlink: 'LICENSE' },
    'odd “name” \\ é.txt': 'odd\n',
    'tab\tname.txt': 'tab\n',
    'src/summary.md': '# Of the code\n',
    'images/logo.png': 'png\n',
    'start.MD': 'Another name in another case.\n',
    '.hidden/notes.md': '# Hidden\n',
  };
  const DOCS: FixtureFiles = {
    'README.md': '# Project\n',
    'SUMMARY.md': '# Summary\n\n* [Project](README.md)\n* [Guide](guide.md)\n',
    'start.md': '# Start\n\nTheirs.\n',
    'guide.md': '# Guide\n\nTheirs.\n',
    'docs/README.md': '# Docs\n',
    'docs/deep/more.md': '# More\n',
    '.gitbook/assets/logo.png': 'logo\n',
    '.gitbook/includes/note.md': 'Note.\n',
    '.gitbook.yaml': 'root: ./docs\n',
  };
  const DIRECTORIES = ['', '', '', 'docs', 'handbook2', 'src', 'vendor/docs'];
  const TITLES = ['Start', 'Guide', 'README', 'Docs', 'Summary', 'LICENSE', 'src', 'Current', 'Übung'];
  const isDocumentation = (path: string): boolean =>
    /\.(?:md|markdown)$/i.test(path) || /(?:^|\/)\.gitbook(?:\/|\.yaml$)/.test(path);

  test('keep every file that is not documentation, and delete none', async () => {
    const seed = Date.now() % 1_000_000;
    for (let round = 0; round < ROUNDS; round += 1) {
      const random = createRandom(seed + round);
      const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
      const draw = (files: FixtureFiles, share: number): FixtureFiles =>
        Object.fromEntries(Object.entries(files).filter(() => random() < share));
      const drawn = { ...draw(NAMES, 0.6), ...draw(DOCS, pick([0, 0.3, 0.8])), LICENSE: 'All yours.\n' };
      const { name, repository } = await serve(drawn);
      const pages = Array.from({ length: Math.floor(random() * 4) }, (_, i) =>
        page(pick(TITLES), `Ours ${i}.`, {
          ref: `p${i}`,
          ...(i > 0 && random() < 0.4 ? { into: 'p0' } : {}),
        }),
      );
      const names = ['logo.png', 'LICENSE', 'main.ts'].filter(() => random() < 0.4);
      const files = names.map((file) => ({
        name: file,
        ref: file,
        base64: Buffer.from(file).toString('base64'),
      }));
      const spaceId = await spaceWith(
        ...pages,
        ...(files.length > 0 ? [{ operation: 'insert_files', files }] : []),
      );
      const repoProjectDirectory = pick(DIRECTORIES);
      const ref = random() < 0.25 ? 'refs/heads/proposal' : MAIN;
      const label = `seed ${seed + round}`;
      for (const turn of [1, 2, 3]) {
        const force = random() < 0.5;
        const isThere = turn > 1 && (await repository.git(['branch', '--list', 'proposal'])) !== '';
        const from = ref === MAIN || isThere ? ref : MAIN;
        const before = await listTree(repository, from);
        const response = await run('export', spaceId, name, { ref, repoProjectDirectory, force });
        const isDone = response.operation?.state === 'success';
        const to = isDone && !(response.operation?.isUnchanged && from === MAIN) ? ref : from;
        const after = await listTree(repository, to);
        const isRefused = response.status === 409;
        expect(
          isDone || isRefused || response.operation?.reason === 'invalid-directory',
          `${label}: ${JSON.stringify(response)}`,
        ).toBe(true);
        for (const [path, entry] of before) {
          expect(after.has(path), `${label}: ${path} in turn ${turn}`).toBe(true);
          // Before the first success there is no common state.
          const mayChange = isDone && isDocumentation(path) && (force || turn > 1 || ref !== MAIN);
          if (!mayChange) expect(after.get(path), `${label}: ${path} in turn ${turn}`).toBe(entry);
        }
        if (isRefused || !isDone) expect([...after]).toEqual([...before]);
        await edit(spaceId, page(pick(TITLES), `Turn ${turn}.`));
      }
    }
  }, 3_600_000);
});
