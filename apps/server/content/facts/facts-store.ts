import type { DocumentFacts, DocumentParts } from '@lectern/content/facts/document-facts';
import type { Hash } from '@lectern/content/tree/hash';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import { MeteredCache } from '../../platform/metrics/metered-cache.ts';
import type { Threads } from '../../platform/threads/threads.ts';
import { computeParts } from './compute-parts.ts';
import { readParts } from './facts.repository.ts';
import { MAX_BATCH_SOURCES, type PartTexts } from './inspect-sources.ts';

/** Computes results from documents and caches them in memory. */
export interface FactsStore {
  /**
   * Loads one part of each document; parts not yet computed under the current version are computed now. Sections and
   * references are read from the database each time: their users often cache what they derive from them.
   */
  load<Name extends keyof DocumentParts>(
    organizationId: string,
    name: Name,
    hashes: Iterable<Hash>,
  ): Promise<(hash: Hash) => DocumentParts[Name] | undefined>;
  /** Caches facts that were just computed and stored. */
  keep(organizationId: string, hash: Hash, facts: DocumentFacts): void;
}

/** The approximate memory for cached facts. */
const MEMORY_BYTES = 64_000_000;

/** The number of documents in one query. */
const BATCH = 1000;

export function createFactsStore(db: Kysely<DB>, threads: Pick<Threads, 'run'>): FactsStore {
  // Users can write front matter of any size: a count alone would not limit the memory.
  const cache = new MeteredCache<string, DocumentFacts>('facts', {
    maxSize: MEMORY_BYTES,
    sizeCalculation: (facts) => 1000 + 2 * JSON.stringify(facts).length,
  });

  /** Computations in progress: after an upgrade several callers request all documents of a space at once. */
  const computing = new Map<string, Promise<Map<Hash, PartTexts>>>();
  const keyOf = (organizationId: string, hash: Hash): string => `${organizationId}/${hash}`;

  async function compute(organizationId: string, hashes: readonly Hash[]): Promise<Map<Hash, PartTexts>> {
    const keys = hashes.map((hash) => keyOf(organizationId, hash));
    const begun = new Set(keys.flatMap((key) => computing.get(key) ?? []));
    const own = hashes.filter((_, at) => !computing.has(keys[at] as string));
    const work = computeParts(db, threads, organizationId, own);
    for (const hash of own) computing.set(keyOf(organizationId, hash), work);
    try {
      const computed = await Promise.all([work, ...begun]);
      return new Map(computed.flatMap((parts) => [...parts]));
    } finally {
      for (const hash of own) computing.delete(keyOf(organizationId, hash));
    }
  }

  async function read<Name extends keyof DocumentParts>(
    organizationId: string,
    name: Name,
    hashes: readonly Hash[],
    found: Map<Hash, DocumentParts[Name]>,
  ): Promise<void> {
    for (let start = 0; start < hashes.length; start += BATCH) {
      const batch = hashes.slice(start, start + BATCH);
      const stored = await readParts(db, organizationId, name, batch);
      for (const [hash, part] of stored) found.set(hash, part);
      const missing = batch.filter((hash) => !stored.has(hash));
      for (let next = 0; next < missing.length; next += MAX_BATCH_SOURCES) {
        const wanted = missing.slice(next, next + MAX_BATCH_SOURCES);
        const computed = await compute(organizationId, wanted);
        for (const hash of wanted) {
          const texts = computed.get(hash);
          if (!texts) throw new Error(`The document ${hash} is missing.`);
          found.set(hash, JSON.parse(texts[name]));
        }
      }
    }
  }

  return {
    async load<Name extends keyof DocumentParts>(organizationId: string, name: Name, hashes: Iterable<Hash>) {
      const found = new Map<Hash, DocumentParts[Name]>();
      const missing: Hash[] = [];
      for (const hash of new Set(hashes)) {
        const facts = name === 'facts' ? cache.get(keyOf(organizationId, hash)) : undefined;
        if (facts) found.set(hash, facts as DocumentParts[Name]);
        else missing.push(hash);
      }
      await read(organizationId, name, missing, found);
      if (name === 'facts')
        for (const hash of missing) cache.set(keyOf(organizationId, hash), found.get(hash) as DocumentFacts);
      return (hash) => found.get(hash);
    },
    keep: (organizationId, hash, facts) => cache.set(keyOf(organizationId, hash), facts),
  };
}
