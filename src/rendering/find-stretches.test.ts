import { describe, expect, test } from 'vitest';
import type { Block } from '../content/documents/document.ts';
import { parseMarkdown } from '../content/documents/parse-markdown.ts';
import { findStretches } from './find-stretches.ts';

const read = (markdown: string): Block[] => parseMarkdown(markdown).document.nodes;

/** A page of a reference: headings, each with text and code. */
const reference = (headings: number, between = ''): Block[] =>
  read(
    Array.from(
      { length: headings },
      (_, n) => `## Part ${n}\n\n### Call ${n}\n\nText.\n\n\`\`\`\none\ntwo\nthree\n\`\`\`\n\n${between}`,
    ).join('\n'),
  );

const stretchesOf = (blocks: readonly Block[]): Block[][] =>
  findStretches(blocks).filter((part): part is Block[] => Array.isArray(part));
const isHeading = (block: Block | undefined): boolean => block?.type.startsWith('heading-') === true;

describe('a long document', () => {
  test('is cut before headings, and keeps its blocks in their order', () => {
    const blocks = reference(100);
    expect(findStretches(blocks).flat()).toEqual(blocks);
    const stretches = stretchesOf(blocks);
    // 2 headings, a paragraph and three lines of code have 14 lines: 60 are reached with five of them.
    expect(stretches.map(({ length }) => length).slice(0, 3)).toEqual([20, 20, 20]);
    for (const [first, second] of stretches) {
      expect(first?.type).toBe('heading-1');
      expect(second?.type).toBe('heading-2');
    }
  });

  test('has the blocks alone that are seen first', () => {
    const parts = findStretches(reference(100));
    expect(parts.findIndex((part) => Array.isArray(part))).toBe(20);
  });

  test('is never cut directly after a heading', () => {
    for (const paragraphs of [0, 1, 2, 3]) {
      const blocks = [...read('Text.\n\n'.repeat(paragraphs)), ...reference(30)];
      let before: Block | undefined;
      for (const part of findStretches(blocks)) {
        if (Array.isArray(part)) expect(isHeading(before)).toBe(false);
        before = Array.isArray(part) ? part.at(-1) : part;
      }
    }
  });

  test('without headings is cut, too', () => {
    const stretches = stretchesOf(read('Text.\n\n'.repeat(200)));
    expect(stretches.map(({ length }) => length)).toEqual([40, 40, 40, 40, 20]);
  });

  test('has blocks alone that may do more than be read', () => {
    const blocks = reference(40, '{% tabs %}\n{% tab title="A" %}\nText.\n{% endtab %}\n{% endtabs %}\n');
    expect(findStretches(blocks).flat()).toEqual(blocks);
    expect(
      stretchesOf(blocks)
        .flat()
        .map(({ type }) => type),
    ).not.toContain('tabs');
    expect(findStretches(blocks).flatMap((part) => (Array.isArray(part) ? [] : [part.type]))).toContain(
      'tabs',
    );
  });
});

test('a page of usual length is one piece', () => {
  const blocks = reference(14);
  expect(blocks).toHaveLength(56);
  expect(findStretches(blocks)).toEqual(blocks);
});
