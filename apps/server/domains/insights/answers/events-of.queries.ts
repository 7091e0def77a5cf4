import { type RawBuilder, sql } from 'kysely';
import { readFilter } from '../aggregate/filters.queries.ts';
import { SOURCES, type Source } from '../aggregate/sources.ts';
import { EVENT_TYPES, type EventType } from '../codes.ts';
import type { Question } from './question.ts';

/** The conditions on rows of `site_event` of these types that a question is about. */
export const eventsOf = (question: Question, ...types: readonly EventType[]): RawBuilder<unknown> =>
  eventsIn(SOURCES.events, question, types);

/** The same where the table is in another database. */
export function eventsIn(
  source: Source,
  { site, range, filters, timeZone }: Question,
  types: readonly EventType[],
): RawBuilder<unknown> {
  const { organizationId, siteId } = site;
  const conditions = filters
    .map((filter, n) => readFilter({ ...filter, path: `filters.${n}` }, site, timeZone))
    .flatMap((condition) => (condition.kind === 'event' ? [condition.on(source)] : []));
  return sql.join(
    [
      sql`organization_id = ${organizationId}`,
      sql`site_id = ${siteId}`,
      sql`occurred_at >= ${range.from}`,
      sql`occurred_at < ${range.to}`,
      sql`type in (${sql.raw(types.map((type) => EVENT_TYPES.codeOf(type)).join(', '))})`,
      ...conditions,
    ],
    sql` and `,
  );
}
