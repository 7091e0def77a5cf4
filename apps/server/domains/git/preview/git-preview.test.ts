import process from 'node:process';
import { afterEach, describe, expect, test } from 'vitest';
import { addSpace } from '../../../../../test/factories.ts';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../../test/git-fixtures.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { createRandom } from '../../../../../test/random.ts';

const { setup, lastOperation, settle, edit, idOf, headOf, revisionOf } = useConnectedSpaces();
const ROUNDS = process.env.LECTERN_SOAK ? 150 : 8;
const LOGIN = { username: 'reader', password: 'a-token' };

interface Change {
  change: string;
  side: string;
  path: string;
  title?: string;
}

interface Preview {
  state: string;
  reason?: string;
  error?: string;
  commit?: string;
  changes: Change[];
  changesTotal: number;
  changeCounts: Record<'space' | 'repository', Record<string, number>>;
}

let count = 0;
async function serve(files?: FixtureFiles): Promise<{ url: string; repository: FixtureRepository }> {
  count += 1;
  const name = `preview${count}`;
  return { repository: await setup.serve(name, files), url: setup.git.url(name) };
}

const ask = async (spaceId: string, path: 'check' | 'preview', body: object): Promise<Preview> => {
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/git/${path}`, { body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

const refsOf = (repository: FixtureRepository) => repository.git(['for-each-ref']);

/** The places and kinds of changes, without names that a preview cannot know yet. */
const placesOf = (changes: readonly Change[] = []): string[] =>
  changes.map(({ change, side, path }) => `${side} ${change} ${path}`).sort();

/** Previews a connection, connects the space, and returns the changes of both. */
async function compare(spaceId: string, repository: FixtureRepository, body: object) {
  const [revision, refs] = [await revisionOf(spaceId), await refsOf(repository)];
  const before = (await setup.app.request('GET', `/v1/spaces/${spaceId}/git/operations`)).json().count;
  const preview = await ask(spaceId, 'preview', body);
  expect(await revisionOf(spaceId)).toBe(revision);
  expect(await refsOf(repository)).toBe(refs);
  const response = await setup.app.request('GET', `/v1/spaces/${spaceId}/git/operations`);
  expect(response.json().count).toBe(before);
  expect((await setup.app.request('GET', `/v1/spaces/${spaceId}/git`)).statusCode).toBe(404);
  await setup.app.request('PUT', `/v1/spaces/${spaceId}/git`, { body });
  await runJobs(setup.app);
  return { preview, operation: await lastOperation(spaceId) };
}

const page = (title: string, text: string, more: object = {}): object => ({
  operation: 'insert_page',
  title,
  document: { markdown: `# ${title}\n\n${text}\n` },
  ...more,
});

describe('a preview of the first sync', () => {
  test('names what the space would get, and what would go into a change request', async () => {
    const { url, repository } = await serve({ 'README.md': '# Start\n\nHi.\n', 'use.md': '# Use\n\nIt.\n' });
    const spaceId = await addSpace(setup.app);
    await edit(spaceId, [page('Only here', 'Kept.')]);
    const { preview } = await compare(spaceId, repository, { url, ref: REF });
    expect(preview).toMatchObject({
      object: 'git-preview',
      state: 'success',
      commit: await headOf(repository),
      counts: { pages: 2 },
      changeCounts: { space: { added: 2, conflicted: 1 }, repository: { added: 0, changed: 0 } },
      changesTotal: 3,
    });
    expect(preview.changes.map(({ change, title }) => [change, title])).toEqual([
      ['conflicted', 'Only here'],
      ['added', 'Start'],
      ['added', 'Use'],
    ]);
  });

  test('names the files that the repository would get', async () => {
    const { url, repository } = await serve({ 'README.md': '# Start\n\nHi.\n', LICENSE: 'All yours.\n' });
    const spaceId = await addSpace(setup.app);
    await edit(spaceId, [page('Guide', 'How.')]);
    const body = { url, ref: REF, initialDirection: 'export' };
    const { preview, operation } = await compare(spaceId, repository, body);
    expect(placesOf(preview.changes)).toEqual(placesOf(operation.changes as Change[]));
    expect(preview.changes).toContainEqual({
      change: 'added',
      side: 'repository',
      path: 'guide.md',
      title: 'Guide',
    });
  });

  test('of an empty repository has all files', async () => {
    const { url, repository } = await serve();
    const spaceId = await addSpace(setup.app);
    await edit(spaceId, [page('Guide', 'How.'), page('More', 'It.')]);
    const body = { url, ref: REF, initialDirection: 'export' };
    const { preview, operation } = await compare(spaceId, repository, body);
    expect(preview.commit).toBeUndefined();
    expect(preview.changes.length).toBeGreaterThan(1);
    expect(placesOf(preview.changes)).toEqual(placesOf(operation.changes as Change[]));
  });

  test('says when the sync would be refused', async () => {
    const { url, repository } = await serve({ 'README.md': '# Start\n\nHi.\n' });
    const spaceId = await addSpace(setup.app);
    await edit(spaceId, [page('Guide', 'How.')]);
    const body = { url, ref: REF, direction: 'export' };
    const { preview, operation } = await compare(spaceId, repository, body);
    expect(preview).toMatchObject({ state: 'failure', reason: 'git-existing-documentation', changes: [] });
    expect(operation).toMatchObject({ state: 'failure', error: preview.error });
  });

  const DIRECTIONS = [
    { direction: 'both', initialDirection: 'import' },
    { direction: 'both', initialDirection: 'export' },
    { direction: 'import', initialDirection: 'import' },
    { direction: 'export', initialDirection: 'export' },
  ];

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'is what the sync then does (case %i)',
    async (round) => {
      const random = createRandom(4200 + round);
      const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
      const words = () => pick(['One.', 'Two.', 'Three.', 'Four.']);
      const directory = random() < 0.3 ? 'docs' : '';
      const at = (path: string) => (directory === '' ? path : `${directory}/${path}`);
      const files: FixtureFiles = { [at('README.md')]: `# Start\n\n${words()}\n` };
      for (const name of ['guide', 'sub/deep', 'notes'])
        if (random() < 0.6) files[at(`${name}.md`)] = `# ${name}\n\n${words()}\n\n${words()}\n`;
      if (random() < 0.4)
        files[at('SUMMARY.md')] = `# Table of contents\n\n${Object.keys(files)
          .map((path) => (directory === '' ? path : path.slice('docs/'.length)))
          .map((path) => `* [${path === 'README.md' ? 'Start' : path}](${path})`)
          .join('\n')}\n`;
      if (random() < 0.4) files.LICENSE = 'All yours.\n';
      const { url, repository } = await serve(random() < 0.1 ? undefined : files);
      const isEmpty = (await refsOf(repository)) === '';
      const spaceId = await addSpace(setup.app);
      const place = { url, ref: REF, repoProjectDirectory: isEmpty ? '' : directory };
      if (!isEmpty && random() < 0.4) {
        // Both sides have a state in common, and changed since then.
        await setup.app.request('POST', `/v1/spaces/${spaceId}/git/import`, { body: place });
        await runJobs(setup.app);
        if (random() < 0.5)
          await repository.commit({ [at('README.md')]: `# Start\n\n${words()}\n\nAfter.\n` });
        if (random() < 0.5)
          await edit(spaceId, [
            {
              operation: 'update_page',
              page: await idOf(spaceId, 'Start'),
              ...markdown(`# Start\n\nBefore.\n\n${words()}\n`),
            },
          ]);
      }
      const changes = ['Guide', 'Notes', 'Other']
        .filter(() => random() < 0.5)
        .map((title) => page(title, words()));
      if (changes.length > 0) await edit(spaceId, changes);
      await settle();
      const { preview, operation } = await compare(spaceId, repository, { ...place, ...pick(DIRECTIONS) });
      expect(preview.state, preview.error).toBe(operation.state);
      if (operation.state === 'success') {
        expect(placesOf(preview.changes)).toEqual(placesOf(operation.changes as Change[]));
        expect(preview.changesTotal).toBe(operation.changes?.length);
      } else expect(preview.error).toBe(operation.error);
    },
  );
});

