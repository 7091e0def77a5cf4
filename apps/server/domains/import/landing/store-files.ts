import type { FileEntry } from '@lectern/content/tree/entries';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { newId } from '@lectern/std/ids';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import { keepBlobs } from '../../../content/files/keep-blobs.ts';
import { describeMedia } from '../../../content/files/media-type.ts';
import type { Context } from '../../../platform/context.ts';

export interface FileToStore {
  path: string;
  name: string;
  /** The first page that names it. */
  from: string | undefined;
}

export interface StoredImportFiles {
  /** The ids of the files of the space, by path in the source. Equal bytes have one id. */
  ids: ReadonlyMap<string, string>;
  /** The files that the space did not have. */
  added: readonly FileEntry[];
  blobs: readonly NewBlob[];
}

const KEPT_AT_ONCE = 50;
const KEPT_BYTES = 8_000_000;

/**
 * Puts the bytes of files into the blob store and names them by id. Files with equal bytes become one file, which may
 * exist in the space already. `read` returns undefined for a file that is not available.
 */
export async function storeFiles(
  context: Pick<Context, 'db' | 'blobs'>,
  { organizationId, snapshot }: { organizationId: string; snapshot: Snapshot },
  files: readonly FileToStore[],
  {
    read,
    signal,
    onStored,
  }: {
    read: (path: string, from: string | undefined) => Promise<Buffer | undefined>;
    signal: AbortSignal;
    onStored: (count: number) => void;
  },
): Promise<StoredImportFiles> {
  const known = new Map<Hash, string>();
  for (const { id, blob } of itemsOf(snapshot.files)) if (!known.has(blob)) known.set(blob, id);
  const ids = new Map<string, string>();
  const added: FileEntry[] = [];
  const blobs: NewBlob[] = [];
  let waiting: { blob: NewBlob; source: Buffer }[] = [];
  let waitingBytes = 0;
  const keep = async (): Promise<void> => {
    await keepBlobs(context, organizationId, waiting);
    waiting = [];
    waitingBytes = 0;
  };
  const bytesOf = readAhead(files, ({ path, from }) => read(path, from));
  for (const [index, { path, name }] of files.entries()) {
    signal.throwIfAborted();
    const bytes = await bytesOf(index);
    onStored(index + 1);
    if (!bytes) continue;
    const hash = hashOf(bytes);
    const before = known.get(hash);
    if (before !== undefined) {
      ids.set(path, before);
      continue;
    }
    const { contentType, dimensions } = await describeMedia(name, bytes);
    const facts = { contentType, size: bytes.length, ...(dimensions ? { dimensions } : {}) };
    const id = newId();
    known.set(hash, id);
    ids.set(path, id);
    added.push({ id, name, blob: hash, ...facts });
    const blob: NewBlob = { hash, ...facts };
    blobs.push(blob);
    waiting.push({ blob, source: bytes });
    waitingBytes += bytes.length;
    if (waiting.length === KEPT_AT_ONCE || waitingBytes > KEPT_BYTES) await keep();
  }
  await keep();
  return { ids, added, blobs };
}

/** How many files are read at once: many come from the network. */
const AHEAD = 4;

/** Reads items in their order, and some of them in advance. */
function readAhead<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): (index: number) => Promise<Result> {
  const reading = new Map<number, Promise<Result>>();
  let next = 0;
  return (index) => {
    for (; next < items.length && next < index + AHEAD; next += 1) {
      const started = read(items[next] as Item);
      // The code that takes it gets its failure.
      started.catch(() => {});
      reading.set(next, started);
    }
    const result = reading.get(index) as Promise<Result>;
    reading.delete(index);
    return result;
  };
}
