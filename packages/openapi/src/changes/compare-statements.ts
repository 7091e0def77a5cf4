import type { Json } from '../resolve.ts';
import { addForm } from './compare-limits.ts';
import type { FoundChanges } from './found-changes.ts';
import { likenessesOfContents } from './liken-contents.ts';
import { listStated, STATEMENTS, type Stated, type Statement } from './list-statements.ts';
import { type Likeness, pairByLikeness } from './pair-by-likeness.ts';
import type { SchemaPairs } from './schema-pairs.ts';
import type { Direction } from './spec-change.ts';

/** Compares patterns, negations, conditions and what lists contain, in whatever order the parts of a schema state them. */
export function compareStatements(
  schemas: SchemaPairs,
  found: FoundChanges,
  before: Json,
  after: Json,
): void {
  for (const keyword of STATEMENTS) {
    const [old, now] = [listStated(before, keyword), listStated(after, keyword)];
    if (old.length === 0 && now.length === 0) continue;
    const likenesses: Likeness<Stated>[] =
      keyword === 'pattern'
        ? [[patternOf, patternOf]]
        : likenessesOfContents<Stated>(schemas.digests, ({ part }, digests, form) =>
            digests.digestStatement(part, keyword, form),
          );
    const { pairs, gone, come } = pairByLikeness(old, now, [...likenesses, [() => [''], () => ['']]]);
    for (const [one, other] of pairs)
      comparePair(schemas, found.below(...other.path), keyword, [one.part, other.part]);
    for (const { path } of gone) addForm(found, [...path, keyword], false, true);
    for (const { path } of come) addForm(found, [...path, keyword], true, false);
  }
}

const patternOf = ({ part }: Stated): string[] => [String(part.pattern)];

function comparePair(
  schemas: SchemaPairs,
  found: FoundChanges,
  keyword: Statement,
  [before, after]: [Json, Json],
): void {
  const { direction } = found;
  const [old, now] = [before[keyword], after[keyword]];
  if (keyword === 'pattern') {
    if (old !== now) addForm(found, ['pattern'], false, false);
  } else if (keyword === 'contains')
    found.addInner(['contains'], schemas.differenceOf([old, now], direction));
  else if (keyword === 'not')
    // A stricter negated schema makes the schema less strict.
    found.addInner(['not'], schemas.differenceOf([old, now], reverse(direction)), { whole: 'negation' });
  else {
    found.addInner(['if'], schemas.differenceOf([old, now], direction), { whole: 'condition' });
    for (const name of ['then', 'else'])
      found.addInner([name], schemas.differenceOf([before[name], after[name]], direction));
  }
}

const reverse = (direction: Direction): Direction => (direction === 'request' ? 'response' : 'request');
