import { createHash, randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedBlob } from './blob-store.ts';
import { describeDiskFailure } from './disk-failure.ts';

/** A finished temporary file: complete, on the disk for good, and its reader's to move or remove. */
export interface TempFile {
  path: string;
  hash: Buffer;
  size: number;
}

export interface TempFolder {
  /** Writes and fsyncs a new file of mode 0600; nothing stays behind when the source or the disk fails. */
  write(source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<TempFile>;
  /** Makes a new folder of mode 0700, and returns its path. It is its owner's to remove. */
  createFolder(): Promise<string>;
  isFull(): Promise<boolean>;
}

/** A temporary file as a staged blob, which `keep` makes a blob. */
export function stageFile(
  { path, hash, size }: TempFile,
  keep: (organizationId: string) => Promise<void>,
): StagedBlob {
  return {
    hash,
    size,
    keep,
    discard: () => rm(path, { force: true }),
    async readHead(length) {
      const file = await open(path, 'r');
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(length, size)), 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

/** The database needs a few megabytes to write anything at all. */
const FULL_BELOW_BYTES = 5_000_000;

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Opens a folder of mode 0700 for files that are being written, and removes what a killed process left there. Other
 * processes of the same machine may be writing into it at the same time: file names begin with the writer's pid.
 */
export async function openTempFolder(folder: string): Promise<TempFolder> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await removeAbandoned(folder);
  } catch (error) {
    throw describeDiskFailure(error, folder);
  }
  return {
    write: (source) => writeTempFile(join(folder, `${process.pid}-${randomUUID()}`), source),
    async createFolder() {
      const path = join(folder, `${process.pid}-${randomUUID()}`);
      await mkdir(path, { mode: 0o700 });
      return path;
    },
    isFull: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize < FULL_BELOW_BYTES;
    },
  };
}

async function writeTempFile(
  path: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<TempFile> {
  const hash = createHash('sha256');
  let size = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    await file.close();
    return { path, hash: hash.digest(), size };
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(path, { force: true });
    throw describeDiskFailure(error, path);
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const writer = Number.parseInt(name, 10);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    if (isAbandoned(writer, mtimeMs)) await rm(path, { force: true, recursive: true });
  }
}

function isAbandoned(writer: number, writtenAt: number): boolean {
  if (writtenAt < Date.now() - ABANDONED_AFTER_MS) return true;
  // A container gives every start the same pid, so our own counts only for files written since we run.
  if (writer === process.pid) return writtenAt < performance.timeOrigin;
  return !isRunning(writer);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
