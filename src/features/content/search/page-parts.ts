import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { type DocumentParts, inspectSource } from '../facts/document-facts.ts';
import { findSource, insertParts, type NewDocument, readParts } from '../facts/facts.repository.ts';
import type { Hash } from '../tree/hash.ts';

/** What is indexed of a document. */
export type IndexedParts = Pick<DocumentParts, 'facts' | 'sections'>;

/** Reads the parts of many documents at once. */
export type ReadIndexedParts = (hashes: Hash[]) => Promise<Map<Hash, IndexedParts>>;

/**
 * Parts of documents that have just come, and of stored ones. In a transaction all of it is read through `trx`: who
 * holds a connection must not wait for another one.
 */
export const createPartsReader =
  (
    trx: Kysely<DB> | Transaction<DB>,
    organizationId: string,
    newDocuments: ReadonlyMap<Hash, NewDocument> = new Map(),
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
    for (const hash of stored) {
      const [known, texts] = [facts.get(hash), sections.get(hash)];
      found.set(hash, known && texts ? { facts: known, sections: texts } : await computeParts(hash));
    }
    return found;

    /** A newer release may compute more than what is stored. */
    async function computeParts(hash: Hash): Promise<IndexedParts> {
      const source = await findSource(trx, organizationId, hash);
      if (!source) throw new Error(`The document ${hash} is missing.`);
      const { parts } = inspectSource(source);
      await insertParts(trx, organizationId, [[hash, parts]]);
      return parts;
    }
  };
