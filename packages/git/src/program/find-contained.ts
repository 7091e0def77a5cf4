import type { RepositoryReader } from './repository.ts';

/** The commits that are fetched to find out whether one comes before another; after the last, it does not. */
export const HISTORY_DEPTHS = [16, 128, 1024, 8192];

export interface WantedCommits {
  /** The commits that are looked for in its history. */
  oids: ReadonlySet<string>;
  /** The one that must be found, if it is there; otherwise, the newest is enough. */
  required?: string | undefined;
}

/**
 * Finds commits in the history of another one, the newest first. Fetches as much of the history as necessary with
 * `deepen`, which gets the number of commits.
 */
export async function findContained(
  { readHistory }: Pick<RepositoryReader, 'readHistory'>,
  oid: string,
  { oids, required }: WantedCommits,
  deepen: (depth: number) => Promise<unknown>,
): Promise<string[]> {
  if (oids.size === 0) return [];
  for (const depth of [1, ...HISTORY_DEPTHS]) {
    if (depth > 1) await deepen(depth);
    const history = await readHistory(oid);
    const found = history.oids.filter((one) => oids.has(one));
    const isEnough = required === undefined ? found.length > 0 : found.includes(required);
    if (isEnough || history.isWhole || depth === HISTORY_DEPTHS.at(-1)) return found;
  }
  return [];
}
