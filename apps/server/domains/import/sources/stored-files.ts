import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeFile } from '@lectern/import/decode-text';
import type { ImportFiles, ImportProblem } from '@lectern/import/imported-content';
import { sourceTooLarge } from '../import-failures.ts';
import { MAX_FILES } from '../import-limits.ts';

/** A file of a source, and where its bytes are on the disk. Plain data: it is sent to threads. */
export interface StoredFile {
  /** In the source: normalized, relative, with `/`. */
  path: string;
  size: number;
  /** The path on disk, whose name is arbitrary. */
  file: string;
  /** The content type that its server stated. */
  contentType?: string | undefined;
}

/** Files, and the problems with the texts that were read from them. */
export interface OpenedFiles extends ImportFiles {
  listProblems(): ImportProblem[];
}

/** Reads stored files as formats read them. */
export function openStoredFiles(stored: readonly StoredFile[]): OpenedFiles {
  const problems = new Map<string, ImportProblem[]>();
  const byPath = new Map(stored.map((entry) => [entry.path, entry]));
  const get = (path: string): StoredFile => {
    const entry = byPath.get(path);
    if (!entry) throw new Error(`The source has no file ${path}.`);
    return entry;
  };
  const readBytes = async (path: string): Promise<Buffer> => readFile(get(path).file);
  return {
    paths: [...byPath.keys()].sort(),
    has: (path) => byPath.has(path),
    sizeOf: (path) => get(path).size,
    readBytes,
    async readText(path) {
      const decoded = decodeFile(path, await readBytes(path), get(path).contentType);
      if (decoded.problems.length > 0)
        problems.set(
          path,
          decoded.problems.map((problem) => ({ path, ...problem })),
        );
      return decoded.text;
    },
    listProblems: () => [...problems.values()].flat(),
  };
}

/** Files that systems and tools create next to the files of people. */
export const isClutter = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX|\.git|node_modules)(?:\/|$)|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(
    path,
  );

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The files of a folder on this machine, read where they are. Links are not followed. */
export async function listFolder(folder: string, problems: ImportProblem[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  const names = new Set<string>();
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (isClutter(path)) continue;
      if (entry.name.includes('\ufffd') && !(await exists(join(folder, path)))) {
        problems.push({
          path,
          reason: 'unreadable-name',
          message: 'The name is not valid UTF-8. It was left out.',
        });
        continue;
      }
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) {
        const file = join(folder, path);
        const name = path.normalize('NFC');
        if (names.has(name))
          problems.push({
            path: name,
            reason: 'duplicate-path',
            message:
              'The folder contains this path twice, in different forms of Unicode. The first one was used.',
          });
        else stored.push({ path: name, size: (await stat(file)).size, file });
        names.add(name);
      } else
        problems.push({
          path,
          reason: 'not-a-file',
          message: 'Symbolic links and special files are left out.',
        });
      if (stored.length > MAX_FILES)
        throw sourceTooLarge(`The folder contains more than ${MAX_FILES} files.`);
    }
  }
  return stored.sort((a, b) => (a.path < b.path ? -1 : 1));
}
