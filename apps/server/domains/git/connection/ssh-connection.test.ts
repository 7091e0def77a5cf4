import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import {
  createFixtureRepository,
  type FixtureRepository,
  temporaryDirectory,
} from '../../../../../test/git-fixtures.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { makeKey, type SshServer, startSshServer } from '../../../../../test/ssh-server.ts';
import { findConnection } from './connection.repository.ts';
import { openSshAccess } from './credentials.ts';

let app: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: SshServer;
let repository: FixtureRepository;
beforeAll(async () => {
  // The time stands still: the sync that follows an edit a few seconds later would come between those of the tests.
  app = await buildTestApp({ clock: createTestClock().now, config: { allowPrivateNetworks: true } });
  folder = await temporaryDirectory();
  server = await startSshServer(folder.path);
  repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  await repository.commit({ 'README.md': '# Over SSH\n' });
});
afterAll(async () => {
  await server.close();
  await app.close();
  await folder.remove();
});

const put = (spaceId: string, body: object = {}) =>
  app.request('PUT', `/v1/spaces/${spaceId}/git`, {
    body: {
      url: server.url(repository.directory),
      ref: 'refs/heads/main',
      credentials: { privateKey: server.privateKey },
      ...body,
    },
  });

const accessOf = async (spaceId: string) => {
  const row = await findConnection(app.context.db, { organizationId: app.organizationId, spaceId });
  return row && openSshAccess(app.context.keyRing, row);
};

