/** Returns the number of typos allowed in a word of this length: one from four letters on, two from eight. */
export const editsAllowed = (word: string): number => {
  const { length } = [...word];
  return length < 4 ? 0 : length < 8 ? 1 : 2;
};

/**
 * Whether at most this many edits turn one word into the other: an inserted, deleted or replaced letter, or two swapped
 * neighbors.
 */
export function isWithinEdits(left: string, right: string, maximum: number): boolean {
  const from = [...left];
  const to = [...right];
  if (Math.abs(from.length - to.length) > maximum) return false;
  let above2: number[] = [];
  let above: number[] = to.map((_, i) => i);
  above.push(to.length);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let value = Math.min(
        (above[j - 1] as number) + (isSame ? 0 : 1),
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        value = Math.min(value, (above2[j - 2] as number) + 1);
      row.push(value);
    }
    if (Math.min(...row) > maximum) return false;
    above2 = above;
    above = row;
  }
  return (above[to.length] as number) <= maximum;
}
