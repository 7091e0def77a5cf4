import type { Hash } from '@lectern/content/tree/hash';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import type { Threads } from '../../platform/threads/threads.ts';
import { computeParts } from './compute-parts.ts';
import { findPartTexts, type NewDocument } from './facts.repository.ts';
import type { PartTexts } from './inspect-sources.ts';

export interface PartsSource {
  /** In a transaction everything is read through it: who holds a connection must not wait for another one. */
  db: Kysely<DB> | Transaction<DB>;
  threads: Threads;
  organizationId: string;
  /** Documents that have just come, whose parts are known. */
  newDocuments?: ReadonlyMap<Hash, NewDocument> | undefined;
}

/** Reads parts of new and stored documents; what is not stored is computed. Missing documents are left out. */
export async function readPartTexts<Name extends keyof PartTexts>(
  { db, threads, organizationId, newDocuments }: PartsSource,
  names: readonly Name[],
  hashes: Iterable<Hash>,
): Promise<Map<Hash, Pick<PartTexts, Name>>> {
  const found = new Map<Hash, Pick<PartTexts, Name>>();
  const stored: Hash[] = [];
  for (const hash of new Set(hashes)) {
    const texts = newDocuments?.get(hash)?.texts;
    if (texts) found.set(hash, texts);
    else stored.push(hash);
  }
  if (stored.length === 0) return found;
  const known = await findPartTexts(db, organizationId, names, stored);
  const missing = stored.filter((hash) => !known.has(hash));
  const computed = await computeParts(db, threads, organizationId, missing);
  return new Map([...found, ...known, ...computed]);
}
