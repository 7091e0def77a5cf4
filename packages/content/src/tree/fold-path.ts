/** A path without regard to case and Unicode form; NFKC also makes one of the many kinds of space. */
export const foldPath = (path: string): string => path.normalize('NFKC').toLowerCase();

/** A map in which the first of several equal keys counts. */
export function firstOfEach<Value>(entries: Iterable<readonly [string, Value]>): Map<string, Value> {
  const map = new Map<string, Value>();
  for (const [key, value] of entries) if (!map.has(key)) map.set(key, value);
  return map;
}
