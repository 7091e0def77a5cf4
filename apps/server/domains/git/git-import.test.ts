import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestClock } from '../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../test/factories.ts';
import {
  createFixtureRepository,
  type FixtureRepository,
  temporaryDirectory,
} from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { readConfig } from '../../platform/config.ts';

let app: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let repository: FixtureRepository;
let git: GitServer;
const credentials = { username: 'robot', password: 's3cret/with@signs' };

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  folder = await temporaryDirectory();
  repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  git = await startGitServer({ repositories: { docs: repository.directory } });
});
afterAll(async () => {
  await git.close();
  await app.close();
  await folder.remove();
});

async function importInto(spaceId: string, body: object = {}): Promise<Record<string, unknown>> {
  const response = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
    body: { url: git.url('docs'), ref: 'refs/heads/main', ...body },
  });
  expect(response.statusCode, response.body).toBe(204);
  expect(response.body).toBe('');
  const running = await app.request('GET', `/v1/spaces/${spaceId}/git/info`);
  expect(running.json().operation.state).toBe('running');
  await runJobs(app);
  const done = await app.request('GET', `/v1/spaces/${spaceId}/git/info`);
  return done.json().operation;
}

interface Page {
  id: string;
  title: string;
  path: string;
  type: string;
  markdown?: string;
  git?: { path: string; oid: string };
  pages: Page[];
}

async function readPages(spaceId: string): Promise<Page[]> {
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat((await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages);
}

const idsByTitle = async (spaceId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await readPages(spaceId)).map((page) => [page.title, page.id]));

