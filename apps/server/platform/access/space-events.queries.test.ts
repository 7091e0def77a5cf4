import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../../../test/app.ts';
import { addSpace } from '../../../../test/factories.ts';
import { storeEvents } from './space-events.queries.ts';

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The rows that a statement looked at, in all its steps. */
const countRows = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0);

test('events for many users are stored with work that grows as they do, and numbered one after the other', async () => {
  const app = await buildTestApp();
  const { db } = app.context;
  const { organizationId } = app;
  const spaceId = await addSpace(app);
  const { rows: users } = await sql<{ userId: string }>`
    insert into user_account (user_id, email, email_folded, display_name, name_folded, created_at)
    select id, id || '@example.com', id || '@example.com', 'Person', 'person', now()
    from (select gen_random_uuid() as id from generate_series(1, 1000)) one
    returning user_id as "userId"`.execute(db);
  const store = async (userIds: readonly string[]): Promise<number> => {
    const body = { type: 'reviewers' as const };
    const events = userIds.map((userId) => ({ organizationId, spaceId, userId, at: new Date(), body }));
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, timing off, format json) ${storeEvents(events, [])}`.execute(db);
    return countRows((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan);
  };
  const all = users.map(({ userId }) => userId);
  const [first = ''] = all;
  await store([first]);
  await store([...all, first]);
  const rowsOfFew = await store(all.slice(0, 100));
  expect(await store(all)).toBeLessThan(11 * rowsOfFew);
  const { rows: numbers } = await sql<{ gaps: number; stored: number }>`
    select count(*)::int as stored,
      (max(number) - min(number) + 1 - count(*))::int as gaps
    from space_event where space_id = ${spaceId} and body ->> 'type' = 'reviewers'`.execute(db);
  expect(numbers).toEqual([{ stored: 2102, gaps: 0 }]);
  const { rows: own } = await sql<{ stored: number; gaps: number; last: boolean }>`
    select count(*)::int as stored, (max(user_number) - min(user_number) + 1 - count(*))::int as gaps,
      max(user_number) = (select last_number from user_event_counter where user_id = ${first}) as last
    from space_event where user_id = ${first}`.execute(db);
  expect(own).toEqual([{ stored: 5, gaps: 0, last: true }]);
  await app.close();
});
