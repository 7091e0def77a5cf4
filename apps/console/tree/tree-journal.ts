import type { Place } from '../api/place.ts';
import { createJournal } from '../saving/journal.ts';
import type { TreeOperation } from './tree-operation.ts';

/** A change of a page tree that the service may not have. */
export interface TreeEntry {
  /** The Idempotency-Key of its request. */
  id: string;
  /** Whose change it is: nobody else may send it. */
  userId: string;
  tab: string;
  place: Place;
  operation: TreeOperation;
  /** The order of the changes of a tab. */
  at: number;
}

/** The changes of page trees that are under way. */
export const treeJournal = createJournal<TreeEntry>('lectern-tree');
