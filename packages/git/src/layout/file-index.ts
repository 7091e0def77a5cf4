import { posix } from 'node:path';
import { decodeComponent } from '@lectern/std/decode-component';
import type { FileEntry } from './repository-files.ts';

export interface FoundFile {
  file: FileEntry;
  /** The transformation of the path that made it match. */
  by: 'exact' | 'decoded' | 'folded';
}

/** Finds files by path: exactly first, then percent-decoded, then without regard to case and Unicode form. */
export interface FileIndex {
  get(path: string): FileEntry | undefined;
  find(path: string): FoundFile | undefined;
  hasFolder(path: string): boolean;
}

export function createFileIndex(files: readonly FileEntry[]): FileIndex {
  const exact = new Map(files.map((file) => [file.path, file]));
  const folded = new Map<string, FileEntry>();
  const folders = new Set<string>(['']);
  for (const file of files) {
    const key = foldPath(file.path);
    if (!folded.has(key)) folded.set(key, file);
    for (
      let folder = posix.dirname(file.path);
      folder !== '.' && !folders.has(folder);
      folder = posix.dirname(folder)
    ) {
      folders.add(folder);
    }
  }
  const find = (path: string): FoundFile | undefined => {
    const file = exact.get(path);
    if (file) return { file, by: 'exact' };
    const decoded = decodeComponent(path);
    const byDecoding = exact.get(decoded);
    if (byDecoding) return { file: byDecoding, by: 'decoded' };
    const byFolding = folded.get(foldPath(path)) ?? folded.get(foldPath(decoded));
    return byFolding && { file: byFolding, by: 'folded' };
  };
  return { get: (path) => exact.get(path), find, hasFolder: (path) => folders.has(path) };
}

/** NFKC also makes one of the many kinds of space. */
const foldPath = (path: string): string => path.normalize('NFKC').toLowerCase();

/** A path relative to a folder as one from the repository's root; undefined when it leaves the repository. */
export function joinPath(folder: string, path: string): string | undefined {
  const joined = posix.join('/', folder, path.startsWith('/') ? `.${path}` : path);
  const depth = [...folder.split('/'), ...path.split('/')].reduce((level, part) => {
    if (level < 0 || part === '' || part === '.') return level;
    return part === '..' ? level - 1 : level + 1;
  }, 0);
  return depth < 0 ? undefined : joined.slice(1).replace(/\/$/, '');
}

/** The folder of a path, `''` for the top. */
export const folderOf = (path: string): string => posix.dirname(path).replace(/^\.$/, '');
