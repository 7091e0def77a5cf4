import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { DIMENSIONS, type DimensionName } from '../aggregate/dimensions.ts';
import type { TimeRange } from '../aggregate/range.ts';
import { SOURCES, type Source } from '../aggregate/sources.ts';

/** An event in the words of aggregation. Fields without a value are left out. */
export type ExportedEvent = Record<string, unknown>;
export type EventsOfRange = AsyncGenerator<ExportedEvent[]>;

const BATCH = 1000;
/** They follow from others. */
const LEFT_OUT = new Set<DimensionName>(['dayOfWeek', 'hourOfDay', 'urlPath', 'eventLinkTargetKind']);
const COLUMNS = (Object.keys(DIMENSIONS) as DimensionName[])
  .filter((name) => !LEFT_OUT.has(name))
  .map((name, n) => {
    const dimension = DIMENSIONS[name]({});
    const parts = dimension.types.map((type, m) => ({ name: `c${n}_${m}`, type }));
    return { name, dimension, parts };
  });

/** The names and types of all parts of all columns. */
export const EXPORTED_PARTS = COLUMNS.flatMap(({ parts }) => parts);

/** The expressions of all parts, under their names. */
export const exportedParts = (source: Source): RawBuilder<unknown>[] =>
  COLUMNS.flatMap(({ dimension, parts }) => {
    const expressions = dimension.parts(source);
    return parts.map(({ name, type }, m) => {
      const part = expressions[m] as RawBuilder<unknown>;
      // The driver of PostgreSQL reads large numbers as numbers, which do not hold 64 bits.
      const isText = type === 'bigint' && !source.isInClickHouse;
      return sql`${isText ? sql`${part}::text` : part} as ${sql.ref(name)}`;
    });
  });
const PARTS = exportedParts(SOURCES.events);

type Row = Record<string, unknown> & { at: string; event_id: string; visitor: string; session: string };

/** Reads the events of a range in the order in which they happened, some at a time: by the primary key. */
export async function* readEvents(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
  { from, to }: TimeRange,
): EventsOfRange {
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

/** `row`: has the parts, `visitor`, `session` and `claims`. */
export function toEvent(row: Record<string, unknown>): ExportedEvent {
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
