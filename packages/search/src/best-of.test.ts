import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BestOf } from './best-of.ts';

it('keeps the best of what is offered, best first, in one order also when scores are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.nat(20), (scores, maximum) => {
      const best = new BestOf(maximum);
      for (const [place, score] of scores.entries()) if (score >= best.least) best.offer(place, score);
      const sorted = [...scores.keys()].sort(
        (one, other) => (scores[other] as number) - (scores[one] as number) || one - other,
      );
      expect(best.places()).toEqual(sorted.slice(0, maximum));
    }),
  );
});
