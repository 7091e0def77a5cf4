import type { SpacePointer } from '../../access/pointers.ts';
import type { CursorSigner } from '../../http/cursors.ts';

/** Where a page of a list begins. What comes next is of the same revision, whatever has changed since. */
export interface ListPosition {
  revisionId: string;
  start: number;
}

/** `page`: the cursor of a page of the list; without one it begins, in the current revision. */
export const readPosition = (
  cursors: CursorSigner,
  list: string,
  { revisionId }: SpacePointer,
  page: string | undefined,
): ListPosition => (page === undefined ? { revisionId, start: 0 } : cursors.open<ListPosition>(list, page));
