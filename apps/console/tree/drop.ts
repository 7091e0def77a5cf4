import type { ContentPage } from '../api/queries.ts';
import { isWithin, mayHavePages, type Position, pagesBelow } from './pages.ts';
import type { PageRow, Row } from './rows.ts';

/** Where a dragged page would go: its position, and the line or row that shows it. */
export interface Drop {
  position: Position;
  /** The row below whose top edge the line is; or the row that the page goes into. */
  index: number;
  level: number;
  isInto: boolean;
}

/**
 * Finds where a page goes that is held over a row. `part`: how far down in the row, from 0 to 1; `level`: the level to
 * which the pointer is indented, which decides after which of several ancestors it goes. Undefined where it cannot go.
 */
export function findDrop(
  rows: readonly Row[],
  dragged: ContentPage,
  { index, part, level }: { index: number; part: number; level: number },
): Drop | undefined {
  const row = rows[Math.min(index, rows.length - 1)];
  if (row?.kind !== 'page') return undefined;
  const isPastEnd = index >= rows.length;
  const drop = isPastEnd ? after(rows, rows.length - 1, 1) : inRow(rows, row, { index, part, level });
  const { into } = drop.position;
  if (into !== null && isWithin(dragged, into)) return undefined;
  return { ...drop, position: withoutDragged(rows, dragged, drop.position) };
}

function inRow(
  rows: readonly Row[],
  row: PageRow,
  { index, part, level }: { index: number; part: number; level: number },
): Drop {
  const edge = mayHavePages(row.page) ? 0.28 : 0.5;
  if (part < edge)
    return { position: { into: row.into, at: row.at }, index, level: row.level, isInto: false };
  if (part > 1 - edge) return after(rows, index, level);
  const at = pagesBelow(row.page).length;
  return { position: { into: row.page.id, at }, index, level: row.level + 1, isInto: true };
}

/** After a row: before what is below it; otherwise after it, or after one of those that it ends. */
function after(rows: readonly Row[], index: number, level: number): Drop {
  const row = rows[index] as PageRow;
  if (row.isExpanded) {
    return { position: { into: row.page.id, at: 0 }, index: index + 1, level: row.level + 1, isInto: false };
  }
  const next = rows[index + 1];
  const lowest = next?.level ?? 1;
  let sibling = row;
  const wanted = Math.max(Math.min(level, row.level), Math.min(lowest, row.level));
  for (let above = index - 1; sibling.level > wanted && above >= 0; above -= 1) {
    const candidate = rows[above];
    if (candidate?.kind === 'page' && candidate.level < sibling.level) sibling = candidate;
  }
  return {
    position: { into: sibling.into, at: sibling.at + 1 },
    index: index + 1,
    level: sibling.level,
    isInto: false,
  };
}

/** Positions count without the page that moves. */
function withoutDragged(rows: readonly Row[], dragged: ContentPage, { into, at }: Position): Position {
  const own = rows.find((row): row is PageRow => row.kind === 'page' && row.page.id === dragged.id);
  return { into, at: own && own.into === into && own.at < at ? at - 1 : at };
}
