import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlockAnchor, followAnchors, locateAnchor } from './follow-blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** The word that a comment is on. The prose has no other. */
const WORD = 'zebra';
const PROSE =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said'.split(
    ' ',
  );
const EDITS = 200;
/** How often the comment is followed on the way. */
const EVERY = 20;

/** Three chances, each between 0 and 1: the kind of an edit, its paragraph, and its word. */
const chances = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 0.999, noNaN: true })));
const paragraph = fc.array(fc.constantFrom(...PROSE), { minLength: 6, maxLength: 30 });

const write = (paragraphs: readonly (readonly string[])[]): string =>
  `${paragraphs.map((words) => words.join(' ')).join('\n\n')}\n`;

/** Edits paragraphs in place, and keeps the word. */
function edit(paragraphs: string[][], [kind = 0, where = 0, which = 0]: number[]): void {
  const index = Math.floor(where * paragraphs.length);
  const words = paragraphs[index] as string[];
  const at = Math.floor(which * words.length);
  const other = PROSE[Math.floor(which * PROSE.length)] as string;
  const isKept = words[at] === WORD;
  if (kind < 0.35) words.splice(at, 0, other);
  else if (kind < 0.6) {
    if (!isKept && words.length > 3) words.splice(at, 1);
  } else if (kind < 0.85) {
    if (!isKept) words[at] = other;
  } else if (kind < 0.9) paragraphs.splice(index, 0, [...words.filter((word) => word !== WORD), other]);
  else if (kind < 0.95) {
    if (!words.includes(WORD)) paragraphs.splice(index, 1);
  } else {
    paragraphs.splice(index, 1);
    paragraphs.splice(Math.floor(which * (paragraphs.length + 1)), 0, words);
  }
}

test('a comment on a word stays on it through 200 edits that keep the word, and is outdated after one that does not', () => {
  const draw = fc.record({
    paragraphs: fc.array(paragraph, { minLength: 3, maxLength: 14 }),
    place: chances,
    edits: fc.array(chances, { minLength: EDITS, maxLength: EDITS }),
  });
  fc.assert(
    fc.property(draw, ({ paragraphs: drawn, place: [where = 0, which = 0], edits }) => {
      const paragraphs = drawn.map((words) => [...words]);
      const index = Math.floor(where * paragraphs.length);
      const words = paragraphs[index] as string[];
      words.splice(Math.floor(which * (words.length + 1)), 0, WORD);
      const old = write(paragraphs);
      const key = parseMarkdown(old).document.nodes[index]?.key ?? '';
      const start = words.join(' ').indexOf(WORD);
      const anchor: BlockAnchor = { key, range: { start, end: start + WORD.length, quote: WORD } };
      const follow = (): BlockAnchor | undefined =>
        followAnchors({ old, current: write(paragraphs) }, [anchor])[0];
      for (const [at, one] of edits.entries()) {
        edit(paragraphs, one);
        if (at % EVERY !== EVERY - 1) continue;
        const found = follow();
        expect(found).toBeDefined();
        const located = locateAnchor(write(paragraphs), found as BlockAnchor) as { text: string };
        expect(located.text.slice(found?.range?.start, found?.range?.end)).toBe(WORD);
      }
      for (const one of paragraphs) if (one.includes(WORD)) one.splice(one.indexOf(WORD), 1, 'horse');
      expect(follow()).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test('a short word whose paragraph is gone is not taken for the same word elsewhere', () => {
  const old = 'It is an old one.\n\nOther words.\n';
  const key = parseMarkdown(old).document.nodes[0]?.key ?? '';
  const anchor = { key, range: { start: 6, end: 8, quote: 'an' } };
  expect(followAnchors({ old, current: 'Other words.\n\nTake an axe.\n' }, [anchor])).toEqual([undefined]);
});
