import { describe, expect, it } from 'vitest';
import { whyNoCorpora } from '../../../../test/git-fixtures.ts';
import { createRandom } from '../../../../test/random.ts';
import { drawColumnEdits } from '../../test/column-draws.ts';
import { readCorporaPages, readHandWrittenPages } from '../../test/corpora-pages.ts';
import { moveAtRandom } from '../../test/moved-blocks.ts';
import { editAtRandom } from '../../test/structure-edits.ts';
import { describeTallies, drawWordEdits } from '../../test/word-edits.ts';

const DRAWS = 5000;
const SEQUENCES = 200;

describe('an edited page', () => {
  describe.each([
    ['written by hand', readHandWrittenPages, undefined],
    ['of real repositories', readCorporaPages, whyNoCorpora],
  ])('%s', (name, read, why) => {
    it.skipIf(why).each(['document', 'blocks', 'splice'] as const)(
      'changes in the line of the word that was changed through: %s',
      (way) => {
        const seed = Date.now() % 1_000_000;
        const random = createRandom(seed);
        const { tallies, wide, outside } = drawWordEdits({ pages: read(), draws: DRAWS, random, way });
        const lines = describeTallies(tallies);
        console.log(`Seed ${seed}, ${name}, ${way}, edits of one line by type of block: ${lines}`);
        expect(outside).toEqual([]);
        expect(wide.length, wide.join('\n')).toBeLessThanOrEqual(DRAWS / 100);
      },
    );
  });

  it('is what the source says after any sequence of operations', () => {
    const seed = Date.now() % 1_000_000;
    const random = createRandom(seed);
    const pages = [...readHandWrittenPages(), ...(whyNoCorpora ? [] : readCorporaPages())];
    console.log(`Seed ${seed}`);
    for (let n = 0; n < SEQUENCES; n++) {
      const page = pages[Math.floor(random() * pages.length)]!;
      expect(editAtRandom(page, 30, random)).toEqual([]);
    }
  });

  it('keeps the text of blocks that move from one container to another', () => {
    const seed = Date.now() % 1_000_000;
    const pages = [...readHandWrittenPages(), ...(whyNoCorpora ? [] : readCorporaPages())];
    const { moves, rewritten, faults } = moveAtRandom({ pages, draws: DRAWS, random: createRandom(seed) });
    console.log(`Seed ${seed}, ${moves} moves, ${rewritten.length} written anew`);
    expect(faults).toEqual([]);
    expect(rewritten.length, rewritten.join('\n')).toBeLessThanOrEqual(moves / 50);
  });

  it('keeps all other text when a column of a table comes, goes, moves or is aligned', () => {
    const seed = Date.now() % 1_000_000;
    const pages = [...readHandWrittenPages(), ...(whyNoCorpora ? [] : readCorporaPages())];
    const { edits, faults, rewritten } = drawColumnEdits({ pages, draws: DRAWS, random: createRandom(seed) });
    console.log(`Seed ${seed}, ${edits} edits of columns, ${rewritten.length} with cells written anew`);
    expect(faults).toEqual([]);
    expect(rewritten.length, rewritten.join('\n')).toBeLessThanOrEqual(edits / 50);
  });
});
