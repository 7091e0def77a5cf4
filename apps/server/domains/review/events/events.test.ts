import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { type EventClient, listen as open, originOf } from '../../../../../test/event-client.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addTeam,
  addUserToken,
} from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { createEventSweepJob, EVENT_SWEEP } from './event-sweep.jobs.ts';

let clock: TestClock;
/** Streams to its clients what the other one writes. */
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ isListening: true, clock: clock.now, config: { eventStreams: 5 } });
  other = await buildTestApp({ beside: app, isListening: true, config: { eventStreams: 5 } });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const clients: EventClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
const listen: typeof open = async (...parameters) => {
  const client = await open(...parameters);
  clients.push(client);
  return client;
};

const WAIT = { timeout: 20_000, interval: 20 };

async function send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object, token?: string) {
  const response = await other.request(method, url, {
    ...(body ? { body } : {}),
    ...(token ? { token } : {}),
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

const insert = async (spaceId: string, title = 'Page') =>
  send('POST', `/v1/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown: 'Text' } }],
  });

test('an edit in one process is heard in another, with its revision and pages', async () => {
  const spaceId = await addSpace(app);
  const client = await listen(app, spaceId);
  expect(client.status).toBe(200);
  expect(client.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(client.headers.get('x-accel-buffering')).toBe('no');
  expect(client.headers.get('content-encoding')).toBeNull();
  expect(client.events.map(({ type }) => type)).toEqual(['open', 'presence']);
  const { revision, changes } = await insert(spaceId);
  const page = changes[0].page.id;
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  expect(client.logged[0]).toMatchObject({
    type: 'content',
    revision,
    pages: [{ page, changes: ['created'] }],
    reusableContents: [],
    files: [],
    omitted: 0,
  });
  await send('POST', `/v1/spaces/${spaceId}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown: 'Another text' } }],
  });
  await send('POST', `/v1/spaces/${spaceId}/content`, { changes: [{ operation: 'delete_page', page }] });
  await expect.poll(() => client.logged.length, WAIT).toBe(3);
  expect(client.logged.map(({ pages }) => pages)).toMatchObject([
    [{ page, changes: ['created'] }],
    [{ page, changes: ['edited'] }],
    [{ page, changes: ['deleted'] }],
  ]);
  expect(client.logged.slice(1).map(({ base }) => base)).toEqual(
    client.logged.slice(0, 2).map(({ revision }) => revision),
  );
});

test('a client that reconnects with the id of its last event hears everything once, in either process', async () => {
  const spaceId = await addSpace(app);
  const first = await listen(app, spaceId);
  await insert(spaceId, 'a');
  await expect.poll(() => first.logged.length, WAIT).toBe(1);
  await first.close();
  const missed = [await insert(spaceId, 'b'), await insert(spaceId, 'c')].map(({ revision }) => revision);
  const lastEventId = first.lastEventId as string;
  for (const service of [app, other]) {
    const again = await listen(service, spaceId, { lastEventId });
    await expect.poll(() => again.logged.map(({ revision }) => revision), WAIT).toEqual(missed);
    const bySince = await listen(service, spaceId, { query: `since=${lastEventId}` });
    await expect.poll(() => bySince.logged, WAIT).toEqual(again.logged);
  }
  expect(first.logged).toHaveLength(1);
});

test('a stream of no duration has what happened since, and ends', async () => {
  const spaceId = await addSpace(app);
  const client = await listen(app, spaceId);
  await insert(spaceId);
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  const { lastEventId } = client;
  await insert(spaceId);
  await expect.poll(() => client.logged.length, WAIT).toBe(2);
  const again = await listen(app, spaceId, { query: `since=${lastEventId}&duration=0` });
  await again.ended;
  const whole = await app.request('GET', `/v1/spaces/${spaceId}/events?since=${lastEventId}&duration=0`);
  expect(whole.body).toContain(JSON.stringify(again.logged[0]));
  expect((await app.request('HEAD' as 'GET', `/v1/spaces/${spaceId}/events`)).statusCode).toBe(200);
  expect(again.logged).toEqual(client.logged.slice(1));
});

