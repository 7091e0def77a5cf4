import process from 'node:process';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createChance } from '../../../../bench/prose.ts';
import { createGitMerge, editSource } from '../../../../test/merge-edits.ts';
import type { Sides } from './conflicts.ts';
import { type MergedSource, mergeSources } from './merge-sources.ts';

const git = createGitMerge();
afterAll(() => git.close());

/** Blocks of every kind; each word with a number occurs once in a page. */
const BLOCKS: ((n: number) => string)[] = [
  (n) => `Paragraph word${n} with\nsome more text line${n} in it.`,
  (n) => `## Heading head${n}`,
  (n) => `* item one${n}\n* item two${n}\n  * deep item three${n}\n* item four${n}`,
  (n) => `1. first one${n}\n2. second two${n}`,
  (n) => `| Name | Value |\n| --- | --- |\n| cell one${n} | two${n} |\n| cell three${n} | four${n} |`,
  (n) => `\`\`\`js\ncall one${n}\n\ncall two${n}\n\`\`\``,
  (n) => `{% hint style="info" %}\nInside word${n} here.\n\nAnd more${n} there.\n{% endhint %}`,
  (n) => `> quoted word${n}\n> quoted line${n}`,
  () => '***',
  (n) => `See [link${n}].\n\n[link${n}]: https://example.com/a${n}`,
];

const pages: fc.Arbitrary<string> = fc
  .record({
    kinds: fc.array(fc.nat(BLOCKS.length - 1), { minLength: 1, maxLength: 9 }),
    hasHead: fc.boolean(),
    hasTitle: fc.boolean(),
  })
  .map(({ kinds, hasHead, hasTitle }) => {
    const blocks = kinds.map((kind, n) => BLOCKS[kind]?.(n) ?? '');
    const head = hasHead ? '---\ndescription: about headword things\nicon: book\n---\n\n' : '';
    return `${head}${hasTitle ? '# The title\n\n' : ''}${blocks.join('\n\n')}\n`;
  });

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const counts = fc.integer({ min: 1, max: 5 });

/** A page and the versions that two writers made from it. */
const versions: fc.Arbitrary<Sides<string>> = fc
  .tuple(pages, seeds, seeds, counts, counts)
  .map(([base, left, right, ours, theirs]) => ({
    base,
    ours: editSource(base, { chance: createChance(left), mark: 'ours', edits: ours }),
    theirs: editSource(base, { chance: createChance(right), mark: 'theirs', edits: theirs }),
  }));

const merge = (sides: Sides<string>): MergedSource => mergeSources(sides, () => undefined);
const exchange = ({ base, ours, theirs }: Sides<string>): Sides<string> => ({
  base,
  ours: theirs,
  theirs: ours,
});

/** The words that are in no other place of a page. */
const wordsOf = (text: string): string[] => text.match(/[a-z]+\d+/g) ?? [];
const everything = ({ source, conflicts }: MergedSource): Set<string> =>
  new Set([source, ...conflicts.flatMap(({ ours, theirs }) => [ours, theirs])].flatMap(wordsOf));

const RUNS = { numRuns: process.env.LECTERN_SOAK ? 3000 : 50 };
/** For properties that once failed in one of 10,000 runs. */
const MANY_RUNS = { numRuns: process.env.LECTERN_SOAK ? 20_000 : 50 };

test('no word of a side is lost without a conflict that shows it', () => {
  fc.assert(
    fc.property(versions, (sides) => {
      const found = everything(merge(sides));
      const base = new Set(wordsOf(sides.base));
      const [ours, theirs] = [new Set(wordsOf(sides.ours)), new Set(wordsOf(sides.theirs))];
      for (const word of [...ours, ...theirs]) {
        // Words that the other side deleted are meant to be gone.
        const isDeleted = base.has(word) && !(ours.has(word) && theirs.has(word));
        if (!isDeleted) expect(found).toContain(word);
      }
    }),
    MANY_RUNS,
  );
});

test('a merge is deterministic, and without conflicts the same if the sides are exchanged', () => {
  fc.assert(
    fc.property(versions, (sides) => {
      const merged = merge(sides);
      expect(merge(sides)).toEqual(merged);
      const exchanged = merge(exchange(sides));
      const shownBy = ({ conflicts }: MergedSource): string[][] =>
        conflicts.map(({ base, ours, theirs }) => [base, ...[ours, theirs].sort()]).sort();
      expect(shownBy(exchanged)).toEqual(shownBy(merged));
      if (merged.conflicts.length === 0) expect(exchanged.source).toBe(merged.source);
    }),
    MANY_RUNS,
  );
});

