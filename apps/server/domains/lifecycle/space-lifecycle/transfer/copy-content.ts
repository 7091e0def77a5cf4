import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import type { Kysely } from 'kysely';
import { insertBlobs, type NewBlob } from '../../../../content/files/blobs.repository.ts';
import type { Context } from '../../../../platform/context.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ReachableContent } from '../../../content/sweep/find-reachable.ts';
import { type ContentCopy, copyDocuments, copyNodes, readBlobs } from './copy-content.repository.ts';

/** How far the copying of each kind has progressed. */
interface CopyProgress {
  node: number;
  document: number;
  blob: number;
}

interface CopyOptions extends ContentCopy {
  reachable: ReachableContent;
  progress: CopyProgress;
  signal: AbortSignal;
}

/**
 * Copies content that became reachable since the last call. Repeating it changes nothing; until a revision names the
 * copies, they have no effect.
 */
export async function copyContent(
  { blobs, log }: Pick<Context, 'blobs' | 'log'>,
  { reachable, progress, signal, ...copy }: CopyOptions,
): Promise<void> {
  const { session } = reachable;
  const copiers = {
    node: (hashes: Hash[]) => copyNodes(session, copy, hashes),
    document: (hashes: Hash[]) => copyDocuments(session, copy, hashes),
    blob: (hashes: Hash[]) => copyFiles({ blobs, log, db: session }, copy, hashes, signal),
  };
  for (const kind of ['document', 'blob', 'node'] as const) {
    for await (const rows of reachable.list(kind, progress[kind])) {
      signal.throwIfAborted();
      await copiers[kind](rows.map(({ hash }) => hash));
      progress[kind] = rows.at(-1)?.position as number;
    }
  }
}

/** The rows come first: bytes that have one are not swept (see `keepBlobs`). */
async function copyFiles(
  { db, blobs, log }: Pick<Context, 'blobs' | 'log'> & { db: Kysely<DB> },
  { from, to }: ContentCopy,
  hashes: Hash[],
  signal: AbortSignal,
): Promise<void> {
  const files = await readBlobs(db, from, hashes);
  await insertBlobs(db, to, files);
  const copyNext = async (waiting: NewBlob[]): Promise<void> => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      signal.throwIfAborted();
      const bytes = hashToBytes(file.hash);
      if ((await blobs.findSize(to, bytes)) === file.size) continue;
      const content = await blobs.read(from, bytes);
      if (!content) {
        // A file missing from the source is missing from the copy as well.
        log.warn({ organizationId: from, hash: file.hash }, 'the content of a file is missing from storage');
        continue;
      }
      try {
        const stored = await blobs.put(to, content);
        if (!stored.hash.equals(bytes))
          throw new Error(`The bytes of the file ${file.hash} are not what they were.`);
      } finally {
        content.destroy();
      }
    }
  };
  const waiting = [...files];
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, () => copyNext(waiting)));
}

/** A bucket answers slowly, and many requests at once. */
const FILES_AT_ONCE = 4;
