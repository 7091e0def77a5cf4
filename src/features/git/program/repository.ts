import { gitEnvironment } from './git-environment.ts';
import { GitError } from './git-error.ts';
import { type GitOutcome, runGit } from './git-process.ts';
import { isObjectId, parseRepositoryDirectory } from './git-ref.ts';
import { type Blob, readBlobs } from './object-reader.ts';
import { parseTreeChanges, parseTreeListing, type TreeChange, type TreeEntry } from './tree-listing.ts';

export interface Commit {
  oid: string;
  /** Subject and body, without trailing blank lines. */
  message: string;
  committedAt: Date;
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
}

export interface ReaderOptions {
  gitDirectory: string;
  timeoutMs: number;
  /** The limit for one listing; about 100 bytes for each entry. */
  maxListingBytes?: number;
  signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_BLOB_BYTES = 100 * 1024 * 1024;

export function createRepositoryReader(options: ReaderOptions): RepositoryReader {
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

  return {
    readCommit: async (oid) => {
      const format = '--format=%H%x00%ct%x00%B';
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
      const [full = '', seconds, message = ''] = output.toString('utf8').split('\0');
      return { oid: full, message: message.trimEnd(), committedAt: new Date(Number(seconds) * 1000) };
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
      readBlobs({ oids: checked(oids), environment, maxBlobBytes, timeoutMs, signal }),
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

function objectId(text: string): string {
  if (!isObjectId(text)) throw new GitError('invalid-ref', 'A full commit or object id is needed.');
  return text;
}

function* checked(oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield objectId(oid);
}
