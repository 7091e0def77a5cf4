/** The top of a scale: a number that is easy to halve, at least this large. */
export function findTop(largest: number): number {
  if (largest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}

/** `12,345` */
export const showNumber = (value: number): string => value.toLocaleString('en-US');
