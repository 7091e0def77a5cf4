import type { JSONDocument } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { describe, expect, test } from 'vitest';
import { type ComparedBlock, compareBlocks } from './compare-blocks.ts';
import { compareWords } from './compare-words.ts';

const parse = (markdown: string): JSONDocument['nodes'] => parseMarkdown(markdown).document.nodes;
const compare = (before: string, after: string): ComparedBlock[] =>
  compareBlocks(parse(before), parse(after));
const typesOf = (blocks: readonly ComparedBlock[]): string[] => blocks.map(({ type }) => type);

describe('the words of a text', () => {
  test('that were replaced, added or removed are marked', () => {
    expect(compareWords('Run the old command now.', 'Run the new command.')).toEqual([
      { type: 'equal', text: 'Run the ' },
      { type: 'removed', text: 'old' },
      { type: 'added', text: 'new' },
      { type: 'equal', text: ' command' },
      { type: 'removed', text: ' now' },
      { type: 'equal', text: '.' },
    ]);
  });

  test('that were replaced one after the other are one change', () => {
    expect(compareWords('a red fox runs', 'a brown dog runs')).toEqual([
      { type: 'equal', text: 'a ' },
      { type: 'removed', text: 'red fox' },
      { type: 'added', text: 'brown dog' },
      { type: 'equal', text: ' runs' },
    ]);
  });

  test('without spaces between them are compared by character', () => {
    expect(compareWords('文書を読む', '文書を書く')).toEqual([
      { type: 'equal', text: '文書を' },
      { type: 'removed', text: '読む' },
      { type: 'added', text: '書く' },
    ]);
  });

  test('give both texts back', () => {
    const words = ['one', 'two', ' ', ', ', 'three', '\n', '😀', 'é'];
    let seed = 7;
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    };
    const text = (): string =>
      Array.from({ length: random() % 12 }, () => words[random() % words.length]).join('');
    for (let round = 0; round < 500; round++) {
      const [before, after] = [text(), text()];
      const segments = compareWords(before, after);
      const without = (left: string): string =>
        segments.map(({ type, text: part }) => (type === left ? '' : part)).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }
  });
});

describe('the blocks of two versions', () => {
  test('are equal, changed, added and removed', () => {
    const blocks = compare(
      '# Title\n\nFirst words here.\n\nGoes away entirely.\n\n* item\n',
      '# Title\n\nFirst new words here.\n\n* item\n\n***\n',
    );
    expect(typesOf(blocks)).toEqual(['changed', 'removed', 'equal', 'added']);
    expect(blocks[0]).toMatchObject({
      before: { index: 0, type: 'paragraph' },
      after: { index: 0 },
      texts: [{ segments: [{ text: 'First ' }, { type: 'added', text: 'new ' }, { text: 'words here.' }] }],
    });
    expect(blocks[1]?.texts).toEqual([{ segments: [{ type: 'removed', text: 'Goes away entirely.' }] }]);
  });

  test('that changed place are moved, and stand where they are now', () => {
    const blocks = compare('One.\n\nTwo.\n\nThree.\n', 'Two.\n\nThree.\n\nOne.\n');
    expect(typesOf(blocks)).toEqual(['equal', 'equal', 'moved']);
    expect(blocks[2]).toMatchObject({ before: { index: 0 }, after: { index: 2 } });
  });

  test('whose marks alone changed are changed in their formatting', () => {
    const [block] = compare('Some words.\n', 'Some **words**.\n');
    expect(block).toMatchObject({ type: 'changed', onlyFormatting: true });
  });

  test('are compared item by item and cell by cell', () => {
    const [list] = compare(
      '* one thing\n* two things\n* three\n',
      '* one thing\n* two new things\n* three\n',
    );
    expect(list?.texts?.map(({ segments }) => segments.map(({ type }) => type).join())).toEqual([
      'equal',
      'equal,added,equal',
      'equal',
    ]);
    const [table] = compare('| A | B |\n| - | - |\n| a | b |\n', '| A | B |\n| - | - |\n| a | c |\n');
    expect(table?.texts?.at(-1)?.segments).toEqual([
      { type: 'removed', text: 'b' },
      { type: 'added', text: 'c' },
    ]);
  });

  test('of different kinds are no change of each other', () => {
    expect(typesOf(compare('Text.\n', '```\nText.\n```\n'))).toEqual(['removed', 'added']);
  });

  test('are equal although a heading before them has taken their anchor', () => {
    expect(typesOf(compare('## Setup\n', '### Setup\n\n## Setup\n'))).toEqual(['added', 'equal']);
  });

  test('are each listed once', () => {
    const before = parse(Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of many.\n`).join('\n'));
    const after = [...before].reverse();
    const blocks = compareBlocks(before, after);
    expect(blocks.flatMap(({ before: side }) => side?.index ?? []).sort((a, b) => a - b)).toEqual([
      ...before.keys(),
    ]);
    expect(blocks.flatMap(({ after: side }) => side?.index ?? [])).toEqual([...after.keys()]);
  });
});
