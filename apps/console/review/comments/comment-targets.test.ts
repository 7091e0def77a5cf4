import { followAnchors, locateAnchor } from '@lectern/markdown/follow-blocks';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { expect, test } from 'vitest';
import type { DocumentJson } from '../../editor/convert/document-json.ts';
import { toEditor } from '../../editor/convert/to-editor.ts';
import { idsInOrder, indexBlocks, stretchOf, targetAt } from './comment-targets.ts';

const SOURCE = `A *first* word with \`code\` and a :smile: here.

* item one
* item two

| a | b |
| - | - |
| cell one | cell two |

\`\`\`js
const code = 1;
const more = 2;
\`\`\`

> A quote of words.
`;

const documentOf = (source: string) => toEditor(parseMarkdown(source).document as unknown as DocumentJson);
const same = (key: string): string => key;

test.each(['first', 'with code and', 'two', 'cell two', 'more', 'quote of', 'here'])(
  'the words “%s” are the same for the service and in the editor',
  (words) => {
    const doc = documentOf(SOURCE);
    const found = findWords(doc, words);
    const target = targetAt(doc, { ...found, isBlock: false });
    expect(target?.range?.quote).toBe(words);
    const anchor = { key: target?.handle ?? '', range: target?.range };
    expect(locateAnchor(SOURCE, anchor)).toMatchObject({ range: target?.range });
    expect(followAnchors({ old: SOURCE, current: `New.\n\n${SOURCE}` }, [anchor])[0]?.range).toEqual(
      target?.range,
    );
    const node = { id: anchor.key, preview: '' };
    expect(
      stretchOf(indexBlocks(doc), { node, ...(target?.range ? { range: target.range } : {}) }, same),
    ).toEqual({
      ...found,
      isBlock: false,
    });
  },
);

test('a block, and words that are gone', () => {
  const doc = documentOf(SOURCE);
  const target = targetAt(doc, { from: 0, to: doc.firstChild?.nodeSize ?? 0, isBlock: true });
  expect(target?.range).toBeUndefined();
  const node = { id: target?.handle ?? '', preview: '' };
  expect(stretchOf(indexBlocks(doc), { node }, same)).toEqual({
    from: 0,
    to: doc.firstChild?.nodeSize,
    isBlock: true,
  });
  expect(
    stretchOf(indexBlocks(doc), { node, range: { start: 0, end: 4, quote: 'gone' } }, same),
  ).toBeUndefined();
  expect(stretchOf(indexBlocks(doc), { node: { id: 'other', preview: '' } }, same)).toBeUndefined();
  expect(stretchOf(indexBlocks(doc), {}, same)).toBeUndefined();
});

test('words of several blocks stand for those in the first of them', () => {
  const doc = documentOf('One two.\n\nThree four.\n');
  expect(targetAt(doc, { from: 5, to: 16, isBlock: false })?.range?.quote).toBe('two.');
});

/** Where words begin and end, over inline nodes. */
function findWords(doc: ReturnType<typeof documentOf>, words: string): { from: number; to: number } {
  let found: { from: number; to: number } | undefined;
  doc.descendants((node, position) => {
    if (!node.inlineContent) return true;
    const text = node.textBetween(0, node.content.size, undefined, '\u0000');
    const at = text.indexOf(words);
    if (at >= 0) found ??= { from: position + 1 + at, to: position + 1 + at + words.length };
    return false;
  });
  if (!found) throw new Error(`“${words}” is not in the document.`);
  return found;
}

test('comments that move with what is written before them keep their order, and are not drawn again', () => {
  const before = new Map([
    ['a', 10],
    ['b', 4],
    ['c', 30],
  ]);
  const written = new Map([...before].map(([id, at]) => [id, at + 6] as const));
  expect(idsInOrder(written)).toBe(idsInOrder(before));
  expect(idsInOrder(before)).toBe('b,a,c');
  expect(idsInOrder(new Map([...before, ['c', 5]]))).not.toBe(idsInOrder(before));
});
