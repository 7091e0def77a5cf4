import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src/db/migrations', 'apps/server/platform/db/migrations'];

/** The migrations with which a commit made a new database. */
export interface FormerList {
  /** The first commit that had them. */
  commit: string;
  /** The text by file name, in the order in which they were applied. */
  files: { name: string; blob: string }[];
}

const git = (args: string[], repository = ROOT): string =>
  execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

/** Every different list of migrations that a commit had, from the oldest on; undefined in a clone without history. */
export function listFormerMigrations(): FormerList[] {
  const lists = new Map<string, FormerList>();
  for (const commit of git(['log', '--reverse', '--topo-order', '--format=%H', '--', ...FOLDERS]).split(
    '\n',
  )) {
    if (commit === '') continue;
    const files = readList(commit);
    const key = files.map(({ name, blob }) => `${name} ${blob}`).join('\n');
    if (files.length > 0 && !lists.has(key)) lists.set(key, { commit, files });
  }
  return [...lists.values()];
}

/** The commits of main, from the oldest on. */
export const listMainCommits = (): string[] =>
  git(['log', '--first-parent', '--reverse', '--format=%H']).trim().split('\n');

/** `commit` may also be a tag, such as one that only another clone has. */
export function readList(commit: string, repository = ROOT): FormerList['files'] {
  return git(['ls-tree', '-r', '-z', commit, '--', ...FOLDERS], repository)
    .split('\0')
    .flatMap((line) => {
      const [, blob = '', path = ''] = /^\d+ blob (\w+)\t(.*)$/.exec(line) ?? [];
      const name = path.slice(path.lastIndexOf('/') + 1);
      // Subfolders have what the first file stands for, and what other databases need.
      return FOLDERS.includes(path.slice(0, path.lastIndexOf('/'))) && name.endsWith('.sql')
        ? [{ name, blob }]
        : [];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

export const readBlob = (blob: string): string => git(['cat-file', 'blob', blob]);
