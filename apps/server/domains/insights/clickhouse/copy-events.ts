import type { Kysely } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { EVENT_COLUMNS } from '../events/event-row.ts';
import { findArrived } from '../rollups/mark.repository.ts';
import { findLastCopied, readArrived } from './copied-events.queries.ts';
import { fromTexts } from './stored-event.ts';

/** The number of ids of a portion: seconds of work, and little to repeat. */
const PORTION = 20_000;

/**
 * Copies the events in PostgreSQL to ClickHouse, and tells the number of each portion. Ids are copied in their order,
 * and keys follow from them: another run continues after the last id that arrived, and what is copied twice counts once.
 */
export async function* copyEvents(db: Kysely<DB>, clickHouse: ClickHouse): AsyncGenerator<number> {
  const arrived = await findArrived(db);
  for (let after = await findLastCopied(clickHouse); after < arrived; after += PORTION) {
    const to = Math.min(arrived, after + PORTION);
    const rows = await readArrived(db, { after, to });
    if (rows.length > 0)
      await clickHouse.insert(
        'site_event',
        rows.map(({ organizationId, id, texts, claims }) =>
          fromTexts(texts, EVENT_COLUMNS, {
            organizationId,
            id,
            claims: new Map(Object.entries(claims ?? {})),
          }),
        ),
        `copy-${after}-${to}`,
      );
    yield rows.length;
  }
}
