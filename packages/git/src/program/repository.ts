import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitEnvironment } from './git-environment.ts';
import { GitError } from './git-error.ts';
import { type GitOutcome, runGit } from './git-process.ts';
import { isObjectId, parseRepositoryDirectory } from './git-ref.ts';
import { type Blob, readBlobs } from './object-reader.ts';
import { parseTreeChanges, parseTreeListing, type TreeChange, type TreeEntry } from './tree-listing.ts';
import type { Person } from './write-commit.ts';

export interface Commit {
  oid: string;
  /** Subject and body, without trailing blank lines. */
  message: string;
  committedAt: Date;
  author: Person;
}

/** Reads a bare repository on disk. Never contacts the network. */
export interface RepositoryReader {
  readCommit(oid: string): Promise<Commit>;
  /** Whether a commit is stored with all of its files, so that it can be compared. */
  hasCommit(oid: string): Promise<boolean>;
  /** Every file, symlink and submodule below a directory, in git's order. */
  listTree(commitOid: string, directory?: string): Promise<TreeEntry[]>;
  /** Streams blobs in the order asked. */
  readBlobs(
    oids: Iterable<string>,
    options?: { maxBlobBytes?: number },
  ): AsyncGenerator<Blob, void, undefined>;
  /** Returns the changes between two commits, with git's own rename detection. */
  diffRenames(oldOid: string, newOid: string): Promise<TreeChange[]>;
  /** The modes of files of a commit, as Git writes them, by path; missing files are left out. */
  readModes(commitOid: string, paths: readonly string[]): Promise<Map<string, string>>;
  /** Whether one commit comes before another or is it, as far as the history is stored here. */
  isAncestor(ancestorOid: string, oid: string): Promise<boolean>;
  /**
   * The history of a commit as far as it is stored here, each commit before its parents. `isWhole`: nothing is cut off.
   */
  readHistory(oid: string): Promise<{ oids: string[]; isWhole: boolean }>;
  /** The newest commit that two commits have in common, as far as their history is stored here. */
  findMergeBase(oid: string, otherOid: string): Promise<string | undefined>;
  /** The commits of a branch since others, the oldest first, without those of branches that were merged into it. */
  listCommits(oid: string, without: readonly string[]): Promise<string[]>;
  /** The first parents of a commit that are stored here, from itself back, at most `max`. */
  listFirstParents(oid: string, max: number): Promise<string[]>;
}

export interface ReaderOptions {
  gitDirectory: string;
  timeoutMs: number;
  /** The limit for one listing; about 100 bytes for each entry. */
  maxListingBytes?: number;
  signal?: AbortSignal | undefined;
}

/** Paths in one command line, which the system limits. */
const MAX_NAMED_PATHS = 500;
const DEFAULT_MAX_BLOB_BYTES = 100 * 1024 * 1024;

export function createRepositoryReader(options: ReaderOptions): RepositoryReader {
  const git = createGitReads(options);
  return { ...createTreeReads(options, git), ...createHistoryReads(options, git) };
}

interface GitReads {
  run(args: readonly string[]): Promise<GitOutcome>;
  /** Fails if the program does. */
  read(args: readonly string[]): Promise<Buffer>;
}

function createGitReads(options: ReaderOptions): GitReads {
  const environment = gitEnvironment({ gitDirectory: options.gitDirectory });
  const { timeoutMs, signal } = options;
  const run = (args: readonly string[]): Promise<GitOutcome> =>
    runGit({
      args,
      environment,
      timeoutMs,
      signal,
      ...(options.maxListingBytes === undefined ? {} : { maxOutputBytes: options.maxListingBytes }),
    });
  const read = async (args: readonly string[]): Promise<Buffer> => {
    const outcome = await run(args);
    if (outcome.exitCode !== 0) {
      throw new GitError(
        'damaged-cache',
        'The cached copy of the repository could not be read. Import again to renew it.',
      );
    }
    return outcome.output;
  };
  return { run, read };
}

