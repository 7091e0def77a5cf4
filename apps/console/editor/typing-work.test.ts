/** What the editor does for each key must not grow with the page. */
import type { Node } from 'prosemirror-model';
import { type EditorState, TextSelection } from 'prosemirror-state';
import { DecorationSet } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { createEditorState } from './editor-state.ts';
import type { EditorParts } from './input/editor-parts.ts';
import { createUploads } from './input/uploads.ts';
import { schema } from './schema/schema.ts';

const BLOCKS = 500;
const MOST_READ = 20;

const parts = {
  uploads: createUploads(async () => ({ id: '', isPicture: false })),
  find: {},
} as unknown as EditorParts;

const paragraph = (index: number): Node =>
  schema.node('paragraph', { key: `p${index}` }, [schema.text('some words')]);

const cell = (index: number): Node => schema.node('table_cell', null, [paragraph(index)]);
const column = (id: string) => ({ id, type: 'text', title: id, textAlignment: 'right' });
const table = (index: number): Node =>
  schema.node('table', { key: `t${index}` }, [
    schema.node('table_row', { record: null }, [
      schema.node('table_header', { column: column('a'), title: 'a' }, [schema.text('a')]),
      schema.node('table_header', { column: column('b'), title: 'b' }, [schema.text('b')]),
    ]),
    schema.node('table_row', { record: `r${index}` }, [cell(index * 2), cell(index * 2 + 1)]),
  ]);
const list = (index: number): Node =>
  schema.node('list_unordered', { key: `l${index}` }, [
    schema.node('list_item', { key: `i${index}` }, [
      schema.node('paragraph', { key: `h${index}` }, [schema.text('שלום')]),
    ]),
  ]);

/** Every state of an editor gives its decorations to the view. */
function decorate(state: EditorState): void {
  for (const plugin of state.plugins) plugin.props.decorations?.call(plugin, state);
}

function type(state: EditorState, position: number): EditorState {
  const { tr } = state;
  const typed = state.apply(tr.setSelection(TextSelection.create(tr.doc, position)).insertText('x'));
  decorate(typed);
  return typed;
}

/** Counts how often `attrs` of blocks are read while `run` runs. */
function countReads(doc: Node, run: () => void): number {
  let count = 0;
  const blocks: Node[] = [];
  doc.descendants((node) => {
    if (node.isBlock) blocks.push(node);
    return !node.inlineContent;
  });
  for (const block of blocks) {
    const { attrs } = block;
    Object.defineProperty(block, 'attrs', {
      configurable: true,
      get: () => {
        count += 1;
        return attrs;
      },
    });
  }
  run();
  const counted = count;
  for (const block of blocks) {
    const { attrs } = block;
    Object.defineProperty(block, 'attrs', { configurable: true, value: attrs });
  }
  return counted;
}

const PAGES: Record<string, (index: number) => Node> = { paragraphs: paragraph, lists: list, tables: table };

test.each(Object.entries(PAGES))('a key in a page of many %s is independent of the others', (_, block) => {
  const doc = schema.node(
    'doc',
    null,
    Array.from({ length: BLOCKS }, (__, index) => (index === BLOCKS / 2 ? paragraph(5000) : block(index))),
  );
  let at = 0;
  doc.forEach((node, offset) => {
    if (node.attrs.key === 'p5000') at = offset + 1;
  });
  // The first key has the whole page checked.
  let state = type(createEditorState(doc, parts), at);
  const reads = countReads(state.doc, () => {
    state = type(state, at + 1);
  });
  expect(reads).toBeLessThanOrEqual(MOST_READ);
});

test('a key in a text at the top of a page draws no decorations', () => {
  const doc = schema.node('doc', null, [paragraph(0), paragraph(1)]);
  const state = type(createEditorState(doc, parts), 1);
  const drawn = state.plugins
    .map((plugin) => plugin.props.decorations?.call(plugin, state))
    .filter((decorations) => decorations && decorations !== DecorationSet.empty);
  expect(drawn).toEqual([]);
});
