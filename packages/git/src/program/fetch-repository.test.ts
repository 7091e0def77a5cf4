import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import type { NetworkPolicy } from '../../../../apps/server/platform/http/guarded-network.ts';
import {
  createFixtureRepository,
  type FixtureRepository,
  temporaryDirectory,
} from '../../../../test/git-fixtures.ts';
import { type GitServer, type GitServerOptions, startGitServer } from '../../../../test/git-server.ts';
import { type FetchRepositoryOptions, fetchRepository } from './fetch-repository.ts';
import { GitError } from './git-error.ts';
import { parseRemoteUrl } from './remote-url.ts';

let directory: { path: string; remove(): Promise<void> };
let fixture: FixtureRepository;
let server: GitServer;
let first: string;

const CREDENTIALS = { username: 'reader', password: 'pass/word with spaces' };

beforeAll(async () => {
  directory = await temporaryDirectory();
  fixture = await createFixtureRepository(join(directory.path, 'docs.git'));
  first = await fixture.commit(
    { 'README.md': '# Docs\n', 'guide/a.md': `# A\n${'text\n'.repeat(50)}` },
    { message: 'First\n\nBody\n' },
  );
  const empty = await createFixtureRepository(join(directory.path, 'empty.git'));
  const sha256 = await createFixtureRepository(join(directory.path, 'sha256.git'), {
    objectFormat: 'sha256',
    files: { 'README.md': '# New hash\n' },
  });
  server = await startGitServer({
    repositories: { docs: fixture.directory, empty: empty.directory, sha256: sha256.directory },
  });
});

afterAll(async () => {
  await server.close();
  await directory.remove();
});

const PLAIN: Partial<GitServerOptions> = {};
afterEach(() => {
  const { repositories } = server.options;
  for (const key of Object.keys(server.options))
    delete (server.options as unknown as Record<string, unknown>)[key];
  Object.assign(server.options, { ...PLAIN, repositories });
  server.requests.length = 0;
});

const cacheDir = (): string => join(directory.path, 'cache');

type FetchOptions = Partial<Omit<FetchRepositoryOptions, 'remote'>> & { url?: string };

const fetchDocs = async ({
  url = server.url('docs'),
  ...more
}: FetchOptions = {}): ReturnType<typeof fetchRepository> =>
  fetchRepository({
    cacheDir: cacheDir(),
    remote: parseRemoteUrl(url),
    ref: 'refs/heads/main',
    network: createGuardedNetwork({ allowPrivate: true }),
    limits: { maxBytes: 100_000_000, timeoutMs: 20_000 },
    ...more,
  });

async function failureOf(promise: Promise<unknown>): Promise<GitError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(GitError);
  return error as GitError;
}

