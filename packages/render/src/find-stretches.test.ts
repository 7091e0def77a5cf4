import type { Block } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { describe, expect, test } from 'vitest';
import { findStretches, type Stretch } from './find-stretches.ts';

const read = (markdown: string): Block[] => parseMarkdown(markdown).document.nodes;

/** A page of a reference: headings, each with text and code. */
const reference = (headings: number, between = ''): Block[] =>
  read(
    Array.from(
      { length: headings },
      (_, n) => `## Part ${n}\n\n### Call ${n}\n\nText.\n\n\`\`\`\none\ntwo\nthree\n\`\`\`\n\n${between}`,
    ).join('\n'),
  );

const isStretch = (part: Block | Stretch): part is Stretch => 'blocks' in part;
const stretchesOf = (blocks: readonly Block[]): Block[][] =>
  findStretches(blocks).flatMap((part) => (isStretch(part) ? [part.blocks] : []));
const blocksOf = (blocks: readonly Block[]): Block[] =>
  findStretches(blocks).flatMap((part) => (isStretch(part) ? part.blocks : [part]));
const isHeading = (block: Block | undefined): boolean => block?.type.startsWith('heading-') === true;

describe('a long document', () => {
  test('is cut before headings, and keeps its blocks in their order', () => {
    const blocks = reference(100);
    expect(blocksOf(blocks)).toEqual(blocks);
    const stretches = stretchesOf(blocks);
    // 2 headings, a paragraph and three lines of code have about 20 rem: 80 are reached with five of them.
    expect(stretches.map(({ length }) => length).slice(1, 4)).toEqual([20, 20, 20]);
    for (const [first, second] of stretches.slice(1)) {
      expect(first?.type).toBe('heading-1');
      expect(second?.type).toBe('heading-2');
    }
  });

  test('has the blocks alone that are seen first, and those at its end', () => {
    const parts = findStretches(reference(100));
    expect(parts.findIndex(isStretch)).toBe(23);
    expect(parts.length - 1 - parts.findLastIndex(isStretch)).toBe(25);
  });

  test('is never cut directly after a heading', () => {
    for (const paragraphs of [0, 1, 2, 3]) {
      const blocks = [...read('Text.\n\n'.repeat(paragraphs)), ...reference(30)];
      let before: Block | undefined;
      for (const part of findStretches(blocks)) {
        if (isStretch(part)) expect(isHeading(before)).toBe(false);
        before = isStretch(part) ? part.blocks.at(-1) : part;
      }
    }
  });

  test('without headings is cut, too', () => {
    const stretches = stretchesOf(read('Text.\n\n'.repeat(200)));
    expect(stretches.map(({ length }) => length)).toEqual([57, 57, 7]);
  });

  test('has blocks alone that may do more than be read', () => {
    const blocks = reference(40, '{% tabs %}\n{% tab title="A" %}\nText.\n{% endtab %}\n{% endtabs %}\n');
    expect(blocksOf(blocks)).toEqual(blocks);
    expect(
      stretchesOf(blocks)
        .flat()
        .map(({ type }) => type),
    ).not.toContain('tabs');
    expect(findStretches(blocks).flatMap((part) => (isStretch(part) ? [] : [part.type]))).toContain('tabs');
  });
});

test('a page of usual length is one piece', () => {
  const blocks = reference(18);
  expect(blocks).toHaveLength(72);
  expect(findStretches(blocks)).toEqual(blocks);
});
