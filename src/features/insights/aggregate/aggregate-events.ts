import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { queueStatement } from '../../../db/statement-queue.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { findRolledUntil } from '../rollups/rollups.repository.ts';
import { buildStatement } from './aggregation.queries.ts';
import type { Aggregation, AggregationInput } from './aggregation.schemas.ts';
import { type QueryColumn, readAggregation } from './read-aggregation.ts';

/** Of one sort or hash table: by default, a few megabytes, so that counting visitors would go by way of the disk. */
const WORKING_MEMORY = '48MB';

interface Options {
  /** Whether rollups may answer: tests compare them with the events themselves. */
  usesRollups?: boolean;
}

/** Counts events of a site. Throws an `invalidField` for a query that contradicts itself. */
export async function aggregateEvents(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  site: SiteKey,
  input: AggregationInput,
  { usesRollups = true }: Options = {},
): Promise<Aggregation> {
  const aggregation = readAggregation(input, clock());
  const rolledUntil = usesRollups ? await findRolledUntil(db, site) : undefined;
  const { query, names } = buildStatement({ site, aggregation, rolledUntil });
  const rows = await db.transaction().execute(async (trx) => {
    await queueStatement(trx, sql`set local work_mem = ${sql.lit(WORKING_MEMORY)}`);
    // One question takes one processor: others are asked meanwhile, and handing rows over costs more than it saves.
    await queueStatement(trx, sql`set local max_parallel_workers_per_gather = 0`);
    return (await query.execute(trx)).rows;
  });
  return {
    columns: aggregation.select.map((column, n) => ({
      column: column.input.column,
      ...(column.input.claim === undefined ? {} : { claim: column.input.claim }),
      values: rows.map((row) =>
        readValue(
          column,
          (names[n] ?? []).map((name) => row[name]),
        ),
      ),
    })),
  };
}

function readValue(column: QueryColumn, parts: readonly unknown[]): unknown {
  if (column.kind === 'claim') return parts[0];
  if (column.kind === 'dimension') {
    const { dimension } = column;
    if (parts.some((part) => part === null)) return dimension.absent === 'empty' ? '' : null;
    return dimension.read(parts);
  }
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  switch (column.measure) {
    case 'pageFeedbackRating':
      return { ok: first, good: second, bad: third };
    case 'askResponseRating':
      return { positive: first, negative: second };
    default:
      return first;
  }
}
