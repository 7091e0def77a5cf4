import { rm } from 'node:fs/promises';
import { findFetchSince, recordFetch } from './fetch-records.ts';
import { findContained, type WantedCommits } from './find-contained.ts';
import { gitEnvironment } from './git-environment.ts';
import { explainFullDisk, GitError } from './git-error.ts';
import type { GitNetwork } from './git-network.ts';
import { runGit } from './git-process.ts';
import { type GitRef, parseGitRef } from './git-ref.ts';
import { requireUsableGit } from './git-version.ts';
import { keepFetchedCommit } from './kept-commits.ts';
import { type LfsRemote, lfsRemoteOf } from './lfs.ts';
import { findRemote, type ReachableRemote } from './preflight.ts';
import { type FetchProgress, fetchRef } from './remote-fetch.ts';
import type { RemoteUrl } from './remote-url.ts';
import { type Commit, createRepositoryReader, type RepositoryReader } from './repository.ts';
import { type CachedRepository, removeStaleFiles, takeCachedRepository } from './repository-cache.ts';
import type { SshAccess } from './ssh-access.ts';

export interface FetchRepositoryOptions {
  /** Directory of all cached repositories; made when missing. */
  cacheDir: string;
  /**
   * Names the cached repository together with its URL; must be the caller's own (by organization and credentials).
   * Without one nothing is kept.
   */
  cacheKey?: string | undefined;
  remote: RemoteUrl;
  /** For a repository over SSH. */
  ssh?: SshAccess | undefined;
  /** `refs/heads/…`, `refs/tags/…`, a full commit id, or `HEAD`. */
  ref: string;
  /** A commit that was fetched for this ref at this time or later is used without contacting the remote. */
  since?: Date | undefined;
  /** The clock of `since`. */
  clock?: () => Date;
  network: GitNetwork;
  limits: {
    /** Bytes that may be received. */
    maxBytes: number;
    /** The limit for contacting the remote; reading afterwards has the same limit again. */
    timeoutMs: number;
    /** The limit for the host's first answer, which is short: a host that hangs must not hold up other work. */
    answerMs?: number;
  };
  signal?: AbortSignal | undefined;
  onProgress?: (progress: FetchProgress) => void;
}

/** A commit with all of its files, on disk. Its cached repository is locked until `close`. */
export interface FetchedRepository extends RepositoryReader {
  /** The address without credentials, after redirects. */
  url: string;
  lfs: LfsRemote;
  ref: string;
  commit: Commit;
  /** Bytes that came over the network. */
  receivedBytes: number;
  /** Finds commits in the history of the commit, the newest first; fetches as much of it as necessary. */
  findContained(wanted: WantedCommits): Promise<string[]>;
  /** Frees the cached repository; deletes a temporary or damaged one. Safe to repeat. */
  close(): Promise<void>;
}

/**
 * Fetches a ref's commit into a bare repository on disk: shallow the first time, only new objects the next time.
 * Commits fetched before stay readable while the cache is kept.
 * @throws GitError with a sentence for the user
 */
export async function fetchRepository(options: FetchRepositoryOptions): Promise<FetchedRepository> {
  const ref = parseGitRef(options.ref);
  const { timeoutMs, answerMs = timeoutMs } = options.limits;
  const { network, signal } = options;
  await requireUsableGit();
  const deadline = Date.now() + timeoutMs;
  const { cacheDir, cacheKey, since, clock = () => new Date() } = options;
  const cached = await takeCachedRepository({
    cacheDir,
    cacheKey,
    url: options.remote.url,
    timeoutMs,
    signal,
  });
  const { directory } = cached;
  const reader = createRepositoryReader({ gitDirectory: directory, timeoutMs, signal });
  const fetchCommits = async (
    depth?: number,
  ): Promise<{ oid: string; url: string; receivedBytes: number }> => {
    const contact = { network, answerMs: Math.min(answerMs, timeoutMs), signal, ssh: options.ssh };
    const remote = await findRemote(options.remote, contact);
    const fetched = await fetchIntoCache(cached, {
      ref,
      remote,
      network,
      maxBytes: options.limits.maxBytes,
      depth,
      remainingMs: () => Math.max(1, deadline - Date.now()),
      signal,
      onProgress: options.onProgress,
    });
    return { ...fetched, url: remote.url };
  };
  const fetchNow = async (): Promise<Fetched> => {
    const begunAt = clock().toISOString();
    const { oid, url, receivedBytes } = await fetchCommits();
    const commit = await reader.readCommit(oid);
    await keepFetchedCommit(directory, oid, timeoutMs);
    await recordFetch(directory, ref.text, { oid, url, begunAt });
    return { url, commit, receivedBytes };
  };
  try {
    const shared = since && (await findFetchSince(directory, ref.text, since));
    const fetched =
      shared && (await reader.hasCommit(shared.oid))
        ? { url: shared.url, commit: await reader.readCommit(shared.oid), receivedBytes: 0 }
        : await fetchNow();
    return closeable(reader, cached, {
      ...fetched,
      lfs: lfsRemoteOf(options, fetched.url),
      ref: ref.text,
      findContained: (wanted) => findContained(reader, fetched.commit.oid, wanted, fetchCommits),
    });
  } catch (error) {
    // Files that a killed program left would stay until the next import of the same repository.
    await removeStaleFiles(cached.directory).catch(() => {});
    await cached.release({ discard: isDamage(error) || isFull(error) });
    throw error;
  }
}

