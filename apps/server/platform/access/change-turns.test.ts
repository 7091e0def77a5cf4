import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../../../test/app.ts';
import { addOrganization, addServiceToken, addSpace } from '../../../../test/factories.ts';
import { createChangeTurns, tooManyChanges } from './change-turns.ts';

const LIMITS = { ofOne: 2, ofAll: 3, waiting: 10, waitMs: 60_000 };

test('owners take turns, each within its share, and all within the total', async () => {
  const turns = createChangeTurns(LIMITS);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (owner: string): void => {
    void turns.take(owner).then((end) => {
      begun.push(owner);
      ends.push(end);
    });
  };
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  for (const owner of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) take(owner);
  await endOne();
  await Promise.resolve();
  expect(begun).toEqual(['a', 'a', 'b']);
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(begun.slice(3)).toEqual(['a', 'b', 'c', 'a']);
  expect(ends).toHaveLength(3);
});

test('a change that finds too many waiting is refused at once, one that waits too long is refused then', async () => {
  const turns = createChangeTurns({ ofOne: 1, ofAll: 5, waiting: 1, waitMs: 20 });
  const end = await turns.take('a');
  const waiting = turns.take('a');
  await expect(turns.take('a')).rejects.toSatisfy(tooManyChanges.matches);
  await (await turns.take('b'))();
  await expect(waiting).rejects.toSatisfy(tooManyChanges.matches);
  end();
  await (await turns.take('a'))();
});

test('many changes of one organization that wait for a row leave connections to everybody else', async () => {
  const POOL = 4;
  const app = await buildTestApp({ config: { databasePoolSize: POOL } });
  try {
    const spaceId = await addSpace(app);
    const { organizationId } = await addOrganization(app);
    const token = await addServiceToken(app, { role: 'admin', organizationId });
    const countWaiting = async (): Promise<number> => {
      const [row] = await app.database.sql<{ count: string }[]>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return Number(row?.count);
    };
    const changes = await app.database.db.transaction().execute(async (trx) => {
      await sql`select 1 from space where space_id = ${spaceId} for update`.execute(trx);
      const responses = Array.from({ length: 20 }, (_, n) =>
        app
          .request('PATCH', `/v1/spaces/${spaceId}`, { body: { title: `Title ${n}` } })
          .then((response) => response),
      );
      await expect.poll(countWaiting).toBe(POOL / 2);
      // Served although the row is still locked: another organization's change, and a read that nothing has cached.
      const created = await app.request('POST', `/v1/orgs/${organizationId}/spaces`, {
        token,
        body: { title: 'Beside' },
      });
      expect(created.statusCode, created.body).toBe(201);
      expect((await app.request('GET', `/v1/spaces/${created.json().id}`, { token })).statusCode).toBe(200);
      expect(await countWaiting()).toBe(POOL / 2);
      return responses;
    });
    const statuses = (await Promise.all(changes)).map((response) => response.statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
  } finally {
    await app.close();
  }
});
