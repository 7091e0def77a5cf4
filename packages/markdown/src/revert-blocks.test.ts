import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { revertBlocks } from './revert-blocks.ts';

/** The keys of the blocks of a source whose text contains a word. */
const keysOf = (source: string, word: string): string[] => {
  const { document, blocks } = parseMarkdown(source);
  return document.nodes.flatMap((node, n) => {
    const { start, end } = blocks[n] as { start: number; end: number };
    return source.slice(start, end).includes(word) && node.key ? [node.key] : [];
  });
};
const revert = (old: string, current: string, word: string): string =>
  revertBlocks({ old, current }, new Set([...keysOf(old, word), ...keysOf(current, word)])).source;

const OLD = `# Title

Setext heading
--------------

*  item   one
*  item __two__

Last   line with  \\
a break.
`;

test('a block that was changed comes back with its bytes', () => {
  const current = OLD.replace('item __two__', 'item **three**').replace('a break', 'a change');
  expect(revert(OLD, current, 'item')).toBe(OLD.replace('a break', 'a change'));
});

test('a block that was deleted comes back with its bytes, where it stood', () => {
  const current = OLD.replace('Setext heading\n--------------\n\n', '');
  expect(revert(OLD, current, 'Setext')).toBe(OLD);
});

test('a source keeps its line ends', () => {
  const current = OLD.replace('__two__', '**three**').replaceAll('\n', '\r\n');
  expect(revert(OLD, current, 'item')).toBe(OLD.replaceAll('\n', '\r\n'));
});

test('bytes that would mean something else are not taken over', () => {
  // Two lists with the same marker would be one.
  const old = '* one\n\n---\n\n* two\n';
  const current = '* one\n\nbetween\n';
  const { source } = revertBlocks(
    { old, current },
    new Set([...keysOf(old, 'two'), ...keysOf(current, 'between')]),
  );
  expect(parseMarkdown(source).document.nodes.map(({ type }) => type)).toEqual([
    'list-unordered',
    'list-unordered',
  ]);
});

test('a footnote that another page part uses under the same name is not mixed up', () => {
  const old = 'First[^1].\n\nOther.\n\n[^1]: Old note.\n';
  const current = 'Changed.\n\nOther[^1].\n\n[^1]: New note.\n';
  const source = revert(old, current, 'First');
  expect(source).toContain('Old note.');
  expect(source).toContain('New note.');
});
