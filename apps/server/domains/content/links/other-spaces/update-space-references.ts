import type { DocumentReferences } from '@lectern/content/facts/references';
import type { PageEntry, ReusableEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { type PartsSource, readPartTexts } from '../../../../content/facts/read-part-texts.ts';
import type { MovedSpace } from '../../../../content/revisions/moved-space.ts';
import type { SpaceCopy } from '../../../../content/revisions/space-copy.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { Threads } from '../../../../platform/threads/threads.ts';
import { readMentionedSpace } from '../resolution/in-app-address.ts';
import {
  copyReferencesOf,
  deleteSpaceReferences,
  hasReferences,
  insertSpaceReferences,
  type SpaceReference,
} from './space-references.repository.ts';

/** Reads a space that was here before its references were kept. Its payload names the space. */
export const FILL_SPACE_REFERENCES = 'space-references' as const;

/** Whether pages of a space refer to other spaces, as a condition of the statement that moves the space. */
export const hasSpaceReferences = hasReferences;

/**
 * Updates which pages of a space refer to other spaces, in the transaction that moves the space. `hasOld`: whether
 * there were such references before.
 */
export async function updateSpaceReferences(
  { trx }: UnitOfWork,
  moved: MovedSpace,
  { threads, hasOld }: { threads: Threads; hasOld: boolean },
): Promise<void> {
  const { pages, reusables } = moved.difference;
  const gone: string[] = [];
  const changed: Mentioning[] = [];
  for (const [ownerId, { before, after }] of [...pages, ...reusables]) {
    const [old, next] = [readMentioning(ownerId, before), readMentioning(ownerId, after)];
    if (old?.document === next?.document && old?.href === next?.href) continue;
    if (old) gone.push(ownerId);
    if (next) changed.push(next);
  }
  if (hasOld && gone.length > 0) await deleteSpaceReferences(trx, moved, gone);
  const references = await findMentions(changed, (hashes) =>
    loadReferences({ ...moved, db: trx, threads }, hashes),
  );
  await insertSpaceReferences(trx, moved, references);
}

/** Gives a copy of a space, at the same content, the same references. */
export async function copySpaceReferences(trx: Transaction<DB>, copy: SpaceCopy): Promise<void> {
  await copyReferencesOf(trx, copy, { kind: FILL_SPACE_REFERENCES, jobId: newId() });
}

/** The parts of a page or reusable content that can name another space: its document, or the address of a link page. */
export interface Mentioning {
  ownerId: string;
  document?: Hash;
  href?: string;
}

export function readMentioning(
  ownerId: string,
  entry: PageEntry | ReusableEntry | undefined,
): Mentioning | undefined {
  if (!entry) return undefined;
  if ('href' in entry) return { ownerId, href: entry.href };
  return 'document' in entry && entry.document !== undefined
    ? { ownerId, document: entry.document }
    : undefined;
}

/** The limit for one page or reusable content: an author can write ids by the thousand. */
const MAX_MENTIONS = 1000;

/** The number of pages whose references are in memory at a time. */
const MAX_BATCH = 250;

/** The spaces that each of them may refer to. */
export async function findMentions(
  all: readonly Mentioning[],
  load: (hashes: Hash[]) => Promise<(hash: Hash) => DocumentReferences | undefined>,
): Promise<SpaceReference[]> {
  const found: SpaceReference[] = [];
  for (let start = 0; start < all.length; start += MAX_BATCH) {
    const batch = all.slice(start, start + MAX_BATCH);
    const partOf = await load(batch.flatMap(({ document }) => document ?? []));
    for (const { ownerId, document, href } of batch) {
      const targets = [
        ...(href === undefined ? [] : [href]),
        ...((document && partOf(document)?.references) || []).map(({ raw }) => raw),
      ];
      const spaces = new Set(targets.flatMap((raw) => readMentionedSpace(raw) ?? []));
      for (const targetSpaceId of [...spaces].slice(0, MAX_MENTIONS)) found.push({ ownerId, targetSpaceId });
    }
  }
  return found;
}

/** Loads the references of new and stored documents on the transaction's connection. */
async function loadReferences(
  source: PartsSource,
  hashes: Hash[],
): Promise<(hash: Hash) => DocumentReferences | undefined> {
  const texts = await readPartTexts(source, ['references'], hashes);
  return (hash) => {
    const text = texts.get(hash)?.references;
    return text === undefined ? undefined : JSON.parse(text);
  };
}