type Fetched = Pick<FetchedRepository, 'url' | 'commit' | 'receivedBytes'>;

export interface CacheFetch {
  ref: GitRef;
  remote: ReachableRemote;
  network: GitNetwork;
  maxBytes: number;
  /** The number of commits to fetch; default 1. */
  depth?: number | undefined;
  remainingMs: () => number;
  signal: AbortSignal | undefined;
  onProgress: ((progress: FetchProgress) => void) | undefined;
}

/** Failures that speak of the remote or the caller; any other may be a damaged copy's. */
const REMOTE_FAILURES = new Set([
  'disk-full',
  'ref-not-found',
  'empty-repository',
  'too-large',
  'timeout',
  'no-answer',
  'aborted',
  'program-missing',
  'refused-address',
  'unknown-host',
  'unreachable',
]);

export async function fetchIntoCache(
  cached: CachedRepository,
  fetch: CacheFetch,
): Promise<{ oid: string; receivedBytes: number }> {
  await removeStaleFiles(cached.directory);
  try {
    return await fetchOnce(cached, fetch);
  } catch (error) {
    if (cached.isTemporary || (error instanceof GitError && REMOTE_FAILURES.has(error.code))) throw error;
    // A damaged copy is worth nothing: begin again from an empty one.
    await rm(cached.directory, { recursive: true, force: true });
    return fetchOnce(cached, fetch);
  }
}

async function fetchOnce(
  cached: CachedRepository,
  fetch: CacheFetch,
): Promise<{ oid: string; receivedBytes: number }> {
  const { remainingMs, signal } = fetch;
  await initializeRepository(cached.directory, fetch.remote.objectFormat);
  const fetched = await fetchRef({ ...fetch, gitDirectory: cached.directory, timeoutMs: remainingMs() });
  const reader = createRepositoryReader({ gitDirectory: cached.directory, timeoutMs: remainingMs(), signal });
  if (!(await reader.hasCommit(fetched.oid))) {
    throw new GitError('damaged-cache', 'The copy of the repository is incomplete. Import again.');
  }
  return fetched;
}

/** Makes the bare repository; on one that exists git changes nothing. */
export async function initializeRepository(
  gitDirectory: string,
  objectFormat: 'sha1' | 'sha256',
): Promise<void> {
  const outcome = await runGit({
    args: [
      'init',
      '--bare',
      '--quiet',
      '--template=',
      ...(objectFormat === 'sha1' ? [] : [`--object-format=${objectFormat}`]),
    ],
    environment: gitEnvironment({ gitDirectory }),
    timeoutMs: 30_000,
  });
  if (outcome.exitCode !== 0)
    throw (
      explainFullDisk(outcome.errorOutput) ??
      new GitError('failed', 'The repository cache could not be prepared.')
    );
}

export const isDamage = (error: unknown): boolean =>
  error instanceof GitError && error.code === 'damaged-cache';

const FULL_CODES = new Set(['disk-full', 'ENOSPC', 'EDQUOT']);

/** On a full disk a cached copy is in the way, and it may be incomplete. */
export const isFull = (error: unknown): boolean => FULL_CODES.has((error as { code?: string }).code ?? '');

function closeable(
  reader: RepositoryReader,
  cached: CachedRepository,
  facts: Pick<FetchedRepository, 'url' | 'lfs' | 'ref' | 'commit' | 'receivedBytes' | 'findContained'>,
): FetchedRepository {
  let isDamaged = false;
  let closing: Promise<void> | undefined;
  const note = (error: unknown): never => {
    isDamaged ||= isDamage(error);
    throw error;
  };
  return {
    ...reader,
    ...facts,
    listTree: (commitOid, directory) => reader.listTree(commitOid, directory).catch(note),
    async *readBlobs(oids, blobOptions) {
      try {
        yield* reader.readBlobs(oids, blobOptions);
      } catch (error) {
        note(error);
      }
    },
    diffRenames: (oldOid, newOid) => reader.diffRenames(oldOid, newOid).catch(note),
    close: () => {
      closing ??= cached.release({ discard: isDamaged });
      return closing;
    },
  };
}
