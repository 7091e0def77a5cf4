import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  joinBackward,
  joinForward,
  liftEmptyBlock,
  newlineInCode,
  selectNodeBackward,
  setBlockType,
  splitBlockAs,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, NodeType } from 'prosemirror-model';
import { type Command, NodeSelection, type Plugin, Selection, TextSelection } from 'prosemirror-state';
import { annotate } from '../menus/annotations.ts';
import { openMenuOfBlock } from '../menus/block-handle.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { clearCells, moveColumn, moveRow, nextCell, previousCell } from '../tables/table-commands.ts';
import { openSelected } from './insert-inline.ts';
import { liftItem, sinkItem, splitItem, wrapInList } from './lists.ts';
import { moveBlock } from './move-block.ts';

const node = (name: string): NodeType => schema.nodes[name] as NodeType;
const mark = (name: string): MarkType => schema.marks[name] as MarkType;

const fresh = () => ({ key: newKey(), data: {}, more: {} });

/** Enter in code inserts a line; a second Enter on an empty last line leaves the block. */
const splitCodeLine: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection;
  if ($from.parent.type.name !== 'code_line') return false;
  // Deleting a selection that ends in another block can leave the cursor in a block that is not code.
  if ($from.depth !== $to.depth || $from.start(-1) !== $to.start(-1)) return false;
  const code = $from.node(-1);
  const isLast = $from.index(-1) === code.childCount - 1;
  const lines = code.childCount;
  const isSecond = lines > 1 && code.child(lines - 2).content.size === 0;
  if (empty && isLast && isSecond && $from.parent.content.size === 0) return leaveCode(state, dispatch);
  const indent = /^[ \t]*/.exec($from.parent.textContent)?.[0] ?? '';
  if (!dispatch) return true;
  // `deleteSelection` would delete the block with its lines if all of them are selected.
  const transaction = state.tr.delete($from.pos, $to.pos);
  transaction.split($from.pos, 1, [{ type: node('code_line'), attrs: fresh() }]);
  dispatch(transaction.insertText(indent).scrollIntoView());
  return true;
};

const leaveCode: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!dispatch) return true;
  const code = $from.node(-1);
  const before = $from.before(-1);
  const lines: (typeof code)[] = [];
  code.forEach((line) => {
    lines.push(line);
  });
  const kept = code.copy(code.content.cut(0, code.content.size - 4));
  const paragraph = node('paragraph').create(fresh());
  const transaction = state.tr.replaceWith(before, before + code.nodeSize, [kept, paragraph]);
  transaction.setSelection(TextSelection.create(transaction.doc, before + kept.nodeSize + 1));
  dispatch(transaction.scrollIntoView());
  return true;
};

/** A paragraph below the block at the top of the page that the selection is in. */
const goOnBelow: Command = (state, dispatch) => {
  const end = state.selection.$to.depth === 0 ? state.selection.to : state.selection.$to.after(1);
  if (!dispatch) return true;
  const transaction = state.tr.insert(end, node('paragraph').create(fresh()));
  dispatch(transaction.setSelection(TextSelection.create(transaction.doc, end + 1)).scrollIntoView());
  return true;
};

/** A line break within a block. */
const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.name === 'code_line') return splitCodeLine(state, dispatch);
  dispatch?.(state.tr.replaceSelectionWith(node('hard_break').create(), true).scrollIntoView());
  return true;
};

/** Enter at the end of a heading begins a paragraph; elsewhere the block is split. */
const splitText = splitBlockAs((block, isAtEnd) => {
  const type = isAtEnd && block.type.name.startsWith('heading') ? node('paragraph') : block.type;
  return { type, attrs: { ...fresh(), data: type === block.type ? block.attrs.data : {} } };
});

/** If deleting the selection leaves no text block, as between two images, there is nothing to split. */
const split: Command = (state, dispatch) => {
  const { selection } = state;
  const isText = !selection.empty && !(selection instanceof NodeSelection);
  if (!isText || state.tr.deleteSelection().selection.$from.depth > 0) return splitText(state, dispatch);
  dispatch?.(state.tr.deleteSelection().scrollIntoView());
  return true;
};

