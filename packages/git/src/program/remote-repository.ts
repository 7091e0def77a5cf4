import {
  type FetchRepositoryOptions,
  fetchIntoCache,
  initializeRepository,
  isDamage,
  isFull,
} from './fetch-repository.ts';
import { findContained, HISTORY_DEPTHS, type WantedCommits } from './find-contained.ts';
import { parseGitRef } from './git-ref.ts';
import { requireUsableGit } from './git-version.ts';
import { keepFetchedCommit } from './kept-commits.ts';
import { type LfsRemote, lfsRemoteOf } from './lfs.ts';
import { findRemote, type ReachableRemote } from './preflight.ts';
import { pushCommit } from './remote-push.ts';
import { listRemoteBranches } from './remote-refs.ts';
import { type Commit, createRepositoryReader, type RepositoryReader } from './repository.ts';
import { removeStaleFiles, takeCachedRepository } from './repository-cache.ts';
import { type NewCommit, writeCommit } from './write-commit.ts';

export type RemoteRepositoryOptions = Omit<FetchRepositoryOptions, 'ref' | 'since'>;

/** A branch and the commit that it is at. */
export interface BranchHead {
  ref: string;
  oid: string;
}

/** A remote repository with its copy on disk, which is locked until `close`. */
export interface RemoteRepository extends RepositoryReader {
  /** The address without credentials, after redirects. */
  url: string;
  lfs: LfsRemote;
  objectFormat: 'sha1' | 'sha256';
  /** The branches of the remote as they are now, by the full names of their refs. `ref`: asks for this one only. */
  listBranches(ref?: string): Promise<Map<string, string>>;
  /** Fetches the commit that a branch is at, with its files. */
  fetch(ref: string): Promise<Commit>;
  /** Whether a commit comes before the one that a branch is at; fetches as much of the history as that takes. */
  isAncestorOf(ref: string, ancestorOid: string, oid: string): Promise<boolean>;
  /** Finds commits in the history of the one that a branch is at, the newest first; fetches it as far as necessary. */
  findContained(branch: BranchHead, wanted: WantedCommits): Promise<string[]>;
  /** Finds the newest common commit of two branches, if there is one; fetches as much of their history as necessary. */
  findForkPoint(branch: BranchHead, other: BranchHead): Promise<string | undefined>;
  /** Writes a commit into the copy on disk. Nobody else sees it until it is pushed. */
  writeCommit(commit: NewCommit): Promise<string>;
  /** Pushes a commit to a branch; undefined deletes the branch if it is still at `expectedOid`. Never overwrites. */
  push(ref: string, oid: string | undefined, expectedOid?: string): Promise<'pushed' | 'moved'>;
  /** Throws if the host would refuse a push with these credentials. Pushes nothing. */
  tryPush(): Promise<void>;
  close(): Promise<void>;
}

/** A name that no branch has. */
const TRIAL_REF = 'refs/heads/lectern-trial-of-a-push';
const NOBODY = { name: 'Lectern', email: 'lectern@localhost' };

