import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { CursorSigner } from '../../platform/http/cursors.ts';

/** The position where a page of a list starts. All pages come from the same revision, whatever has changed since. */
export interface ListPosition {
  revisionId: string;
  start: number;
}

/** `page`: the cursor of a page of the list; without one it begins, in the current revision. */
export const readPosition = (
  cursors: CursorSigner,
  list: string,
  { revisionId }: Pick<SpacePointer, 'revisionId'>,
  page: string | undefined,
): ListPosition => (page === undefined ? { revisionId, start: 0 } : cursors.open<ListPosition>(list, page));