/** Reads files, by their places in the trees of commits or by their ids. */
function createTreeReads(
  { gitDirectory, timeoutMs, signal }: ReaderOptions,
  { run, read }: GitReads,
): Pick<RepositoryReader, 'listTree' | 'readBlobs' | 'readModes' | 'diffRenames'> {
  const readModes = async (commitOid: string, paths: readonly string[]): Promise<Map<string, string>> => {
    const modes = new Map<string, string>();
    for (let start = 0; start < paths.length; start += MAX_NAMED_PATHS) {
      const named = paths.slice(start, start + MAX_NAMED_PATHS);
      const listed = await read(['ls-tree', '-r', '-z', '--full-tree', objectId(commitOid), '--', ...named]);
      for (const record of listed.toString('utf8').split('\0')) {
        const [facts = '', path] = record.split('\t');
        if (path !== undefined) modes.set(path, facts.slice(0, 6));
      }
    }
    return modes;
  };

  return {
    listTree: async (commitOid, directory = '') => {
      const below = parseRepositoryDirectory(directory);
      const tree = below === '' ? objectId(commitOid) : `${objectId(commitOid)}:${below}`;
      if (below !== '' && (await run(['cat-file', '-t', tree])).output.toString('latin1').trim() !== 'tree') {
        throw new GitError(
          'directory-not-found',
          `The repository has no directory ${JSON.stringify(below)}.`,
        );
      }
      return parseTreeListing(
        await read(['ls-tree', '-r', '-l', '-z', '--full-tree', '--end-of-options', tree]),
        below,
      );
    },
    readBlobs: (oids, { maxBlobBytes = DEFAULT_MAX_BLOB_BYTES } = {}) =>
      readBlobs({
        oids: checked(oids),
        environment: gitEnvironment({ gitDirectory }),
        maxBlobBytes,
        timeoutMs,
        signal,
      }),
    readModes,
    diffRenames: async (oldOid, newOid) =>
      parseTreeChanges(
        await read([
          'diff-tree',
          '-r',
          '-z',
          '--raw',
          '--no-abbrev',
          '-M',
          '-l2000',
          '--no-ext-diff',
          '--no-textconv',
          '--ignore-submodules=none',
          '--end-of-options',
          objectId(oldOid),
          objectId(newOid),
          '--',
        ]),
      ),
  };
}

/** Reads commits, and how they follow one another. */
function createHistoryReads(
  { gitDirectory }: ReaderOptions,
  { run, read }: GitReads,
): Omit<RepositoryReader, 'listTree' | 'readBlobs' | 'readModes' | 'diffRenames'> {
  /** The parents that a commit names, also those that a shallow copy cuts off. */
  const readParents = async (oid: string): Promise<string[]> => {
    const raw = (await run(['cat-file', 'commit', objectId(oid)])).output.toString('latin1');
    const header = raw.split('\n\n', 1)[0] ?? '';
    return [...header.matchAll(/^parent (\S+)$/gm)].flatMap(([, parent]) => parent ?? []);
  };

  return {
    readCommit: async (oid) => {
      const format = '--format=%H%x00%ct%x00%an%x00%ae%x00%B';
      const output = await read([
        'log',
        '-1',
        '--no-decorate',
        '--encoding=UTF-8',
        format,
        '--end-of-options',
        objectId(oid),
        '--',
      ]);
      const [full = '', seconds, name = '', email = '', message = ''] = output.toString('utf8').split('\0');
      return {
        oid: full,
        message: message.trimEnd(),
        committedAt: new Date(Number(seconds) * 1000),
        author: { name, email },
      };
    },
    hasCommit: async (oid) => {
      const walk = [
        'rev-list',
        '--objects',
        '--quiet',
        '--max-count=1',
        '--end-of-options',
        objectId(oid),
        '--',
      ];
      return (await run(walk)).exitCode === 0;
    },
    isAncestor: async (ancestorOid, oid) => {
      if (ancestorOid === oid) return true;
      const asked = ['merge-base', '--is-ancestor', objectId(ancestorOid), objectId(oid)];
      if ((await run(asked)).exitCode === 0) return true;
      return (await readParents(oid)).includes(ancestorOid);
    },
    readHistory: async (oid) => {
      const listed = await read(['rev-list', '--topo-order', '--end-of-options', objectId(oid), '--']);
      const oids = listed.toString('latin1').split('\n').filter(Boolean);
      const shallow = await readFile(join(gitDirectory, 'shallow'), 'latin1').catch(() => '');
      const cut = new Set(shallow.split('\n'));
      const isWhole = !oids.some((one) => cut.has(one));
      return { oids: cut.has(oid) ? [oid, ...(await readParents(oid))] : oids, isWhole };
    },
    findMergeBase: async (oid, otherOid) => {
      const { output, exitCode } = await run(['merge-base', objectId(oid), objectId(otherOid)]);
      return exitCode === 0 ? output.toString('latin1').split('\n')[0] || undefined : undefined;
    },
    listCommits: async (oid, without) => {
      const walk = [
        'rev-list',
        '--first-parent',
        '--reverse',
        objectId(oid),
        ...without.map((one) => `^${objectId(one)}`),
      ];
      return (await read([...walk, '--']))
        .toString('latin1')
        .split('\n')
        .filter((line) => line !== '');
    },
    listFirstParents: async (oid, max) =>
      (
        await read([
          'rev-list',
          '--first-parent',
          `--max-count=${max}`,
          '--end-of-options',
          objectId(oid),
          '--',
        ])
      )
        .toString('latin1')
        .split('\n')
        .filter((line) => line !== ''),
  };
}

function objectId(text: string): string {
  if (!isObjectId(text)) throw new GitError('invalid-ref', 'A full commit or object id is needed.');
  return text;
}

function* checked(oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield objectId(oid);
}