/** Counts the queries that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await app.database.sql<{ count: string }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return Number(row?.count);
}

describe('importing a repository', () => {
  test('makes one revision whose pages are the files byte for byte', async () => {
    const spaceId = await addSpace(app);
    const source = '---\ndescription: What it is\n---\n\n# Welcome\r\n\nText with trailing blanks  \n\n\n';
    await repository.commit({
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [Install](guides/install.md)\n',
      'README.md': source,
      'guides/install.md': '# Install\n\nSee [home](../README.md).\n',
      '.gitbook/assets/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    });
    const operation = await importInto(spaceId);
    expect(operation).toMatchObject({
      state: 'success',
      direction: 'import',
      isUnchanged: false,
      counts: { pages: 2, groups: 1, links: 0, files: 1, changed: 3 },
    });
    const space = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    expect(space.revision).toBe(operation.revision);
    expect(space.gitSync.operation.state).toBe('success');
    const pages = await readPages(spaceId);
    expect(pages.map(({ title, path, type }) => ({ title, path, type }))).toEqual([
      { title: 'Welcome', path: 'readme', type: 'document' },
      { title: 'Guides', path: 'guides', type: 'group' },
      { title: 'Install', path: 'guides/install', type: 'document' },
    ]);
    const page = await app.request(
      'GET',
      `/v1/spaces/${spaceId}/content/page/${pages[0]?.id}?format=markdown`,
    );
    expect(page.json().markdown).toBe(source);
    expect(page.json().description).toBe('What it is');
    const byPath = await app.request(
      'GET',
      `/v1/spaces/${spaceId}/content/path/guides%2Finstall?format=markdown`,
    );
    expect(byPath.json().id).toBe(pages[2]?.id);
    const files = (await app.request('GET', `/v1/spaces/${spaceId}/content/files`)).json();
    expect(files.items).toMatchObject([
      { name: 'a b.svg', contentType: 'image/svg+xml', size: 62, dimensions: { width: 4, height: 3 } },
    ]);
    const revision = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    expect(revision.git).toMatchObject({
      oid: operation.commit,
      createdByService: false,
      ref: 'refs/heads/main',
    });
    const bare = (await app.request('GET', `/v1/spaces/${spaceId}/content?metadata=false`)).json();
    expect(bare.git).toBeUndefined();
    expect(bare.pages[0].git).toBeUndefined();
  });

  test('makes no revision when nothing changed, and keeps ids through edits, moves and renames', async () => {
    const spaceId = await addSpace(app);
    await repository.commit({
      'SUMMARY.md': '* [One](one.md)\n* [Two](two.md)\n* [Three](three.md)\n* [No file]()\n',
      'README.md': null,
      'guides/install.md': null,
      'one.md': '# One\n\nA first page with enough text to be recognized after a move.\n',
      'two.md': '# Two\n\nAnother page.\n\nIts text is quite different from the first.\n',
      'three.md': '# Three\n\nThe third of them, that will be edited.\n',
    });
    const first = await importInto(spaceId);
    const before = await idsByTitle(spaceId);

    const again = await importInto(spaceId);
    expect(again).toMatchObject({
      state: 'success',
      isUnchanged: true,
      revision: first.revision,
      counts: { changed: 0 },
    });

    await repository.commit({
      'SUMMARY.md':
        '## Group\n\n* [Two](moved/two.md)\n* [One](one.md)\n* [Three](three.md)\n* [No file]()\n',
      'two.md': null,
      'moved/two.md': '# Two\n\nAnother page.\n\nIts text is quite different from the first.\n\nLonger.\n',
      'three.md': '# Three\n\nEdited.\n',
    });
    const moved = await importInto(spaceId);
    expect(moved).toMatchObject({ state: 'success', isUnchanged: false, counts: { changed: 2 } });
    const after = await idsByTitle(spaceId);
    expect(after).toMatchObject({ One: before.One, Two: before.Two, Three: before.Three });

    const old = await app.request('GET', `/v1/spaces/${spaceId}/revisions/${first.revision}/pages`);
    expect(old.json().pages).toHaveLength(4);
    const revision = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    expect(revision.parents).toEqual([first.revision]);
  });

  test('gives a page, a file and a reusable content that come back the ids that they had', async () => {
    const spaceId = await addSpace(app);
    const come = {
      'SUMMARY.md': '* [One](one.md)\n* [Two](two.md)\n',
      'two.md': '# Two\n',
      '.gitbook/assets/a.txt': 'a file',
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nText\n',
    };
    const go = {
      'SUMMARY.md': '* [One](one.md)\n',
      'two.md': null,
      '.gitbook/assets/a.txt': null,
      '.gitbook/includes/note.md': null,
    };
    const ids = async (): Promise<string[]> => {
      const revision = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
      return [...revision.pages, ...revision.files, ...revision.reusableContents].map(
        ({ id }: { id: string }) => id,
      );
    };
    await repository.commit(come);
    await importInto(spaceId);
    const before = await ids();
    await repository.commit(go);
    await importInto(spaceId);
    expect((await ids()).length).toBeLessThan(before.length);
    await repository.commit({ ...come, 'two.md': '# Two\n\nOther text altogether\n' });
    await importInto(spaceId);
    expect(await ids()).toEqual(before);
  });

  test('tells the report in git/info, and not on every space of a list', async () => {
    const spaceId = await addSpace(app);
    await repository.commit({ 'SUMMARY.md': '* [One](one.md)\n* [Gone](gone.md)\n' });
    const operation = await importInto(spaceId);
    expect(operation.report).toMatchObject([{ path: 'SUMMARY.md', line: 2 }]);
    const space = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    expect(space.gitSync.operation).toMatchObject({ state: 'success', reportTotal: 1 });
    expect(space.gitSync.operation.report).toBeUndefined();
  });

  test('refuses an import older than the last one unless it is forced', async () => {
    const spaceId = await addSpace(app);
    const first = await importInto(spaceId, { timestamp: '2026-01-02T00:00:00Z' });
    expect(first.state).toBe('success');
    const stale = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
      body: { url: git.url('docs'), ref: 'refs/heads/main', timestamp: '2026-01-01T00:00:00Z' },
    });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().error.message).toContain('2026-01-02T00:00:00.000Z');
    const forced = await importInto(spaceId, { timestamp: '2026-01-01T00:00:00Z', force: true });
    expect(forced.state).toBe('success');
  });

  test('refuses a timestamp more than five minutes ahead, so that one wrong clock blocks nothing', async () => {
    const spaceId = await addSpace(app);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    for (const more of [{}, { force: true }]) {
      const body = { url: git.url('docs'), ref: 'refs/heads/main', timestamp: inMinutes(6), ...more };
      const early = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, { body });
      expect(early.statusCode).toBe(400);
      expect(early.json().error.details).toEqual([
        { path: 'timestamp', message: 'must not be more than five minutes in the future' },
      ]);
    }
    expect((await importInto(spaceId, { timestamp: inMinutes(4) })).state).toBe('success');
  });

  test('gives an id to one page only, also when a page moved and then left both of its places', async () => {
    const spaceId = await addSpace(app);
    const text = 'A page with a text that is long enough to be known again after a move.\n';
    const contents = async (files: Record<string, string>): Promise<Record<string, string>> => {
      const lines = Object.keys(files).map((path) => `* [${path}](${path})\n`);
      await repository.commit({ 'SUMMARY.md': lines.join(''), ...files }, { fresh: true });
      expect((await importInto(spaceId)).state).toBe('success');
      return idsByTitle(spaceId);
    };
    const first = await contents({ 'a.md': text, 'b.md': 'b' });
    await contents({ 'b.md': 'b' });
    expect(await contents({ 'a.md': text, 'b.md': 'b' })).toEqual(first);
    const moved = await contents({ 'c.md': text, 'b.md': 'b' });
    expect(moved['c.md']).toBe(first['a.md']);
    await contents({ 'b.md': 'b' });
    const back = await contents({ 'a.md': 'Another text.\n', 'c.md': text, 'b.md': 'b' });
    expect(new Set(Object.values(back)).size).toBe(3);
    expect(back['c.md']).toBe(moved['c.md']);
  });

  test('a standalone import makes a revision and leaves the space where it is', async () => {
    const spaceId = await addSpace(app);
    const before = (await app.request('GET', `/v1/spaces/${spaceId}`)).json().revision;
    const operation = await importInto(spaceId, { standalone: true });
    expect(operation.state).toBe('success');
    expect((await app.request('GET', `/v1/spaces/${spaceId}`)).json().revision).toBe(before);
    const alone = await app.request('GET', `/v1/spaces/${spaceId}/revisions/${operation.revision}`);
    expect(alone.json().pages.length).toBeGreaterThan(0);
  });

  test('keeps what was said about the repository until another is imported, which a standalone import is not', async () => {
    const spaceId = await addSpace(app);
    const gitInfo = { provider: 'github', url: 'https://example.com/docs/tree/main' };
    await importInto(spaceId, { gitInfo });
    const told = { installationProvider: 'github', url: gitInfo.url };
    await importInto(spaceId);
    expect((await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json()).toMatchObject(told);
    git.options.repositories.fork = repository.directory;
    await importInto(spaceId, { url: git.url('fork'), standalone: true });
    expect((await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json()).toMatchObject(told);
    await importInto(spaceId, { url: git.url('fork') });
    const moved = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(moved.installationProvider).toBeUndefined();
    expect(moved.url).toBe(git.url('fork'));
  });

  test('reads a private repository and keeps its credentials nowhere', async () => {
    const guarded = await startGitServer({ repositories: { docs: repository.directory }, auth: credentials });
    try {
      const spaceId = await addSpace(app);
      const operation = await importInto(spaceId, { url: guarded.url('docs', credentials) });
      expect(operation.state, String(operation.error)).toBe('success');
      const kept = await app.context.db
        .selectFrom('git_operation')
        .selectAll()
        .where('space_id', '=', spaceId)
        .execute();
      expect(kept[0]?.credentials).toBeNull();
      expect(JSON.stringify(kept)).not.toContain('s3cret');
      const refused = await importInto(spaceId, {
        url: guarded.url('docs', { username: 'robot', password: 'wrong-word' }),
      });
      expect(refused.state).toBe('failure');
      expect(refused.error).not.toContain('wrong-word');
    } finally {
      await guarded.close();
    }
  });

  test('a failure is explained in words and changes nothing', async () => {
    const spaceId = await addSpace(app);
    const before = (await app.request('GET', `/v1/spaces/${spaceId}`)).json().revision;
    const operation = await importInto(spaceId, { ref: 'refs/heads/nowhere' });
    expect(operation.state).toBe('failure');
    expect(operation.error).toContain('nowhere');
    expect((await app.request('GET', `/v1/spaces/${spaceId}`)).json().revision).toBe(before);
  });

  test('a directory that is not there is a failure, and does not empty the space', async () => {
    const spaceId = await addSpace(app);
    await repository.commit({
      'space/SUMMARY.md': '* [Start](README.md)\n* [Sub](sub/README.md)\n',
      'space/README.md': '# Start\n',
      'space/sub/README.md': '# Sub\n',
    });
    await importInto(spaceId, { repoProjectDirectory: '/space/' });
    // The folder of the space is not part of the addresses of its pages.
    expect((await readPages(spaceId)).map((page) => page.path)).toEqual(['readme', 'sub']);
    const operation = await importInto(spaceId, { repoProjectDirectory: 'spcae' });
    expect(operation).toMatchObject({ state: 'failure', error: expect.stringContaining('“spcae”') });
    expect(await readPages(spaceId)).toHaveLength(2);
  });

  test('an import that was killed is begun again by the next worker and ends', async () => {
    const spaceId = await addSpace(app);
    await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
      body: { url: git.url('docs'), ref: 'refs/heads/main' },
    });
    // As left by a process that died while it ran the job: its worker number holds no lock.
    await app.context.db.updateTable('job').set({ worker_id: 999_999, attempts: 1 }).execute();
    await runJobs(app);
    const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(operation.state).toBe('success');
    expect(await app.context.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });

  test('spaces that are imported together from one repository share one fetch and one copy', async () => {
    const spaceIds = [await addSpace(app), await addSpace(app), await addSpace(app)];
    const request = async (spaceId: string, body: object = {}): Promise<void> => {
      const response = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
        body: { url: git.url('docs'), ref: 'refs/heads/main', ...body },
      });
      expect(response.statusCode, response.body).toBe(204);
    };
    const countFetches = (): number =>
      git.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/git-upload-pack')).length;
    const countCopies = async (): Promise<number> =>
      (await readdir(join(app.context.config.dataDir, 'repositories'))).filter((name) =>
        name.endsWith('.git'),
      ).length;
    const importAll = async (): Promise<void> => {
      git.requests.length = 0;
      for (const spaceId of spaceIds) await request(spaceId);
      await runJobs(app);
      for (const spaceId of spaceIds) {
        const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
        expect(operation).toMatchObject({ state: 'success', commit });
      }
    };
    let commit = await repository.commit({ 'README.md': '# Shared\n' });
    await importInto(spaceIds[0] as string);
    const copies = await countCopies();
    await importAll();
    const fetches = countFetches();
    expect(git.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
    expect(await countCopies()).toBe(copies);
    // A commit that is pushed afterwards is fetched by the next import, once.
    commit = await repository.commit({ 'README.md': '# Shared again\n' });
    await importAll();
    expect(countFetches()).toBeLessThanOrEqual(fetches + 1);
    expect(git.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
    // A copy is not shared with imports that cannot show the same credentials.
    await request(spaceIds[0] as string, { url: git.url('docs', credentials) });
    await runJobs(app);
    expect(await countCopies()).toBe(copies + 1);
  });

  test('an import during which the process died twice is given up, and says so', async () => {
    const spaceId = await addSpace(app);
    await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
      body: { url: git.url('docs'), ref: 'refs/heads/main' },
    });
    git.requests.length = 0;
    await app.context.db
      .updateTable('job')
      .set({ attempts: 2, left_by: [999_998, 999_999] })
      .execute();
    await runJobs(app);
    const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(operation).toMatchObject({
      state: 'failure',
      error: expect.stringMatching(/^The server stopped twice during this import/),
    });
    expect(git.requests).toEqual([]);
    expect(await app.context.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });
});

describe('a host that accepts connections and never answers', () => {
  test('is left after a short time, tried again after growing pauses, and then reported', async () => {
    const clock = createTestClock();
    const { limits } = readConfig({});
    const own = await buildTestApp({
      clock: clock.now,
      config: { allowPrivateNetworks: true, limits: { ...limits, gitAnswerSeconds: 1 } },
    });
    const contacts: Socket[] = [];
    const silent = createServer((socket) => contacts.push(socket.on('error', () => {})));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      const spaceId = await addSpace(own);
      await own.request('POST', `/v1/spaces/${spaceId}/git/import`, {
        body: { url: `http://127.0.0.1:${port}/docs`, ref: 'refs/heads/main' },
      });
      const readOperation = async () =>
        (await own.request('GET', `/v1/spaces/${spaceId}/git/info`)).json().operation;
      const NO_ANSWER = expect.stringMatching(/^127\.0\.0\.1 did not respond in time\. The limit is 1 s\./);
      for (const [tries, seconds] of [2, 4, 8].entries()) {
        await runJobs(own);
        expect(contacts).toHaveLength(tries + 1);
        expect(await readOperation()).toMatchObject({ state: 'running', phase: NO_ANSWER });
        clock.advance(seconds * 1000 - 1);
        await runJobs(own);
        expect(contacts).toHaveLength(tries + 1);
        clock.advance(1);
      }
      await runJobs(own);
      expect(contacts).toHaveLength(4);
      expect(await readOperation()).toMatchObject({ state: 'timeout', error: NO_ANSWER });
    } finally {
      for (const socket of contacts) socket.destroy();
      silent.close();
      await own.close();
    }
  });
});

describe('the request', () => {
  test.each([
    ['url', { url: 'file:///etc' }],
    ['url', { url: 'ext::sh -c id' }],
    ['url', { url: 'git@host:owner/name.git' }],
    ['ref', { ref: '--upload-pack=id' }],
    ['ref', { ref: 'main' }],
    ['repoProjectDirectory', { repoProjectDirectory: '../..' }],
    ['timestamp', { timestamp: 'yesterday' }],
  ])('a bad %s is a 400 that names it', async (path, body) => {
    const spaceId = await addSpace(app);
    const response = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
      body: { url: git.url('docs'), ref: 'refs/heads/main', ...body },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test.each([false, true])(
    'is 404 when the space leaves under it (connected before: %s)',
    async (isConnected) => {
      const spaceId = await addSpace(app);
      const body = { url: git.url('docs'), ref: 'refs/heads/main' };
      const ask = () => app.request('POST', `/v1/spaces/${spaceId}/git/import`, { body });
      if (isConnected) expect((await ask()).statusCode).toBe(204);
      let asking: ReturnType<typeof ask> | undefined;
      // As the last transaction of a transfer or a purge deletes it.
      await app.context.db.transaction().execute(async (trx) => {
        await trx
          .selectFrom('space')
          .select('space_id')
          .where('space_id', '=', spaceId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        asking = ask();
        void asking.then(() => {});
        await expect.poll(countWaiting).toBe(1);
        await trx.deleteFrom('space').where('space_id', '=', spaceId).execute();
      });
      expect((await asking)?.statusCode).toBe(404);
    },
  );

  test('needs the role create; a locked space refuses; git/info is 404 without Git', async () => {
    const spaceId = await addSpace(app);
    const body = { url: git.url('docs'), ref: 'refs/heads/main' };
    const reviewer = await addMember(app, { role: 'review' });
    const refused = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
      body,
      token: reviewer.token,
    });
    expect(refused.statusCode).toBe(403);
    expect((await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).statusCode).toBe(404);
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'locked' } });
    const locked = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, { body });
    expect(locked.statusCode).toBe(409);
    expect(locked.json().error.message).toContain('locked');
  });
});
