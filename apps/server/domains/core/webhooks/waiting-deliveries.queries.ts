import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** More queues than this are not counted: a scrape must not read them all. */
const MAX_QUEUES = 10_000;

/** The queues with deliveries that wait, and the age of the oldest delivery in seconds, for the metrics. */
export async function readWaitingDeliveries(
  db: Database,
  now: Date,
): Promise<{ queues: number; oldestSeconds: number }> {
  const { rows } = await sql<{ queues: number; oldestSeconds: number }>`
    select count(*)::int as queues,
      coalesce(extract(epoch from ${now} - min(first.created_at)), 0)::float as "oldestSeconds"
    from (select * from webhook_queue limit ${MAX_QUEUES}) queue
    cross join lateral (
      select created_at from webhook_delivery delivery
      where delivery.organization_id = queue.organization_id and delivery.webhook_id = queue.webhook_id
        and delivery.queue_id = queue.queue_id and state = 'waiting'
      order by sequence limit 1) first`.execute(db);
  return rows[0] ?? { queues: 0, oldestSeconds: 0 };
}
