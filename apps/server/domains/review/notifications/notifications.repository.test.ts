import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { insertNotifications } from './notifications.repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

test('more recipients than a statement has parameters are notified together', async () => {
  const { db, clock } = app.context;
  const { rows } = await sql<{ userId: string }>`
    insert into user_account (user_id, email, email_folded, display_name, name_folded, created_at)
    select id, id || '@example.com', id || '@example.com', 'Person', 'person', now()
    from (select gen_random_uuid() as id from generate_series(1, 10000)) one
    returning user_id as "userId"`.execute(db);
  const notice = {
    organizationId: app.organizationId,
    spaceId: await addSpace(app),
    kind: 'merged' as const,
    actorId: rows[0]?.userId as string,
    at: clock(),
  };
  const recipients = rows.map(({ userId }) => ({ userId, notificationId: newId() }));
  await db.transaction().execute((trx) => insertNotifications(trx, notice, recipients));
  const stored = await sql<{ userId: string; notificationId: string; at: Date }>`
    select user_id as "userId", notification_id as "notificationId", created_at as at from notification
    where space_id = ${notice.spaceId}`.execute(db);
  expect(new Map(stored.rows.map(({ userId, notificationId }) => [userId, notificationId]))).toEqual(
    new Map(recipients.map(({ userId, notificationId }) => [userId, notificationId])),
  );
  expect(stored.rows[0]?.at).toEqual(notice.at);
});
