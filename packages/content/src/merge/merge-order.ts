import { longestIncreasing } from './align-sequences.ts';
import type { Sides } from './conflicts.ts';

/**
 * Merges the order of ids of two lists. `members` says which ids are in the result; each of them must be in
 * `ours` or `theirs`. The result is the same if the sides are exchanged: what both insert at one place is in the order
 * of the ids, and of what both move, one side decides, by the content of its list.
 */
export function mergeOrder(orders: Sides<readonly string[]>, members: ReadonlySet<string>): string[] {
  const ours = orders.ours.filter((id) => members.has(id));
  const theirs = orders.theirs.filter((id) => members.has(id));
  const inOurs = new Set(ours);
  const inTheirs = new Set(theirs);
  const isCommon = (id: string): boolean => inOurs.has(id) && inTheirs.has(id);
  const common = mergeCommon({
    base: orders.base.filter(isCommon),
    ours: ours.filter(isCommon),
    theirs: theirs.filter(isCommon),
  });
  const runs = [...runsBehind(ours, isCommon), ...runsBehind(theirs, isCommon)].sort((left, right) =>
    (left.ids[0] as string) < (right.ids[0] as string) ? -1 : 1,
  );
  const behind = new Map<string | undefined, string[]>();
  for (const { anchor, ids } of runs) behind.set(anchor, [...(behind.get(anchor) ?? []), ...ids]);
  return [...(behind.get(undefined) ?? []), ...common.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

interface InsertedRun {
  /** The id before the run; undefined at the beginning. */
  anchor: string | undefined;
  ids: string[];
}

function runsBehind(ids: readonly string[], isCommon: (id: string) => boolean): InsertedRun[] {
  const runs: InsertedRun[] = [];
  let run: InsertedRun = { anchor: undefined, ids: [] };
  for (const id of ids) {
    if (isCommon(id)) {
      run = { anchor: id, ids: [] };
      continue;
    }
    if (run.ids.length === 0) runs.push(run);
    run.ids.push(id);
  }
  return runs;
}

/** Merges two orders of the same ids; `base` may hold only some of them. */
function mergeCommon({ base, ours, theirs }: Sides<readonly string[]>): readonly string[] {
  const movedByOurs = movedIds(base, ours);
  const movedByTheirs = movedIds(base, theirs);
  if (movedByTheirs.size === 0) return ours;
  if (movedByOurs.size === 0) return theirs;
  if (isEqual(ours, theirs)) return ours;
  const isOursFirst = ours.join(' ') < theirs.join(' ');
  const [first, second] = isOursFirst ? [ours, theirs] : [theirs, ours];
  const [movedByFirst, movedBySecond] = isOursFirst
    ? [movedByOurs, movedByTheirs]
    : [movedByTheirs, movedByOurs];
  const isMoved = (id: string): boolean => movedBySecond.has(id) && !movedByFirst.has(id);
  const kept = first.filter((id) => !isMoved(id));
  const behind = new Map(runsBehind(second, (id) => !isMoved(id)).map(({ anchor, ids }) => [anchor, ids]));
  return [...(behind.get(undefined) ?? []), ...kept.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

/** The fewest ids whose removal leaves the others in the order of the base. Ids that are new to it count as moved. */
function movedIds(base: readonly string[], side: readonly string[]): Set<string> {
  const positions = new Map(base.map((id, position) => [id, position]));
  const known = side.filter((id) => positions.has(id));
  const kept = new Set(
    longestIncreasing(known.map((id) => positions.get(id) as number)).map((at) => known[at]),
  );
  return new Set(side.filter((id) => !kept.has(id)));
}

const isEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, position) => id === right[position]);