test('a position that is unknown, or older than what is stored, is followed by a reset', async () => {
  const spaceId = await addSpace(app);
  const client = await listen(app, spaceId);
  await insert(spaceId);
  await insert(spaceId);
  await expect.poll(() => client.logged.length, WAIT).toBe(2);
  const ids = client.logged.map(({ id }) => Number(id));
  expect(ids[1]).toBe((ids[0] as number) + 1);
  for (const lastEventId of ['x', '7', '999999999999999']) {
    const again = await listen(app, spaceId, { lastEventId });
    await expect.poll(() => again.ofType('reset'), WAIT).toEqual([{ type: 'reset', id: String(ids[1]) }]);
    expect(again.logged).toEqual([]);
  }
  await startJob(app, EVENT_SWEEP);
  clock.advance(25 * 3_600_000);
  await runJobs(app);
  const late = await listen(app, spaceId, { lastEventId: String((ids[0] as number) - 1) });
  // The hub of this space still has them in memory.
  await expect.poll(() => late.logged.length, WAIT).toBe(2);
  for (const one of [client, late]) await one.close();
  const later = await listen(other, spaceId, { lastEventId: String((ids[0] as number) - 1) });
  await expect.poll(() => later.ofType('reset'), WAIT).toHaveLength(1);
  expect(later.logged).toEqual([]);
  await insert(spaceId);
  await expect.poll(() => later.logged.length, WAIT).toBe(1);
});

