/** The commands for selected blocks, in a chunk of their own. */
import { keydownHandler } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { blockName } from '../options/block-names.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { BlocksSelection, blocksBetween, selectedBlocks, selectionOfBlocks } from './blocks-selection.ts';
import { partsOf } from './editor-parts.ts';
import { isMovable, movableAround } from './movable.ts';
import { duplicateBlocks, fitBlocks, moveBlocks, nextPlace } from './move-blocks.ts';

/** Selects the block with the caret, the blocks of a selection of text, or the block around the selected ones. */
export const selectBlock: Command = (state, dispatch, view) => {
  const found = blocksAround(state);
  if (found && dispatch) select(state, dispatch, found, view);
  return found !== undefined;
};

function blocksAround({ selection, doc }: EditorState): Selection | undefined {
  const { $from, $to } = selection;
  if (selectedBlocks(selection)) {
    const around = movableAround($from);
    return around === undefined ? undefined : wholeBlock(doc, around);
  }
  for (let depth = Math.min($from.depth - 1, $from.sharedDepth($to.pos)); depth >= 0; depth--) {
    const [from, to] = [$from.before(depth + 1), $to.depth > depth ? $to.after(depth + 1) : $to.pos];
    if (isMovable(doc.resolve(from))) return selectionOfBlocks(doc, from, to);
  }
  return undefined;
}

const wholeBlock = (doc: Node, position: number): Selection =>
  selectionOfBlocks(doc, position, position + (doc.nodeAt(position)?.nodeSize ?? 0));

/** Selects one more block above or below, or one less. After the last one of a container, the container is selected. */
export const extendBlocks =
  (by: -1 | 1): Command =>
  (state, dispatch, view) => {
    const { selection, doc } = state;
    const range = selectedBlocks(selection);
    if (!range) return false;
    if (!dispatch) return true;
    const { $from } = selection;
    const isOne = $from.nodeAfter?.nodeSize === range.to - range.from;
    const ends = by > 0 ? [range.from, range.to] : [range.to, range.from];
    const [anchor, head] = isOne ? (ends as [number, number]) : [selection.anchor, selection.head];
    const $head = doc.resolve(head);
    const next = by > 0 ? $head.nodeAfter : $head.nodeBefore;
    const to = head + by * (next?.nodeSize ?? 0);
    const isPossible = next && isMovable(doc.resolve(Math.min(to, anchor, head)));
    const around = isPossible ? undefined : movableAround($from);
    if (isPossible) select(state, dispatch, selectionOfBlocks(doc, anchor, to), view);
    else if (around !== undefined) select(state, dispatch, wholeBlock(doc, around), view);
    return true;
  };

/** Moves the caret from selected blocks back to the end of their text. */
export const enterBlocks: Command = (state, dispatch) => {
  const { selection, doc } = state;
  const range = selectedBlocks(selection);
  if (!range) return false;
  const node = doc.nodeAt(range.from);
  const hasText = node?.isTextblock || isMovable(doc.resolve(range.from + 1));
  if (!hasText && !(selection instanceof BlocksSelection)) return false;
  const inside = Selection.findFrom(doc.resolve(range.to), -1, true);
  if (!inside || inside.from < range.from) return false;
  dispatch?.(state.tr.setSelection(inside).scrollIntoView());
  return true;
};

/** Moves selected blocks to the next place above or below, in containers and out of them. */
export const moveSelected =
  (by: -1 | 1): Command =>
  (state, dispatch, view) => {
    const range = selectedBlocks(state.selection);
    const place = range && nextPlace(state.doc, range, by);
    const transaction = place && moveBlocks(state, range, place);
    if (transaction) dispatch?.(transaction.scrollIntoView());
    if (range && dispatch && view) announceMove(view, transaction !== undefined);
    return range !== undefined;
  };

/** Announces where the selected blocks are now. */
export function announceMove({ state }: EditorView, isMoved: boolean): void {
  const { $from } = state.selection;
  const block = blockName($from.nodeAfter ?? $from.parent);
  const place = { position: $from.index() + 1, count: $from.parent.childCount };
  partsOf(state).announce(isMoved ? t('blockMoved', { block, ...place }) : t('blockCannotMove', { block }));
}

/** Puts copies of the selected blocks below them. */
export const duplicateSelected: Command = (state, dispatch) => {
  const range = selectedBlocks(state.selection);
  const transaction = range && duplicateBlocks(state, range);
  if (transaction) dispatch?.(transaction.scrollIntoView());
  return range !== undefined;
};

function select(
  state: EditorState,
  dispatch: NonNullable<Parameters<Command>[1]>,
  selection: Selection,
  view: EditorView | undefined,
): void {
  dispatch(state.tr.setSelection(selection).scrollIntoView());
  if (!view) return;
  const blocks = blocksBetween(selection.$from, selection.to);
  const text =
    blocks.length === 1
      ? t('blockSelected', { block: blockName(blocks[0] as Node) })
      : t('blocksSelected', { count: blocks.length });
  partsOf(view.state).announce(text);
}

/** The keys as the list of keyboard shortcuts shows them. */
export const BLOCK_KEYS: Record<string, Command> = {
  Escape: selectBlock,
  Enter: enterBlocks,
  'Shift-ArrowUp': extendBlocks(-1),
  'Shift-ArrowDown': extendBlocks(1),
  'Alt-ArrowUp': moveSelected(-1),
  'Alt-ArrowDown': moveSelected(1),
  'Mod-d': duplicateSelected,
};

export const handleBlockKey = keydownHandler(BLOCK_KEYS);

/** Puts text that is typed while several blocks are selected below them, instead of replacing them. */
export function typeBelow(view: EditorView, text: string): boolean {
  const { selection, tr, doc } = view.state;
  if (!(selection instanceof BlocksSelection)) return false;
  const { $to } = selection;
  const paragraph = schema.node('paragraph', { key: newKey(), data: {}, more: {} }, schema.text(text));
  const place = { position: $to.pos, parent: $to.parent, index: $to.index() };
  const added = fitBlocks([paragraph], place, doc);
  if (!added) return true;
  tr.insert($to.pos, added);
  const end = Selection.near(tr.doc.resolve($to.pos + added.size), -1);
  view.dispatch(tr.setSelection(end).scrollIntoView());
  return true;
}

export function markSelected({ doc, selection }: EditorState): DecorationSet | null {
  if (!(selection instanceof BlocksSelection)) return null;
  let from = selection.from;
  const marks = blocksBetween(selection.$from, selection.to).map(({ nodeSize }) => {
    from += nodeSize;
    return Decoration.node(from - nodeSize, from, { class: 'selected-block' });
  });
  return DecorationSet.create(doc, marks);
}
