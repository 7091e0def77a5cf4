import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { requestSync } from '../sync/request-sync.ts';
import { findConnection, updateConnection } from './connection.repository.ts';
import { openCredentials } from './credentials.ts';

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const URL = 'https://git.example.com/acme/docs.git';
const BODY = { url: URL, ref: 'refs/heads/main' };
const CREDENTIALS = { username: 'robot', password: 's3cret/with@signs' };

const at = (spaceId: string, rest = ''): string => `/v1/spaces/${spaceId}/git${rest}`;
const put = (spaceId: string, body: object = {}) =>
  app.request('PUT', at(spaceId), { body: { ...BODY, ...body } });

async function connect(body: object = {}): Promise<string> {
  const spaceId = await addSpace(app);
  const response = await put(spaceId, body);
  expect(response.statusCode, response.body).toBe(201);
  return spaceId;
}

const get = async (spaceId: string) => (await app.request('GET', at(spaceId))).json();
const listOperations = async (spaceId: string) =>
  (await app.request('GET', at(spaceId, '/operations'))).json().items;
const keyOf = (spaceId: string) => ({ organizationId: app.organizationId, spaceId });
const rowOf = (spaceId: string) => findConnection(app.context.db, keyOf(spaceId));

const countWaitingSyncs = async (spaceId: string): Promise<number> =>
  (
    await app.context.db
      .selectFrom('job')
      .select('job_id')
      .where('kind', '=', 'git-sync')
      .where('concurrency_key', '=', `git:${spaceId}`)
      .execute()
  ).length;

