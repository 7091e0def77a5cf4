import { access, chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import {
  createFixtureRepository,
  type FixtureRepository,
  temporaryDirectory,
} from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { type FetchedRepository, fetchRepository } from './fetch-repository.ts';
import { parseRemoteUrl } from './remote-url.ts';

const CREDENTIALS = { username: 'reader', password: 'glpat-very-secret' };

let directory: { path: string; remove(): Promise<void> };
let fixture: FixtureRepository;
let server: GitServer;

beforeAll(async () => {
  directory = await temporaryDirectory();
  fixture = await createFixtureRepository(join(directory.path, 'docs.git'), {
    files: { 'README.md': '# Docs\n' },
  });
  const other = await createFixtureRepository(join(directory.path, 'other.git'), {
    files: { 'README.md': '# Other\n' },
  });
  server = await startGitServer({
    repositories: { docs: fixture.directory, other: other.directory },
    auth: CREDENTIALS,
  });
});
afterAll(async () => {
  await server.close();
  await directory.remove();
});
afterEach(() => vi.unstubAllEnvs());

const cacheDir = (): string => join(directory.path, 'cache');

const fetchDocs = (
  ref = 'refs/heads/main',
  url = server.url('docs', CREDENTIALS),
): Promise<FetchedRepository> =>
  fetchRepository({
    cacheDir: cacheDir(),
    cacheKey: 'k',
    remote: parseRemoteUrl(url),
    ref,
    network: createGuardedNetwork({ allowPrivate: true }),
    limits: { maxBytes: 10_000_000, timeoutMs: 20_000 },
  });

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Puts a `git` before the real one that writes down how it was called. */
async function recordCalls(): Promise<() => Promise<string>> {
  const folder = join(directory.path, 'bin');
  const log = join(directory.path, 'calls.log');
  await mkdir(folder, { recursive: true });
  await writeFile(log, '');
  const real = process.env.PATH!;
  await writeFile(
    join(folder, 'git'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nPATH='${real}' exec git "$@"\n`,
  );
  await chmod(join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}:${real}`);
  return () => readFile(log, 'utf8');
}

describe('a fetch', () => {
  it('keeps credentials out of every command line', async () => {
    const calls = await recordCalls();
    const repository = await fetchDocs();
    await repository.close();
    const lines = await calls();
    expect(lines).toContain(`--end-of-options ${server.url('docs')}`);
    for (const secret of [
      CREDENTIALS.password,
      Buffer.from('reader:glpat-very-secret').toString('base64'),
      'Authorization',
      'socks5',
    ]) {
      expect(lines).not.toContain(secret);
    }
  });

  it('runs no hook and no program that a repository names', async () => {
    await (await fetchDocs()).close();
    const marker = join(directory.path, 'pwned');
    const [name] = (await readdir(cacheDir())).filter((entry) => entry.endsWith('.git'));
    const cached = join(cacheDir(), name!);
    await mkdir(join(cached, 'hooks'), { recursive: true });
    for (const hook of ['reference-transaction', 'post-fetch', 'pre-auto-gc', 'post-rewrite']) {
      await writeFile(join(cached, 'hooks', hook), `#!/bin/sh\ntouch '${marker}'\n`);
      await chmod(join(cached, 'hooks', hook), 0o755);
    }
    const settings = `[core]\n\tfsmonitor = touch ${marker}\n\taskPass = touch ${marker}\n[credential]\n\thelper = !touch ${marker}\n`;
    await writeFile(join(cached, 'config'), `${await readFile(join(cached, 'config'), 'utf8')}${settings}`);
    await fixture.commit({ 'a.md': 'new' }, { branch: 'hooks' });
    const repository = await fetchDocs('refs/heads/hooks');
    await repository.close();
    expect(await isThere(marker)).toBe(false);
  });

  it('never asks for a submodule', async () => {
    const oid = await fixture.git(['rev-parse', 'main']);
    const modules = `[submodule "x"]\n\tpath = x\n\turl = ${server.url('other')}\n[submodule "y"]\n\tpath = y\n\turl = -u./payload\n\tupdate = !touch /tmp/x\n`;
    await fixture.commit({ '.gitmodules': modules, x: { submodule: oid } }, { branch: 'modules' });
    server.requests.length = 0;
    const repository = await fetchDocs('refs/heads/modules');
    expect((await repository.listTree(repository.commit.oid)).find((entry) => entry.path === 'x')?.kind).toBe(
      'submodule',
    );
    await repository.close();
    expect(server.requests.filter((request) => request.url.startsWith('/other'))).toEqual([]);
  });

  it('never reads the credentials of the user that runs the service', async () => {
    const home = join(directory.path, 'home');
    await mkdir(home, { recursive: true });
    const { username, password } = CREDENTIALS;
    await writeFile(join(home, '.netrc'), `machine 127.0.0.1\nlogin ${username}\npassword ${password}\n`, {
      mode: 0o600,
    });
    vi.stubEnv('HOME', home);
    const { auth } = server.options;
    delete server.options.auth;
    // Only git's own request is refused, which tempts git to look for credentials.
    Object.assign(server.options, { failWith: 401, failOn: '/git-upload-pack' });
    server.requests.length = 0;
    await expect(fetchDocs('refs/heads/main', server.url('docs'))).rejects.toMatchObject({
      code: 'authentication-failed',
    });
    Object.assign(server.options, { auth, failWith: undefined, failOn: undefined });
    expect(server.requests.some((request) => request.url.endsWith('/git-upload-pack'))).toBe(true);
    expect(server.requests.every((request) => request.authorization === undefined)).toBe(true);
  });

  it('shows no credentials when git itself complains', async () => {
    server.options.failWith = 500;
    server.options.failOn = '/git-upload-pack';
    const error = await fetchDocs().catch((thrown: unknown) => thrown);
    delete server.options.failWith;
    delete server.options.failOn;
    const text = `${String(error)} ${JSON.stringify(error)}`;
    expect(text).toContain('127.0.0.1');
    for (const secret of [
      CREDENTIALS.password,
      encodeURIComponent(CREDENTIALS.password),
      'Basic',
      'tunnel:',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
