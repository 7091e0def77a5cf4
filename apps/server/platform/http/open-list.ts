import type { CursorSigner } from './cursors.ts';
import type { List, PageOfRows } from './lists.ts';
import { DEFAULT_LIMIT } from './schemas.ts';

type PageEnd<Position> = Pick<PageOfRows<unknown, Position>, 'count' | 'next'>;

/** A list as a request asks for it: where its page begins, how long it is, and the cursor of the next one. */
export interface OpenList<Position> {
  /** `after`: the position of the item before the page; undefined at the beginning of the list. */
  asked: { after: Position | undefined; limit: number };
  cursorOf(next: Position): string;
  present<Row, Item>(page: PageOfRows<Row, Position>, present: (row: Row) => Item): List<Item>;
  /** Returns a list of items that have already been presented. */
  answer<Item>(page: PageEnd<Position>, items: Item[]): List<Item>;
}

/**
 * Opens a list at the requested page. `name` identifies the operation with its parents and filters: a cursor of
 * another list is refused with a 400.
 */
export function openList<Position>(
  cursors: CursorSigner,
  name: string,
  { page, limit = DEFAULT_LIMIT }: { page?: string | undefined; limit?: number | undefined },
): OpenList<Position> {
  const cursorOf = (next: Position): string => cursors.issue(name, next);
  const response = <Item>({ count, next }: PageEnd<Position>, items: Item[]): List<Item> => ({
    ...(next === undefined ? {} : { next: { page: cursorOf(next) } }),
    count,
    items,
  });
  return {
    asked: { after: page === undefined ? undefined : cursors.open<Position>(name, page), limit },
    cursorOf,
    answer: response,
    present: (found, present) => response(found, found.rows.map(present)),
  };
}
