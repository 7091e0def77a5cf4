import { type Json, listOf } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import { addForm } from './compare-limits.ts';
import type { FoundChanges } from './found-changes.ts';
import { pairByLikeness } from './pair-by-likeness.ts';
import type { SchemaPairs } from './schema-pairs.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { Direction } from './spec-change.ts';

/** Keywords that a combination of schemas can have several times, because they cannot be merged. */
type Statement = 'pattern' | 'not' | 'contains' | 'if';
const STATEMENTS: readonly Statement[] = ['pattern', 'not', 'if', 'contains'];

interface Stated {
  part: Json;
  /** The place of the part in the combined schema. */
  path: string[];
}

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
    const likeness =
      (reader: SchemaReader) =>
      ({ part }: Stated): string[] => [
        keyword === 'pattern' ? String(part.pattern) : String(reader.digest(part[keyword])),
      ];
    const { pairs, gone, come } = pairByLikeness(old, now, [
      [likeness(schemas.before), likeness(schemas.after)],
      [() => [''], () => ['']],
    ]);
    for (const [one, other] of pairs)
      comparePair(schemas, found.below(...other.path), keyword, [one.part, other.part]);
    for (const { path } of gone) addForm(found, [...path, keyword], false, true);
    for (const { path } of come) addForm(found, [...path, keyword], true, false);
  }
}

const listStated = (schema: Json, keyword: Statement): Stated[] =>
  [
    { part: schema, path: [] },
    ...listOf(schema.allOf).map((part, n) => ({ part: part as Json, path: ['allOf', String(n)] })),
  ].filter(({ part }) => isObject(part) && part[keyword] !== undefined);

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
