import { expect, test } from 'vitest';
import { compareLines, foldLines } from './source-lines.ts';

const shown = (before: string, after: string): string[] =>
  compareLines(before, after).map(
    ({ type, text, before: old, after: current }) =>
      `${{ equal: ' ', added: '+', removed: '-' }[type]} ${old ?? ''}|${current ?? ''} ${text}`,
  );

test('a changed line is removed and added, between the lines that both have', () => {
  expect(shown('a\nb\nc\n', 'a\nx\nc\n')).toEqual(['  1|1 a', '- 2| b', '+ |2 x', '  3|3 c']);
});

test('a page that is new or deleted has only lines of one kind', () => {
  expect(shown('', 'a\nb\n')).toEqual(['+ |1 a', '+ |2 b']);
  expect(shown('a\n', '')).toEqual(['- 1| a']);
});

test('the lines of both versions are complete and in order', () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  for (let round = 0; round < 200; round += 1) {
    const text = (): string => Array.from({ length: random(12) }, () => `${'abcdef'[random(6)]}\n`).join('');
    const [before, after] = [text(), text()];
    const lines = compareLines(before, after);
    const sideOf = (other: string): string =>
      lines.flatMap(({ type, text: line }) => (type === other ? [] : [`${line}\n`])).join('');
    expect([sideOf('added'), sideOf('removed')]).toEqual([before, after]);
  }
});

test('unchanged lines far from a change are folded', () => {
  const before = Array.from({ length: 20 }, (_, n) => `${n}`).join('\n');
  const parts = foldLines(compareLines(before, before.replace('\n10\n', '\nten\n')));
  expect(parts.map((part) => ('lines' in part ? part.lines.length : -part.hidden.length))).toEqual([
    -7, 8, -6,
  ]);
});
