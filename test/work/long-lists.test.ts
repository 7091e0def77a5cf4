import { writeSummary } from '@lectern/git/layout/write-summary';
import { convertHtml } from '@lectern/import/html/convert-html';
import type { Block } from '@lectern/markdown/document';
import { appendTo, largestOf } from '@lectern/std/long-lists';
import { expect, test } from 'vitest';
import { compareBlocks } from '../../apps/server/domains/content/history/page-changes/compare-blocks.ts';
import { findHunks } from '../../packages/content/src/merge/find-hunks.ts';
import type { Piece } from '../../packages/content/src/merge/pieces.ts';

/** More than a call can have arguments. */
const LENGTH = 200_000;

const each = <Item>(make: (i: number) => Item): Item[] => Array.from({ length: LENGTH }, (_, i) => make(i));

const paragraph = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

test('lists of any length are joined and searched', () => {
  const numbers = each((i) => i);
  const joined: number[] = [];
  appendTo(joined, numbers);
  expect(joined).toHaveLength(LENGTH);
  expect(largestOf(numbers, 0)).toBe(LENGTH - 1);
});

test('a page of very many blocks is merged after all of them were deleted or replaced', () => {
  const base = each((i): Piece => ({ text: `${i}\n`, lead: '', kind: 'paragraph' }));
  const replaced = base.map((piece) => ({ ...piece, text: `new ${piece.text}` }));
  expect(findHunks({ base, side: [] })).toHaveLength(LENGTH);
  expect(findHunks({ base, side: replaced })).toHaveLength(LENGTH);
});

test('a page of very many blocks is compared with an empty one', () => {
  const blocks = each((i) => paragraph(String(i)));
  expect(compareBlocks(blocks, [])).toHaveLength(LENGTH);
  expect(compareBlocks([], blocks)).toHaveLength(LENGTH);
});

test('HTML with very many blocks is converted', () => {
  const html = `<div>${'<p>a'.repeat(LENGTH)}</div>`;
  expect(convertHtml(html, { path: 'a.html' }).markdown.match(/^a$/gm)).toHaveLength(LENGTH);
});

test('very many lines before the first entry of a table of contents are kept', () => {
  const text = '<!-- a comment -->\n'.repeat(LENGTH);
  const item = { id: 'a', type: 'document' as const, title: 'a', href: 'a.md', children: [] };
  const written = writeSummary({
    text: `${text}* [a](a.md)\n`,
    before: [item],
    lines: new Map([['a', { line: LENGTH, endLine: LENGTH + 1 }]]),
    after: [{ ...item, title: 'b' }],
  });
  expect(written).toBe(`${text}* [b](a.md)\n`);
});
