import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { CellSelection } from 'prosemirror-tables';
import { expect, test } from 'vitest';
import type { DocumentJson } from '../convert/document-json.ts';
import { toEditor } from '../convert/to-editor.ts';
import { moveColumn, moveRow, TABLE_COMMANDS } from './table-commands.ts';

const TABLES = '| one |\n| --- |\n| a |\n\n| two | three |\n| --- | --- |\n| b | c |\n| d | e |';

/** Where the text of a cell begins. */
function placeOf(state: EditorState, text: string): number {
  let found = -1;
  state.doc.descendants((node, position) => {
    if (node.text === text) found = position;
  });
  return found;
}

test.each<[string, Command]>([
  ['a row', moveRow(1)],
  ['a column', moveColumn(-1)],
])('%s is not moved while the selection goes from one table to another', (_, command) => {
  const doc = toEditor(parseMarkdown(TABLES).document as unknown as DocumentJson);
  const state = EditorState.create({ doc });
  const select = (from: string, to: string): EditorState =>
    state.apply(
      state.tr.setSelection(TextSelection.create(doc, placeOf(state, from), placeOf(state, to) + 1)),
    );
  const isMoved = (selected: EditorState): boolean => {
    let after = selected;
    const isDone = command(selected, (transaction) => {
      after = selected.apply(transaction);
    });
    return isDone && !after.doc.eq(doc);
  };
  expect(isMoved(select('b', 'c'))).toBe(true);
  expect(isMoved(select('a', 'c'))).toBe(false);
});

test.each([
  ['of a table are merged', '<table>', true],
  ['of cards are not', '<table data-view="cards">', false],
])('cells %s', (_, tag, isMerged) => {
  const source = `${tag}<thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td>a</td><td>b</td><td>c</td></tr></tbody></table>`;
  const state = EditorState.create({
    doc: toEditor(parseMarkdown(source).document as unknown as DocumentJson),
  });
  const cellOf = (text: string): number => state.doc.resolve(placeOf(state, text)).before(-1);
  const selected = state.apply(
    state.tr.setSelection(CellSelection.create(state.doc, cellOf('a'), cellOf('b'))),
  );
  expect(TABLE_COMMANDS.mergeCells(selected)).toBe(isMerged);
});

test.each([
  ['from left to right', '| A | B |\n| --- | --- |\n| a | b |\n', 'b'],
  ['from right to left', '| א | ב |\n| --- | --- |\n| a | b |\n', 'a'],
])('a column %s is moved to the side that the arrow shows', (_, source, text) => {
  const doc = toEditor(parseMarkdown(source).document as unknown as DocumentJson);
  let state = EditorState.create({ doc });
  state = state.apply(state.tr.setSelection(TextSelection.create(doc, placeOf(state, text))));
  moveColumn(-1)(state, (transaction) => {
    state = state.apply(transaction);
  });
  expect(state.doc.textContent.endsWith('ba')).toBe(true);
});
