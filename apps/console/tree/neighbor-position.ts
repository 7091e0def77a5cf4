import type { ContentPage } from '../api/queries.ts';
import { findPage, mayHavePages, type Position, pagesBelow } from './pages.ts';

/** The directions in which a page moves by the arrow keys. */
export type Direction = 'up' | 'down' | 'in' | 'out';

/** Where a page goes by an arrow key; undefined if it cannot. Positions count without the page itself. */
export function neighborPosition(
  pages: readonly ContentPage[],
  { id }: ContentPage,
  direction: Direction,
): Position | undefined {
  const found = findPage(pages, id);
  if (!found) return undefined;
  const { into, at, siblings } = found;
  switch (direction) {
    case 'up':
      return at > 0 ? { into, at: at - 1 } : undefined;
    case 'down':
      return at < siblings.length - 1 ? { into, at: at + 1 } : undefined;
    case 'in': {
      const above = siblings[at - 1];
      return above && mayHavePages(above) ? { into: above.id, at: pagesBelow(above).length } : undefined;
    }
    case 'out': {
      const parent = into === null ? undefined : findPage(pages, into);
      return parent && { into: parent.into, at: parent.at + 1 };
    }
  }
}
