import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { DIMENSIONS, type DimensionName } from '../aggregate/dimensions.ts';
import type { TimeRange } from '../aggregate/range.ts';
import { SOURCES } from '../aggregate/sources.ts';

/** An event in the words of aggregation. Fields without a value are left out. */
export type ExportedEvent = Record<string, unknown>;

const BATCH = 1000;
/** They follow from others. */
const LEFT_OUT = new Set<DimensionName>(['dayOfWeek', 'hourOfDay', 'urlPath', 'eventLinkTargetKind']);
const COLUMNS = (Object.keys(DIMENSIONS) as DimensionName[])
  .filter((name) => !LEFT_OUT.has(name))
  .map((name, n) => {
    const dimension = DIMENSIONS[name]({});
    const parts = dimension.parts(SOURCES.events).map((part, m) => ({
      name: `c${n}_${m}`,
      // The driver reads large numbers as numbers, which do not hold 64 bits.
      part: dimension.types[m] === 'bigint' ? sql`${part}::text` : part,
    }));
    return { name, dimension, parts };
  });
const PARTS = COLUMNS.flatMap(({ parts }) => parts.map(({ name, part }) => sql`${part} as ${sql.ref(name)}`));

type Row = Record<string, unknown> & { at: string; event_id: string; visitor: string; session: string };

/** Reads the events of a range in the order in which they happened, some at a time: by the primary key. */
export async function* readEvents(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
  { from, to }: TimeRange,
): AsyncGenerator<ExportedEvent[]> {
  let after: Row | undefined;
  do {
    const start = after
      ? sql`(occurred_at, event_id) > (${after.at}::text::timestamptz, ${after.event_id}::text::bigint)`
      : sql`occurred_at >= ${from}`;
    const { rows } = await sql<Row>`
      select e.*, c.claims from (
        select occurred_at::text as at, occurred_at, event_id::text, visitor::text, session::text, claims_id,
          ${sql.join(PARTS)}
        from site_event
        where organization_id = ${organizationId} and site_id = ${siteId} and ${start} and occurred_at < ${to}
        order by site_event.occurred_at, site_event.event_id limit ${BATCH}) e
      left join site_claims c on c.organization_id = ${organizationId} and c.site_id = ${siteId}
        and c.claims_id = e.claims_id
      order by e.occurred_at, e.event_id::bigint`.execute(db);
    yield rows.map(toEvent);
    after = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (after);
}

function toEvent(row: Row): ExportedEvent {
  const event: ExportedEvent = {};
  for (const { name, dimension, parts } of COLUMNS) {
    const values = parts.map((part) => row[part.name]);
    if (values.every((value) => value !== null)) event[name] = dimension.read(values);
  }
  event.visitor = row.visitor;
  event.session = row.session;
  if (row.claims !== null) event.visitorClaims = row.claims;
  return event;
}
