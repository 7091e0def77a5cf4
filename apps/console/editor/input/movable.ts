/** Which blocks can be moved one by one, and the places that can hold them. */
import type { Node, ResolvedPos } from 'prosemirror-model';
import { isPair } from '../convert/valid-blocks.ts';
import { isList } from './lists.ts';

/** Parents of blocks. A cell is none: it can hold only some of them. */
const HOLDERS = new Set([
  'doc',
  'blockquote',
  'hint',
  'tabs_item',
  'stepper_step',
  'column',
  'expandable_body',
  'update',
  'if',
]);

const isItem = ({ type }: Node): boolean => type.name === 'list_item';

const canHold = (parent: Node, above: Node | undefined): boolean =>
  isList(parent) || isItem(parent) || (HOLDERS.has(parent.type.name) && !(above && isPair(above)));

/** Whether blocks can be moved into the parent of a position. */
export function canHoldAt($pos: ResolvedPos): boolean {
  const { parent, depth } = $pos;
  for (let around = 1; around <= depth; around++) if ($pos.node(around).type.spec.tableRole) return false;
  return canHold(parent, depth > 0 ? $pos.node(depth - 1) : undefined);
}

/** Whether the block after a position can be moved. The first block of an item is moved with the item. */
export const isMovable = ($before: ResolvedPos): boolean =>
  $before.nodeAfter?.isBlock === true &&
  !(isItem($before.parent) && $before.index() === 0) &&
  canHoldAt($before);

/** The position of the innermost movable block around a position. */
export function movableAround($pos: ResolvedPos): number | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const before = $pos.before(depth);
    if (isMovable($pos.doc.resolve(before))) return before;
  }
  return undefined;
}

/** A place between two blocks, or before or after all of them. */
export interface Place {
  position: number;
  parent: Node;
  /** How many blocks of the parent are before it. */
  index: number;
}

/** All places of a document, in their order. */
export function placesIn(doc: Node): Place[] {
  const places: Place[] = [];
  const visit = (parent: Node, above: Node | undefined, start: number): void => {
    if (parent.isTextblock || parent.type.spec.tableRole) return;
    const isPlace = canHold(parent, above);
    let position = start;
    for (let index = 0; index <= parent.childCount; index++) {
      if (isPlace && (index > 0 || !isItem(parent))) places.push({ position, parent, index });
      const child = parent.maybeChild(index);
      if (!child) break;
      visit(child, parent, position + 1);
      position += child.nodeSize;
    }
  };
  visit(doc, undefined, 0);
  return places;
}
