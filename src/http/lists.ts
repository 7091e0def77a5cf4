import type { CursorSigner } from './cursors.ts';

export interface List<T> {
  next?: { page: string };
  count: number;
  items: T[];
}

export interface PageOfRows<Row, Position> {
  rows: Row[];
  count: number;
  next: Position | undefined;
}

/** Turns rows fetched with `limit + 1` into a page: the extra row only tells that there is a next one. */
export function cutPage<Row, Position>(
  rows: Row[],
  limit: number,
  count: number,
  positionOf: (row: Row) => Position,
): PageOfRows<Row, Position> {
  if (rows.length <= limit) return { rows, count, next: undefined };
  const kept = rows.slice(0, limit);
  return { rows: kept, count, next: positionOf(kept[kept.length - 1] as Row) };
}

/** The list envelope around a page, with the cursor of the next one. */
export function presentList<Row, Item>(
  page: PageOfRows<Row, unknown>,
  present: (row: Row) => Item,
  cursors: CursorSigner,
  list: string,
): List<Item> {
  return {
    ...(page.next === undefined ? {} : { next: { page: cursors.issue(list, page.next) } }),
    count: page.count,
    items: page.rows.map(present),
  };
}