/** Opens a remote repository for reading and writing. @throws GitError with a sentence for the user */
export async function openRemoteRepository(options: RemoteRepositoryOptions): Promise<RemoteRepository> {
  const { cacheDir, cacheKey, network, signal, onProgress } = options;
  const { timeoutMs, answerMs = timeoutMs, maxBytes } = options.limits;
  await requireUsableGit();
  const deadline = Date.now() + timeoutMs;
  const remainingMs = (): number => Math.max(1, deadline - Date.now());
  const cached = await takeCachedRepository({
    cacheDir,
    cacheKey,
    url: options.remote.url,
    timeoutMs,
    signal,
  });
  const { directory } = cached;
  const reader = createRepositoryReader({ gitDirectory: directory, timeoutMs, signal });
  let mustDiscard = false;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= cached.release({ discard: mustDiscard });
    return closing;
  };
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      mustDiscard ||= isDamage(error) || isFull(error);
      throw error;
    }
  };
  let remote: ReachableRemote;
  try {
    remote = await findRemote(options.remote, {
      network,
      answerMs: Math.min(answerMs, timeoutMs),
      signal,
      ssh: options.ssh,
    });
  } catch (error) {
    mustDiscard ||= isFull(error);
    await close();
    throw error;
  }
  let preparing: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await removeStaleFiles(directory);
    await initializeRepository(directory, remote.objectFormat);
  };
  /** Work on the copy on disk, which is made when it is needed first. */
  const onCopy = <Result>(work: () => Promise<Result>): Promise<Result> =>
    guard(async () => {
      preparing ??= prepare();
      await preparing;
      return work();
    });
  const access = { gitDirectory: directory, remote, network, maxBytes };
  const fetchCommit = async (ref: string, depth?: number): Promise<string> => {
    const parsed = parseGitRef(ref);
    const fetched = { ref: parsed, remote, network, maxBytes, depth, remainingMs, signal, onProgress };
    return (await fetchIntoCache(cached, fetched)).oid;
  };
  return {
    ...reader,
    hasCommit: (oid) => onCopy(() => reader.hasCommit(oid)),
    url: remote.url,
    lfs: lfsRemoteOf(options, remote.url),
    objectFormat: remote.objectFormat,
    listBranches: (ref) =>
      guard(() =>
        listRemoteBranches({ ...access, gitDirectory: undefined, timeoutMs: remainingMs(), signal }, ref),
      ),
    fetch: (ref) =>
      onCopy(async () => {
        const oid = await fetchCommit(ref);
        await keepFetchedCommit(directory, oid, timeoutMs);
        return reader.readCommit(oid);
      }),
    isAncestorOf: (ref, ancestorOid, oid) =>
      onCopy(async () => {
        if (await reader.isAncestor(ancestorOid, oid)) return true;
        for (const depth of HISTORY_DEPTHS) {
          await fetchCommit(ref, depth);
          if (await reader.isAncestor(ancestorOid, oid)) return true;
          if ((await reader.listFirstParents(oid, depth)).length < depth) return false;
        }
        return false;
      }),
    findContained: ({ ref, oid }, wanted) =>
      onCopy(() => findContained(reader, oid, wanted, (depth) => fetchCommit(ref, depth))),
    findForkPoint: (branch, other) =>
      onCopy(async () => {
        for (const depth of HISTORY_DEPTHS) {
          await fetchCommit(branch.ref, depth);
          await fetchCommit(other.ref, depth);
          const found = await reader.findMergeBase(branch.oid, other.oid);
          if (found) return found;
          const heads = [branch.oid, other.oid];
          const parents = await Promise.all(heads.map((oid) => reader.listFirstParents(oid, depth)));
          if (parents.every(({ length }) => length < depth)) return undefined;
        }
        return undefined;
      }),
    writeCommit: (commit) =>
      onCopy(async () => {
        const oid = await writeCommit(directory, commit, { timeoutMs: remainingMs(), signal });
        await keepFetchedCommit(directory, oid, timeoutMs);
        return oid;
      }),
    push: (ref, oid, expectedOid) =>
      onCopy(() =>
        pushCommit({
          ...access,
          ref,
          oid,
          timeoutMs: remainingMs(),
          signal,
          ...(expectedOid === undefined ? {} : { expectedOid }),
        }),
      ),
    tryPush: () =>
      onCopy(async () => {
        const empty = { parents: [], deleted: [], files: [], message: 'Try a push\n', at: new Date(0) };
        const commit = { ...empty, author: NOBODY, committer: NOBODY };
        const oid = await writeCommit(directory, commit, { timeoutMs: remainingMs(), signal });
        await pushCommit({ ...access, ref: TRIAL_REF, oid, isTrial: true, timeoutMs: remainingMs(), signal });
      }),
    close,
  };
}
