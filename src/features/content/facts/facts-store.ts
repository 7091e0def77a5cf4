import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../../db/schema.ts';
import type { Hash } from '../tree/hash.ts';
import { type DocumentFacts, inspectSource } from './document-facts.ts';
import { findSource, insertFacts, readFacts } from './facts.repository.ts';

/** The facts of documents, in memory. */
export interface FactsStore {
  /** Facts of all the documents; those that no one computed under the current version are computed now. */
  load(organizationId: string, hashes: Hash[]): Promise<(hash: Hash) => DocumentFacts>;
  /** Keeps what was just computed and stored. */
  keep(organizationId: string, hash: Hash, facts: DocumentFacts): void;
}

/** Of facts in memory, roughly. */
const MEMORY_BYTES = 64_000_000;

const NO_FACTS: DocumentFacts = {};

export function createFactsStore(db: Kysely<DB>): FactsStore {
  // Front matter is whatever somebody wrote: a count alone would bound nothing.
  const cache = new LRUCache<string, DocumentFacts>({
    max: 50_000,
    maxSize: MEMORY_BYTES,
    sizeCalculation: (facts) => 200 + 2 * JSON.stringify(facts).length,
  });

  /** A newer release may compute more than what is stored. */
  async function compute(organizationId: string, hash: Hash): Promise<DocumentFacts> {
    const source = await findSource(db, organizationId, hash);
    if (!source) throw new Error(`The document ${hash} is missing.`);
    const { facts } = inspectSource(source);
    await insertFacts(db, organizationId, [[hash, facts]]);
    return facts;
  }

  return {
    async load(organizationId, hashes) {
      const found = new Map<Hash, DocumentFacts>();
      const missing: Hash[] = [];
      for (const hash of new Set(hashes)) {
        const facts = cache.get(`${organizationId}/${hash}`);
        if (facts) found.set(hash, facts);
        else missing.push(hash);
      }
      if (missing.length > 0) {
        const stored = await readFacts(db, organizationId, missing);
        for (const hash of missing) {
          const facts = stored.get(hash) ?? (await compute(organizationId, hash));
          found.set(hash, facts);
          cache.set(`${organizationId}/${hash}`, facts);
        }
      }
      return (hash) => found.get(hash) ?? NO_FACTS;
    },
    keep: (organizationId, hash, facts) => cache.set(`${organizationId}/${hash}`, facts),
  };
}
