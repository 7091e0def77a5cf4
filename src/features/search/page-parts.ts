import type { Kysely, Transaction } from 'kysely';
import { computeParts } from '../../content/facts/compute-parts.ts';
import { type NewDocument, readPartTexts } from '../../content/facts/facts.repository.ts';
import { createInspectSources, type PartTexts } from '../../content/facts/inspect-sources.ts';
import type { Hash } from '../../content/tree/hash.ts';
import type { DB } from '../../db/schema.ts';
import type { Threads } from '../../threads/threads.ts';

/** The parts of a document that are indexed, as JSON: only the thread that writes the index reads them. */
export type IndexedTexts = Pick<PartTexts, 'facts' | 'sections'>;

/** Reads the parts of many documents at once. */
export type ReadIndexedTexts = (hashes: Hash[]) => Promise<ReadonlyMap<Hash, IndexedTexts>>;

/**
 * Parts of documents that have just come, and of stored ones. In a transaction all of it is read through `db`: who
 * holds a connection must not wait for another one.
 */
export function createTextsReader(
  db: Kysely<DB> | Transaction<DB>,
  threads: Threads,
  organizationId: string,
  newDocuments: ReadonlyMap<Hash, NewDocument> = new Map(),
): ReadIndexedTexts {
  const inspectSources = createInspectSources(threads);
  return async (hashes) => {
    const found = new Map<Hash, IndexedTexts>();
    const stored: Hash[] = [];
    for (const hash of new Set(hashes)) {
      const texts = newDocuments.get(hash)?.texts;
      if (texts) found.set(hash, texts);
      else stored.push(hash);
    }
    if (stored.length === 0) return found;
    const known = await readPartTexts(db, organizationId, ['facts', 'sections'], stored);
    const missing = stored.filter((hash) => !known.has(hash));
    const computed = await computeParts(db, inspectSources, organizationId, missing);
    for (const hash of stored) {
      const texts = known.get(hash) ?? computed.get(hash);
      if (!texts) throw new Error(`The document ${hash} is missing.`);
      found.set(hash, texts);
    }
    return found;
  };
}
