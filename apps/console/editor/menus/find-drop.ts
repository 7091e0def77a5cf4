import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { type BlockRange, blocksBetween } from '../input/blocks-selection.ts';
import { isList } from '../input/lists.ts';
import { canHoldAt, type Place } from '../input/movable.ts';
import { fitBlocks } from '../input/move-blocks.ts';
import { blocksAt, HANDLE_WIDTH, isRightToLeft, type Pointer } from './pointed-blocks.ts';

/** Where dragged blocks would go, and the line that shows it. */
export interface Drop {
  place: Place;
  line: { top: number; left: number; width: number };
}

/** Near the edges of a container, the place is beside it. */
const EDGE = 6;

const isItem = ({ type }: Node): boolean => type.name === 'list_item';

interface Holder {
  node: Node;
  /** The position before it; -1 for the document. */
  position: number;
  /** The position of the child at the pointer. Undefined if the pointer is beside all of them. */
  child: number | undefined;
}

/** Finds the place for blocks at the pointer: in the innermost container that it points into. */
export function findDrop(view: EditorView, pointer: Pointer, range: BlockRange): Drop | undefined {
  const { doc } = view.state;
  const $from = doc.resolve(range.from);
  const blocks = blocksBetween($from, range.to);
  for (const holder of holdersAt(view, pointer)) {
    const { child = -1, position } = holder;
    const isDragged = (at: number): boolean => at >= range.from && at < range.to;
    if (isDragged(position)) continue;
    const place = placeIn(view, holder, pointer);
    if (!place) continue;
    if (isDragged(child) || place.position === range.from || place.position === range.to) return undefined;
    if (fitBlocks(blocks, place, $from.parent)) return drawn(view, place);
  }
  return undefined;
}

function holdersAt(view: EditorView, pointer: Pointer): Holder[] {
  const { doc } = view.state;
  const holders: Holder[] = [];
  let child: number | undefined;
  for (const position of [...blocksAt(view, pointer), -1]) {
    const node = position < 0 ? doc : doc.nodeAt(position);
    if (node && !node.isLeaf && canHoldAt(doc.resolve(position + 1))) holders.push({ node, position, child });
    child = position;
  }
  return holders;
}

const boxOf = (view: EditorView, position: number): DOMRect | undefined => {
  const dom = view.nodeDOM(position);
  return dom instanceof HTMLElement ? dom.getBoundingClientRect() : undefined;
};

/** The place in a container that is nearest to the pointer. Undefined if the pointer is beside it, or at its edge. */
function placeIn(view: EditorView, holder: Holder, pointer: Pointer): Place | undefined {
  const { node: parent, position: before } = holder;
  const own = before < 0 ? undefined : boxOf(view, before);
  const isPart = isItem(parent) || isList(parent);
  if (own && !isPart && (pointer.y < own.top + EDGE || pointer.y > own.bottom - EDGE)) return undefined;
  const $start = view.state.doc.resolve(before + 1);
  let [index, position] = [0, before + 1];
  let [nearest, side] = [0, 1];
  for (; index < parent.childCount; index++) {
    const size = parent.child(index).nodeSize;
    const isPointed = holder.child === undefined || holder.child === position;
    const box = isPointed ? boxOf(view, position) : undefined;
    if (box) {
      nearest = position;
      const isAbove = pointer.y < (box.top + box.bottom) / 2;
      side = isAbove ? -1 : 1;
      if (isAbove || holder.child !== undefined) break;
    }
    position += size;
  }
  const box = boxOf(view, nearest);
  if (before >= 0 && box && isBeside(view, nearest, pointer, isItem(parent) ? -HANDLE_WIDTH : HANDLE_WIDTH))
    return undefined;
  const isAfter = side > 0 && index < parent.childCount;
  const at = isAfter ? position + parent.child(index).nodeSize : position;
  const place = { position: at, parent: $start.parent, index: isAfter ? index + 1 : index };
  // The first block of an item stays beside the sign of the item.
  return isItem(parent) && place.index === 0 ? undefined : place;
}

/** Whether the pointer is before the beginning of the lines of a block, by more than a gap. */
function isBeside(view: EditorView, position: number, { x }: Pointer, gap: number): boolean {
  const dom = view.nodeDOM(position);
  if (!(dom instanceof HTMLElement)) return false;
  const { left, right } = dom.getBoundingClientRect();
  return isRightToLeft(dom) ? x > right + gap : x < left - gap;
}

/** A line between the blocks beside a place, as wide as they are. */
function drawn(view: EditorView, place: Place): Drop | undefined {
  const { parent, index, position } = place;
  const previous = parent.maybeChild(index - 1);
  const above = previous ? boxOf(view, position - previous.nodeSize) : undefined;
  const below = parent.maybeChild(index) ? boxOf(view, position) : undefined;
  const box = below ?? above;
  if (!box) return undefined;
  const top = above && below ? (above.bottom + below.top) / 2 : above ? above.bottom + 2 : box.top - 4;
  return { place, line: { top: top - 1, left: box.left, width: box.width } };
}
