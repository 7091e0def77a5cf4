import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChance } from '../../../../bench/prose.ts';
import { type Decision, writeContestedPage } from '../../../../test/fixtures/content/merge/contested-page.ts';
import type { ConflictAnswer, SourceConflict } from './conflicts.ts';
import { mergeSources } from './merge-sources.ts';

const RUNS = { numRuns: process.env.LECTERN_SOAK ? 300 : 20 };
const DECISIONS: Decision[] = ['ours', 'theirs', 'both', 'text'];

test.each([
  ['{% code title="TITLE" %}\n```js\ncall();\n```\n{% endcode %}', 'the line that opens a block'],
  ['```LANGUAGE\ncall();\n\nreturn;\n```', 'the line that opens code'],
])('both cannot be kept of %j: it is %s', (block) => {
  const write = (word: string): string => `# Title\n\n${block.replace(/[A-Z]{5,}/, word)}\n`;
  const sides = { base: write('base'), ours: write('ours'), theirs: write('theirs') };
  const { conflicts } = mergeSources(sides, () => ({ choice: 'both' }));
  expect(conflicts).toMatchObject([{ canKeepBoth: false }]);
  expect(mergeSources(sides, () => ({ choice: 'theirs' })).source).toBe(sides.theirs);
});

test('whatever is chosen in conflicts, the page has exactly that, and every other byte of both sides', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
      const chance = createChance(seed);
      const { sides, count, blockOf, answer, expected } = writeContestedPage(chance, { most: 4 });
      const { conflicts } = mergeSources(sides, () => undefined);
      expect(conflicts.map(blockOf)).toEqual(Array.from({ length: count }, (_, n) => n));
      const decided = conflicts.map((conflict: SourceConflict) => ({
        conflict,
        decision: DECISIONS[Math.floor(chance() * DECISIONS.length)] as Decision,
      }));
      const answers = new Map<string, ConflictAnswer>(
        decided.map(({ conflict, decision }) => [conflict.id, answer(conflict, decision)]),
      );
      const merged = mergeSources(sides, ({ id }) => answers.get(id));
      expect(merged.conflicts).toEqual([]);
      expect(merged.source).toMatch(expected(decided));
    }),
    RUNS,
  );
});