/** Backspace at the start of a block first removes its formatting, then joins it with the block before. */
const plainBackward: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || !$from.parent.isTextblock) return false;
  if ($from.parent.type.name.startsWith('heading')) return setBlockType(node('paragraph'))(state, dispatch);
  if ($from.parent.type.name === 'code_line') {
    const code = $from.node(-1);
    if (code.childCount > 1 || code.textContent !== '') return false;
    const before = $from.before(-1);
    dispatch?.(
      state.tr
        .replaceWith(before, before + code.nodeSize, node('paragraph').create(fresh()))
        .setSelection(TextSelection.create(state.tr.doc, Math.max(1, before + 1))),
    );
    return true;
  }
  return $from.depth > 1 && $from.node(-1).type.name === 'list_item' && $from.index(-1) === 0
    ? liftItem(state, dispatch)
    : false;
};

const indentCode: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.name !== 'code_line') return false;
  dispatch?.(state.tr.insertText('  ').scrollIntoView());
  return true;
};

/** Tab is handled where it has a meaning in the text, and leaves the editor elsewhere. */
const tab = chainCommands(nextCell, indentCode, sinkItem);
const backTab = chainCommands(previousCell, liftItem);

/** Enter on an inline node opens its properties. */
const openInline: Command = (_state, _dispatch, view) => (view ? openSelected(view) : false);

const toggleBlock =
  (name: string): Command =>
  (state, dispatch) =>
    state.selection.$from.parent.type.name === name
      ? setBlockType(node('paragraph'))(state, dispatch)
      : setBlockType(node(name))(state, dispatch);

export const KEYS: Record<string, Command> = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': toggleMark(mark('bold')),
  'Mod-i': toggleMark(mark('italic')),
  'Mod-e': toggleMark(mark('code')),
  'Shift-Mod-x': toggleMark(mark('strikethrough')),
  'Mod-Alt-0': setBlockType(node('paragraph')),
  'Mod-Alt-1': toggleBlock('heading_1'),
  'Mod-Alt-2': toggleBlock('heading_2'),
  'Mod-Alt-3': toggleBlock('heading_3'),
  'Shift-Mod-7': wrapInList('list_ordered'),
  'Shift-Mod-8': wrapInList('list_unordered'),
  'Shift-Mod-9': wrapInList('list_tasks'),
  'Shift-Mod-.': wrapIn(node('blockquote')),
  'Mod-/': openMenuOfBlock,
  'Mod-Alt-a': (_state, _dispatch, view) => {
    if (view) annotate(view);
    return true;
  },
  'Alt-ArrowUp': chainCommands(moveRow(-1), moveBlock(-1)),
  'Alt-ArrowDown': chainCommands(moveRow(1), moveBlock(1)),
  'Shift-Alt-ArrowUp': chainCommands(moveRow(-1), moveBlock(-1)),
  'Shift-Alt-ArrowDown': chainCommands(moveRow(1), moveBlock(1)),
  'Alt-ArrowLeft': moveColumn(-1),
  'Alt-ArrowRight': moveColumn(1),
  'Shift-Enter': breakLine,
  'Mod-Enter': goOnBelow,
  Enter: chainCommands(
    openInline,
    splitCodeLine,
    newlineInCode,
    splitItem,
    createParagraphNear,
    liftEmptyBlock,
    split,
  ),
  Backspace: chainCommands(
    clearCells,
    plainBackward,
    baseKeymap.Backspace ?? joinBackward,
    selectNodeBackward,
  ),
  Delete: chainCommands(clearCells, baseKeymap.Delete ?? joinForward),
  Tab: tab,
  'Shift-Tab': backTab,
};

const goToEnd: Command = ({ tr, doc }, dispatch) => {
  dispatch?.(tr.setSelection(Selection.atEnd(doc)).scrollIntoView());
  return true;
};
const goToStart: Command = ({ tr, doc }, dispatch) => {
  dispatch?.(tr.setSelection(Selection.atStart(doc)).scrollIntoView());
  return true;
};

/** Browsers do not find the end of a text that is followed by controls of a block. */
const ENDS: Record<string, Command> = {
  'Ctrl-End': goToEnd,
  'Ctrl-Home': goToStart,
  'Meta-ArrowDown': goToEnd,
  'Meta-ArrowUp': goToStart,
};

export const keys = (): Plugin[] => [keymap(KEYS), keymap(ENDS), keymap(baseKeymap)];
