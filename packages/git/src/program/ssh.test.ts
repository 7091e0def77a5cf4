import { readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import {
  createFixtureRepository,
  type FixtureRepository,
  temporaryDirectory,
} from '../../../../test/git-fixtures.ts';
import { makeKey, type SshServer, startSshServer } from '../../../../test/ssh-server.ts';
import { type FetchRepositoryOptions, fetchRepository } from './fetch-repository.ts';
import { findOfferedHostKey } from './host-key.ts';
import { parseRemoteUrl } from './remote-url.ts';
import { openPrivateKey, parseHostKeys } from './ssh-access.ts';

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: SshServer;
let repository: FixtureRepository;
let oid: string;
beforeAll(async () => {
  folder = await temporaryDirectory();
  server = await startSshServer(folder.path);
  repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  oid = await repository.commit({ 'README.md': '# Over SSH\n' });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const listKeyDirectories = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`lectern-ssh-${process.pid}-`));

afterEach(async () => {
  expect(await listKeyDirectories()).toEqual([]);
});

type FetchOptions = Partial<Omit<FetchRepositoryOptions, 'remote'>> & { url?: string };

const fetch = ({ url = server.url(repository.directory), ...options }: FetchOptions = {}) =>
  fetchRepository({
    cacheDir: join(folder.path, 'cache'),
    remote: parseRemoteUrl(url),
    ssh: { privateKey: server.privateKey, knownHosts: server.knownHosts },
    ref: 'refs/heads/main',
    network: createGuardedNetwork({ allowPrivate: true }),
    limits: { maxBytes: 10_000_000, timeoutMs: 60_000 },
    ...options,
  });

describe('fetching over SSH', () => {
  test('reads the commit of a branch with its files', async () => {
    const fetched = await fetch();
    expect(fetched.commit.oid).toBe(oid);
    expect(fetched.receivedBytes).toBeGreaterThan(0);
    await fetched.close();
  });

  test('contacts no private address unless the instance allows it', async () => {
    await expect(fetch({ network: createGuardedNetwork({ allowPrivate: false }) })).rejects.toMatchObject({
      code: 'refused-address',
    });
  });

  test('refuses a host whose key is not the pinned one', async () => {
    await makeKey(join(folder.path, 'other_key'));
    const other = parseHostKeys(server.knownHosts)[0]?.key.replace(/.{8}$/, 'AAAAAAAA') ?? '';
    const ssh = { privateKey: server.privateKey, knownHosts: `ssh-ed25519 ${other}` };
    await expect(fetch({ ssh })).rejects.toMatchObject({ code: 'host-key-changed' });
  });

  test('refuses every host while no key is pinned', async () => {
    const ssh = { privateKey: server.privateKey, knownHosts: '' };
    await expect(fetch({ ssh })).rejects.toMatchObject({ code: 'host-key-changed' });
  });

  test('tells that the key may not sign in', async () => {
    const privateKey = await makeKey(join(folder.path, 'stranger_key'));
    const ssh = { privateKey, knownHosts: server.knownHosts };
    await expect(fetch({ ssh })).rejects.toMatchObject({ code: 'authentication-failed' });
  });

  test('tells that there is no such repository, and no such branch', async () => {
    await expect(fetch({ url: server.url('/nowhere.git') })).rejects.toMatchObject({
      code: 'repository-not-found',
    });
    await expect(fetch({ ref: 'refs/heads/none' })).rejects.toMatchObject({ code: 'ref-not-found' });
  });

  test('ends at the limit of bytes', async () => {
    const limits = { maxBytes: 1000, timeoutMs: 60_000 };
    await expect(fetch({ limits })).rejects.toMatchObject({ code: 'too-large' });
  });

  test('needs a key', async () => {
    await expect(fetch({ ssh: undefined })).rejects.toMatchObject({ code: 'authentication-needed' });
  });

  test('tells that nobody listens', async () => {
    await expect(fetch({ url: 'ssh://git@127.0.0.1:1/x' })).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('the host key that a host offers', () => {
  test('is told with its fingerprint', async () => {
    const offered = await findOfferedHostKey(server.url('/x'), createGuardedNetwork({ allowPrivate: true }));
    expect(parseHostKeys(offered.line)).toEqual(parseHostKeys(server.knownHosts));
    expect(offered.line.startsWith(`[127.0.0.1]:${server.port} ssh-ed25519 `)).toBe(true);
    expect(offered.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  test('is not asked for at a private address', async () => {
    await expect(
      findOfferedHostKey(server.url('/x'), createGuardedNetwork({ allowPrivate: false })),
    ).rejects.toMatchObject({
      code: 'refused-address',
    });
  });
});

describe('a private key', () => {
  test('loses its passphrase', async () => {
    const sealed = await makeKey(join(folder.path, 'sealed_key'), 'open "sesame" $HOME');
    const privateKey = await openPrivateKey(sealed, 'open "sesame" $HOME');
    expect(privateKey).not.toBe(sealed);
    expect(await openPrivateKey(privateKey, undefined)).toContain('BEGIN OPENSSH PRIVATE KEY');
  });

  test.each([undefined, 'wrong'])('whose passphrase is not %s is refused', async (passphrase) => {
    const sealed = await makeKey(join(folder.path, `sealed_${passphrase}`), 'right one');
    await expect(openPrivateKey(sealed, passphrase)).rejects.toMatchObject({ code: 'invalid-key' });
  });

  test('that is none is refused', async () => {
    await expect(openPrivateKey('nonsense', undefined)).rejects.toMatchObject({ code: 'invalid-key' });
  });
});

test.each(['nonsense', 'host ssh-ed25519 short', '@cert-authority * ssh-ed25519 AAAA', 'a b c d'])(
  'the line “%s” is no host key',
  (line) => {
    expect(() => parseHostKeys(line)).toThrow(/known_hosts/);
  },
);

test('keys that a killed process left behind are deleted', async () => {
  const names = ['lectern-ssh-999999999-x', `lectern-ssh-${process.pid}-left`];
  for (const name of names) {
    await writeFile(join(tmpdir(), name), '');
    await utimes(join(tmpdir(), name), 0, 0);
  }
  await (await fetch()).close();
  expect((await readdir(tmpdir())).filter((name) => names.includes(name))).toEqual([]);
});
