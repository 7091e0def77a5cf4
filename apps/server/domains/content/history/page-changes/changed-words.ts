import type { Hash } from '@lectern/content/tree/hash';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { Context } from '../../../../platform/context.ts';
import { limitEntries } from '../../../../platform/http/entry-limit.ts';
import { MAX_LENGTH_IN_PLACE } from '../../../../platform/threads/run-by-size.ts';
import { runInThread, tooBusyToRender } from '../../revisions/document-reads.ts';
import { countChangedWordsTask, type SourcePair, type WordCounts } from './count-changed-words.ts';

/** The documents of a page in two revisions; undefined: it has none. */
export interface DocumentPair {
  before: Hash | undefined;
  after: Hash | undefined;
}

/** The bytes of the sources that one request compares. The words of further pages are counted by later requests. */
const MAX_COMPARED = 8_000_000;
/** The bytes of the sources that one thread compares at a time. */
const BATCH = 200_000;
/** Documents that are read at once. */
const READ_AT_ONCE = 20;

/** Counts the changed words of pages. Documents never change, so what was counted once is kept. */
export class ChangedWords {
  readonly #threads: Context['threads'];
  readonly #store: ContentStore;
  readonly #known = new LRUCache<string, WordCounts>(limitEntries(50_000));

  constructor({ threads }: Pick<Context, 'threads'>, store: ContentStore) {
    this.#threads = threads;
    this.#store = store;
  }

  /** Undefined for pages beyond the limit of a request. */
  async count(organizationId: string, pairs: readonly DocumentPair[]): Promise<(WordCounts | undefined)[]> {
    const keyOf = ({ before, after }: DocumentPair): string =>
      `${organizationId}/${before ?? ''}/${after ?? ''}`;
    const counts = pairs.map((pair) =>
      pair.before === pair.after ? { added: 0, removed: 0 } : this.#known.get(keyOf(pair)),
    );
    const missing = [...counts.keys()].filter((at) => counts[at] === undefined);
    for await (const { positions, sources } of this.#readBatches(organizationId, pairs, missing)) {
      for (const [n, count] of (await this.#countSources(sources)).entries()) {
        const at = positions[n] as number;
        counts[at] = count;
        this.#known.set(keyOf(pairs[at] as DocumentPair), count);
      }
    }
    return counts;
  }

  /** None if they could not be counted in time. */
  async #countSources(sources: readonly SourcePair[]): Promise<WordCounts[]> {
    if (sizeOf(sources) <= MAX_LENGTH_IN_PLACE) return countChangedWordsTask.run(sources);
    try {
      return await runInThread(this.#threads, countChangedWordsTask, sources);
    } catch (error) {
      if (tooBusyToRender.matches(error)) return [];
      throw error;
    }
  }

  async *#readBatches(
    organizationId: string,
    pairs: readonly DocumentPair[],
    positions: readonly number[],
  ): AsyncGenerator<{ positions: number[]; sources: SourcePair[] }> {
    let left = MAX_COMPARED;
    let batch: { positions: number[]; sources: SourcePair[] } = { positions: [], sources: [] };
    const read = (hash: Hash | undefined): Promise<Buffer | undefined> =>
      hash === undefined ? Promise.resolve(undefined) : this.#store.getSource(organizationId, hash);
    for (let start = 0; start < positions.length && left > 0; start += READ_AT_ONCE) {
      const some = positions.slice(start, start + READ_AT_ONCE);
      const sources = await Promise.all(
        some.map(async (at) => {
          const { before, after } = pairs[at] as DocumentPair;
          const [old, current] = await Promise.all([read(before), read(after)]);
          return { before: old, after: current };
        }),
      );
      for (const [n, source] of sources.entries()) {
        batch.positions.push(some[n] as number);
        batch.sources.push(source);
        left -= sizeOf([source]);
        if (sizeOf(batch.sources) < BATCH && left > 0) continue;
        yield batch;
        batch = { positions: [], sources: [] };
        if (left <= 0) return;
      }
    }
    if (batch.sources.length > 0) yield batch;
  }
}

const sizeOf = (sources: readonly SourcePair[]): number =>
  sources.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
