import { matchSequences } from '../sequence-diff.ts';
import type { TableColumn } from '../table-data.ts';
import { writeTitle } from '../write/write-table.ts';
import type { Site } from './site.ts';
import { escapePipes } from './splice-text.ts';
import type { TableChange } from './table-rows.ts';

/** The changes of the columns of a table. */
export interface ColumnPlan {
  /** For each new column, the old one that stays where it is; -1 for one that is new or moved. */
  from: Int32Array;
  /** For each new column, the old one. */
  origins: readonly number[];
  /** The old columns that stay where they are. */
  kept: ReadonlySet<number>;
  isSame: boolean;
}

export function planColumns({ old, next }: TableChange): ColumnPlan {
  const places = new Map(old.columns.map(({ id }, i) => [id, i]));
  const from = matchSequences(
    old.columns.map(({ id }) => id),
    next.columns.map(({ id }) => id),
  );
  const kept = new Set([...from].filter((at) => at >= 0));
  const origins = next.columns.map(({ id }) => places.get(id) ?? -1);
  const isSame = kept.size === old.columns.length && kept.size === next.columns.length;
  return { from, origins, kept, isSame };
}

/** The fields of a column apart from its title. */
export function restOf(column: TableColumn): string {
  const { title: _title, ...rest } = column;
  const others = Object.entries(rest).filter(([name]) => name !== 'titleSource' && name !== 'titleHtml');
  return JSON.stringify(others.sort());
}

export function titleOf({ writer }: Site, column: TableColumn, isHtml: boolean): string {
  if (isHtml) return writeTitle(column);
  const styled = column.type === 'text' ? column.titleSource : undefined;
  const text = {
    object: 'text' as const,
    leaves: [{ object: 'leaf' as const, text: column.title, marks: [] }],
  };
  return escapePipes(styled ?? writer.text([text], 'cell'));
}

/** Old columns that go from where they are, side by side, and new ones after an old one, or before all. */
export interface ColumnRuns {
  removed: { first: number; last: number }[];
  added: { after: number; columns: number[] }[];
}

export function runsOf({ from, kept }: ColumnPlan, count: number): ColumnRuns {
  const removed: ColumnRuns['removed'] = [];
  for (let i = 0; i < count; i++) {
    if (kept.has(i)) continue;
    const run = removed.at(-1);
    if (run?.last === i - 1) run.last = i;
    else removed.push({ first: i, last: i });
  }
  const added: ColumnRuns['added'] = [];
  let after = -1;
  for (const [i, match] of from.entries()) {
    if (match >= 0) after = match;
    else if (added.at(-1)?.after === after) added.at(-1)!.columns.push(i);
    else added.push({ after, columns: [i] });
  }
  return { removed, added };
}
