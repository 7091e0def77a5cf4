import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import fc from 'fast-check';
import { type Node, Slice } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { documentOf, blocks as drawnBlocks } from '../../../../packages/markdown/test/documents.ts';
import { applyEdit, createEditor, drawEdits } from '../../test/editor-edits.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { tableColumns } from '../tables/table-columns.ts';
import { textDirection } from '../views/text-direction.ts';
import type { DocumentJson } from './document-json.ts';
import { toDocument } from './to-document.ts';
import { toEditor } from './to-editor.ts';
import { validBlocks } from './valid-blocks.ts';

/** The Markdown of a page after an edit in the editor. */
function edit(source: string, change: (transaction: Transaction) => Transaction): string {
  const doc = toEditor(parseMarkdown(`# Title\n\n${source}`).document as unknown as DocumentJson);
  const state = EditorState.create({ doc, plugins: [validBlocks()] });
  const after = state.apply(change(state.tr)).doc;
  after.check();
  return writeMarkdown(toDocument(after) as never).trimEnd();
}

/** The first node of a type, and where it is. */
function find(doc: Node, name: string, index = 0): { node: Node; from: number; to: number } {
  const found: { node: Node; from: number; to: number }[] = [];
  doc.descendants((node, from) => {
    if (node.type.name === name) found.push({ node, from, to: from + node.nodeSize });
  });
  return found[index] as { node: Node; from: number; to: number };
}

const paragraph = (text: string): Node => schema.node('paragraph', { key: newKey() }, [schema.text(text)]);
const TAGS = '{% unknown %}\n\ntext\n\n{% endunknown %}';
const TABS = '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}';

test('text after the last tag of a pair goes after the pair, and before the first one before it', () => {
  const write = (index: number, side: 'from' | 'to') => (transaction: Transaction) =>
    transaction.insert(find(transaction.doc, 'source_block', index)[side], paragraph('new'));
  expect(edit(TAGS, write(1, 'to'))).toBe(`${TAGS}\n\nnew`);
  expect(edit(TAGS, write(0, 'from'))).toBe(`new\n\n${TAGS}`);
});

test('a tag goes with its partner, and what was between them stays', () => {
  for (const index of [0, 1])
    expect(
      edit(TAGS, (transaction) => {
        const { from, to } = find(transaction.doc, 'source_block', index);
        return transaction.delete(from, to);
      }),
    ).toBe('text');
});

test('an item has the state of the list that it comes into', () => {
  const move = (transaction: Transaction): Transaction => {
    const { node } = find(transaction.doc, 'list_item', 1);
    const { from } = find(transaction.doc, 'list_item', 0);
    return transaction.insert(from, node);
  };
  expect(edit('* a\n\n- [x] b', move)).toBe('* b\n* a\n\n* [x] b');
  expect(edit('- [x] a\n\n* b', move)).toBe('* [ ] b\n* [x] a\n\n* b');
});

test('a task that begins with another block has a line for its box', () => {
  expect(
    edit('- [x] a', (transaction) => {
      const { from, to } = find(transaction.doc, 'paragraph');
      return transaction.replaceWith(
        from,
        to,
        schema.node('heading_1', { key: newKey() }, [schema.text('H')]),
      );
    }),
  ).toBe('* [x]\n\n  ## H');
});

test('what no cell can have goes below the table', () => {
  expect(
    edit(
      `<table><tbody><tr><th>a</th></tr><tr><td><ul><li>x</li></ul></td></tr></tbody></table>\n\n${TABS}`,
      (transaction) => {
        const { node } = find(transaction.doc, 'tabs');
        const { to } = find(transaction.doc, 'paragraph');
        return transaction.insert(to, node);
      },
    ),
  ).toMatch(/<\/table>\n\n\{% tabs %\}[\s\S]*\{% endtabs %\}\n\n\{% tabs %\}[\s\S]*\{% endtabs %\}$/);
});

test.each([
  ['tabs_item', TABS],
  ['stepper_step', '{% stepper %}\n{% step %}\nx\n{% endstep %}\n{% endstepper %}'],
  ['column', '{% columns %}\n{% column %}\nx\n{% endcolumn %}\n{% endcolumns %}'],
])('a %s that is dropped among other blocks is in a block of its own', (name, block) => {
  const made = edit(`{% if visitor.claims.a %}\ny\n{% endif %}\n\n${block}`, (transaction) => {
    const { node } = find(transaction.doc, name);
    return transaction.replaceRangeWith(1, 1, node);
  });
  const parts = block.split('\n').slice(1, -1).join('\n').replace(' title="A"', '(?: title="A")?');
  expect(made.match(new RegExp(parts.replace(/[{}%]/g, '\\$&'), 'g'))).toHaveLength(2);
  expect(made).toMatch(/^\{% if visitor\.claims\.a %\}\n\{% \w+ %\}/);
});

