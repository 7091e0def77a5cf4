import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FileEntry, ReportEntry } from '@lectern/git/layout/repository-files';
import { decodeFile } from '@lectern/std/utf16';
import type { ImportSource } from './import-source.ts';

const MAX_FILE_BYTES = 100_000_000;
const SKIPPED_FOLDERS = new Set(['.git', 'node_modules']);

/** The prefix of ids of folders, which no id of a commit has. */
export const FOLDER_PREFIX = 'folder:';

export type FolderSource = ImportSource & { folderId: string };

/** A folder of this machine as what an import reads. Links that lead out of it are left out and named. */
export async function openFolderSource(folder: string): Promise<FolderSource> {
  const root = await realpath(folder);
  const report: ReportEntry[] = [];
  const files: FileEntry[] = [];
  const leftOut: string[] = [];
  const places = new Map<string, string>();

  async function walk(directory: string): Promise<void> {
    const entries = await readdir(directory, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const place = join(directory, entry.name);
      const path = relative(root, place).split(sep).join('/');
      const target = entry.isSymbolicLink() ? await realpath(place).catch(() => undefined) : place;
      if (target === undefined || (target !== root && !target.startsWith(root + sep))) {
        report.push({
          severity: 'warning',
          reason: 'left-out',
          path,
          message: `${path} is a symbolic link that points outside the folder or is broken. It was left out.`,
        });
        leftOut.push(path);
        continue;
      }
      const facts = await stat(target);
      if (facts.isDirectory()) {
        // A link to a folder could lead back up: only the folder itself is walked.
        if (!SKIPPED_FOLDERS.has(entry.name) && !entry.isSymbolicLink()) await walk(place);
        else leftOut.push(path);
      } else if (facts.isFile() && facts.size > MAX_FILE_BYTES) {
        report.push({
          severity: 'warning',
          reason: 'file-too-large',
          path,
          message: `${path} is larger than 100 MB. It was left out.`,
        });
        leftOut.push(path);
      } else if (facts.isFile()) {
        const content = await readFile(target);
        const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
        files.push({ path, oid, size: content.length });
        places.set(oid, target);
      }
    }
  }
  await walk(root);

  return {
    commit: undefined,
    folderId: FOLDER_PREFIX + createHash('sha256').update(root).digest('hex'),
    leftOut,
    report,
    findRenames: async () => new Map(),
    async *readBlobs(oids) {
      for (const oid of oids) {
        const place = places.get(oid);
        if (place !== undefined) yield { oid, content: await readFile(place) };
      }
    },
    files: {
      list: () => files,
      async readTexts(paths) {
        const texts = new Map<string, string>();
        const known = new Set(files.map((file) => file.path));
        for (const path of paths) {
          if (known.has(path)) texts.set(path, decodeFile(await readFile(join(root, path))));
        }
        return texts;
      },
    },
  };
}
