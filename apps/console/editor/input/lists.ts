import { Fragment, type Node, type NodeRange, type NodeType, Slice } from 'prosemirror-model';
import { type Command, TextSelection, type Transaction } from 'prosemirror-state';
import { canJoin, canSplit, liftTarget, ReplaceAroundStep } from 'prosemirror-transform';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';

const item = schema.nodes.list_item;
const LISTS = new Set(['list_ordered', 'list_unordered', 'list_tasks']);

export const isList = (node: Node): boolean => LISTS.has(node.type.name);

/** Enter in an item begins the next one. In an empty item it ends the list, or the inner one. */
export const splitItem: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if ($from.depth < 2 || !$from.sameParent($to) || !$from.parent.isTextblock) return false;
  const own = $from.node(-1);
  if (own.type !== item) return false;
  if ($from.parent.content.size === 0 && own.childCount === $from.indexAfter(-1))
    return liftItem(state, dispatch);
  const isFirst = $from.index(-1) === 0;
  const list = $from.node(-2);
  const data = list.type.name === 'list_tasks' ? { checked: false } : {};
  const types = [
    { type: item as NodeType, attrs: { key: newKey(), data, more: {} } },
    { type: schema.nodes.paragraph as NodeType, attrs: { key: newKey(), data: {}, more: {} } },
  ];
  const transaction = state.tr.delete($from.pos, $to.pos);
  if (!canSplit(transaction.doc, $from.pos, 2, types)) return false;
  if (!isFirst) return false;
  dispatch?.(transaction.split($from.pos, 2, types).scrollIntoView());
  return true;
};

const rangeOfItems = ({ selection: { $from, $to } }: Parameters<Command>[0]): NodeRange | null =>
  $from.blockRange($to, (node) => node.childCount > 0 && node.firstChild?.type === item);

/** Moves items into the item before them. */
export const sinkItem: Command = (state, dispatch) => {
  const range = rangeOfItems(state);
  if (!range || range.startIndex === 0) return false;
  const { parent } = range;
  const before = parent.child(range.startIndex - 1);
  if (before.type !== item) return false;
  if (!dispatch) return true;
  const hasList = before.lastChild !== null && before.lastChild.type === parent.type;
  const inner = Fragment.from(hasList ? item?.create() : null);
  const slice = new Slice(
    Fragment.from(
      item?.create(null, Fragment.from(parent.type.create({ key: newKey(), data: {}, more: {} }, inner))),
    ),
    hasList ? 3 : 1,
    0,
  );
  const { start, end } = range;
  dispatch(
    state.tr
      .step(new ReplaceAroundStep(start - (hasList ? 3 : 1), end, start, end, slice, 1, true))
      .scrollIntoView(),
  );
  return true;
};

/** Moves items into the outer list, or out of the list. */
export const liftItem: Command = (state, dispatch) => {
  const range = rangeOfItems(state);
  if (!range) return false;
  if (!dispatch) return true;
  const isInItem = state.selection.$from.node(range.depth - 1).type === item;
  dispatch(isInItem ? liftToOuter(state.tr, range) : liftOut(state.tr, range));
  return true;
};

function liftToOuter(transaction: Transaction, range: NodeRange): Transaction {
  const { end } = range;
  const endOfList = range.$to.end(range.depth);
  let own = range;
  if (end < endOfList) {
    // The items after it become its own.
    transaction.step(
      new ReplaceAroundStep(
        end - 1,
        endOfList,
        end,
        endOfList,
        new Slice(Fragment.from(item?.create(null, range.parent.copy())), 1, 0),
        1,
        true,
      ),
    );
    own = transaction.doc
      .resolve(range.$from.pos)
      .blockRange(transaction.doc.resolve(endOfList), (node) => node.firstChild?.type === item) as NodeRange;
  }
  const target = liftTarget(own);
  if (target === null) return transaction;
  transaction.lift(own, target);
  const after = transaction.mapping.map(end, -1) - 1;
  if (after > 0 && canJoin(transaction.doc, after)) transaction.join(after);
  return transaction.scrollIntoView();
}

