/**
 * How PostgreSQL's 64-bit integers arrive: as numbers, which is what sizes and counts are. One that a
 * number cannot hold exactly arrives as a bigint rather than as a wrong number.
 */
export const valueTypes = {
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
