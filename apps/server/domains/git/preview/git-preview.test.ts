import process from 'node:process';
import { afterEach, describe, expect, test } from 'vitest';
import { addSpace } from '../../../../../test/factories.ts';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../../test/git-fixtures.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { createRandom } from '../../../../../test/random.ts';

const { setup, clock, lastOperation, settle, edit, idOf, headOf, revisionOf } = useConnectedSpaces();
const ROUNDS = process.env.LECTERN_SOAK ? 150 : 8;
const LOGIN = { username: 'reader', password: 'a-token' };

interface Change {
  change: string;
  side: string;
  path: string;
  title?: string;
}

interface Preview {
  id: string;
  state: string;
  reason?: string;
  error?: string;
  result?: {
    commit?: string;
    changes: Change[];
    changesTotal: number;
    changeCounts: Record<'space' | 'repository', Record<string, number>>;
  };
}

let count = 0;
async function serve(files?: FixtureFiles): Promise<{ url: string; repository: FixtureRepository }> {
  count += 1;
  const name = `preview${count}`;
  return { repository: await setup.serve(name, files), url: setup.git.url(name) };
}

const check = async (spaceId: string, body: object): Promise<Preview> => {
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/git/check`, { body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

const previewsOf = (spaceId: string): string => `/v1/spaces/${spaceId}/git/previews`;

const start = async (spaceId: string, body: object): Promise<Preview> => {
  const response = await setup.app.request('POST', previewsOf(spaceId), { body });
  expect(response.statusCode, response.body).toBe(202);
  expect(response.headers.location).toBe(response.json().urls.location);
  return response.json();
};

const read = async (spaceId: string, { id }: Pick<Preview, 'id'>): Promise<Preview> =>
  (await setup.app.request('GET', `${previewsOf(spaceId)}/${id}`)).json();

async function previewOf(spaceId: string, body: object): Promise<Preview> {
  const started = await start(spaceId, body);
  expect(started.state).toBe('running');
  await runJobs(setup.app);
  return read(spaceId, started);
}

const refsOf = (repository: FixtureRepository) => repository.git(['for-each-ref']);

/** The places and kinds of changes, without names that a preview cannot know yet. */
const placesOf = (changes: readonly Change[] = []): string[] =>
  changes.map(({ change, side, path }) => `${side} ${change} ${path}`).sort();

/** Previews a connection, connects the space, and returns the changes of both. */
async function compare(spaceId: string, repository: FixtureRepository, body: object) {
  const [revision, refs] = [await revisionOf(spaceId), await refsOf(repository)];
  const before = (await setup.app.request('GET', `/v1/spaces/${spaceId}/git/operations`)).json().count;
  const preview = await previewOf(spaceId, body);
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
      connection: { url, ref: REF, direction: 'both', initialDirection: 'import' },
      result: {
        commit: await headOf(repository),
        counts: { pages: 2 },
        changeCounts: { space: { added: 2, conflicted: 1 }, repository: { added: 0, changed: 0 } },
        changesTotal: 3,
      },
    });
    expect(preview.result?.changes.map(({ change, title }) => [change, title])).toEqual([
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
    expect(placesOf(preview.result?.changes)).toEqual(placesOf(operation.changes as Change[]));
    expect(preview.result?.changes).toContainEqual({
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
    expect(preview.result?.commit).toBeUndefined();
    expect(preview.result?.changes.length).toBeGreaterThan(1);
    expect(placesOf(preview.result?.changes)).toEqual(placesOf(operation.changes as Change[]));
  });

  test('says when the sync would be refused', async () => {
    const { url, repository } = await serve({ 'README.md': '# Start\n\nHi.\n' });
    const spaceId = await addSpace(setup.app);
    await edit(spaceId, [page('Guide', 'How.')]);
    const body = { url, ref: REF, direction: 'export' };
    const { preview, operation } = await compare(spaceId, repository, body);
    expect(preview).toMatchObject({ state: 'failure', reason: 'git-existing-documentation' });
    expect(preview).not.toHaveProperty('result');
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
        expect(placesOf(preview.result?.changes)).toEqual(placesOf(operation.changes as Change[]));
        expect(preview.result?.changesTotal).toBe(operation.changes?.length);
      } else expect(preview.error).toBe(operation.error);
    },
  );
});

describe('a preview while it runs', () => {
  const rowOf = ({ id }: Preview) =>
    setup.app.context.db
      .selectFrom('git_preview')
      .selectAll()
      .where('preview_id', '=', id)
      .executeTakeFirstOrThrow();

  test('can be cancelled, and then keeps neither credentials nor a job to do', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    const spaceId = await addSpace(setup.app);
    const preview = await start(spaceId, { url, ref: REF, credentials: LOGIN });
    expect((await rowOf(preview)).credentials).not.toBeNull();
    const cancel = () => setup.app.request('DELETE', `${previewsOf(spaceId)}/${preview.id}`);
    expect((await cancel()).statusCode).toBe(204);
    const again = await cancel();
    expect([again.statusCode, again.json().error.reason]).toEqual([409, 'git-preview-not-running']);
    await runJobs(setup.app);
    expect(await read(spaceId, preview)).toMatchObject({ state: 'cancelled' });
    expect(await rowOf(preview)).toMatchObject({ credentials: null, result: null });
  });

  test('is not one of very many in its space', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    const spaceId = await addSpace(setup.app);
    const body = { url, ref: REF };
    const ids = await Promise.all(Array.from({ length: 10 }, () => start(spaceId, body)));
    const refused = await setup.app.request('POST', previewsOf(spaceId), { body });
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'too-many-git-previews']);
    await runJobs(setup.app);
    for (const one of ids) expect((await read(spaceId, one)).state).toBe('success');
    expect((await start(spaceId, body)).state).toBe('running');
    await runJobs(setup.app);
  });

  test('starts over after the process was interrupted, until that has happened too often', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    const spaceId = await addSpace(setup.app);
    const preview = await start(spaceId, { url, ref: REF });
    const attempts = (count: number) =>
      setup.app.context.db
        .updateTable('job')
        .set({ attempts: count })
        .where('kind', '=', 'git-preview')
        .execute();
    await attempts(5);
    await runJobs(setup.app);
    expect(await read(spaceId, preview)).toMatchObject({ state: 'failure', reason: 'interrupted' });
  });

  test('is deleted a day after it ended', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    const spaceId = await addSpace(setup.app);
    const preview = await previewOf(spaceId, { url, ref: REF });
    const sweep = async () => {
      await startJob(setup.app, 'git-sweep');
      clock.advance(3_700_000);
      await runJobs(setup.app);
    };
    await sweep();
    expect((await read(spaceId, preview)).state).toBe('success');
    clock.advance(86_400_000);
    await sweep();
    const gone = await setup.app.request('GET', `${previewsOf(spaceId)}/${preview.id}`);
    expect([gone.statusCode, gone.json().error.reason]).toEqual([404, 'git-preview-not-found']);
  });
});

describe('a preview of a connected space', () => {
  test.each([
    ['another branch', { ref: 'refs/heads/next' }],
    ['a branch that does not exist yet', { ref: 'refs/heads/new' }],
    ['another directory', { repoProjectDirectory: 'docs' }],
    ['another direction', { ref: 'refs/heads/next', initialDirection: 'export' }],
  ])('with %s is what the change then does', async (_, change) => {
    const { url, repository } = await serve({
      'README.md': '# Start\n\nHi.\n',
      'docs/README.md': '# Docs\n\nOf a part.\n',
    });
    await repository.git(['branch', 'next', 'main']);
    const spaceId = await addSpace(setup.app);
    const put = (body: object) => setup.app.request('PUT', `/v1/spaces/${spaceId}/git`, { body });
    await put({ url, ref: REF });
    await runJobs(setup.app);
    await repository.commit({ 'more.md': '# More\n\nOn next.\n' }, { branch: 'next' });
    await edit(spaceId, [page('Only here', 'Kept.')]);
    await settle();
    const [revision, refs] = [await revisionOf(spaceId), await refsOf(repository)];
    const before = (await setup.app.request('GET', `/v1/spaces/${spaceId}/git`)).json();
    const body = { url, ref: REF, ...change };
    const preview = await previewOf(spaceId, body);
    expect(preview.state, preview.error).toBe('success');
    expect([await revisionOf(spaceId), await refsOf(repository)]).toEqual([revision, refs]);
    expect((await setup.app.request('GET', `/v1/spaces/${spaceId}/git`)).json()).toEqual(before);
    await put(body);
    await runJobs(setup.app);
    const operation = await lastOperation(spaceId);
    expect(operation.state, operation.error).toBe('success');
    expect(placesOf(preview.result?.changes)).toEqual(placesOf(operation.changes as Change[]));
  });
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
    expect(await check(await addSpace(setup.app), { url })).toEqual({
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
    expect(await check(await addSpace(setup.app), { url })).toMatchObject({
      state: 'success',
      branches: [],
      canWrite: true,
    });
  });

  test('says that it may only be read', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    setup.git.options.allowPush = false;
    expect(await check(await addSpace(setup.app), { url })).toMatchObject({
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
    const checked = await check(spaceId, { url, credentials });
    expect(checked).toMatchObject({ state: 'failure', reason, error: expect.stringMatching(/\.$/) });
    expect(await previewOf(spaceId, { url, ref: REF, credentials })).toMatchObject({
      state: 'failure',
      reason,
    });
    expect(await check(spaceId, { url, credentials: LOGIN })).toMatchObject({ state: 'success' });
  });

  test.each([
    ['a repository that is not there', `${'missing'}`, 'repository-not-found'],
    ['a host that is not there', 'https://nowhere.invalid/docs.git', 'unknown-host'],
  ])('says what is wrong with %s', async (_, address, reason) => {
    const url = address.startsWith('https') ? address : setup.git.url(address);
    expect(await check(await addSpace(setup.app), { url })).toMatchObject({
      state: 'failure',
      reason,
    });
  });

  test('of a branch or directory that is not there says which', async () => {
    const { url } = await serve({ 'README.md': '# Start\n' });
    const spaceId = await addSpace(setup.app);
    expect(await previewOf(spaceId, { url, ref: 'refs/heads/nope' })).toMatchObject({
      state: 'failure',
      reason: 'ref-not-found',
      error: expect.stringContaining('It has: main'),
    });
    expect(await previewOf(spaceId, { url, ref: REF, repoProjectDirectory: 'nope' })).toMatchObject({
      state: 'failure',
      reason: 'directory-not-found',
    });
  });
});