describe('a deploy key', () => {
  const createKey = async (spaceId: string) => {
    const response = await app.request('POST', `/v1/spaces/${spaceId}/git/deploy-keys`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json() as { publicKey: string; fingerprint: string; deployKey: string };
  };

  test('connects its space once the host has its public key', async () => {
    const spaceId = await addSpace(app);
    const { publicKey, fingerprint, deployKey } = await createKey(spaceId);
    expect(publicKey).toMatch(/^ssh-ed25519 \S+ lectern@/);
    expect(fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect(Buffer.from(deployKey, 'base64url').toString('latin1')).not.toContain('PRIVATE KEY');
    const url = server.url(repository.directory);
    const body = { url, credentials: { deployKey }, knownHosts: server.knownHosts };
    const check = () => app.request('POST', `/v1/spaces/${spaceId}/git/check`, { body });
    expect((await check()).json()).toMatchObject({ state: 'failure', reason: 'authentication-failed' });
    await server.accept(publicKey);
    expect((await check()).json()).toMatchObject({
      state: 'success',
      branches: [{ ref: 'refs/heads/main' }],
      canWrite: true,
    });
    expect((await put(spaceId, body)).statusCode).toBe(201);
    expect((await accessOf(spaceId))?.privateKey).toContain('PRIVATE KEY');
    const line = publicKey.split(' ').slice(0, 2).join(' ');
    const shown = (await app.request('GET', `/v1/spaces/${spaceId}/git`)).json();
    expect(shown).toMatchObject({ publicKey: line, fingerprint });
    const { token } = await addMember(app, { role: 'edit' });
    const toEditor = (await app.request('GET', `/v1/spaces/${spaceId}/git`, { token })).json();
    expect(toEditor).toMatchObject({ hasCredentials: true });
    for (const name of ['publicKey', 'fingerprint']) expect(toEditor).not.toHaveProperty(name);
  });

  test('is refused in another space', async () => {
    const { deployKey } = await createKey(await addSpace(app));
    const other = { credentials: { deployKey }, knownHosts: server.knownHosts };
    const response = await put(await addSpace(app), other);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toBe('credentials.deployKey');
  });

  test('leads to the host key first', async () => {
    const spaceId = await addSpace(app);
    const { deployKey } = await createKey(spaceId);
    const body = { url: server.url(repository.directory), credentials: { deployKey } };
    const response = await app.request('POST', `/v1/spaces/${spaceId}/git/check`, { body });
    expect(response.statusCode).toBe(409);
    expect(response.json().error.reason).toBe('git-host-key-unknown');
  });
});

describe('connecting a space over SSH', () => {
  test('is refused with the host key until that is pinned', async () => {
    const spaceId = await addSpace(app);
    const refused = await put(spaceId);
    expect(refused.statusCode).toBe(409);
    const { reason, message, details } = refused.json().error;
    expect(reason).toBe('git-host-key-unknown');
    expect(message).toMatch(/SHA256:[A-Za-z0-9+/]{43}/);
    const knownHosts = details[0].message;
    expect(server.knownHosts.startsWith(knownHosts)).toBe(true);
    expect((await app.request('GET', `/v1/spaces/${spaceId}/git`)).statusCode).toBe(404);

    const pinned = await put(spaceId, { knownHosts });
    expect(pinned.statusCode, pinned.body).toBe(201);
    expect(pinned.json()).toMatchObject({ hasCredentials: true, knownHosts: `${knownHosts}\n` });
    expect(pinned.body).not.toContain('PRIVATE KEY');
    expect((await put(spaceId, { credentials: undefined })).json()).toMatchObject({
      hasCredentials: true,
      knownHosts: `${knownHosts}\n`,
    });
  });

  test('stores a key without its passphrase', async () => {
    const privateKey = await makeKey(join(folder.path, 'sealed_key'), 'sesame');
    const spaceId = await addSpace(app);
    const response = await put(spaceId, {
      credentials: { privateKey, passphrase: 'sesame' },
      knownHosts: server.knownHosts,
    });
    expect(response.statusCode, response.body).toBe(201);
    const access = await accessOf(spaceId);
    expect(access?.privateKey).toContain('OPENSSH PRIVATE KEY');
    expect(access?.privateKey).not.toBe(privateKey);
  });

  test.each([
    ['credentials', { credentials: null }],
    ['credentials', { credentials: { username: 'a', password: 'b' } }],
    ['credentials.privateKey', { credentials: { privateKey: 'nonsense' } }],
    ['knownHosts', { knownHosts: 'nonsense' }],
    ['credentials', { url: 'https://git.example.com/x' }],
    ['url', { url: 'ssh://git@127.0.0.1:1/x', knownHosts: null }],
  ])('refuses an unusable %s', async (path, body) => {
    const response = await put(await addSpace(app), { knownHosts: server.knownHosts, ...body });
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().error.details[0].path).toBe(path);
  });

  test('does not contact private addresses unless the instance allows it', async () => {
    const guarded = await buildTestApp({ beside: app, config: { allowPrivateNetworks: false } });
    const response = await guarded.request('PUT', `/v1/spaces/${await addSpace(app)}/git`, {
      body: {
        url: server.url(repository.directory),
        ref: 'refs/heads/main',
        credentials: { privateKey: server.privateKey },
      },
    });
    await guarded.close();
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toContain('LECTERN_ALLOW_PRIVATE_NETWORKS');
  });
});

describe('a sync over SSH', () => {
  test('exports an edit, and says when the host has another key than the pinned one', async () => {
    const spaceId = await addSpace(app);
    await put(spaceId, { knownHosts: server.knownHosts });
    await runJobs(app);
    const last = async () => (await app.request('GET', `/v1/spaces/${spaceId}/git`)).json().lastOperation;
    expect(await last()).toMatchObject({ state: 'success', trigger: 'connect' });
    const changes = [{ operation: 'insert_page', title: 'Written here', type: 'document' }];
    const edited = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    expect(edited.statusCode, edited.body).toBeLessThan(300);
    const sync = async () => {
      await app.request('POST', `/v1/spaces/${spaceId}/git/sync`, { body: {} });
      await runJobs(app);
    };
    await sync();
    expect(await last()).toMatchObject({ state: 'success', trigger: 'call' });
    expect(await repository.git(['ls-tree', '-r', '--name-only', 'main'])).toMatch(/written-here\.md/);
    const other = server.knownHosts.replace(/.{8}( \S+)?$/, 'AAAAAAAA');
    await put(spaceId, { knownHosts: other });
    await sync();
    expect(await last()).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('is not the pinned one'),
    });
  });
});

describe('an import over SSH', () => {
  const importFrom = (spaceId: string) =>
    app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
      body: { url: server.url(repository.directory), ref: 'refs/heads/main' },
    });

  test('uses the key of the connection', async () => {
    const spaceId = await addSpace(app);
    await put(spaceId, { knownHosts: server.knownHosts });
    await app.request('POST', `/v1/spaces/${spaceId}/git/pause`);
    expect((await importFrom(spaceId)).statusCode).toBe(204);
    await runJobs(app);
    const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(operation).toMatchObject({ direction: 'import', state: 'success' });
  });

  test('of a space without a connection is refused', async () => {
    const response = await importFrom(await addSpace(app));
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toBe('url');
  });

  test('fails clearly when the host has another key than the pinned one', async () => {
    const spaceId = await addSpace(app);
    await put(spaceId, { knownHosts: server.knownHosts });
    await app.request('POST', `/v1/spaces/${spaceId}/git/pause`);
    await server.changeHostKey();
    await importFrom(spaceId);
    await runJobs(app);
    const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
    expect(operation.state).toBe('failure');
    expect(operation.error).toContain('is not the pinned one');
  });
});
