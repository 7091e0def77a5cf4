import { describe, expect, it } from 'vitest';
import { whyNoCorpora } from '../../../../test/git-fixtures.ts';
import { createRandom } from '../../../../test/random.ts';
import { readCorporaPages, readHandWrittenPages } from '../../test/corpora-pages.ts';
import { describeTallies, drawWordEdits } from '../../test/word-edits.ts';

const DRAWS = 5000;

describe('thousands of words that are changed', () => {
  it.each([
    ['pages written by hand', readHandWrittenPages, undefined],
    ['pages of real repositories', readCorporaPages, whyNoCorpora],
  ])('change their lines alone in %s', (name, read, why) => {
    if (why) return;
    const seed = Date.now() % 1_000_000;
    const { tallies, wide, outside } = drawWordEdits({
      pages: read(),
      draws: DRAWS,
      random: createRandom(seed),
    });
    console.log(`Seed ${seed}, ${name}, edits of one line by type of block: ${describeTallies(tallies)}`);
    expect(outside).toEqual([]);
    expect(wide.length, wide.join('\n')).toBeLessThanOrEqual(DRAWS / 100);
  });
});