async function edit(spaceId: string, title: string): Promise<void> {
  const changes = [{ operation: 'insert_page', title, type: 'document' }];
  const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

/** Stores a common state, as the last sync would have left it. */
async function setCommonState(spaceId: string): Promise<void> {
  const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
  await app.context.db
    .updateTable('space_git')
    .set({ imported_oid: 'a'.repeat(40), imported_revision_id: revision })
    .where('space_id', '=', spaceId)
    .execute();
}

describe('connecting a space', () => {
  test('stores the connection with its defaults and requests the first sync', async () => {
    const spaceId = await addSpace(app);
    const response = await put(spaceId);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.headers.location).toMatch(new RegExp(`/v1/spaces/${spaceId}/git$`));
    expect(response.json()).toMatchObject({
      object: 'git-connection',
      space: spaceId,
      ...BODY,
      repoProjectDirectory: '',
      direction: 'both',
      initialDirection: 'import',
      onConflict: 'remote',
      hasCredentials: false,
      hasWebhookSecret: true,
      commitMessage: '{subject}',
      lastOperation: { direction: 'sync', state: 'running', trigger: 'connect' },
    });
    expect(await countWaitingSyncs(spaceId)).toBe(1);
    const space = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    expect(space.gitSync).toMatchObject({ repoName: 'acme/docs', url: URL });
  });

  test('shows a generated webhook secret once, and its address only to administrators', async () => {
    const spaceId = await addSpace(app);
    const first = (await put(spaceId)).json();
    expect(first.webhookSecret).toMatch(/^[\w-]{43}$/);
    expect(first.urls.webhook).toMatch(/\/v1\/git\/webhooks\/[\w-]{32}$/);
    const again = (await put(spaceId)).json();
    expect(again.webhookSecret).toBeUndefined();
    expect(again.urls.webhook).toBe(first.urls.webhook);
    const { token } = await addMember(app, { role: 'create' });
    const seen = (await app.request('GET', at(spaceId), { token })).json();
    expect(seen.urls).toEqual({ location: first.urls.location, operations: first.urls.operations });
    expect(JSON.stringify(seen)).not.toContain(first.urls.webhook.split('/').at(-1));
  });

  test('keeps credentials encrypted, never shows them, and takes them out of the URL', async () => {
    const spaceId = await connect({
      url: 'https://robot:s3cret%2Fwith%40signs@git.example.com/acme/docs.git',
    });
    const row = await rowOf(spaceId);
    expect(row?.url).toBe(URL);
    expect(row?.credentials?.toString('latin1')).not.toContain('s3cret');
    expect(openCredentials(app.context.keyRing, { credentials: row?.credentials ?? null })).toEqual(
      CREDENTIALS,
    );
    const shown = await app.request('GET', at(spaceId));
    expect(shown.json().hasCredentials).toBe(true);
    expect(shown.body).not.toMatch(/s3cret|robot/);
  });

  test('keeps secrets that a later PUT does not name, and removes those that are null', async () => {
    const spaceId = await connect({ credentials: CREDENTIALS, webhookSecret: 'a secret of the host' });
    expect((await put(spaceId, { direction: 'import' })).json()).toMatchObject({
      direction: 'import',
      hasCredentials: true,
      hasWebhookSecret: true,
    });
    expect((await put(spaceId, { credentials: null, webhookSecret: null })).json()).toMatchObject({
      direction: 'both',
      hasCredentials: false,
      hasWebhookSecret: false,
    });
  });

  test('does not hand the credentials of one host to another', async () => {
    const spaceId = await connect({ credentials: CREDENTIALS });
    expect((await put(spaceId, { url: 'https://git.example.com/acme/other' })).json().hasCredentials).toBe(
      true,
    );
    expect((await put(spaceId, { url: 'https://other.example.com/acme/docs' })).json().hasCredentials).toBe(
      false,
    );
  });

  test.each([
    ['url', { url: 'ftp://example.com/x' }],
    ['ref', { ref: 'main' }],
    ['ref', { ref: 'refs/tags/v1' }],
    ['repoProjectDirectory', { repoProjectDirectory: '../elsewhere' }],
    ['commitMessage', { commitMessage: '{subject} by {nobody}' }],
    ['branchPattern', { branchPattern: 'docs/[a-z]' }],
    ['mirrorPrefix', { mirrorPrefix: '../x' }],
    ['direction', { direction: 'import', mirrorPrefix: 'docs/' }],
    ['pollSeconds', { pollSeconds: 59 }],
    ['webhookSecret', { webhookSecret: 'short' }],
    ['credentials', { url: 'https://a:b@git.example.com/x', credentials: CREDENTIALS }],
  ])('refuses an unusable %s without contacting the host', async (path, body) => {
    const spaceId = await addSpace(app);
    const response = await put(spaceId, body);
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().error.details[0].path).toBe(path);
    expect((await app.request('GET', at(spaceId))).statusCode).toBe(404);
  });

  test('another branch forgets what both sides had in common and cancels what waits', async () => {
    const spaceId = await connect();
    await setCommonState(spaceId);
    expect((await get(spaceId)).synced).toEqual({ commit: 'a'.repeat(40), revision: expect.any(String) });
    const [first] = await listOperations(spaceId);
    await put(spaceId, { pollSeconds: 60 });
    expect((await get(spaceId)).synced).toBeDefined();
    const moved = (await put(spaceId, { ref: 'refs/heads/next' })).json();
    expect(moved.synced).toBeUndefined();
    const operations = await listOperations(spaceId);
    expect(operations.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      [moved.lastOperation.id, 'running'],
      [first.id, 'failure'],
    ]);
    expect(await countWaitingSyncs(spaceId)).toBe(1);
  });

  test('an import from elsewhere is refused, and one from the same place is not', async () => {
    const spaceId = await connect();
    const importFrom = (body: object) =>
      app.request('POST', at(spaceId, '/import'), { body: { ...BODY, ...body } });
    const refused = await importFrom({ ref: 'refs/heads/next' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.reason).toBe('git-connected-elsewhere');
    expect((await importFrom({ ref: 'refs/heads/next', standalone: true })).statusCode).toBe(204);
    expect((await importFrom({})).statusCode).toBe(204);
  });
});

