import { type Kysely, sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { EventTexts } from '../event-store.ts';
import { EVENT_COLUMNS } from '../events/event-row.ts';
import { FIRST_ID } from './stored-event.ts';

/** The last id of PostgreSQL that has been copied; 0 if there is none. */
export async function findLastCopied(clickHouse: ClickHouse): Promise<number> {
  const [row] = await clickHouse.select<{ last: string | null }>(
    sql`select max(event_id) as last from site_event where event_id < ${FIRST_ID}`,
  );
  return Number(row?.last ?? 0);
}

interface ArrivedEvent {
  organizationId: string;
  id: string;
  texts: EventTexts;
  claims: Record<string, string[]> | null;
}

/** The events with ids from `after` on, without that one, until `to`. */
export async function readArrived(
  db: Kysely<DB>,
  { after, to }: { after: number; to: number },
): Promise<ArrivedEvent[]> {
  const texts = EVENT_COLUMNS.map((name) =>
    name === 'occurred_at'
      ? sql`to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`
      : sql`e.${sql.ref(name)}::text`,
  );
  const { rows } = await sql<ArrivedEvent>`
    select e.organization_id as "organizationId", e.event_id::text as id, to_jsonb(array[${sql.join(texts)}]) as texts, (
      select jsonb_object_agg(c.claim, c.values) from (
        select claim, jsonb_agg(value order by value) as values from site_claim_value v
        where v.organization_id = e.organization_id and v.site_id = e.site_id and v.claims_id = e.claims_id
        group by claim) c) as claims
    from site_event e where event_id > ${sql.lit(after)} and event_id <= ${sql.lit(to)}
    order by event_id`.execute(db);
  return rows;
}