test('answers for one side make what the opposite answers make of the exchanged sides', () => {
  fc.assert(
    fc.property(versions, (sides) => {
      const ours = mergeSources(sides, () => ({ choice: 'ours' }));
      const theirs = mergeSources(exchange(sides), () => ({ choice: 'theirs' }));
      expect([ours.conflicts, theirs.conflicts]).toEqual([[], []]);
      expect(theirs.source).toBe(ours.source);
    }),
    MANY_RUNS,
  );
});

test('merging with oneself or with an ancestor changes nothing', () => {
  fc.assert(
    fc.property(versions, ({ base, ours }) => {
      for (const [left, right] of [
        [ours, ours],
        [ours, base],
        [base, ours],
      ] as const)
        expect(merge({ base, ours: left, theirs: right })).toEqual({ source: ours, conflicts: [] });
    }),
    RUNS,
  );
});

test('what git merges by line is merged', () => {
  fc.assert(
    fc.property(versions, (sides) => {
      if (git.merge(sides.base, sides.ours, sides.theirs).conflicts > 0) return;
      expect(merge(sides).conflicts).toEqual([]);
    }),
    { numRuns: process.env.LECTERN_SOAK ? 3000 : 20 },
  );
});

test('blocks that only one side edits are merged exactly, as a model of the page says', () => {
  const edits = fc.array(
    fc.tuple(fc.constantFrom('ours', 'theirs', undefined), fc.constantFrom('edit', 'delete', 'add')),
    {
      minLength: 1,
      maxLength: 9,
    },
  );
  fc.assert(
    fc.property(edits, (changes) => {
      const write = (reader: string | undefined): string => {
        const blocks = changes.flatMap(([writer, change], n) => {
          const block = BLOCKS[n % 2 === 0 ? 0 : n % BLOCKS.length]?.(n) ?? '';
          if (reader === undefined || writer === undefined || (reader !== 'both' && writer !== reader))
            return [block];
          if (change === 'delete') return [];
          return change === 'edit' ? [block.replace(`${n}`, `new${n}`)] : [block, `Added after${n}.`];
        });
        return `${['# Title', 'Start.', ...blocks, 'End.'].join('\n\n')}\n`;
      };
      const merged = merge({ base: write(undefined), ours: write('ours'), theirs: write('theirs') });
      if (merged.conflicts.length === 0) expect(merged.source).toBe(write('both'));
      // Only what is added after a heading that the other side deletes may conflict.
      else expect(merged.conflicts.every(({ base }) => base.includes('## '))).toBe(true);
      expect(parseMarkdown(merged.source).title?.text).toBe('Title');
    }),
    RUNS,
  );
});

/** The orders in which three writers can come. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

test('three writers: no word of any of them is lost without a conflict that shows it', () => {
  fc.assert(
    fc.property(pages, fc.tuple(seeds, seeds, seeds), counts, (base, writers, edits) => {
      const written = writers.map((seed, n) =>
        editSource(base, { chance: createChance(seed), mark: `writer${'abc'[n]}`, edits }),
      ) as [string, string, string];
      const had = new Set(wordsOf(base));
      const kept = [...had].filter((word) => written.every((text) => wordsOf(text).includes(word)));
      const added = written.flatMap(wordsOf).filter((word) => !had.has(word));
      for (const [first, second, third] of ORDERS) {
        const both = merge({ base, ours: written[first], theirs: written[second] });
        const all = merge({ base, ours: both.source, theirs: written[third] });
        const found = new Set([...everything(both), ...everything(all)]);
        for (const word of [...kept, ...added]) expect(found).toContain(word);
      }
    }),
    // Each run merges in six orders.
    { numRuns: RUNS.numRuns / 5 },
  );
});

test('three writers: blocks that only one of them edits are merged exactly, in whatever order they come', () => {
  const edits = fc.array(fc.tuple(fc.nat(3), fc.constantFrom('edit', 'delete', 'add')), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(edits, (changes) => {
      /** `reader`: the writer whose changes the page has; undefined if it has none. */
      const write = (reader: number | 'all' | undefined): string => {
        const blocks = changes.flatMap(([writer, change], n) => {
          // Lists would be joined if the block between them is deleted; headings hold the text that is added after
          // them.
          const block = BLOCKS[n % 2 === 0 ? 0 : 5]?.(n) ?? '';
          if (reader === undefined || writer === 3 || (reader !== 'all' && writer !== reader)) return [block];
          if (change === 'delete') return [];
          return change === 'edit' ? [block.replace(`${n}`, `new${n}`)] : [block, `Added after${n}.`];
        });
        return `${['# Title', 'Start.', ...blocks, 'End.'].join('\n\n')}\n`;
      };
      const base = write(undefined);
      for (const [first, second, third] of ORDERS) {
        const both = merge({ base, ours: write(first), theirs: write(second) });
        const all = merge({ base, ours: both.source, theirs: write(third) });
        expect([...both.conflicts, ...all.conflicts]).toEqual([]);
        expect(all.source).toBe(write('all'));
      }
    }),
    RUNS,
  );
});
