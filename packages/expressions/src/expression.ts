/** In characters. Text that is longer is refused before it is read. */
export const MAX_LENGTH = 1024;

/** Plain data: what JSON can hold, and undefined for what is missing. */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [name: string]: Value };

export type EqualityOperator = '===' | '!==' | '==' | '!=';
export type OrderOperator = '<' | '<=' | '>' | '>=';
export type LogicalOperator = '&&' | '||' | '??';

/** Methods that call a function for each item of a list. */
export const ITERATING_METHODS = ['some', 'every', 'filter'] as const;
/** Methods with one argument that is a value. */
export const SEARCHING_METHODS = ['includes', 'startsWith', 'endsWith'] as const;
/** Methods without arguments. */
export const PLAIN_METHODS = ['toLowerCase'] as const;

export type IteratingMethod = (typeof ITERATING_METHODS)[number];
type SearchingMethod = (typeof SEARCHING_METHODS)[number];
type PlainMethod = (typeof PLAIN_METHODS)[number];

/** An expression as a tree, without the positions in its text. `?.` is not part of it: `.` never fails either. */
export type Expression =
  | { kind: 'literal'; value: undefined | null | boolean | number | string }
  | { kind: 'list'; items: readonly Expression[] }
  | { kind: 'name'; name: string }
  /** `Date.now()`: the current time in milliseconds. */
  | { kind: 'current-time' }
  /** `Date.parse(text)`: the time that a text names, in milliseconds. */
  | { kind: 'time-of'; text: Expression }
  | { kind: 'member'; object: Expression; name: string }
  | { kind: 'element'; object: Expression; index: Expression }
  | { kind: 'plain-call'; object: Expression; method: PlainMethod }
  | { kind: 'searching-call'; object: Expression; method: SearchingMethod; argument: Expression }
  | {
      kind: 'iterating-call';
      object: Expression;
      method: IteratingMethod;
      parameter: string;
      body: Expression;
    }
  | { kind: 'not'; operand: Expression }
  | { kind: 'equality'; operator: EqualityOperator; left: Expression; right: Expression }
  | { kind: 'order'; operator: OrderOperator; left: Expression; right: Expression }
  | { kind: 'in'; left: Expression; right: Expression }
  | { kind: 'logical'; operator: LogicalOperator; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; yes: Expression; no: Expression };
