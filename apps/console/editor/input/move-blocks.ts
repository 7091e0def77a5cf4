import { closeHistory } from 'prosemirror-history';
import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { childrenOf } from '../convert/children-of.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { type BlockRange, blocksBetween, listOf, selectionOfBlocks } from './blocks-selection.ts';
import { withFreshKeys } from './fresh-keys.ts';
import { isList } from './lists.ts';
import { type Place, placesIn } from './movable.ts';

const isItem = ({ type }: Node): boolean => type.name === 'list_item';

const emptyParagraph = (): Node => schema.node('paragraph', { key: newKey(), data: {}, more: {} });

/** Blocks in the form in which a place can hold them: items in lists, and lists elsewhere. */
export function fitBlocks(
  blocks: readonly Node[],
  { parent, index }: Place,
  source: Node,
): Fragment | undefined {
  const fitted = isList(parent)
    ? blocks.flatMap(itemsOf)
    : isList(source)
      ? [listOf(source, blocks)]
      : [...blocks];
  const content = Fragment.fromArray(fitted);
  return parent.canReplace(index, index, content) ? content : undefined;
}

function itemsOf(block: Node): Node[] {
  if (isItem(block)) return [block];
  if (isList(block)) return childrenOf(block);
  return [schema.node('list_item', { key: newKey(), data: {}, more: {} }, [block])];
}

/** Moves blocks to a place, or copies of them. Undefined if they would stay where they are, or cannot be there. */
export function moveBlocks(
  state: EditorState,
  { from, to }: BlockRange,
  place: Place,
  isCopy = false,
): Transaction | undefined {
  const $from = state.doc.resolve(from);
  const isSame = place.position >= from && place.position <= to;
  const content = fitBlocks(blocksBetween($from, to), place, $from.parent);
  if (!content || (isSame && !(isCopy && place.parent === $from.parent))) return undefined;
  const { tr } = state;
  if (!isCopy) takeOut(tr, $from, to);
  const { parent, position } = place;
  const start = tr.mapping.map(position, position <= from ? -1 : 1);
  // The empty line of a new container was only a place to write in.
  const only = parent.childCount === 1 && parent.type.name !== 'doc' && !isList(parent) && parent.firstChild;
  const isToWrite = only && only.type.name === 'paragraph' && only.content.size === 0 && !isItem(parent);
  const first = isToWrite ? start - (place.index === 0 ? 0 : 2) : start;
  tr.replaceWith(first, isToWrite ? first + 2 : first, isCopy ? withFreshKeys(content) : content);
  const isInOwnList = !isList(parent) && isList($from.parent);
  const [anchor, head] = isInOwnList ? [first + 1, first + content.size - 1] : [first, first + content.size];
  return closeHistory(tr.setSelection(selectionOfBlocks(tr.doc, anchor, head)));
}

/** Removes blocks. A list, an item or a quote is removed with its last block; other containers get an empty line. */
function takeOut(transaction: Transaction, $from: ResolvedPos, to: number): void {
  let [start, end, depth] = [$from.pos, to, $from.depth];
  const isAll = (): boolean => start === $from.start(depth) && end === $from.end(depth);
  while (
    isAll() &&
    (isList($from.node(depth)) || /^(?:list_item|blockquote)$/.test($from.node(depth).type.name))
  ) {
    [start, end] = [$from.before(depth), $from.after(depth)];
    depth -= 1;
  }
  if (isAll()) transaction.replaceWith(start, end, emptyParagraph());
  else transaction.delete(start, end);
}

/**
 * The next place above or below blocks, in containers and out of them. Blocks skip lists, which are for items. Items
 * skip places directly beside a list, where nothing would change for them.
 */
export function nextPlace(doc: Node, { from, to }: BlockRange, by: -1 | 1): Place | undefined {
  const $from = doc.resolve(from);
  const { parent } = $from;
  const blocks = blocksBetween($from, to);
  const isOfItems = isList(parent);
  const places = placesIn(doc).filter(({ position }) => (by < 0 ? position < from : position > to));
  if (by < 0) places.reverse();
  return places.find((place) => {
    const isForItems = isList(place.parent);
    if (isItem(place.parent) && place.parent !== parent) return false;
    if (isForItems !== isOfItems && isForItems) return false;
    const beside = [place.parent.maybeChild(place.index - 1), place.parent.maybeChild(place.index)];
    if (isOfItems && !isForItems && beside.some((one) => one && isList(one))) return false;
    return fitBlocks(blocks, place, parent) !== undefined;
  });
}

/** Copies of blocks below them. */
export const duplicateBlocks = (state: EditorState, range: BlockRange): Transaction | undefined => {
  const { parent, ...$to } = placeAt(state.doc.resolve(range.to));
  return moveBlocks(state, range, { parent, ...$to }, true);
};

const placeAt = ($pos: ResolvedPos): Place => ({
  position: $pos.pos,
  parent: $pos.parent,
  index: $pos.index(),
});