function liftOut(transaction: Transaction, range: NodeRange): Transaction {
  const list = range.parent;
  // The items of the range become one, whose blocks are then taken out of the list.
  for (let position = range.end, index = range.endIndex - 1; index > range.startIndex; index--) {
    position -= list.child(index).nodeSize;
    transaction.delete(position - 1, position + 1);
  }
  const $start = transaction.doc.resolve(range.start);
  const own = $start.nodeAfter;
  if (!own || transaction.mapping.map(range.end) !== range.start + own.nodeSize) return transaction;
  const isAtStart = range.startIndex === 0;
  const isAtEnd = range.endIndex === list.childCount;
  const parent = $start.node(-1);
  const index = $start.index(-1);
  const content = own.content.append(isAtEnd ? Fragment.empty : Fragment.from(list));
  if (!parent.canReplace(index + (isAtStart ? 0 : 1), index + 1, content)) return transaction;
  const start = $start.pos;
  const end = start + own.nodeSize;
  transaction.step(
    new ReplaceAroundStep(
      start - (isAtStart ? 1 : 0),
      end + (isAtEnd ? 1 : 0),
      start + 1,
      end - 1,
      new Slice(
        (isAtStart ? Fragment.empty : Fragment.from(list.copy(Fragment.empty))).append(
          isAtEnd ? Fragment.empty : Fragment.from(list.copy(Fragment.empty)),
        ),
        isAtStart ? 0 : 1,
        isAtEnd ? 0 : 1,
      ),
      isAtStart ? 0 : 1,
    ),
  );
  return transaction.scrollIntoView();
}

/** Makes the blocks of the selection items of a list, or the list that they are in one of another kind. */
export const wrapInList =
  (name: 'list_ordered' | 'list_unordered' | 'list_tasks'): Command =>
  (state, dispatch) => {
    const type = schema.nodes[name];
    const { $from, $to } = state.selection;
    const range = $from.blockRange($to);
    if (!range || !type) return false;
    for (let depth = range.depth; depth > 0; depth--) {
      const list = $from.node(depth);
      if (!isList(list)) continue;
      if (list.type === type) return liftItem(state, dispatch);
      if (!dispatch) return true;
      const position = $from.before(depth);
      const transaction = state.tr.setNodeMarkup(position, type, { ...list.attrs, data: {} });
      list.forEach((child, offset) => {
        const data = name === 'list_tasks' ? { checked: false } : {};
        transaction.setNodeAttribute(position + 1 + offset, 'data', { ...child.attrs.data, ...data });
      });
      dispatch(transaction);
      return true;
    }
    const blocks: Node[] = [];
    for (let index = range.startIndex; index < range.endIndex; index++)
      blocks.push(range.parent.child(index));
    if (blocks.some((block) => !block.isTextblock)) return false;
    const attrs = { data: name === 'list_tasks' ? { checked: false } : {}, more: {} };
    const items = blocks.map(
      (block) => item?.create({ key: newKey(), ...attrs }, toParagraph(block)) as Node,
    );
    const list = type.create({ key: newKey(), data: {}, more: {} }, items);
    if (!range.parent.canReplaceWith(range.startIndex, range.endIndex, type)) return false;
    if (!dispatch) return true;
    const transaction = state.tr.replaceWith(range.start, range.end, list);
    const selection = TextSelection.create(transaction.doc, $from.pos + 2, $to.pos + 2 * blocks.length);
    dispatch(transaction.setSelection(selection).scrollIntoView());
    return true;
  };

const toParagraph = (block: Node): Node =>
  block.type.name === 'paragraph'
    ? block
    : (schema.nodes.paragraph?.create({ key: newKey(), data: {}, more: {} }, block.content) as Node);
