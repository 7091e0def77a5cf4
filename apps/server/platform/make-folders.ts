import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder that a person named, with the folders above it that are missing. Throws the error of the operating
 * system. Node's own `recursive` never returns where the system answers `ENOENT` in a folder that exists, as `/proc` does.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  const missing: string[] = [];
  let path = resolve(folder);
  while (!(await makeFolder(path, mode))) {
    missing.push(path);
    path = dirname(path);
  }
  for (const below of missing.reverse()) if (!(await makeFolder(below, mode))) await mkdir(below, mode);
}

/** False if the folder above it is missing. */
async function makeFolder(path: string, mode?: number): Promise<boolean> {
  try {
    await mkdir(path, mode);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return true;
    if (code === 'ENOENT' && path !== dirname(path)) return false;
    throw error;
  }
}
