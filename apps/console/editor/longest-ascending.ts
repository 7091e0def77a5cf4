/** The longest increasing subsequence by the second numbers of pairs that are sorted by the first. */
export function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, [, place]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[1] < place) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  }
  const found: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number)
    found.push(pairs[at] as [number, number]);
  return found.reverse();
}