describe('a check of a repository', () => {
  afterEach(() => {
    delete setup.git.options.auth;
    setup.git.options.allowPush = true;
  });

  test('lists the branches, and says that it may be pushed to', async () => {
    const { url, repository } = await serve({ 'README.md': '# Start\n' });
    await repository.git(['branch', 'next', 'main']);
    const refs = await refsOf(repository);
    const commit = await headOf(repository);
    expect(await ask(await addSpace(setup.app), 'check', { url })).toEqual({
      object: 'git-check',
      state: 'success',
      branches: [
        { ref: 'refs/heads/main', commit },
        { ref: 'refs/heads/next', commit },
      ],
      canWrite: true,
    });
    expect(await refsOf(repository)).toBe(refs);
  });

  test('of an empty repository finds no branch', async () => {
    const { url } = await serve();
    expect(await ask(await addSpace(setup.app), 'check', { url })).toMatchObject({
      state: 'success',
      branches: [],
      canWrite: true,
    });
  });

  test('says that it may only be read', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    setup.git.options.allowPush = false;
    expect(await ask(await addSpace(setup.app), 'check', { url })).toMatchObject({
      state: 'success',
      canWrite: false,
      writeReason: 'authentication-failed',
    });
  });

  test.each([
    ['without credentials', undefined, 'authentication-needed'],
    ['with a wrong token', { username: 'reader', password: 'wrong' }, 'authentication-failed'],
  ])('says what is wrong %s', async (_, credentials, reason) => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    setup.git.options.auth = LOGIN;
    const spaceId = await addSpace(setup.app);
    const checked = await ask(spaceId, 'check', { url, credentials });
    expect(checked).toMatchObject({ state: 'failure', reason, error: expect.stringMatching(/\.$/) });
    expect(await ask(spaceId, 'preview', { url, ref: REF, credentials })).toMatchObject({
      state: 'failure',
      reason,
    });
    expect(await ask(spaceId, 'check', { url, credentials: LOGIN })).toMatchObject({ state: 'success' });
  });

  test.each([
    ['a repository that is not there', `${'missing'}`, 'repository-not-found'],
    ['a host that is not there', 'https://nowhere.invalid/docs.git', 'unknown-host'],
  ])('says what is wrong with %s', async (_, address, reason) => {
    const url = address.startsWith('https') ? address : setup.git.url(address);
    expect(await ask(await addSpace(setup.app), 'check', { url })).toMatchObject({
      state: 'failure',
      reason,
    });
  });

  test('of a branch or directory that is not there says which', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    const spaceId = await addSpace(setup.app);
    expect(await ask(spaceId, 'preview', { url, ref: 'refs/heads/nope' })).toMatchObject({
      state: 'failure',
      reason: 'ref-not-found',
      error: expect.stringContaining('It has: main'),
    });
    expect(await ask(spaceId, 'preview', { url, ref: REF, repoProjectDirectory: 'nope' })).toMatchObject({
      state: 'failure',
      reason: 'directory-not-found',
    });
  });
});
