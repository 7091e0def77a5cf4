import { aggregateEvents } from '../aggregate/aggregate-events.ts';
import type { AggregationInput, ColumnInput, FilterInput } from '../aggregate/aggregation.schemas.ts';
import type { EventType } from '../codes.ts';
import type { AnswerParts } from './answer.ts';
import type { Question } from './question.ts';

interface Count {
  /** The types of the counted events; undefined for all. */
  types?: readonly EventType[];
  groups: readonly ColumnInput[];
  counts: readonly ColumnInput['column'][];
  /** Filters in addition to those of the question. */
  where?: readonly FilterInput[];
  order?: AggregationInput['order'];
  limit: number;
}

/** Counts events by aggregation, so that both agree. Returns rows of the groups and counts, in this order. */
export async function countEvents(
  { context }: Pick<AnswerParts, 'context'>,
  { site, range, filters, timeZone }: Question,
  { types, groups, counts, where = [], order, limit }: Count,
): Promise<unknown[][]> {
  const input: AggregationInput = {
    select: [...groups, ...counts.map((column) => ({ column }))],
    where: [
      ...(types === undefined ? [] : [{ column: 'eventType' as const, values: [...types] }]),
      ...filters,
      ...where,
    ],
    ...(groups.length > 0 ? { groupBy: [...groups] } : {}),
    ...(order === undefined ? {} : { order }),
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
    limit,
  };
  const { columns } = await aggregateEvents(context, site, input, { timeZone });
  return (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));
}

export const byEvents = { by: { column: 'eventsCount' }, direction: 'desc' } as const;