describe('disconnecting a space', () => {
  test('keeps its content, and cancels what waits', async () => {
    const spaceId = await connect();
    await edit(spaceId, 'Kept');
    const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    expect((await app.request('DELETE', at(spaceId))).statusCode).toBe(204);
    expect((await app.request('GET', at(spaceId))).json().error.reason).toBe('git-not-connected');
    expect((await app.request('DELETE', at(spaceId))).statusCode).toBe(404);
    const space = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    expect(space.revision).toBe(revision);
    expect(space.gitSync).toBeUndefined();
    expect(await countWaitingSyncs(spaceId)).toBe(0);
    expect((await listOperations(spaceId))[0]).toMatchObject({
      state: 'failure',
      error: 'The connection was deleted.',
    });
  });
});

describe('requesting a sync', () => {
  const sync = (spaceId: string, body: object = {}) => app.request('POST', at(spaceId, '/sync'), { body });

  test('returns the operation that already waits', async () => {
    const spaceId = await connect();
    await runJobs(app);
    const first = await sync(spaceId);
    expect(first.statusCode, first.body).toBe(202);
    expect(first.json()).toMatchObject({ direction: 'sync', state: 'running', trigger: 'call' });
    expect((await sync(spaceId)).json().id).toBe(first.json().id);
    expect(await countWaitingSyncs(spaceId)).toBe(1);
    expect((await sync(spaceId, { force: true })).json().id).not.toBe(first.json().id);
    expect(await countWaitingSyncs(spaceId)).toBe(2);
  });

  test('two requests at once make one', async () => {
    const spaceId = await connect();
    await runJobs(app);
    const responses = await Promise.all([sync(spaceId), sync(spaceId), sync(spaceId)]);
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    await runJobs(app);
    const request = { trigger: 'content', authorId: null, now: clock.now() } as const;
    const ids = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.context.transact((unit) => requestSync(unit, keyOf(spaceId), request)),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('is refused while the connection is paused, and resuming requests one', async () => {
    const spaceId = await connect();
    await runJobs(app);
    const paused = await app.request('POST', at(spaceId, '/pause'));
    expect(paused.json().paused).toEqual({ at: clock.now().toISOString(), reason: 'user' });
    const refused = await sync(spaceId);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.reason).toBe('git-connection-paused');
    await edit(spaceId, 'While paused');
    clock.advance(10_000);
    await runJobs(app);
    expect(await listOperations(spaceId)).toHaveLength(1);
    const resumed = (await app.request('POST', at(spaceId, '/resume'), { body: {} })).json();
    expect(resumed.paused).toBeUndefined();
    expect(resumed.lastOperation).toMatchObject({ trigger: 'resume', state: 'running' });
  });

  test('refuses an event that is older than the applied one, unless it is forced', async () => {
    const spaceId = await connect();
    await runJobs(app);
    const applied = clock.now();
    await app.context.db
      .updateTable('space_git')
      .set({ applied_timestamp: applied })
      .where('space_id', '=', spaceId)
      .execute();
    const timestamp = new Date(applied.getTime() - 1000).toISOString();
    expect((await sync(spaceId, { timestamp })).json().error.reason).toBe('stale-timestamp');
    expect((await sync(spaceId, { timestamp, force: true })).statusCode).toBe(202);
    const later = new Date(applied.getTime() + 10 * 60_000).toISOString();
    expect((await sync(spaceId, { timestamp: later })).statusCode).toBe(400);
  });

  test('of a locked space is refused unless only the repository follows', async () => {
    const spaceId = await connect();
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'locked' } });
    expect((await sync(spaceId)).json().error.reason).toBe('space-locked');
    await put(spaceId, { direction: 'export' });
    expect((await sync(spaceId)).statusCode).toBe(202);
  });

  test('of a space without a connection is a 404', async () => {
    expect((await sync(await addSpace(app))).json().error.reason).toBe('git-not-connected');
  });

  test.each([
    ['content', 'import'],
    ['webhook', 'export'],
    ['poll', 'export'],
  ] as const)('by %s does nothing to a connection that only makes an %s', async (trigger, direction) => {
    const spaceId = await connect({ direction });
    await runJobs(app);
    const { transact } = app.context;
    const request = { trigger, authorId: null, now: clock.now() };
    expect(await transact((unit) => requestSync(unit, keyOf(spaceId), request))).toBeUndefined();
    expect(await countWaitingSyncs(spaceId)).toBe(0);
  });
});

