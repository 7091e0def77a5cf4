import { createHash } from 'node:crypto';
import { access, constants, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { blobSegments, findBlobHash, organizationSegment } from './blob-name.ts';
import type { BlobSource, BlobStore, ByteRange, ListedBlob, StagedBlob, StoredBlob } from './blob-store.ts';
import { describeDiskFailure, isMissing } from './disk-failure.ts';
import { openTempFolder, stageFile, type TempFile, type TempFolder } from './temp-folder.ts';

// Files of documentation are mostly smaller than this: one read from the disk each.
const READ_BYTES = 256 * 1024;

/** Blobs below `root` as `<organization>/<first byte>/<hash>`, folders of mode 0700, files of mode 0600. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  const temporary = await openTempFolder(join(root, 'tmp'));
  return new DiskStore(root, temporary);
}

class DiskStore implements BlobStore {
  readonly #root: string;
  readonly #temporary: TempFolder;

  constructor(root: string, temporary: TempFolder) {
    this.#root = root;
    this.#temporary = temporary;
  }

  async put(organizationId: string, source: BlobSource): Promise<StoredBlob> {
    organizationSegment(organizationId);
    if (Buffer.isBuffer(source)) {
      const hash = createHash('sha256').update(source).digest();
      if (await this.#renew(organizationId, { hash, size: source.length }))
        return { hash, size: source.length };
    }
    const staged = await this.stage(Buffer.isBuffer(source) ? [source] : source);
    try {
      await staged.keep(organizationId);
    } finally {
      await staged.discard();
    }
    return { hash: staged.hash, size: staged.size };
  }

  async stage(source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StagedBlob> {
    const written = await this.#temporary.write(source);
    return stageFile(written, async (organizationId) => {
      try {
        if (await this.#renew(organizationId, written)) return;
        await this.#moveIntoPlace(written, this.#path(organizationId, written.hash));
      } catch (error) {
        throw describeDiskFailure(error, this.#root);
      }
    });
  }

  async read(organizationId: string, hash: Buffer, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.#path(organizationId, hash);
    try {
      const file = await open(path, 'r');
      return file.createReadStream({ ...range, highWaterMark: READ_BYTES });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw describeDiskFailure(error, path);
    }
  }

  async findSize(organizationId: string, hash: Buffer): Promise<number | undefined> {
    const path = this.#path(organizationId, hash);
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw describeDiskFailure(error, path);
    }
  }

  async delete(organizationId: string, hash: Buffer): Promise<void> {
    const path = this.#path(organizationId, hash);
    try {
      await rm(path, { force: true });
    } catch (error) {
      throw describeDiskFailure(error, path);
    }
  }

  async deleteAll(organizationId: string): Promise<void> {
    const folder = join(this.#root, organizationSegment(organizationId));
    try {
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      throw describeDiskFailure(error, folder);
    }
  }

  async *list(organizationId: string): AsyncIterable<ListedBlob> {
    const folder = join(this.#root, organizationSegment(organizationId));
    try {
      for await (const entry of await opendir(folder, { recursive: true })) {
        const hash = findBlobHash(entry.name);
        if (!hash) continue;
        const file = await stat(this.#path(organizationId, hash)).catch(() => undefined);
        if (file) yield { hash, size: file.size, storedAt: file.mtime };
      }
    } catch (error) {
      if (!isMissing(error)) throw describeDiskFailure(error, folder);
    }
  }

  async check(): Promise<void> {
    try {
      await access(join(this.#root, 'tmp'), constants.W_OK | constants.X_OK);
    } catch (error) {
      throw describeDiskFailure(error, this.#root);
    }
  }

  isFull(): Promise<boolean> {
    return this.#temporary.isFull();
  }

  async close(): Promise<void> {}

  #path(organizationId: string, hash: Buffer): string {
    return join(this.#root, ...blobSegments(organizationId, hash));
  }

  /** Whether the blob exists already; if so, it becomes as recent as if it had just been put. */
  async #renew(organizationId: string, { hash, size }: StoredBlob): Promise<boolean> {
    const path = this.#path(organizationId, hash);
    if ((await this.findSize(organizationId, hash)) !== size) return false;
    const now = new Date();
    try {
      await utimes(path, now, now);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw describeDiskFailure(error, path);
    }
  }

  async #moveIntoPlace(written: TempFile, path: string): Promise<void> {
    const shard = dirname(path);
    const firstNew = await mkdir(shard, { recursive: true, mode: 0o700 });
    await rename(written.path, path);
    // The new name is durable only when the folder that holds it is, up to the first folder that existed before.
    await syncFolder(shard);
    if (!firstNew) return;
    for (let folder = shard; folder.length >= firstNew.length; folder = dirname(folder)) {
      await syncFolder(dirname(folder));
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
