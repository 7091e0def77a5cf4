import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Hash } from '../tree/hash.ts';
import { type DocumentParts, inspectSource } from './document-facts.ts';
import { insertParts, readSources } from './facts.repository.ts';

/** The number of documents that one statement reads or stores. */
export const COMPUTED_AT_ONCE = 50;

/**
 * Computes and stores parts of documents: a newer release may compute more than is stored. Missing documents are
 * skipped. Yields to the event loop after each document.
 */
export async function computeParts(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, DocumentParts>> {
  const computed = new Map<Hash, DocumentParts>();
  // Transactions that compute the same documents wait for each other and never in a circle.
  const ordered = [...hashes].sort();
  for (let start = 0; start < ordered.length; start += COMPUTED_AT_ONCE) {
    const wanted = ordered.slice(start, start + COMPUTED_AT_ONCE);
    const sources = await readSources(db, organizationId, wanted);
    const batch: [Hash, DocumentParts][] = [];
    for (const hash of wanted) {
      const source = sources.get(hash);
      if (!source) continue;
      batch.push([hash, inspectSource(source).parts]);
      await nextTurn();
    }
    await insertParts(db, organizationId, batch);
    for (const [hash, parts] of batch) computed.set(hash, parts);
  }
  return computed;
}
