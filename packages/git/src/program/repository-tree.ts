import { shortenText } from '@lectern/std/cut-text';
import { appendTo } from '@lectern/std/long-lists';
import type { FileEntry, ReportEntry } from '../layout/repository-files.ts';
import { GitError } from './git-error.ts';
import type { RepositoryReader } from './repository.ts';
import { resolveSymlinks } from './symlinks.ts';
import type { TreeEntry } from './tree-listing.ts';

export interface RepositoryFileLimits {
  /** Larger files are left out and named. */
  maxFileBytes: number;
  /** The same for Markdown, which is parsed as a whole; default: as other files. */
  maxPageBytes?: number;
  /** A repository with more files is refused. */
  maxFiles: number;
}

export interface RepositoryTree {
  /** Regular files in git's order, with symlinks replaced by their targets. */
  files: FileEntry[];
  /** The paths of the entries that were left out. A commit that writes there would replace them. */
  leftOut: string[];
  report: ReportEntry[];
}

const MAX_PATH_BYTES = 4096;
const MAX_DEPTH = 100;
const IS_PAGE = /\.(?:md|markdown)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Reads the files of a commit for a space. Other entries are omitted and reported: submodules, names that are not text
 * or not a safe path, broken symbolic links, and files that are too large.
 */
export async function readRepositoryTree(
  repository: RepositoryReader,
  commitOid: string,
  limits: RepositoryFileLimits,
): Promise<RepositoryTree> {
  const entries = await repository.listTree(commitOid);
  if (entries.length > limits.maxFiles) throw tooMany(entries.length, limits.maxFiles);
  const report: ReportEntry[] = [];
  const leftOut: string[] = [];
  const paths = new Set<string>();
  const named = entries.filter((entry) => {
    const problem = findNameProblem(entry) ?? findEntryProblem(entry, paths);
    paths.add(entry.path);
    if (!problem) return true;
    leftOut.push(entry.path);
    report.push({
      severity: 'warning',
      reason: 'left-out',
      path: printable(entry.path),
      message: `${printable(entry.path)} ${problem}`,
    });
    return false;
  });
  const resolved = await resolveSymlinks(named, (oids) => readTargets(repository, oids), limits.maxFiles);
  if (resolved.isOverflowing) throw tooMany(limits.maxFiles + 1, limits.maxFiles);
  appendTo(report, resolved.report);
  const links = new Set(resolved.files.flatMap(({ link }) => link?.path ?? []));
  for (const { kind, path } of named) if (kind === 'symlink' && !links.has(path)) leftOut.push(path);
  const files = resolved.files.filter((file) => {
    const maximum = IS_PAGE.test(file.path)
      ? (limits.maxPageBytes ?? limits.maxFileBytes)
      : limits.maxFileBytes;
    if (file.size <= maximum) return true;
    const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
    const message = `${file.path} has ${megabytes(file.size)}, more than the limit of ${megabytes(maximum)} for such a file. It was left out.`;
    report.push({ severity: 'warning', reason: 'file-too-large', path: file.path, message });
    leftOut.push(file.path);
    return false;
  });
  appendTo(report, findLookalikes(files));
  return { files, leftOut, report };
}

const tooMany = (count: number, limit: number): GitError =>
  new GitError('too-large', `The repository has ${count} files, more than the limit of ${limit}.`);

function findNameProblem({ path, isUtf8 }: TreeEntry): string | undefined {
  if (!isUtf8) return 'was left out: its name is not valid UTF-8.';
  if (CONTROL.test(path)) return 'was left out: its name contains control characters.';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return 'was left out: its path is too long.';
  const parts = path.split('/');
  if (parts.length > MAX_DEPTH) return 'was left out: it is nested too deeply.';
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git')) {
    return 'was left out: its path is not safe.';
  }
  return undefined;
}

function findEntryProblem(entry: TreeEntry, seen: ReadonlySet<string>): string | undefined {
  if (entry.kind === 'submodule') return 'is a submodule, which is not imported.';
  if (seen.has(entry.path)) return 'is in its folder twice. The first was imported.';
  return undefined;
}

/** Text for a report: control characters shown as escapes, long names cut. */
function printable(path: string): string {
  const shown = CONTROL.test(path) ? JSON.stringify(path) : path;
  return shortenText(shown, 300);
}

async function readTargets(
  repository: RepositoryReader,
  oids: readonly string[],
): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for await (const { oid, content } of repository.readBlobs(oids, { maxBlobBytes: MAX_PATH_BYTES })) {
    if (content) targets.set(oid, content.toString('utf8'));
  }
  return targets;
}

/**
 * Paths that differ only in case or Unicode form: both are imported, but a checkout on other systems cannot hold both.
 */
function findLookalikes(files: readonly FileEntry[]): ReportEntry[] {
  const seen = new Map<string, string>();
  const report: ReportEntry[] = [];
  for (const { path } of files) {
    const folded = path.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, path);
    else
      report.push({
        severity: 'warning',
        reason: 'similar-paths',
        path,
        message: `${path} and ${other} differ only in case or in Unicode form. Both were imported.`,
      });
  }
  return report;
}
