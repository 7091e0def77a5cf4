import type { IndexRoot, ShardKind, TermShard, TextFile } from './index-format.ts';

/** The index of a space. Loaded files are kept. */
export interface OpenIndex {
  root: IndexRoot;
  /** Loads the terms that begin with one of these texts, for each from at most so many shards. */
  loadTerms(kind: ShardKind, beginnings: readonly string[], most?: number): Promise<TermShard>;
  /** Loads the file of texts that contains a section; `first` is the number of its first section. */
  loadText(section: number): Promise<LoadedTexts>;
}

export interface LoadedTexts {
  first: number;
  pages: TextFile;
}

/**
 * The maximum number of shards that are loaded for one beginning. A single letter loads fewer, because its word has
 * only just begun.
 */
const MAX_SHARDS = 4;
const ONE_LETTER = /^[\x21-\x7e]$/;

export async function openIndex(load: (file: string) => Promise<unknown>): Promise<OpenIndex> {
  const kept = new Map<string, Promise<unknown>>();
  /** Files that failed to load are requested again the next time. */
  const loadOnce = <T>(file: string): Promise<T> => {
    const loading = kept.get(file) ?? load(file);
    kept.set(file, loading);
    loading.catch(() => kept.delete(file));
    return loading as Promise<T>;
  };
  const root = await loadOnce<IndexRoot>('index.json');
  let sections = 0;
  const firstSections = root.texts.map((count) => {
    sections += count;
    return sections - count;
  });
  return {
    root,
    async loadTerms(kind, beginnings, most = MAX_SHARDS) {
      const shards = new Set(
        beginnings.flatMap((beginning) => findShards(root.terms[kind], beginning, most)),
      );
      const loaded = await Promise.all(
        [...shards].map((shard) => loadOnce<TermShard>(`${kind}${shard}.json`)),
      );
      return loaded.flat().filter(([term]) => beginnings.some((beginning) => term.startsWith(beginning)));
    },
    async loadText(section) {
      const file = lastUpTo(firstSections, section);
      return { first: firstSections[file] ?? 0, pages: await loadOnce<TextFile>(`s${file}.json`) };
    },
  };
}

/** Finds the shards that can have terms that begin with `wanted`. */
function findShards(separators: readonly string[], wanted: string, most: number): number[] {
  const found: number[] = [];
  const from = Math.max(0, lastUpTo(separators, wanted));
  const limit = ONE_LETTER.test(wanted) ? 1 : most;
  for (let shard = from; shard < separators.length && found.length < limit; shard += 1) {
    if (shard > from && !separators[shard]?.startsWith(wanted)) break;
    found.push(shard);
  }
  return found;
}

/** Returns the position of the last value that is not greater than `wanted`; -1 if all are greater. */
function lastUpTo<T extends string | number>(values: readonly T[], wanted: T): number {
  let low = -1;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] as T) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
