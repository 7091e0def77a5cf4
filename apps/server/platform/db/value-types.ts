import { toJsonText } from './json-text.ts';

/** The encoding of values that the driver would treat otherwise. */
export const valueTypes = {
  /** JSON from files holds what `jsonb` refuses. */
  json: {
    to: 114,
    from: [114, 3802],
    serialize: toJsonText,
    parse: (text: string): unknown => JSON.parse(text),
  },
  /**
   * 64-bit integers arrive as numbers, which is what sizes and counts are. One that a number cannot hold exactly
   * arrives as a bigint rather than as a wrong number.
   */
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint): string => String(value),
    parse: (text: string): number | bigint => {
      const value = Number(text);
      return Number.isSafeInteger(value) ? value : BigInt(text);
    },
  },
};
