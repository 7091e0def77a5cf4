/** Random edits in the editor of the console, without a browser. */
import fc from 'fast-check';
import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { type MarkType, type Node, type NodeType, Slice } from 'prosemirror-model';
import { type Command, EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { CellSelection, tableEditing } from 'prosemirror-tables';
import { validBlocks } from '../editor/convert/valid-blocks.ts';
import { withFreshKeys } from '../editor/input/fresh-keys.ts';
import { KEYS } from '../editor/input/keymap.ts';
import { liftItem, sinkItem, wrapInList } from '../editor/input/lists.ts';
import { moveBlock } from '../editor/input/move-block.ts';
import { schema } from '../editor/schema/schema.ts';
import { TABLE_COMMANDS } from '../editor/tables/table-commands.ts';

/** Something that a writer does between two places of the document. */
export interface Edit {
  what: keyof typeof EDITS;
  from: number;
  to: number;
  text: string;
}

const mark = (name: string): Command => toggleMark(schema.marks[name] as MarkType);
const type = (name: string): NodeType => schema.nodes[name] as NodeType;

/** On one cell, or on the cells between two places. */
const OF_TABLES: readonly Command[] = Object.values(TABLE_COMMANDS);

const COMMANDS: readonly Command[] = [
  KEYS.Enter as Command,
  KEYS.Backspace as Command,
  KEYS.Tab as Command,
  KEYS['Shift-Enter'] as Command,
  KEYS['Mod-Enter'] as Command,
  moveBlock(1),
  moveBlock(-1),
  liftItem,
  sinkItem,
  wrapInList('list_ordered'),
  wrapInList('list_unordered'),
  wrapInList('list_tasks'),
  wrapIn(type('blockquote')),
  setBlockType(type('heading_1')),
  setBlockType(type('paragraph')),
  mark('bold'),
  mark('italic'),
  mark('code'),
];

const EDITS = {
  type: (state: EditorState, { text }: Edit) => state.tr.insertText(text),
  delete: (state: EditorState) => state.tr.deleteSelection(),
  /** The selection is copied and pasted elsewhere. */
  paste: (state: EditorState, { to }: Edit) => {
    const { from, to: end } = state.selection;
    const { content, openStart, openEnd } = state.doc.slice(from, end);
    const place = to % (state.doc.content.size + 1);
    return state.tr.replaceRange(place, place, new Slice(withFreshKeys(content), openStart, openEnd));
  },
  duplicate: (state: EditorState, { to }: Edit) => {
    const { from, to: end } = state.selection;
    const place = to % (state.doc.content.size + 1);
    return state.tr.replaceRange(place, place, state.doc.slice(from, end));
  },
  /** A block is dragged before another one. */
  drag: (state: EditorState, { to }: Edit) => {
    const { $from } = state.selection;
    if ($from.depth === 0) return state.tr;
    const depth = 1 + (to % $from.depth);
    const node = $from.node(depth);
    const transaction = state.tr.deleteRange($from.before(depth), $from.after(depth));
    const place = to % (transaction.doc.content.size + 1);
    return transaction.replaceRangeWith(place, place, node);
  },
  command: (state: EditorState, { to }: Edit) => run(state, COMMANDS[to % COMMANDS.length] as Command),
  table: (state: EditorState, { to }: Edit) => run(state, OF_TABLES[to % OF_TABLES.length] as Command),
};

function run(state: EditorState, command: Command): Transaction {
  let made = state.tr;
  command(state, (transaction) => {
    made = transaction;
  });
  return made;
}

const edit = fc.record<Edit>({
  what: fc.constantFrom(...(Object.keys(EDITS) as Edit['what'][])),
  from: fc.nat(),
  to: fc.nat(),
  text: fc.constantFrom('x', ' word', 'a * b', '<b>', 'é', '日本', '😀', '_', '[x](y)', '|'),
});

export const drawEdits = (minLength: number, maxLength: number): fc.Arbitrary<Edit[]> =>
  fc.array(edit, { minLength, maxLength });

/** The editor, as far as it needs no browser. */
export const createEditor = (doc: Node): EditorState =>
  EditorState.create({ doc, plugins: [history(), tableEditing(), validBlocks()] });

/** The state after an edit. An edit that is not possible at its place changes nothing. */
export function applyEdit(before: EditorState, drawn: Edit): EditorState {
  const { size } = before.doc.content;
  const from = drawn.from % (size + 1);
  const to = Math.min(size, from + (drawn.to % 40));
  const selected = before.apply(before.tr.setSelection(selectionOf(before.doc, drawn, [from, to])));
  try {
    const transaction = EDITS[drawn.what](selected, drawn);
    transaction.doc.check();
    return selected.apply(transaction);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return selected;
  }
}

function selectionOf(doc: Node, { what }: Edit, [from, to]: [from: number, to: number]) {
  const cells: number[] = [];
  if (what === 'table')
    doc.nodesBetween(from, Math.max(from, to), (node, position) => {
      if (node.type.spec.tableRole === 'cell') cells.push(position);
    });
  const [first, last = first] = [cells.at(0), cells.at(-1)];
  const isInOneTable =
    first !== undefined && doc.resolve(first).start(-1) === doc.resolve(last as number).start(-1);
  return isInOneTable
    ? CellSelection.create(doc, first, last)
    : TextSelection.between(doc.resolve(from), doc.resolve(to));
}
