/** Returns the name that a misspelled one most likely means: the one with the fewest differing characters. */
export function findNearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = countEdits(text.toLowerCase(), name.toLowerCase());
    if (!nearest || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest?.name;
}

/** Longer words are cut: nobody misspells a name by that much. */
const MAX_LENGTH = 64;

/** Counts the characters to insert, delete, replace or swap with their neighbor to turn one word into the other. */
function countEdits(from: string, to: string): number {
  const [a, b] = [from.slice(0, MAX_LENGTH), to.slice(0, MAX_LENGTH)];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}
