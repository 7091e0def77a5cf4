import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPages } from '../../../../bench/merge.ts';
import { createChance } from '../../../../bench/prose.ts';
import { whyNoCorpora } from '../../../../test/git-fixtures.ts';
import { HAND_WRITTEN_BLOCKS, writePage } from '../../../../test/hand-written-blocks.ts';
import { readCorporaPages, readHandWrittenPages } from '../../../markdown/test/corpora-pages.ts';
import { type EditWay, editWord, listWords, type WordPlace } from '../../../markdown/test/word-edits.ts';
import type { Sides } from './conflicts.ts';
import { type MergedSource, mergeSources } from './merge-sources.ts';

const RUNS = { numRuns: process.env.LECTERN_SOAK ? 5000 : 20 };

const merge = (sides: Sides<string>): MergedSource => mergeSources(sides, () => undefined);

/** A change of the word at a place: the new text. */
const EDITS: Record<string, (word: string, mark: string) => string> = {
  replace: (_, mark) => mark,
  extend: (word, mark) => `${word}${mark}`,
  add: (word, mark) => `${word} ${mark}`,
  addBefore: (word, mark) => `${mark} ${word}`,
  replaceByTwo: (_, mark) => `${mark} and`,
};

const pages = fc
  .record({
    kinds: fc.array(fc.constantFrom(...Object.keys(HAND_WRITTEN_BLOCKS)), { minLength: 1, maxLength: 3 }),
    isCrLf: fc.boolean(),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  })
  .map(({ kinds, isCrLf, seed }) => {
    const page = writePage(kinds, createChance(seed));
    return isCrLf ? page.replaceAll('\n', '\r\n') : page;
  });

const WORD = /\bw\d+\b/g;

interface Change {
  at: number;
  edit: string;
  mark: string;
}

/** Changes some of the numbered words of a page. */
function change(page: string, changes: readonly Change[]): string {
  let at = -1;
  return page.replace(WORD, (word) => {
    at++;
    return changes
      .filter((each) => each.at === at)
      .reduce((text, { edit, mark }) => EDITS[edit]?.(text, mark) ?? '', word);
  });
}

const edits = fc.constantFrom(...Object.keys(EDITS));
const places = fc.nat(10_000);
const countWords = (page: string): number => page.match(WORD)?.length ?? 0;

test('edits of different words of the same blocks merge to the bytes of both', () => {
  fc.assert(
    fc.property(pages, places, places, edits, edits, (base, first, second, left, right) => {
      const count = countWords(base);
      const at = { ours: first % count, theirs: second % count };
      fc.pre(at.ours !== at.theirs);
      // Both sides insert between the same two words.
      const isBetween = (one: string, two: string): boolean => one === 'add' && two === 'addBefore';
      fc.pre(!(at.theirs === at.ours + 1 && isBetween(left, right)));
      fc.pre(!(at.ours === at.theirs + 1 && isBetween(right, left)));
      const ours = { at: at.ours, edit: left, mark: 'ours' };
      const theirs = { at: at.theirs, edit: right, mark: 'theirs' };
      const sides = { base, ours: change(base, [ours]), theirs: change(base, [theirs]) };
      expect(merge(sides)).toEqual({ source: change(base, [ours, theirs]), conflicts: [] });
      expect(merge({ base, ours: sides.theirs, theirs: sides.ours }).source).toBe(
        change(base, [ours, theirs]),
      );
    }),
    RUNS,
  );
});

test('edits of the same word are a conflict that shows both', () => {
  fc.assert(
    fc.property(pages, places, edits, edits, (base, place, left, right) => {
      const at = place % countWords(base);
      // An addition next to a word that the other side replaces is another place.
      fc.pre(
        left.startsWith('add') === right.startsWith('add') && (!left.startsWith('add') || left === right),
      );
      const ours = change(base, [{ at, edit: left, mark: 'ours' }]);
      const theirs = change(base, [{ at, edit: right, mark: 'theirs' }]);
      const { conflicts } = merge({ base, ours, theirs });
      expect(conflicts).toHaveLength(1);
      expect(conflicts[0]?.ours).toContain('ours');
      expect(conflicts[0]?.theirs).toContain('theirs');
      expect(merge({ base, ours: theirs, theirs: ours }).conflicts).toHaveLength(1);
    }),
    RUNS,
  );
});

/** Words between blanks on lines of prose, not in tags, code or targets. */
const PROSE_WORD = /(?<=^| )[A-Za-z]{3,}(?=[.,]? |[.,]?$)/gm;