describe('a change of the content', () => {
  test('requests one sync a few seconds after a burst', async () => {
    const spaceId = await connect();
    await runJobs(app);
    await edit(spaceId, 'One');
    await edit(spaceId, 'Two');
    clock.advance(4000);
    await runJobs(app);
    expect(await listOperations(spaceId)).toHaveLength(1);
    clock.advance(2000);
    await runJobs(app);
    const operations = await listOperations(spaceId);
    expect(operations).toHaveLength(2);
    expect(operations[0]).toMatchObject({ trigger: 'content' });
  });

  test('that the sync itself made requests none', async () => {
    const spaceId = await connect();
    await runJobs(app);
    await edit(spaceId, 'Imported');
    await setCommonState(spaceId);
    clock.advance(6000);
    await runJobs(app);
    expect(await listOperations(spaceId)).toHaveLength(1);
  });

  test.each([{ direction: 'import' }, undefined])('of a space with %o writes no job', async (body) => {
    const spaceId = body ? await connect(body) : await addSpace(app);
    await edit(spaceId, 'Not synced');
    const jobs = await app.context.db
      .selectFrom('job')
      .selectAll()
      .where('concurrency_key', '=', `git-content:${spaceId}`)
      .execute();
    expect(jobs).toEqual([]);
  });
});

describe('the operations of a space', () => {
  test('are listed newest first, page by page, and each tells what it did', async () => {
    const spaceId = await connect();
    await runJobs(app);
    await app.request('POST', at(spaceId, '/sync'), { body: {} });
    const first = (await app.request('GET', at(spaceId, '/operations?limit=1'))).json();
    expect(first).toMatchObject({ count: 2, items: [{ trigger: 'call', state: 'running' }] });
    const next = `/operations?limit=1&page=${encodeURIComponent(first.next.page)}`;
    const second = (await app.request('GET', at(spaceId, next))).json();
    expect(second.items).toMatchObject([{ trigger: 'connect', state: 'failure' }]);
    expect(second.next).toBeUndefined();

    const change = { change: 'changed', side: 'space', path: 'README.md', title: 'Home' };
    await app.context.db
      .updateTable('git_operation')
      .set({ outcome: { commit: 'b'.repeat(40), changes: [change], changesTotal: 1, report: [] } })
      .where('operation_id', '=', second.items[0].id)
      .execute();
    const details = await app.request('GET', at(spaceId, `/operations/${second.items[0].id}`));
    expect(details.json()).toMatchObject({ commit: 'b'.repeat(40), changes: [change], changesTotal: 1 });
    for (const id of ['nonsense', spaceId])
      expect((await app.request('GET', at(spaceId, `/operations/${id}`))).json().error.reason).toBe(
        'git-operation-not-found',
      );
  });

  test('are not found through another space', async () => {
    const [operation] = await listOperations(await connect());
    const other = await connect();
    expect((await app.request('GET', at(other, `/operations/${operation.id}`))).statusCode).toBe(404);
  });
});

test('the reason of a pause is told', async () => {
  const spaceId = await connect();
  await updateConnection(app.context.db, keyOf(spaceId), {
    paused_at: clock.now(),
    pause_reason: 'rewritten-history',
  });
  expect((await get(spaceId)).paused.reason).toBe('rewritten-history');
});
