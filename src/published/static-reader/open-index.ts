import type { IndexRoot, TermShard, TextFile } from './index-format.ts';

/** The index of a space. What was loaded is kept. */
export interface OpenIndex {
  root: IndexRoot;
  /** The terms that begin with one of these texts, as far as so many shards hold them. */
  loadTerms(beginnings: readonly string[]): Promise<TermShard>;
  /** The texts that hold a section. */
  loadText(section: number): Promise<TextFile>;
}

/** Shards that are loaded for one beginning; with a single letter, a word has only been begun. */
const MAX_SHARDS = 4;
const ONE_LETTER = /^[\x21-\x7e]$/;

export async function openIndex(load: (file: string) => Promise<unknown>): Promise<OpenIndex> {
  const kept = new Map<string, Promise<unknown>>();
  /** What fails is asked for again the next time. */
  const loadOnce = <T>(file: string): Promise<T> => {
    const loading = kept.get(file) ?? load(file);
    kept.set(file, loading);
    loading.catch(() => kept.delete(file));
    return loading as Promise<T>;
  };
  const root = await loadOnce<IndexRoot>('index.json');
  return {
    root,
    async loadTerms(beginnings) {
      const shards = new Set(beginnings.flatMap((beginning) => findShards(root.terms, beginning)));
      const loaded = await Promise.all([...shards].map((shard) => loadOnce<TermShard>(`t${shard}.json`)));
      return loaded.flat().filter(([term]) => beginnings.some((beginning) => term.startsWith(beginning)));
    },
    loadText: (section) => loadOnce(`s${lastUpTo(root.texts, section)}.json`),
  };
}

/** The shards that can have terms of this beginning. */
function findShards(firstTerms: readonly string[], beginning: string): number[] {
  const found: number[] = [];
  const from = Math.max(0, lastUpTo(firstTerms, beginning));
  const most = ONE_LETTER.test(beginning) ? 1 : MAX_SHARDS;
  for (let shard = from; shard < firstTerms.length && found.length < most; shard += 1) {
    const first = firstTerms[shard] as string;
    if (shard > from && !first.startsWith(beginning)) break;
    found.push(shard);
  }
  return found;
}

/** The place of the last value that is not greater; -1: all are greater. */
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
