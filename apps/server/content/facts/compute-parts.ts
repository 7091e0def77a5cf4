import type { Hash } from '@lectern/content/tree/hash';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import type { Threads } from '../../platform/threads/threads.ts';
import { insertPartTexts, readSourceBatch } from './facts.repository.ts';
import {
  type InspectedSource,
  inspectSources,
  MAX_BATCH_BYTES,
  MAX_BATCH_SOURCES,
  type PartTexts,
} from './inspect-sources.ts';

/**
 * Computes and stores parts of documents: a newer release may compute more than is stored. Missing documents are
 * skipped. Of very large documents, only a few are in memory at a time.
 */
export async function computeParts(
  db: Kysely<DB> | Transaction<DB>,
  threads: Pick<Threads, 'run'>,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, PartTexts>> {
  const computed = new Map<Hash, PartTexts>();
  // Transactions that compute the same documents wait for each other and never in a circle.
  let waiting = [...hashes].sort();
  while (waiting.length > 0) {
    const wanted = waiting.slice(0, MAX_BATCH_SOURCES);
    const { sources, postponed } = await readSourceBatch(db, organizationId, wanted, MAX_BATCH_BYTES);
    const inspected = await inspectSources(
      threads,
      sources.map(({ source }) => source),
    );
    const batch = sources.map(({ hash }, n) => [hash, (inspected[n] as InspectedSource).texts] as const);
    await insertPartTexts(db, organizationId, batch);
    for (const [hash, texts] of batch) computed.set(hash, texts);
    waiting = [...postponed, ...waiting.slice(MAX_BATCH_SOURCES)];
  }
  return computed;
}
