import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { createKeyRing, unseal } from '../../../platform/access/keys.ts';
import { findConnection } from '../connection/connection.repository.ts';
import { createGitSweepJob } from './git-sweep.jobs.ts';
import { listDueConnections } from './upkeep.repository.ts';

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const BODY = { url: 'https://git.example.com/acme/docs', ref: 'refs/heads/main' };
const keyOf = (spaceId: string) => ({ organizationId: app.organizationId, spaceId });

async function connect(body: object = {}): Promise<string> {
  const spaceId = await addSpace(app);
  const response = await app.request('PUT', `/v1/spaces/${spaceId}/git`, { body: { ...BODY, ...body } });
  expect(response.statusCode, response.body).toBe(201);
  await runJobs(app);
  return spaceId;
}

const listOperations = async (spaceId: string): Promise<{ id: string; trigger: string; state: string }[]> =>
  (await app.request('GET', `/v1/spaces/${spaceId}/git/operations`)).json().items;

async function endOperations(spaceId: string, changes: object): Promise<void> {
  await app.context.db.updateTable('git_operation').set(changes).where('space_id', '=', spaceId).execute();
}

async function poll(): Promise<void> {
  await startJob(app, 'git-poll');
  clock.advance(31_000);
  await runJobs(app);
}

const secondsUntilPoll = async (spaceId: string): Promise<number> => {
  const row = await findConnection(app.context.db, keyOf(spaceId));
  return ((row?.next_poll_at?.getTime() ?? 0) - clock.now().getTime()) / 1000;
};

describe('polling', () => {
  test('requests a sync once the period is over, and not before', async () => {
    const spaceId = await connect({ pollSeconds: 120 });
    await endOperations(spaceId, { state: 'success' });
    await poll();
    expect((await listOperations(spaceId)).map(({ trigger }) => trigger)).toEqual(['connect']);
    clock.advance(120_000);
    await poll();
    expect((await listOperations(spaceId)).map(({ trigger }) => trigger)).toEqual(['poll', 'connect']);
    const seconds = await secondsUntilPoll(spaceId);
    expect(seconds).toBeGreaterThanOrEqual(119);
    expect(seconds).toBeLessThanOrEqual(132);
  });

  test('does not wait for a time that was set while the clock was ahead', async () => {
    const spaceId = await connect({ pollSeconds: 120 });
    await endOperations(spaceId, { state: 'success' });
    const next = new Date(clock.now().getTime() + 48 * 3_600_000);
    await app.context.db.updateTable('git_connection').set({ next_poll_at: next }).execute();
    await poll();
    expect((await listOperations(spaceId)).map(({ trigger }) => trigger)).toEqual(['poll', 'connect']);
    expect(await secondsUntilPoll(spaceId)).toBeLessThanOrEqual(132);
  });

  test('pauses longer after failures', async () => {
    const spaceId = await connect({ pollSeconds: 60 });
    await endOperations(spaceId, { state: 'failure' });
    clock.advance(60_000);
    await poll();
    expect(await secondsUntilPoll(spaceId)).toBeGreaterThanOrEqual(119);
  });

  test('does not add to a sync that is running', async () => {
    const spaceId = await connect({ pollSeconds: 60 });
    await endOperations(spaceId, { state: 'running', ended_at: null });
    clock.advance(60_000);
    await poll();
    expect(await listOperations(spaceId)).toHaveLength(1);
  });

  test.each([
    ['paused', async (spaceId: string) => app.request('POST', `/v1/spaces/${spaceId}/git/pause`)],
    ['deleted', async (spaceId: string) => app.request('DELETE', `/v1/spaces/${spaceId}`)],
    [
      'not polled any more',
      async (spaceId: string) => app.request('PUT', `/v1/spaces/${spaceId}/git`, { body: BODY }),
    ],
  ])('leaves out a space that is %s', async (_state, change) => {
    const spaceId = await connect({ pollSeconds: 60 });
    await endOperations(spaceId, { state: 'success' });
    await change(spaceId);
    clock.advance(120_000);
    await poll();
    const { count } = await app.context.db
      .selectFrom('git_operation')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  test('lets organizations take turns', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const spaceId = await addSpace(app, { organizationId });
    for (let n = 0; n < 3; n += 1) await connect({ pollSeconds: 60 });
    const body = { ...BODY, pollSeconds: 60 };
    await app.request('PUT', `/v1/spaces/${spaceId}/git`, { token, body });
    clock.advance(120_000);
    const due = await listDueConnections(app.context.db, { now: clock.now(), limit: 2 });
    expect(new Set(due.map((key) => key.organizationId)).size).toBe(2);
  });
});

describe('the hourly sweep', () => {
  const sweep = (context = app.context) =>
    createGitSweepJob(context).run(
      { organizationId: newId(), jobId: newId(), payload: {}, attempt: 1 },
      new AbortController().signal,
    );

  test('deletes old operations and empty polls, but never the last operation of a space', async () => {
    const spaceId = await connect();
    const insert = async (operation: { ageDays: number; trigger: string; isUnchanged: boolean }) => {
      const operationId = newId();
      const at = new Date(clock.now().getTime() - operation.ageDays * DAY_MS);
      await app.context.db
        .insertInto('git_operation')
        .values({
          organization_id: app.organizationId,
          space_id: spaceId,
          operation_id: operationId,
          direction: 'sync',
          state: 'success',
          started_at: at,
          ended_at: at,
          request: { trigger: operation.trigger },
          outcome: { isUnchanged: operation.isUnchanged },
        })
        .execute();
      return operationId;
    };
    await insert({ ageDays: 91, trigger: 'call', isUnchanged: false });
    await insert({ ageDays: 2, trigger: 'poll', isUnchanged: true });
    const kept = [
      await insert({ ageDays: 89, trigger: 'call', isUnchanged: true }),
      await insert({ ageDays: 2, trigger: 'poll', isUnchanged: false }),
      await insert({ ageDays: 0, trigger: 'poll', isUnchanged: true }),
      await insert({ ageDays: 100, trigger: 'call', isUnchanged: false }),
    ];
    await sweep();
    const ids = (await listOperations(spaceId)).map(({ id }) => id);
    expect(ids.filter((id) => kept.includes(id))).toEqual([...kept].reverse());
    expect(ids).toHaveLength(kept.length + 1);
  });

  test('seals the secrets of connections under the present secret of the instance', async () => {
    const credentials = { username: 'robot', password: 'a token' };
    const spaceId = await connect({ credentials });
    const [former = ''] = app.context.config.secrets ?? [];
    const present = 'f'.repeat(64);
    await sweep({ ...app.context, keyRing: createKeyRing([present, former]) });
    const row = await findConnection(app.context.db, keyOf(spaceId));
    const keys = createKeyRing([present]).keys('credentials');
    expect(JSON.parse(unseal(keys, row?.credentials as Buffer))).toEqual(credentials);
    expect(unseal(keys, row?.webhook_secret as Buffer)).toMatch(/^[\w-]{43}$/);
  });
});
