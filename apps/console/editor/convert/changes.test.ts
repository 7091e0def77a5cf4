import { canonicalText } from '@lectern/markdown/canonical';
import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { asRead } from '../../../../packages/markdown/src/edit/name-tables.ts';
import { readHandWrittenPages } from '../../../../packages/markdown/test/corpora-pages.ts';
import { documentOf, blocks as drawnBlocks } from '../../../../packages/markdown/test/documents.ts';
import { applyEdit, createEditor, drawEdits, type Edit } from '../../test/editor-edits.ts';
import { changesBetween } from './changes.ts';
import type { DocumentJson } from './document-json.ts';
import { toDocument } from './to-document.ts';
import { toEditor } from './to-editor.ts';

const IS_LONG = process.env.LECTERN_SOAK === '1';

const edits = drawEdits(1, 6);

const canonical = (nodes: Parameters<typeof canonicalText>[0]): string => canonicalText(nodes.map(asRead));

const read = (source: string): Node => toEditor(parseMarkdown(source).document as unknown as DocumentJson);

/** Applies edits in the editor, and saves them both by changes and by the whole document. */
function compare(
  source: string,
  drawn: readonly Edit[],
): { shown: string; byChanges: string; byDocument: string } {
  const before = toEditor(parseMarkdown(source).document as unknown as DocumentJson);
  const after = drawn.reduce(applyEdit, createEditor(before)).doc;
  const document = toDocument(after);
  const { blocks, text } = changesBetween(before, after);
  const operations = { blocks, text };
  const read = (edited: string): string => canonical(parseMarkdown(edited).document.nodes);
  return {
    shown: canonical(receiveDocument(document).nodes),
    byChanges: read(editSource({ source, content: { operations } }).source),
    byDocument: read(editSource({ source, content: { document } }).source),
  };
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

  test('never send half of a character', () => {
    const before = createEditor(read('x😀y'));
    const after = before.apply(before.tr.insertText('😁', 2, 4));
    expect(changesBetween(before.doc, after.doc).text).toMatchObject([
      { offset: 1, remove: 2, insert: '😁' },
    ]);
  });

  test('make of a page what the writer has made of it', () => {
    fc.assert(
      fc.property(edits, (drawn) => expectSame(FAMILIES, drawn)),
      { numRuns: IS_LONG ? 5000 : 40 },
    );
  });

  test('make of a drawn page what the writer has made of it', () => {
    fc.assert(fc.property(drawnPages, edits, expectSame), { numRuns: IS_LONG ? 2000 : 15 });
  });

  test('make of a page that was written by hand what the writer has made of it', () => {
    fc.assert(fc.property(fc.constantFrom(...HAND_WRITTEN), edits, expectSame), {
      numRuns: IS_LONG ? 3000 : 30,
    });
  });
});

/** Without formulas in lines of text: the HTML of a cell has none. */
const drawnPages = drawnBlocks.map((nodes) =>
  writeMarkdown(documentOf(nodes)).replace(/\$\$\\frac\{\w*\}_2\\?\|\$\$/g, ''),
);

/**
 * Pages by hand without what means something else in another place: HTML has no titles of links, and a line that begins
 * with a colon is kept only below the line that it defines.
 */
const HAND_WRITTEN = readHandWrittenPages().map(({ source }) =>
  source.replaceAll(/ ("With a title"|"First"|'License')/g, '').replaceAll('\n: ', '\n'),
);

/** The document of the editor is that of the page, whether it was saved by its changes or as a whole. */
function expectSame(source: string, drawn: readonly Edit[]): void {
  const { shown, byChanges, byDocument } = compare(source, drawn);
  expect(byChanges).toBe(shown);
  expect(byDocument).toBe(shown);
}
