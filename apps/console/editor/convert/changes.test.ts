import { canonicalText } from '@lectern/markdown/canonical';
import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import fc from 'fast-check';
import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { readHandWrittenPages } from '../../../../packages/markdown/test/corpora-pages.ts';
import { documentOf, blocks as drawnBlocks } from '../../../../packages/markdown/test/documents.ts';
import { KEYS } from '../input/keymap.ts';
import { liftItem, sinkItem, wrapInList } from '../input/lists.ts';
import { moveBlock } from '../input/move-block.ts';
import { schema } from '../schema/schema.ts';
import { changesBetween } from './changes.ts';
import type { DocumentJson } from './document-json.ts';
import { toDocument } from './to-document.ts';
import { toEditor } from './to-editor.ts';
import { uniqueKeys } from './unique-keys.ts';

const IS_LONG = process.env.LECTERN_SOAK === '1';

/** Something that a writer does between two places of the document. */
interface Edit {
  what: keyof typeof EDITS;
  from: number;
  to: number;
  text: string;
}

const mark = (name: string): Command => toggleMark(schema.marks[name] as MarkType);
const type = (name: string): NodeType => schema.nodes[name] as NodeType;

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
  duplicate: (state: EditorState, { to }: Edit) => {
    const { from, to: end } = state.selection;
    const slice = state.doc.slice(from, end);
    return state.tr.replaceRange(to % (state.doc.content.size + 1), to % (state.doc.content.size + 1), slice);
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
  command: (state: EditorState, { to }: Edit) => {
    let made = state.tr;
    COMMANDS[to % COMMANDS.length]?.(state, (transaction) => {
      made = transaction;
    });
    return made;
  },
};

const edits = fc.array(
  fc.record<Edit>({
    what: fc.constantFrom(...(Object.keys(EDITS) as Edit['what'][])),
    from: fc.nat(),
    to: fc.nat(),
    text: fc.constantFrom('x', ' word', 'a * b', '<b>', 'é', '日本', '_', '[x](y)', '|'),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The document after edits, as the editor makes them. */
function change(before: Node, drawn: readonly Edit[]): Node {
  let state = EditorState.create({ doc: before, plugins: [uniqueKeys()] });
  for (const edit of drawn) {
    const { size } = state.doc.content;
    const from = edit.from % (size + 1);
    const to = Math.min(size, from + (edit.to % 40));
    const selection = TextSelection.between(state.doc.resolve(from), state.doc.resolve(to));
    state = state.apply(state.tr.setSelection(selection));
    try {
      const transaction = EDITS[edit.what](state, edit);
      transaction.doc.check();
      state = state.apply(transaction);
    } catch (error) {
      // An edit that is not possible there.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return state.doc;
}

/** What the changes make of a source, and what the whole document makes of it. */
function compare(source: string, drawn: readonly Edit[]): { byChanges: string; byDocument: string } {
  const { document } = parseMarkdown(source);
  const before = toEditor(document as unknown as DocumentJson);
  const after = change(before, drawn);
  const { blocks, text } = changesBetween(before, after);
  const operations = { blocks, text };
  const read = (edited: string): string => canonicalText(parseMarkdown(edited).document.nodes);
  const byDocument = read(editSource({ source, content: { document: acceptable(after) } }).source);
  const byChanges = read(editSource({ source, content: { operations } }).source);
  return { byChanges, byDocument };
}

/** The document, unless the format has none like it, such as a tab that was dragged out of its tabs. */
function acceptable(after: Node): DocumentJson {
  const document = toDocument(after);
  try {
    receiveDocument(document);
  } catch {
    fc.pre(false);
  }
  return document;
}

const FAMILIES = `# Title

A paragraph of **some** words and \`code\`, [a link](https://a.example) and more.

* one
  * inner one

    second block
* two
* three

1. first
2. second

- [ ] open
- [x] done

> quote
>
> * in it

{% hint style="info" %}
Hint

* item
{% endhint %}

{% tabs %}
{% tab title="A" %}
x
{% endtab %}
{% tab title="B" %}
y
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
## Step

Text
{% endstep %}
{% endstepper %}

<details>

<summary>Title</summary>

Body

</details>

| a | b |
| - | - |
| 1 | **2** |
| 3 | 4 |

\`\`\`js
let a;

b
\`\`\`

{% unknown %}

Text <!-- comment --> more.

{% endunknown %}

Last.
`;

describe('changes between two states', () => {
  test('of equal documents are none', () => {
    const before = toEditor(parseMarkdown(FAMILIES).document as unknown as DocumentJson);
    const after = toEditor(toDocument(before));
    expect(changesBetween(before, after)).toEqual({ blocks: [], text: [] });
  });

  test('make of a page what the writer has made of it', () => {
    fc.assert(
      fc.property(edits, (drawn) => {
        const { byChanges, byDocument } = compare(FAMILIES, drawn);
        expect(byChanges).toBe(byDocument);
      }),
      { numRuns: IS_LONG ? 5000 : 100 },
    );
  });

  test.runIf(IS_LONG)('make of a drawn page what the writer has made of it', () => {
    fc.assert(
      fc.property(drawnBlocks, edits, (nodes, drawn) => {
        const { byChanges, byDocument } = compare(writeMarkdown(documentOf(nodes)), drawn);
        expect(byChanges).toBe(byDocument);
      }),
      { numRuns: 2000 },
    );
  });

  test('make of a page that was written by hand what the writer has made of it', () => {
    const pages = readHandWrittenPages();
    fc.assert(
      fc.property(fc.constantFrom(...pages), edits, ({ source }, drawn) => {
        const { byChanges, byDocument } = compare(source, drawn);
        expect(byChanges).toBe(byDocument);
      }),
      { numRuns: IS_LONG ? 3000 : 60 },
    );
  });
});
