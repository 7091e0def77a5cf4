import type { Context } from '../../../platform/context.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { openEvents } from '../open-events.ts';
import type { Aggregation, AggregationInput } from './aggregation.schemas.ts';
import { type QueryColumn, readAggregation } from './read-aggregation.ts';

interface Options {
  /** Whether rollups may answer: tests compare them with the events themselves. */
  usesRollups?: boolean;
  /** The zone of days and hours. */
  timeZone: string;
}

/** Counts events of a site. Throws an `invalidField` for a query that contradicts itself. */
export async function aggregateEvents(
  context: Pick<Context, 'db' | 'clickHouse' | 'clock'>,
  site: SiteKey,
  input: AggregationInput,
  { usesRollups = true, timeZone }: Options,
): Promise<Aggregation> {
  const now = context.clock();
  const aggregation = readAggregation(input, { now, timeZone });
  const asked = { site, aggregation, now: usesRollups ? now : undefined };
  const { names, rows } = await openEvents(context).aggregate(asked);
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
