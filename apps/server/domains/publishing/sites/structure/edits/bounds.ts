import { itemsBelow, listSiteSpaces, type SiteStructure } from '../../site-structure.ts';
import { MAX_GROUP_DEPTH, MAX_ITEMS, MAX_SITE_SPACES, structureTooLarge } from '../structure-errors.ts';
import type { Items } from './find-items.ts';

export function assertBounds(structure: SiteStructure): void {
  const count = [...itemsBelow(structure.items)].length;
  const isTooLarge =
    count > MAX_ITEMS ||
    listSiteSpaces(structure).length > MAX_SITE_SPACES ||
    depthOf(structure.items) > MAX_GROUP_DEPTH;
  if (isTooLarge) throw structureTooLarge();
}

const depthOf = (items: Items): number =>
  Math.max(0, ...items.map((item) => (item.kind === 'site-section-group' ? 1 + depthOf(item.children) : 0)));
