import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BestHits, type Hit, type LastResult } from './best-hits.ts';
import type { OpenedIndex } from './search-store.ts';

const hitOf = (spaceId: string, pageId: string, score: number): Hit => ({
  space: { spaceId, title: spaceId },
  index: {} as OpenedIndex,
  page: { pageId, segment: 0, page: 0, score, match: 'page', sections: [] },
});

/** Some spaces, each with its hits as search gives them: best first, equal ones by id. */
const spaces = fc
  .array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 }), { maxLength: 12 })
  .map((all) =>
    all.map((scores, space) =>
      scores
        .sort((left, right) => right - left)
        .map((score, page) => hitOf(`s${space}`, `p${String(page).padStart(3, '0')}`, score)),
    ),
  );

test('pieces put together are all hits in their order, each once', () => {
  fc.assert(
    fc.property(spaces, fc.integer({ min: 1, max: 9 }), (hits, limit) => {
      const all: Hit[] = [];
      let after: LastResult | undefined;
      for (;;) {
        const best = new BestHits(after, limit);
        for (const some of hits) best.add(some);
        const list = best.list();
        expect(list.length).toBeLessThanOrEqual(limit + 1);
        all.push(...list.slice(0, limit));
        const last = list[limit - 1];
        if (!last || list.length <= limit) break;
        const { score, pageId } = last.page;
        after = { score, spaceId: last.space.spaceId, pageId, rank: all.length };
      }
      const expected = hits
        .flat()
        .sort(
          (left, right) =>
            right.page.score - left.page.score ||
            (left.space.spaceId < right.space.spaceId
              ? -1
              : left.space.spaceId > right.space.spaceId
                ? 1
                : 0) ||
            (left.page.pageId < right.page.pageId ? -1 : 1),
        );
      expect(all).toEqual(expected);
    }),
  );
});

test('of a space whose hits all rank behind the best ones, one is looked at', () => {
  let looked = 0;
  function* hitsOf(spaceId: string, score: number): Generator<Hit> {
    for (let page = 0; page < 100; page += 1) {
      looked += 1;
      yield hitOf(spaceId, `p${String(page).padStart(3, '0')}`, score);
    }
  }
  const best = new BestHits(undefined, 10);
  best.add(hitsOf('best', 2));
  expect(looked).toBe(11);
  for (let space = 0; space < 50; space += 1) best.add(hitsOf(`s${space}`, 1));
  expect(looked).toBe(11 + 50);
  expect(best.list().map(({ space }) => space.spaceId)).toEqual(Array(11).fill('best'));
});