test('the title of an expandable has no alignment', () => {
  const source = '<details>\n\n<summary>Title</summary>\n\nBody\n\n</details>';
  const doc = toEditor(parseMarkdown(source).document as unknown as DocumentJson);
  const state = EditorState.create({ doc, plugins: [validBlocks()] });
  const [title, body] = [find(doc, 'paragraph', 0), find(doc, 'paragraph', 1)];
  const data = { align: 'center' };
  const after = state.apply(
    state.tr.setNodeAttribute(title.from, 'data', data).setNodeAttribute(body.from, 'data', data),
  ).doc;
  expect(find(after, 'paragraph', 0).node.attrs.data).toEqual({});
  expect(find(after, 'paragraph', 1).node.attrs.data).toEqual(data);
  expect(() => receiveDocument(toDocument(after))).not.toThrow();
});

test('a title has one column, whatever is pasted', () => {
  const cells = [schema.node('table_header', { colspan: 2 }, [schema.text('wide')])];
  const body = ['1', '2'].map((text) => schema.node('table_cell', null, [paragraph(text)]));
  const table = schema.node('table', null, [
    schema.node('table_row', null, cells),
    schema.node('table_row', null, body),
  ]);
  expect(
    edit('x', (transaction) =>
      transaction.replace(3, 3, new Slice(schema.node('doc', null, [table]).content, 0, 0)),
    ),
  ).toBe('x\n\n| wide |     |\n| ---- | --- |\n| 1    | 2   |');
});

const IS_LONG = process.env.LECTERN_SOAK === '1';
const copyOf = (doc: Node): Node => schema.nodeFromJSON(doc.toJSON());

test('after any edits, a check of the whole document finds nothing that was left out', () => {
  fc.assert(
    fc.property(drawnBlocks, drawEdits(12, 12), (nodes, edits) => {
      const source = writeMarkdown(documentOf(nodes));
      const doc = toEditor(parseMarkdown(source).document as unknown as DocumentJson);
      const edited = edits.reduce(applyEdit, createEditor(doc)).doc;
      const whole = EditorState.create({ doc: copyOf(edited), plugins: [validBlocks()] });
      const end = edited.content.size;
      const checked = whole.apply(whole.tr.insert(end, paragraph('end'))).doc;
      // Without a first edit, nothing was checked.
      if (edited !== doc) expect(checked.cut(0, end).toJSON()).toEqual(edited.toJSON());
    }),
    { numRuns: IS_LONG ? 2000 : 30 },
  );
});

test('after any edits, blocks are decorated as in a document that was just opened', () => {
  const plugins = [tableColumns(), textDirection()];
  const decorationsOf = (state: EditorState) =>
    plugins.map((plugin) =>
      ((plugin.getState(state) as DecorationSet | undefined)?.find() ?? []).map(({ from, to }) => [from, to]),
    );
  const sorted = (lists: unknown[][]): string[][] => lists.map((list) => list.map(String).sort());
  const source = '* שלום\n  * עולם\n\n> שלום\n\n| a | b |\n| :-: | --: |\n| 1 | 2 |\n\n1. one\n2. two';
  const doc = toEditor(parseMarkdown(`# T\n\n${source}`).document as unknown as DocumentJson);
  fc.assert(
    fc.property(drawEdits(12, 12), (edits) => {
      const start = createEditor(doc);
      const opened = start.reconfigure({ plugins: [...start.plugins, ...plugins] });
      const edited = edits.reduce(applyEdit, opened);
      const fresh = EditorState.create({ doc: edited.doc, plugins });
      expect(sorted(decorationsOf(edited))).toEqual(sorted(decorationsOf(fresh)));
    }),
    { numRuns: IS_LONG ? 2000 : 40 },
  );
});

test('halves of a character that something was put between become replacement characters', () => {
  const put = (text: string) => (transaction: Transaction) =>
    transaction.insertText(text, find(transaction.doc, 'text').from + 2);
  expect(edit('a😀b', put('x'))).toBe('a\ufffdx\ufffdb');
  expect(edit('a😀b', (transaction) => transaction.delete(3, 4))).toContain('\ufffd');
});

test('a line break in a text is one of its block, or a space where there are none', () => {
  const put = (transaction: Transaction) =>
    transaction.insert(find(transaction.doc, 'text').from + 1, schema.text('\n'));
  expect(edit('ab', put)).toBe('a\\\nb');
  expect(edit('```\nab\n```', put)).toBe('```\na b\n```');
});