function placesOf(page: string): number[] {
  const body = page.startsWith('---') ? page.indexOf('\n---', 3) + 4 : 0;
  const places = Array.from(page.matchAll(PROSE_WORD), ({ index }) => index);
  return places.filter((at) => {
    const line = page.slice(page.lastIndexOf('\n', at) + 1, at);
    return at > body && !/^#\s|^\s*(?:```|~~~|\{%|---)|[<\]{&]|\\/.test(line);
  });
}

function replaceAt(page: string, changes: readonly [number, string][]): string {
  return [...changes]
    .sort(([left], [right]) => right - left)
    .reduce((text, [at, word]) => text.slice(0, at) + word + text.slice(at).replace(/^[A-Za-z]+/, ''), page);
}

describe.skipIf(whyNoCorpora)('pages of real repositories', () => {
  test('two words of a page that two sides replace are both there', () => {
    const chance = createChance(41);
    const found = readPages().map(({ path, base }) => ({ path, base, at: placesOf(base) }));
    const writable = found.filter(({ at }) => at.length > 1);
    expect(writable.length).toBeGreaterThan(300);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(chance() * values.length)] as Value;
    const failed: string[] = [];
    for (let run = 0; run < (process.env.LECTERN_SOAK ? 3000 : 10); run++) {
      const { path, base, at } = pick(writable);
      const [first, second] = [pick(at), pick(at)];
      if (first === second) continue;
      const ours = replaceAt(base, [[first, 'ourword']]);
      const theirs = replaceAt(base, [[second, 'theirword']]);
      const both = replaceAt(base, [
        [first, 'ourword'],
        [second, 'theirword'],
      ]);
      const merged = merge({ base, ours, theirs });
      if (merged.conflicts.length > 0 || merged.source !== both) failed.push(`${path} ${first} ${second}`);
      const contested = merge({ base, ours, theirs: replaceAt(base, [[first, 'theirword']]) });
      const [conflict] = contested.conflicts;
      if (!conflict?.ours.includes('ourword') || !conflict.theirs.includes('theirword'))
        failed.push(`${path} ${first}`);
    }
    expect(failed).toEqual([]);
  }, 600_000);
});

function countWordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether a text has each word as often as the changes of both sides together make it. */
function hasBoth(sides: Sides<string>, merged: string): boolean {
  const [base, ours, theirs, now] = [sides.base, sides.ours, sides.theirs, merged].map(countWordsOf);
  const words = new Set([base, ours, theirs, now].flatMap((counts) => [...(counts?.keys() ?? [])]));
  const count = (counts: Map<string, number> | undefined, word: string): number => counts?.get(word) ?? 0;
  return [...words].every(
    (word) => count(now, word) === count(ours, word) + count(theirs, word) - count(base, word),
  );
}

describe.each([
  ['written by hand', readHandWrittenPages, undefined],
  ['of real repositories', readCorporaPages, whyNoCorpora],
])('pages %s', (_, read, why) => {
  test.skipIf(why)(
    'have the words that two writers change through documents, blocks and splices, or both in a conflict',
    () => {
      const chance = createChance(43);
      const pick = <Value>(values: readonly Value[]): Value =>
        values[Math.floor(chance() * values.length)] as Value;
      const found = read().map(({ path, source }) => ({ path, base: source, words: listWords(source) }));
      const failed: string[] = [];
      for (let run = 0; run < (process.env.LECTERN_SOAK ? 500 : 2); run++) {
        const { path, base, words } = pick(found.filter((page) => page.words.length > 1));
        const [first, second] = [pick(words), pick(words)];
        const ways = [pick(WAYS), pick(WAYS)] as const;
        if (first === second) continue;
        const write = (place: WordPlace, other: string, way: EditWay): string =>
          editWord(base, { ...place, other }, way, chance);
        const ours = write(first, 'ourword', ways[0]);
        const theirs = write(second, 'theirword', ways[1]);
        const name = `${path} ${ways} ${JSON.stringify([first, second])}`;
        const merged = merge({ base, ours, theirs });
        if (merged.conflicts.length > 0 || !hasBoth({ base, ours, theirs }, merged.source)) failed.push(name);
        const [conflict] = merge({ base, ours, theirs: write(first, 'theirword', ways[1]) }).conflicts;
        if (!conflict?.ours.includes('ourword') || !conflict.theirs.includes('theirword'))
          failed.push(`${name}: the same word`);
      }
      expect(failed).toEqual([]);
    },
    600_000,
  );
});

const WAYS: readonly EditWay[] = ['document', 'blocks', 'splice'];