test('of the events from before the last minute, the last 250 are kept', async () => {
  const spaceId = await addSpace(app);
  const key = { organizationId: app.organizationId, spaceId };
  const record = (count: number) =>
    app.context.transact(async (unit) => {
      for (let n = 0; n < count; n += 1) unit.record({ ...key, at: clock.now(), body: { type: 'checks' } });
    });
  const sweep = async () => {
    const job = { organizationId: app.organizationId, jobId: app.organizationId, payload: {}, attempt: 1 };
    await createEventSweepJob(app.context).run(job, new AbortController().signal);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from space_event where space_id = ${spaceId}`.execute(app.context.db);
    return rows[0]?.count;
  };
  await record(400);
  clock.advance(50_000);
  expect(await sweep()).toBe(400);
  await record(20);
  clock.advance(20_000);
  expect(await sweep()).toBe(250);
  clock.advance(20_000);
  await record(300);
  expect(await sweep()).toBe(320);
});

test('readers hear of the drafts of others only when these are opened', async () => {
  const spaceId = await addSpace(app);
  const reader = await addMember(app, { role: 'read' });
  const editor = await addMember(app, { role: 'edit' });
  const [reading, editing] = [
    await listen(app, spaceId, { token: reader.token }),
    await listen(app, spaceId, { token: editor.token }),
  ];
  const draft = await send('POST', `/v1/spaces/${spaceId}/change-requests`, { subject: 'Secret' });
  const url = `/v1/spaces/${spaceId}/change-requests/${draft.id}`;
  await send('POST', `${url}/content`, {
    changes: [{ operation: 'insert_page', title: 'Secret', document: { markdown: 'Secret' } }],
  });
  await send('POST', `${url}/comments`, { body: { markdown: 'Secret' } });
  await expect
    .poll(() => editing.logged.map(({ type }) => type), WAIT)
    .toEqual(['change_request', 'change_request', 'content', 'comment']);
  expect(editing.logged.every(({ changeRequest }) => changeRequest === draft.id)).toBe(true);
  const ofDraft = await listen(app, `${url}/events`, { token: reader.token });
  expect([ofDraft.status, ofDraft.error?.reason]).toEqual([404, 'change-request-not-found']);
  await insert(spaceId);
  await expect.poll(() => reading.logged.map(({ type }) => type), WAIT).toEqual(['content']);
  await send('PATCH', url, { status: 'open' });
  await expect
    .poll(() => reading.logged.map(({ type }) => type), WAIT)
    .toEqual(['content', 'change_request']);
  const only = await listen(app, `${url}/events`, { token: reader.token });
  await insert(spaceId);
  await send('POST', `${url}/comments`, { body: { markdown: 'Now in the open' } });
  await expect.poll(() => only.logged.map(({ type }) => type), WAIT).toEqual(['comment']);
  expect(JSON.stringify([...reading.events, ...editing.events, ...only.events])).not.toContain('Secret');
  // The reader no longer sees it.
  await send('PATCH', url, { status: 'draft' });
  await only.ended;
  expect(only.logged.map(({ type }) => type)).toEqual(['comment']);
});

test('comments, replies, reviews, reviewers, merges and notifications are heard by those whom they concern', async () => {
  const spaceId = await addSpace(app);
  const ada = await addMember(app, { role: 'review' });
  const [admin, hers] = [await listen(app, spaceId), await listen(app, spaceId, { token: ada.token })];
  const { id } = await send('POST', `/v1/spaces/${spaceId}/change-requests`);
  const url = `/v1/spaces/${spaceId}/change-requests/${id}`;
  await send('POST', `${url}/content`, {
    changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'New' } }],
  });
  await send('POST', `${url}/requested-reviewers`, { users: [ada.userId] });
  const comment = await send('POST', `${url}/comments`, { body: { markdown: 'Hello' } });
  const reply = await send('POST', `${url}/comments/${comment.id}/replies`, { body: { markdown: 'Hello' } });
  await send('PUT', `${url}/comments/${comment.id}`, { resolved: true });
  await send('DELETE', `${url}/comments/${comment.id}/replies/${reply.id}`);
  await send('DELETE', `${url}/comments/${comment.id}`);
  await send('POST', `${url}/reviews`, { status: 'approved' }, ada.token);
  await send('POST', `${url}/merge`);
  await expect.poll(() => admin.logged.at(-1), WAIT).toMatchObject({ change: 'merged', status: 'merged' });
  const told = admin.logged.map(({ type, change }) => (change ? `${type} ${change}` : type));
  expect(told).toEqual([
    'change_request created',
    'change_request updated',
    'content',
    'reviewers',
    'change_request opened',
    'comment created',
    'comment created',
    'comment edited',
    'comment deleted',
    'comment deleted',
    'review',
    'content',
    'change_request merged',
  ]);
  const place = { comment: comment.id, changeRequest: id };
  expect(admin.ofType('comment')).toMatchObject([
    place,
    { ...place, reply: reply.id },
    place,
    { ...place, reply: reply.id },
    place,
  ]);
  await expect.poll(() => hers.logged.at(-1), WAIT).toMatchObject({ change: 'merged' });
  expect(hers.ofType('notification')).toMatchObject([{ kind: 'review-requested', changeRequest: id }]);
  expect(hers.logged.filter(({ type }) => type !== 'notification')).toEqual(admin.logged);
});

test('new rules for merging, the lock of a space and answers to conflicts change checks', async () => {
  const spaceId = await addSpace(app);
  const { page } = (await insert(spaceId)).changes[0];
  const client = await listen(app, spaceId);
  await send('PATCH', `/v1/spaces/${spaceId}`, { mergeRules: { type: 'none' } });
  await send('PATCH', `/v1/spaces/${spaceId}`, { editMode: 'locked' });
  await send('PATCH', `/v1/spaces/${spaceId}`, { editMode: 'live' });
  await send('PATCH', `/v1/spaces/${spaceId}`, { title: 'Another' });
  const { id } = await send('POST', `/v1/spaces/${spaceId}/change-requests`);
  const url = `/v1/spaces/${spaceId}/change-requests/${id}`;
  for (const [line, markdown] of [
    [`${url}/content`, 'Mine'],
    [`/v1/spaces/${spaceId}/content`, 'Yours'],
  ])
    await send('POST', line as string, {
      changes: [{ operation: 'update_page', page: page.id, document: { markdown } }],
    });
  const conflicts = (await other.request('GET', `${url}/conflicts`)).json();
  await send('PUT', `${url}/conflicts/${conflicts.items[0].id}/answer`, { choice: 'ours' });
  await expect.poll(() => client.logged.at(-1), WAIT).toMatchObject({ type: 'checks', changeRequest: id });
  expect(client.ofType('checks')).toHaveLength(4);
});

test('rules of the organization change the checks of the spaces that inherit them, and members those of rules with teams', async () => {
  const { organizationId, creatorId } = await addOrganization(app);
  const token = await addUserToken(app, creatorId);
  const organization = `/v1/orgs/${organizationId}`;
  const member = await addMember(app, { organizationId, role: 'review' });
  const teamId = await addTeam(app, { organizationId });
  const byTeam = {
    type: 'rules',
    rules: [{ rule: 'require_specific_reviewers', users: [], teams: [teamId] }],
  };
  const [inheriting, own, teams, idle] = [
    await addSpace(app, { organizationId }),
    await addSpace(app, { organizationId }),
    await addSpace(app, { organizationId }),
    await addSpace(app, { organizationId }),
  ];
  await send('PATCH', `/v1/spaces/${own}`, { mergeRules: { type: 'none' } }, token);
  await send('PATCH', `/v1/spaces/${teams}`, { mergeRules: byTeam }, token);
  for (const spaceId of [inheriting, own, teams])
    await send('POST', `/v1/spaces/${spaceId}/change-requests`, {}, token);
  const heard = new Map<string, EventClient>();
  for (const spaceId of [inheriting, own, teams, idle])
    heard.set(spaceId, await listen(app, spaceId, { token }));
  const counts = () => [...heard.values()].map((client) => client.ofType('checks').length);
  await send(
    'PATCH',
    organization,
    { mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] } },
    token,
  );
  await expect.poll(counts, WAIT).toEqual([1, 0, 0, 0]);
  expect(heard.get(inheriting)?.ofType('checks')).toMatchObject([{ actor: creatorId }]);
  await send('PATCH', organization, { title: 'Another' }, token);
  await send('PUT', `${organization}/teams/${teamId}/members/${member.userId}`, {}, token);
  await expect.poll(counts, WAIT).toEqual([1, 0, 1, 0]);
  await send('PATCH', organization, { mergeRules: byTeam }, token);
  await expect.poll(counts, WAIT).toEqual([2, 0, 1, 0]);
  await send('DELETE', `${organization}/members/${member.userId}`, undefined, token);
  await expect.poll(counts, WAIT).toEqual([3, 0, 2, 0]);
  await send('DELETE', `${organization}/teams/${teamId}`, undefined, token);
  await expect.poll(counts, WAIT).toEqual([4, 0, 3, 0]);
});

test('a caller has a bounded number of streams, which counts all their tokens, and closed ones not', async () => {
  const spaceId = await addSpace(app);
  const { token } = await addMember(app, { role: 'read' });
  const all = [];
  for (let n = 0; n < 5; n += 1) all.push(await listen(app, spaceId, { token }));
  const refused = await listen(app, spaceId, { token });
  expect([refused.status, refused.error?.reason]).toEqual([429, 'too-many-streams']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await listen(app, spaceId)).status).toBe(200);
  await all[0]?.close();
  await expect.poll(async () => (await listen(app, spaceId, { token })).status, WAIT).toBe(200);
});

test('readers who leave before their stream begins do not count', async () => {
  const spaceId = await addSpace(app);
  const { token } = await addMember(app, { role: 'read' });
  const url = `${await originOf(app)}/v1/spaces/${spaceId}/events`;
  const { sql: server } = app.database;
  const countWaiting = async () => {
    const [row] = await server<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%space_event_counter%'`;
    return row?.waiting;
  };
  const leave = new AbortController();
  const { signal } = leave;
  await other.context.db.transaction().execute(async (trx) => {
    await sql`lock table space_event_counter in access exclusive mode`.execute(trx);
    const headers = { authorization: `Bearer ${token}` };
    const left = Promise.allSettled(Array.from({ length: 3 }, () => fetch(url, { headers, signal })));
    await expect.poll(countWaiting, WAIT).toBe(3);
    leave.abort();
    await left;
  });
  const readers: EventClient[] = [];
  for (let n = 0; n < 5; n += 1) readers.push(await listen(app, spaceId, { token }));
  expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a service account listens, too, and a position that is no number is refused', async () => {
  const spaceId = await addSpace(app);
  const token = await addServiceToken(app, { role: 'read' });
  const client = await listen(app, spaceId, { token });
  await insert(spaceId);
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  const wrong = await app.request('GET', `/v1/spaces/${spaceId}/events?since=yesterday`);
  expect([wrong.statusCode, wrong.json().error.details[0].path]).toEqual([400, 'since']);
});

test('after a time without news, streams catch up from the log', async () => {
  const spaceId = await addSpace(app);
  const client = await listen(app, spaceId);
  await insert(spaceId, 'a');
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'lectern listener' and datname = current_database()`.execute(
    app.context.db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { pid } of rows) await sql`select pg_terminate_backend(${pid}::int)`.execute(app.context.db);
  const revisions = [];
  for (let n = 0; n < 3; n += 1) revisions.push((await insert(spaceId, `b${n}`)).revision);
  await expect.poll(() => client.logged.slice(1).map(({ revision }) => revision), WAIT).toEqual(revisions);
});

test('a server that closes ends its streams', async () => {
  const third = await buildTestApp({ beside: app, isListening: true });
  const spaceId = await addSpace(app);
  const client = await listen(third, spaceId);
  third.server.draining.begin();
  await client.ended;
  await third.close();
});
