/** A value that is a literal in a script. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | typeof UNKNOWN
  | readonly Literal[]
  | { readonly [key: string]: Literal };

/** The value of an expression whose result is known only if the script runs. */
export const UNKNOWN: unique symbol = Symbol('unknown');

export const isLiteralList = (value: Literal | undefined): value is readonly Literal[] =>
  Array.isArray(value);

export const isLiteralRecord = (value: Literal | undefined): value is { readonly [key: string]: Literal } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const literalText = (value: Literal | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
