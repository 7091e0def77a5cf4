import { type Json, listOf } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';

/** Keywords that a combination of schemas can have several times, because they cannot be merged. */
export type Statement = 'pattern' | 'not' | 'contains' | 'if';
export const STATEMENTS: readonly Statement[] = ['pattern', 'not', 'if', 'contains'];

export interface Stated {
  part: Json;
  /** The place of the part in the combined schema. */
  path: string[];
}

/** Lists the parts of a combined schema that have a keyword. */
export const listStated = (schema: Json, keyword: Statement): Stated[] =>
  [
    { part: schema, path: [] },
    ...listOf(schema.allOf).map((part, n) => ({ part: part as Json, path: ['allOf', String(n)] })),
  ].filter(({ part }) => isObject(part) && part[keyword] !== undefined);
