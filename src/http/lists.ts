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

/** Cuts a page out of a list that is in memory as a whole; its positions are indexes. */
export function cutList<Row>(
  all: readonly Row[],
  { after: start = 0, limit }: { after: number | undefined; limit: number },
): PageOfRows<Row, number> {
  return cutPage(all.slice(start, start + limit + 1), limit, all.length, () => start + limit);
}
