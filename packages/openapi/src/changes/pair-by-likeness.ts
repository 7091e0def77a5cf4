/** Functions that return the features by which values of the earlier and of the later list are paired. */
type Features<One> = readonly [(one: One) => readonly string[], (one: One) => readonly string[]];

/** Features, which may depend on the values that are not paired yet. */
export type Likeness<One> = Features<One> | ((gone: readonly One[], come: readonly One[]) => Features<One>);

interface Pairing<One> {
  /** In the order of the later list. */
  pairs: [One, One][];
  gone: One[];
  come: One[];
}

/** Pairs the values of two lists in linear time. The surest likenesses come first. */
export function pairByLikeness<One>(
  old: readonly One[],
  now: readonly One[],
  likenesses: readonly Likeness<One>[],
): Pairing<One> {
  const found = new Map<One, One>();
  const come = new Set(now);
  let gone = [...old];
  for (const likeness of likenesses) {
    if (gone.length === 0 || come.size === 0) break;
    const [likenessOfOld, likenessOfNow] =
      typeof likeness === 'function' ? likeness(gone, [...come]) : likeness;
    const candidates = new Map<string, One[]>();
    for (const one of come)
      for (const key of likenessOfNow(one)) {
        const known = candidates.get(key);
        if (known) known.push(one);
        else candidates.set(key, [one]);
      }
    for (const list of candidates.values()) list.reverse();
    const takeCandidate = (key: string): One | undefined => {
      const list = candidates.get(key) ?? [];
      for (let next = list.pop(); next !== undefined; next = list.pop()) if (come.delete(next)) return next;
      return undefined;
    };
    gone = gone.filter((one) => {
      for (const key of likenessOfOld(one)) {
        const other = takeCandidate(key);
        if (other === undefined) continue;
        found.set(other, one);
        return false;
      }
      return true;
    });
  }
  const pairs = now.flatMap((other): [One, One][] => {
    const one = found.get(other);
    return one === undefined ? [] : [[one, other]];
  });
  return { pairs, gone, come: [...come] };
}
