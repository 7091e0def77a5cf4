import { randomUUID } from 'node:crypto';
import { constants, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeDiskFailure, isMissing } from '../storage/disk-failure.ts';
import type { BackupTarget } from './target.ts';

/** The names of files that are being written begin with it. */
const DRAFT = '.draft-';
/** A draft that a killed process left is removed by a later backup. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** A folder, which the first file creates. Files have mode 0600, because backups hold secrets. */
export function openFolderTarget(folder: string): BackupTarget {
  const explain = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw describeDiskFailure(error, folder);
    });
  return {
    name: folder,
    put: (path, bytes) => explain(putFile(join(folder, path), bytes)),
    read: (path) =>
      explain(
        readFile(join(folder, path)).catch((error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        }),
      ),
    list: (prefix) => listFiles(folder, prefix),
    delete: (path) => explain(rm(join(folder, path), { force: true })),
    async close() {},
  };
}

async function putFile(path: string, bytes: Buffer): Promise<void> {
  const parent = dirname(path);
  const firstNew = await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = join(parent, `${DRAFT}${randomUUID()}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(parent);
  if (!firstNew) return;
  for (let folder = parent; folder.length >= firstNew.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* listFiles(root: string, prefix: string): AsyncGenerator<{ path: string; size: number }> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  try {
    for await (const entry of await opendir(join(root, folder))) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) yield* listFiles(root, `${path}/`);
      else if (entry.name.startsWith(DRAFT)) await removeAbandoned(join(root, path));
      else if (path.startsWith(prefix)) yield { path, size: (await stat(join(root, path))).size };
    }
  } catch (error) {
    if (!isMissing(error)) throw describeDiskFailure(error, root);
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const draft = await stat(path).catch(() => undefined);
  if (draft && draft.mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(path, { force: true });
}