describe('fetching a repository', () => {
  it('reads the commit, its tree and its files', async () => {
    const repository = await fetchDocs();
    expect(repository.commit).toEqual({
      oid: first,
      message: 'First\n\nBody',
      committedAt: new Date('2024-05-01T10:00:00Z'),
      author: { name: 'A Writer', email: 'writer@example.org' },
    });
    const tree = await repository.listTree(first);
    expect(tree.map(({ path, kind, size }) => [path, kind, size])).toEqual([
      ['README.md', 'file', 7],
      ['guide/a.md', 'file', 254],
    ]);
    expect((await repository.listTree(first, './guide/')).map((entry) => entry.path)).toEqual(['guide/a.md']);
    const contents: string[] = [];
    for await (const blob of repository.readBlobs(
      tree.map((entry) => entry.oid),
      { maxBlobBytes: 100 },
    )) {
      contents.push(blob.content?.toString() ?? `left out: ${blob.size}`);
    }
    expect(contents).toEqual(['# Docs\n', 'left out: 254']);
    await repository.close();
  });

  it('deletes a repository without a cache key when it is closed', async () => {
    const repository = await fetchDocs();
    expect(await readdir(cacheDir())).not.toEqual([]);
    await repository.close();
    await repository.close();
    expect(await readdir(cacheDir())).toEqual([]);
  });

  it('fetches only what is new the next time, and keeps the earlier commit for comparison', async () => {
    const branch = 'moving';
    const one = await fixture.commit(
      { 'big.md': `${Math.random()}${'x'.repeat(10)}`, 'old name.md': 'a\n'.repeat(99) },
      { branch },
    );
    const ref = `refs/heads/${branch}`;
    const before = await fetchDocs({ cacheKey: 'org/space', ref });
    await before.close();
    const two = await fixture.commit(
      { 'old name.md': null, 'new/näme.md': 'a\n'.repeat(98), 'big.md': 'y' },
      { branch },
    );
    const after = await fetchDocs({ cacheKey: 'org/space', ref });
    expect(after.commit.oid).toBe(two);
    expect(await after.hasCommit(one)).toBe(true);
    expect(await after.hasCommit('0'.repeat(40))).toBe(false);
    expect((await after.diffRenames(one, two)).map(({ oid, ...change }) => change)).toEqual([
      { kind: 'modified', path: 'big.md' },
      { kind: 'renamed', path: 'new/näme.md', oldPath: 'old name.md' },
    ]);
    await after.close();
  });

  it('follows a branch that was rewritten', async () => {
    const branch = 'rewritten';
    const ref = `refs/heads/${branch}`;
    await fixture.commit({ 'a.md': '1' }, { branch });
    await (await fetchDocs({ cacheKey: 'k', ref })).close();
    await fixture.git(['update-ref', '-d', ref]);
    const oid = await fixture.commit({ 'a.md': '2' }, { branch });
    const repository = await fetchDocs({ cacheKey: 'k', ref });
    expect(repository.commit.oid).toBe(oid);
    await repository.close();
  });

  it('reads tags, commit ids, the default branch and repositories with SHA-256', async () => {
    await fixture.git(['tag', '-a', 'v1', '-m', 'One', first]);
    for (const ref of ['refs/tags/v1', first, 'HEAD']) {
      const repository = await fetchDocs({ ref });
      expect(repository.commit.oid).toBe(first);
      await repository.close();
    }
    const other = await fetchDocs({ url: server.url('sha256') });
    expect(other.commit.oid).toHaveLength(64);
    await other.close();
  });

  it('throws a damaged cached copy away and fetches again', async () => {
    const open = (): ReturnType<typeof fetchRepository> => fetchDocs({ cacheKey: 'damage' });
    const before = await open();
    await before.close();
    const [name] = (await readdir(cacheDir())).filter((entry) => entry.endsWith('.git'));
    for (const cached of (await readdir(cacheDir())).filter((entry) => entry.endsWith('.git'))) {
      const packs = join(cacheDir(), cached, 'objects/pack');
      for (const pack of await readdir(packs)) {
        await rm(join(packs, pack));
        await writeFile(join(packs, pack), 'rubbish');
      }
    }
    expect(name).toBeDefined();
    const after = await open();
    expect(after.receivedBytes).toBeGreaterThan(0);
    expect((await after.listTree(first)).length).toBe(2);
    await after.close();
  });

  it('notices damage while it reads, and drops the copy when it is closed', async () => {
    const repository = await fetchDocs({ cacheKey: 'bit rot' });
    const tree = await repository.listTree(first);
    const [cached] = (await readdir(cacheDir())).filter((name) => name.endsWith('.git.lock'));
    const path = join(cacheDir(), cached!.replace(/\.lock$/, ''));
    const other = await fixture.writeBlob('something else');
    await mkdir(join(path, 'objects', tree[0]!.oid.slice(0, 2)), { recursive: true });
    for (const pack of await readdir(join(path, 'objects/pack'))) await rm(join(path, 'objects/pack', pack));
    const loose = (oid: string): string => `objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
    await copyFile(join(fixture.directory, loose(other)), join(path, loose(tree[0]!.oid)));
    const read = async (): Promise<void> => {
      for await (const _ of repository.readBlobs([tree[0]!.oid]));
    };
    expect((await failureOf(read())).code).toBe('damaged-cache');
    await repository.close();
    expect(await readdir(cacheDir())).not.toContain(path.slice(cacheDir().length + 1));
  });

  it('recovers from the lock files that a killed process left', async () => {
    const open = (): ReturnType<typeof fetchRepository> => fetchDocs({ cacheKey: 'killed' });
    const before = await open();
    await before.close();
    for (const cached of (await readdir(cacheDir())).filter((entry) => entry.endsWith('.git'))) {
      await writeFile(join(cacheDir(), cached, 'shallow.lock'), '');
      await writeFile(join(cacheDir(), cached, 'HEAD.lock'), '');
      await writeFile(join(cacheDir(), cached, 'refs/lectern/incoming.lock'), '');
      await writeFile(
        join(cacheDir(), `${cached}.lock`),
        JSON.stringify({ token: 'x', pid: 2 ** 22 + 1, host: (await import('node:os')).hostname() }),
      );
    }
    await fixture.commit({ 'after-kill.md': 'x' }, { branch: 'after-kill' });
    const after = await fetchDocs({ cacheKey: 'killed', ref: 'refs/heads/after-kill' });
    await after.close();
  });

  it('serializes two imports of one repository', async () => {
    const both = await Promise.all(
      [1, 2].map(async () => {
        const repository = await fetchDocs({ cacheKey: 'shared' });
        const tree = await repository.listTree(first);
        await repository.close();
        return tree.length;
      }),
    );
    expect(both).toEqual([2, 2]);
  });
});

describe('failures are explained in words', () => {
  it('names the missing branch and those that exist', async () => {
    const error = await failureOf(fetchDocs({ ref: 'refs/heads/nowhere' }));
    expect(error.code).toBe('ref-not-found');
    expect(error.message).toContain('“nowhere”');
    expect(error.message).toContain('main');
    expect((await failureOf(fetchDocs({ ref: '1'.repeat(40) }))).code).toBe('ref-not-found');
  });

  it('says that a repository is empty', async () => {
    for (const ref of ['refs/heads/main', 'HEAD']) {
      expect((await failureOf(fetchDocs({ url: server.url('empty'), ref }))).code).toBe('empty-repository');
    }
  });

  it('tells no repository, no Git and a failing host apart', async () => {
    expect((await failureOf(fetchDocs({ url: server.url('absent') }))).code).toBe('repository-not-found');
    server.options.failWith = 'html';
    expect((await failureOf(fetchDocs())).code).toBe('not-a-repository');
    server.options.failWith = 503;
    expect((await failureOf(fetchDocs())).message).toContain('503');
    server.options.failWith = 'reset';
    expect((await failureOf(fetchDocs())).code).toBe('unreachable');
  });

  it('reports an answer that breaks off, and succeeds the next time', async () => {
    server.options.failWith = 'truncated';
    server.options.failOn = 'git-upload-pack';
    const error = await failureOf(fetchDocs({ cacheKey: 'truncated' }));
    expect(['failed', 'unreachable']).toContain(error.code);
    delete server.options.failWith;
    const repository = await fetchDocs({ cacheKey: 'truncated' });
    await repository.close();
  });

  it('stops at the time limit, in either phase, and when it is cancelled', async () => {
    server.options.failWith = 'hanging';
    const limits = { maxBytes: 1_000_000, timeoutMs: 2_000, answerMs: 600 };
    expect((await failureOf(fetchDocs({ limits }))).code).toBe('no-answer');
    server.options.failOn = '/git-upload-pack';
    expect((await failureOf(fetchDocs({ limits }))).code).toBe('timeout');
    const controller = new AbortController();
    const pending = failureOf(fetchDocs({ signal: controller.signal }));
    setTimeout(() => controller.abort(), 300);
    expect((await pending).code).toBe('aborted');
    expect((await readdir(cacheDir())).filter((name) => name.startsWith('temporary-'))).toEqual([]);
  });

  it('refuses a repository larger than the limit', async () => {
    const { randomBytes } = await import('node:crypto');
    await fixture.commit({ 'big.bin': randomBytes(3_000_000) }, { branch: 'big' });
    const error = await failureOf(
      fetchDocs({ ref: 'refs/heads/big', limits: { maxBytes: 1_000_000, timeoutMs: 20_000 } }),
    );
    expect(error.code).toBe('too-large');
    expect(error.message).toContain('1 MB');
  });
});

describe('credentials', () => {
  it('are asked for, refused or accepted', async () => {
    server.options.auth = CREDENTIALS;
    expect((await failureOf(fetchDocs())).code).toBe('authentication-needed');
    const wrong = server.url('docs', { username: 'reader', password: 'wrong-secret' });
    const error = await failureOf(fetchDocs({ url: wrong }));
    expect(error.code).toBe('authentication-failed');
    expect(error.message).not.toContain('wrong-secret');
    const repository = await fetchDocs({ url: server.url('docs', CREDENTIALS) });
    expect(repository.url).toBe(server.url('docs'));
    await repository.close();
  });

  it('never reach the disk', async () => {
    server.options.auth = CREDENTIALS;
    const repository = await fetchDocs({ url: server.url('docs', CREDENTIALS), cacheKey: 'secret' });
    const basic = Buffer.from(`${CREDENTIALS.username}:${CREDENTIALS.password}`).toString('base64');
    for (const entry of await readdir(cacheDir(), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect(bytes.includes(basic)).toBe(false);
      expect(bytes.includes(CREDENTIALS.password)).toBe(false);
    }
    await repository.close();
  });

  it('are not sent where a redirect leads', async () => {
    const other = await startGitServer({ repositories: { docs: fixture.directory } });
    server.options.redirects = { '/docs': `${other.origin}/docs` };
    const repository = await fetchDocs({ url: server.url('docs', CREDENTIALS) });
    expect(repository.url).toBe(`${other.origin}/docs`);
    await repository.close();
    expect(server.requests[0]?.authorization).toBeDefined();
    expect(other.requests.length).toBeGreaterThan(1);
    expect(other.requests.every((request) => request.authorization === undefined)).toBe(true);
    other.options.auth = CREDENTIALS;
    const error = await failureOf(fetchDocs({ url: server.url('docs', CREDENTIALS) }));
    expect(error.message).toContain('Use its new URL');
    await other.close();
  });

  it('do not follow a redirect that comes only after the first question', async () => {
    const other = await startGitServer({ repositories: { docs: fixture.directory } });
    for (const place of [other.origin, `${server.origin}/elsewhere`]) {
      server.options.redirects = { '/docs/git-upload-pack': `${place}/docs/git-upload-pack` };
      await failureOf(fetchDocs({ url: server.url('docs', CREDENTIALS) }));
    }
    expect(other.requests).toEqual([]);
    expect(server.requests.filter((request) => request.url.startsWith('/elsewhere'))).toEqual([]);
    await other.close();
  });
});

describe('private networks', () => {
  const guarded = (policy: Omit<NetworkPolicy, 'allowPrivate'> = {}) =>
    createGuardedNetwork({ allowPrivate: false, ...policy });

  it('are refused in every spelling of the address', async () => {
    const hosts = [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::]',
      '0.0.0.0',
      '169.254.169.254',
      '10.0.0.1',
    ];
    for (const host of hosts) {
      const error = await failureOf(
        fetchDocs({ network: guarded(), url: `http://${host}:${server.port}/docs` }),
      );
      expect([host, error.code]).toEqual([host, 'refused-address']);
    }
    expect(server.requests).toEqual([]);
  });

  it('are refused behind a public name', async () => {
    const network = guarded({ resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] });
    const url = `http://docs.example.org:${server.port}/docs`;
    expect((await failureOf(fetchDocs({ network, url }))).code).toBe('refused-address');
    expect(server.requests).toEqual([]);
  });

  /** 127.0.0.1 plays a public address and 127.0.0.2 a private one. */
  const isAllowed = (address: string): boolean => address === '127.0.0.1';

  it('are refused behind a redirect', async () => {
    const url = server.url('docs');
    for (const place of ['127.0.0.2', '[::1]', 'localhost', '2130706434']) {
      server.options.redirects = { '/docs': `http://${place}:${server.port}/other` };
      const network = guarded({
        isAllowed,
        resolveHost: async () => [{ address: '127.0.0.2', family: 4 }],
      });
      expect([place, (await failureOf(fetchDocs({ network, url }))).code]).toEqual([
        place,
        'refused-address',
      ]);
    }
    expect(server.requests.every((request) => request.url.startsWith('/docs'))).toBe(true);
  });

  it('are refused when the name changes its answer between our question and the fetch', async () => {
    let asked = 0;
    const resolveHost = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 as const }];
    };
    const url = `http://docs.example.org:${server.port}/docs`;
    const error = await failureOf(fetchDocs({ network: guarded({ isAllowed, resolveHost }), url }));
    expect(error.code).toBe('refused-address');
    expect(asked).toBeGreaterThan(1);
    expect(server.requests.map((request) => request.method)).toEqual(['GET']);
  });
});

