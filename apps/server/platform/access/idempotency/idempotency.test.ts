import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { DatabaseFailure } from '../../db/database-failure.ts';

let app: TestApp;
let beside: TestApp;
const clock = createTestClock();
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, isListening: true });
  beside = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await beside?.close();
  await app?.close();
});

const spaces = () => `/v1/orgs/${app.organizationId}/spaces`;
const create = (key: string, { title = 'Docs', by = app, token = app.adminToken, query = '' } = {}) =>
  by.request('POST', `${spaces()}${query}`, { token, body: { title }, headers: { 'idempotency-key': key } });

async function countSpaces(title: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from space where title = ${title}`.execute(app.context.db);
  return rows[0]?.count ?? 0;
}

describe('a key', () => {
  test('makes a repeat the same response, with its Location, and creates nothing', async () => {
    const key = newId();
    const first = await create(key, { title: 'Once' });
    const second = await create(key, { title: 'Once' });
    expect(first.statusCode).toBe(201);
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(second.headers.location).toBe(first.headers.location);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(await countSpaces('Once')).toBe(1);
  });

  test('with another body or query is refused', async () => {
    const key = newId();
    await create(key, { title: 'One body' });
    for (const other of [{ title: 'Another body' }, { title: 'One body', query: '?again=true' }]) {
      const response = await create(key, other);
      expect(response.statusCode).toBe(422);
      expect(response.json().error.reason).toBe('idempotency-key-reused');
    }
    expect(await countSpaces('One body')).toBe(1);
    expect(await countSpaces('Another body')).toBe(0);
  });

  test('belongs to its caller, its method and its path', async () => {
    const key = newId();
    const other = await addMember(app, { role: 'admin' });
    await create(key, { title: 'Of callers' });
    expect((await create(key, { title: 'Of callers', token: other.token })).statusCode).toBe(201);
    expect(await countSpaces('Of callers')).toBe(2);
    const spaceId = await addSpace(app);
    const headers = { 'idempotency-key': key };
    const body = { title: 'Of callers' };
    expect((await app.request('PATCH', `/v1/spaces/${spaceId}`, { body, headers })).statusCode).toBe(200);
  });

  test('is shared by the tokens of a user, unless one may do more', async () => {
    const key = newId();
    const { userId } = await addMember(app, { role: 'admin' });
    const [one, two, narrow] = await Promise.all([
      addUserToken(app, userId),
      addUserToken(app, userId),
      addUserToken(app, userId, { scopes: ['write'] }),
    ]);
    const first = await create(key, { title: 'Of one user', token: one });
    expect((await create(key, { title: 'Of one user', token: two })).json()).toEqual(first.json());
    expect((await create(key, { title: 'Of one user', token: narrow })).json().id).not.toBe(first.json().id);
  });

  test.each(['', ' ', 'a b', 'é', 'x'.repeat(256), 'tab\tbed'])('cannot be %j', async (key) => {
    const response = await create(key, { title: 'Malformed' });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toEqual([
      { path: 'Idempotency-Key', message: expect.stringContaining('visible ASCII') },
    ]);
  });

  test('is free again after a day, and deleted by a job', async () => {
    const key = newId();
    const first = await create(key, { title: 'Yesterday' });
    clock.advance(24 * 60 * 60 * 1000 - 1000);
    expect((await create(key, { title: 'Yesterday' })).json()).toEqual(first.json());
    clock.advance(2000);
    const later = await create(key, { title: 'Today' });
    expect(later.statusCode).toBe(201);
    expect((await create(key, { title: 'Today' })).json()).toEqual(later.json());
    clock.advance(25 * 60 * 60 * 1000);
    const { run } = app.app.jobs['idempotency-sweep'];
    await run(
      { organizationId: app.organizationId, jobId: newId(), payload: {}, attempt: 1 },
      new AbortController().signal,
    );
    const { rows } = await sql`select 1 from idempotency_key`.execute(app.context.db);
    expect(rows).toEqual([]);
  });

  test('is not used up by a request that fails and changes nothing', async () => {
    const key = newId();
    expect((await create(key, { title: 'x'.repeat(10_000) })).statusCode).toBe(400);
    expect((await create(key, { title: 'Corrected' })).statusCode).toBe(201);
    expect(await countSpaces('Corrected')).toBe(1);
  });

  test('is not used up by a failure of the service', async () => {
    const key = newId();
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin if new.title = 'Failing' then raise 'broken'; end if; return new; end $$`.execute(app.context.db);
    await sql`create trigger refuse before insert on space for each row execute function refuse()`.execute(
      app.context.db,
    );
    expect((await create(key, { title: 'Failing' })).statusCode).toBe(500);
    await sql`drop trigger refuse on space`.execute(app.context.db);
    expect((await create(key, { title: 'Failing' })).statusCode).toBe(201);
    expect((await create(key, { title: 'Failing' })).headers['idempotency-replayed']).toBe('true');
    expect(await countSpaces('Failing')).toBe(1);
  });

  test('of a change after which the service failed says that the response is lost, and not that it fails', async () => {
    const key = newId();
    const { transact } = app.context;
    vi.spyOn(app.context, 'transact').mockImplementationOnce(async (work) => {
      await transact(work);
      throw new DatabaseFailure('away', 'The connection was lost.');
    });
    const failed = await create(key, { title: 'Failed late' });
    vi.restoreAllMocks();
    expect(failed.statusCode).toBe(503);
    for (const by of [app, beside]) {
      const repeated = await create(key, { title: 'Failed late', by });
      expect(repeated.json().error).toMatchObject({ code: 409, reason: 'response-lost' });
    }
    expect(await countSpaces('Failed late')).toBe(1);
  });

  test('of anonymous callers is ignored', async () => {
    const body = { email: 'nobody@example.com' };
    const headers = { 'idempotency-key': newId() };
    for (let time = 0; time < 2; time += 1) {
      const response = await app.request('POST', '/v1/password-resets', { token: null, body, headers });
      expect(response.headers['idempotency-replayed']).toBeUndefined();
      expect(response.statusCode).not.toBe(422);
    }
  });

  test('works once among ten requests at the same time, in two processes', async () => {
    const key = newId();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => create(key, { title: 'At once', by: at % 2 ? app : beside })),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await countSpaces('At once')).toBe(1);
  });

  test('that another process holds longer than a repeat waits is refused for now', async () => {
    const key = newId();
    await create(key, { title: 'Held' });
    await sql`update idempotency_key set status = null, response = null`.execute(app.context.db);
    // The session that stored the key is still connected.
    const response = await create(key, { title: 'Held', by: beside });
    expect(response.statusCode).toBe(409);
    expect(response.json().error.reason).toBe('request-in-progress');
    expect(response.headers['retry-after']).toBe('1');
    clock.advance(11 * 60_000);
    expect((await create(key, { title: 'Held', by: beside })).json().error.reason).toBe('response-lost');
    expect(await countSpaces('Held')).toBe(1);
  }, 30_000);

  test('of a client that went away before the response keeps the response', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.server.address() as { port: number };
    const key = newId();
    const gone = new AbortController();
    const sent = fetch(`http://127.0.0.1:${port}${spaces()}`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        authorization: `Bearer ${app.adminToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ title: 'Gone' }),
    });
    for (let found = 0; found === 0; await pause(1)) found = await countSpaces('Gone');
    gone.abort();
    await sent.catch(() => {});
    const repeated = await create(key, { title: 'Gone' });
    expect(repeated.statusCode).toBe(201);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(await countSpaces('Gone')).toBe(1);
  });
});

describe('a stored response', () => {
  test('with a new token is not readable in the database, not even with the secret of the instance', async () => {
    const key = newId();
    const send = () =>
      app.request('POST', '/v1/user/tokens', {
        body: { title: 'Secret' },
        headers: { 'idempotency-key': key },
      });
    const { token } = (await send()).json() as { token: string };
    expect(token).toMatch(/^\S{20,}$/);
    expect((await send()).json().token).toBe(token);
    const { rows } = await sql<{ row: string; response: Buffer }>`
      select idempotency_key::text as row, response from idempotency_key`.execute(app.context.db);
    for (const { row, response } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(Buffer.from(token).toString('hex'));
      expect(row).not.toContain(Buffer.from(key).toString('hex'));
      if (response) expect(response.includes(token)).toBe(false);
    }
  });

  test('is not sent to a caller who has lost the access', async () => {
    const key = newId();
    const { token, userId } = await addMember(app, { role: 'admin' });
    expect((await create(key, { title: 'Lost', token })).statusCode).toBe(201);
    await app.request('PATCH', `/v1/orgs/${app.organizationId}/members/${userId}`, {
      body: { role: 'read' },
    });
    expect((await create(key, { title: 'Lost', token })).statusCode).toBe(403);
  });

  test('of a deletion is sent again although the deleted space is no longer found', async () => {
    const spaceId = await addSpace(app);
    const headers = { 'idempotency-key': newId() };
    const remove = (token = app.adminToken) =>
      app.request('DELETE', `/v1/spaces/${spaceId}`, { headers, token });
    const first = await remove();
    expect(first.statusCode).toBeLessThan(300);
    const second = await remove();
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const { token } = await addMember(app, { role: 'admin' });
    expect((await remove(token)).statusCode).toBe(404);
  });
});

describe('behind a pooler, whose sessions belong to no process', () => {
  let pooled: TestApp;
  beforeAll(async () => {
    const { limits } = app.context.config;
    pooled = await buildTestApp({
      beside: app,
      config: {
        databaseDirectUrl: 'postgres://never-opened',
        allowPrivateNetworks: true,
        limits: { ...limits, waitSeconds: 6 },
      },
    });
  });
  afterAll(() => pooled?.close());

  /** Lets all leases end after a time. */
  const letEnd = (after: string) =>
    sql`update idempotency_key set running_until = clock_timestamp() + ${after}::interval
      where running_until is not null`.execute(app.context.db);
  const readSecondsLeft = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from max(running_until) - clock_timestamp())::float8 as seconds
      from idempotency_key where status is null`.execute(app.context.db);
    return rows[0]?.seconds ?? null;
  };

  test('a request whose process was killed after its change is over soon, and its session is no evidence', async () => {
    const key = newId();
    await create(key, { title: 'Killed', by: pooled });
    await sql`update idempotency_key set status = null, response = null`.execute(app.context.db);
    await letEnd('-1 second');
    const repeated = await create(key, { title: 'Killed', by: beside });
    expect(repeated.json().error.reason).toBe('response-lost');
    expect(await countSpaces('Killed')).toBe(1);
  });

  test('a request that runs for long goes on saying so, until it has responded', async () => {
    const url = `/v1/spaces/${await addSpace(app)}/content/import`;
    const import_ = (by: TestApp, key: string) =>
      by.request('POST', url, {
        body: { url: 'http://127.0.0.1:9/docs.zip', source: 'zip' },
        headers: { 'idempotency-key': key },
      });
    const key = newId();
    const first = import_(pooled, key);
    await expect.poll(readSecondsLeft).toBeGreaterThan(8);
    // As after a transaction that took as long as the lease: the process has not said anything since.
    await letEnd('-1 second');
    const repeated = await import_(beside, key);
    expect((await first).statusCode).toBe(201);
    expect(repeated.statusCode).toBe(201);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
  });
});

test('a request without a key stores none, and needs no statement more', async () => {
  await sql`delete from idempotency_key`.execute(app.context.db);
  await app.request('POST', spaces(), { body: { title: 'Plain' } });
  const { rows } = await sql`select 1 from idempotency_key`.execute(app.context.db);
  expect(rows).toEqual([]);
});
