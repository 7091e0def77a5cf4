import type { SiteStructure } from '../site-structure.ts';
import type { ItemRef } from './edits/find-items.ts';
import { type Beside, moveItem, moveSiteSpace } from './edits/move-items.ts';

export const toBeside = (before: ItemRef | undefined, after: ItemRef | undefined): Beside => ({
  before,
  after,
});

/** Moves an item of any type. */
export const sortStructure = (
  structure: SiteStructure,
  { type, id }: ItemRef,
  beside: Beside,
): SiteStructure =>
  type === 'site-space' ? moveSiteSpace(structure, id, beside) : moveItem(structure, type, id, beside);