describe('what a caller may not smuggle in', () => {
  it('refuses addresses that are neither http(s) nor ssh', async () => {
    const hostile = [
      'ext::sh -c touch% /tmp/pwned',
      'ext::sh',
      'file:///etc',
      '/etc',
      '../docs',
      '-uhttp://x',
      '--upload-pack=touch',
      'ssh://git@-oProxyCommand=touch/x',
      '-oProxyCommand=touch@host:owner/x',
      'git://host/x',
      'ftp://host/x',
      'http://',
      'http://host/x\n--upload-pack=y',
      'http://host/x y',
      'http://host/x?y',
      'http://host/x#y',
      '',
    ];
    for (const url of hostile) {
      const error = await failureOf(fetchDocs({ url }));
      expect([url, error.code]).toEqual([url, 'invalid-url']);
    }
  });

  it('refuses refs that are no refs', async () => {
    const hostile = [
      '--upload-pack=touch',
      'main',
      '',
      'refs/heads/',
      'refs/heads/-x',
      'refs/heads/a..b',
      'refs/heads/a b',
      'refs/heads/a:b',
      'refs/heads/a^b',
      'refs/heads/a~1',
      'refs/heads/*',
      'refs/heads/a\n',
      'refs/heads/a.lock',
      'refs/heads/.a',
      'refs/heads/a/.b',
      'refs/heads/a//b',
      'refs/heads/a@{1}',
      'refs/heads/@',
      'refs/heads/a\\b',
      'refs/notes/x',
      '+refs/heads/main',
      'refs/heads/a/',
      'abc123',
    ];
    for (const ref of hostile) {
      const error = await failureOf(fetchDocs({ ref }));
      expect([ref, error.code]).toEqual([ref, 'invalid-ref']);
    }
  });

  it('refuses directories outside the repository', async () => {
    const repository = await fetchDocs();
    for (const path of ['..', 'guide/../..', 'a\0b']) {
      expect((await failureOf(repository.listTree(first, path))).code).toBe('invalid-directory');
    }
    for (const path of ['absent', '--help', ':(top)', 'README.md', 'guide*']) {
      expect((await failureOf(repository.listTree(first, path))).code).toBe('directory-not-found');
    }
    expect((await failureOf(repository.listTree('--help'))).code).toBe('invalid-ref');
    await repository.close();
  });
});
