import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../../db/schema.ts';
import type { Hash } from '../tree/hash.ts';
import { type DocumentFacts, type DocumentParts, inspectSource } from './document-facts.ts';
import { findSource, insertParts, readParts } from './facts.repository.ts';

/** What is computed of documents, in memory. */
export interface FactsStore {
  /**
   * One part of each of the documents; what no one computed under the current version is computed now. Sections and
   * references are read anew each time: who needs them often keeps what it makes of them.
   */
  load<Name extends keyof DocumentParts>(
    organizationId: string,
    name: Name,
    hashes: Iterable<Hash>,
  ): Promise<(hash: Hash) => DocumentParts[Name] | undefined>;
  /** Keeps what was just computed and stored. */
  keep(organizationId: string, hash: Hash, parts: DocumentParts): void;
}

/** Of facts in memory, roughly. */
const MEMORY_BYTES = 64_000_000;

/** How many documents one statement asks for. */
const BATCH = 1000;

export function createFactsStore(db: Kysely<DB>): FactsStore {
  // Front matter is whatever somebody wrote: a count alone would bound nothing.
  const cache = new LRUCache<string, DocumentFacts>({
    max: 50_000,
    maxSize: MEMORY_BYTES,
    sizeCalculation: (facts) => 200 + 2 * JSON.stringify(facts).length,
  });

  /** A newer release may compute more than what is stored. */
  async function compute(organizationId: string, hash: Hash): Promise<DocumentParts> {
    const source = await findSource(db, organizationId, hash);
    if (!source) throw new Error(`The document ${hash} is missing.`);
    const { parts } = inspectSource(source);
    await insertParts(db, organizationId, [[hash, parts]]);
    return parts;
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
      for (const hash of batch)
        found.set(hash, stored.get(hash) ?? (await compute(organizationId, hash))[name]);
    }
  }

  return {
    async load<Name extends keyof DocumentParts>(organizationId: string, name: Name, hashes: Iterable<Hash>) {
      const found = new Map<Hash, DocumentParts[Name]>();
      const keyOf = (hash: Hash): string => `${organizationId}/${hash}`;
      const missing: Hash[] = [];
      for (const hash of new Set(hashes)) {
        const facts = name === 'facts' ? cache.get(keyOf(hash)) : undefined;
        if (facts) found.set(hash, facts as DocumentParts[Name]);
        else missing.push(hash);
      }
      await read(organizationId, name, missing, found);
      if (name === 'facts')
        for (const hash of missing) cache.set(keyOf(hash), found.get(hash) as DocumentFacts);
      return (hash) => found.get(hash);
    },
    keep: (organizationId, hash, { facts }) => cache.set(`${organizationId}/${hash}`, facts),
  };
}
