import type { Transaction } from 'kysely';
import { computeParts } from '../../content/facts/compute-parts.ts';
import type { DocumentParts } from '../../content/facts/document-facts.ts';
import { type NewDocument, readParts } from '../../content/facts/facts.repository.ts';
import type { FactsStore } from '../../content/facts/facts-store.ts';
import type { Hash } from '../../content/tree/hash.ts';
import type { DB } from '../../db/schema.ts';

/** The parts of a document that are indexed. */
export type IndexedParts = Pick<DocumentParts, 'facts' | 'sections'>;

/** Reads the parts of many documents at once. */
export type ReadIndexedParts = (hashes: Hash[]) => Promise<Map<Hash, IndexedParts>>;

/** Parts of stored documents, outside of a transaction. */
export const createStoredPartsReader =
  (store: FactsStore, organizationId: string): ReadIndexedParts =>
  async (hashes) => {
    const factsOf = await store.load(organizationId, 'facts', hashes);
    const sectionsOf = await store.load(organizationId, 'sections', hashes);
    return new Map(
      hashes.map((hash) => [hash, { facts: factsOf(hash) ?? {}, sections: sectionsOf(hash) ?? [] }]),
    );
  };

/**
 * Parts of documents that have just come, and of stored ones. In a transaction all of it is read through `trx`: who
 * holds a connection must not wait for another one.
 */
export const createPartsReader =
  (
    trx: Transaction<DB>,
    organizationId: string,
    newDocuments: ReadonlyMap<Hash, NewDocument>,
  ): ReadIndexedParts =>
  async (hashes) => {
    const found = new Map<Hash, IndexedParts>();
    const stored: Hash[] = [];
    for (const hash of new Set(hashes)) {
      const parts = newDocuments.get(hash)?.parts;
      if (parts) found.set(hash, parts);
      else stored.push(hash);
    }
    if (stored.length === 0) return found;
    const facts = await readParts(trx, organizationId, 'facts', stored);
    const sections = await readParts(trx, organizationId, 'sections', stored);
    const missing = stored.filter((hash) => !facts.has(hash) || !sections.has(hash));
    const computed = await computeParts(trx, organizationId, missing);
    for (const hash of stored) {
      const [known, texts] = [facts.get(hash), sections.get(hash)];
      const parts = known && texts ? { facts: known, sections: texts } : computed.get(hash);
      if (!parts) throw new Error(`The document ${hash} is missing.`);
      found.set(hash, parts);
    }
    return found;
  };
