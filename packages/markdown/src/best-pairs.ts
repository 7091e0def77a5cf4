/**
 * The pairs of two sequences that do not cross and gain most together, in order. `gainOf`: what pairing two elements
 * gains, 0 if they must not be paired. Time and memory grow with the product of the lengths: the caller bounds it.
 */
export function findBestPairs(
  { height, width }: { height: number; width: number },
  gainOf: (row: number, column: number) => number,
): [row: number, column: number][] {
  const gains = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => gainOf(row, column)),
  );
  const gain = (row: number, column: number): number => gains[row]?.[column] ?? 0;
  const best = Array.from({ length: height + 1 }, () => new Float64Array(width + 1));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = height - 1; row >= 0; row--)
    for (let column = width - 1; column >= 0; column--) {
      const paired = gain(row, column) === 0 ? 0 : gain(row, column) + at(row + 1, column + 1);
      (best[row] as Float64Array)[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < height && column < width; ) {
    const value = gain(row, column);
    if (value > 0 && at(row, column) === value + at(row + 1, column + 1)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
