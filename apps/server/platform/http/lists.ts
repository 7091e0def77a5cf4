import { createHash } from 'node:crypto';

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

/** Turns rows fetched with `limit + 1` into a page: the extra row only shows that there is a next one. */
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

/** Cuts a page out of a list in memory that is ordered by keys, which its items never change. */
export function cutSorted<Row>(
  sorted: readonly Row[],
  { after, limit }: { after: string | undefined; limit: number },
  keyOf: (row: Row) => string,
): PageOfRows<Row, string> {
  const start = after === undefined ? 0 : sorted.findIndex((row) => keyOf(row) > after);
  const rest = start < 0 ? [] : sorted.slice(start, start + limit + 1);
  return cutPage(rest, limit, sorted.length, keyOf);
}

/**
 * Cuts a page out of a list in memory whose items people move. A position in it says nothing after a move, so cursors
 * name the items that were listed, in four bytes each: the list must be bounded.
 */
export function cutMovable<Row>(
  all: readonly Row[],
  { after = '', limit }: { after: string | undefined; limit: number },
  keyOf: (row: Row) => string,
): PageOfRows<Row, string> {
  const listed = new Set(readMarks(after));
  const marked = all.map((row) => ({ row, mark: markOf(keyOf(row)) }));
  const rest = marked.filter(({ mark }) => !listed.has(mark));
  const rows = rest.slice(0, limit);
  for (const { mark } of rows) listed.add(mark);
  return {
    rows: rows.map(({ row }) => row),
    count: all.length,
    next:
      rest.length > limit
        ? writeMarks(marked.flatMap(({ mark }) => (listed.has(mark) ? mark : [])))
        : undefined,
  };
}

/** Where a page of a movable list ends: the marks of all items listed so far or, in a long list, the last item's place. */
export type MovablePosition = string | [position: string, id: string];

/** Longer lists have cursors by place: names of more items would not fit into the URLs that common proxies accept. */
export const MAX_NAMED = 500;

const MARK_BYTES = 4;

const markOf = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE();

const writeMarks = (marks: readonly number[]): string =>
  Buffer.concat(
    marks.map((mark) => {
      const bytes = Buffer.alloc(MARK_BYTES);
      bytes.writeUInt32BE(mark);
      return bytes;
    }),
  ).toString('base64url');

function readMarks(written: string): number[] {
  const bytes = Buffer.from(written, 'base64url');
  return Array.from({ length: bytes.length / MARK_BYTES }, (_, at) => bytes.readUInt32BE(at * MARK_BYTES));
}
