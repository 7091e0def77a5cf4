import type { FileEntry } from '@lectern/git/layout/repository-files';
import {
  type FetchedRepository,
  type FetchRepositoryOptions,
  fetchRepository,
} from '@lectern/git/program/fetch-repository';
import { GitError } from '@lectern/git/program/git-error';
import {
  fetchLfsFiles,
  isOnHostOf,
  type LfsFile,
  type LfsPointer,
  type LfsRemote,
  readLfsConfig,
} from '@lectern/git/program/lfs';
import type { Commit, RepositoryReader } from '@lectern/git/program/repository';
import { readRepositoryTree } from '@lectern/git/program/repository-tree';
import { cutText } from '@lectern/std/cut-text';
import { decodeFile } from '@lectern/std/utf16';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import type { ImportSource } from './import-source.ts';

/** The limits for a repository. */
const MAX_FILE_BYTES = 100_000_000;
const MAX_PAGE_BYTES = 10_000_000;
const MAX_FILES = 200_000;
/** The message is part of every list of revisions. */
const MAX_COMMIT_MESSAGE_LENGTH = 10_000;

const LFS_CONFIG = '.lfsconfig';
/** Another host must not get the credentials, and anybody who can commit could name one. */
const ELSEWHERE = `${LFS_CONFIG} names an LFS server on another host, which is not asked.`;

export interface GitSource extends ImportSource, Pick<FetchedRepository, 'close' | 'findContained'> {
  commit: { oid: string; message: string };
}

/** A repository of a remote host as what an import reads; `close` gives its cached copy free. */
export async function openGitSource(options: FetchRepositoryOptions): Promise<GitSource> {
  const repository = await inSpan('git fetch', { kind: 'client' }, () => fetchRepository(options));
  try {
    const source = await readCommitSource(repository, repository.commit, options.limits);
    const { findContained } = repository;
    return { ...source, findContained, close: () => repository.close() };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

/** A commit of a repository on disk as what an import reads. */
export async function readCommitSource(
  repository: RepositoryReader & { lfs?: LfsRemote },
  commit: Pick<Commit, 'oid' | 'message'>,
  { maxBytes }: { maxBytes: number },
): Promise<ImportSource & Pick<GitSource, 'commit'>> {
  const limits = {
    maxFileBytes: MAX_FILE_BYTES,
    maxPageBytes: MAX_PAGE_BYTES,
    maxFiles: MAX_FILES,
  };
  const { files, leftOut, report } = await readRepositoryTree(repository, commit.oid, limits);
  const byPath = new Map<string, FileEntry>(files.map((file) => [file.path, file]));

  // Network traffic is compressed and limited there; a few megabytes of it can expand to any size.
  const counted = new Set<string>();
  let unfolded = 0;
  const count = (oid: string, { length }: Buffer): void => {
    if (!counted.has(oid)) unfolded += length;
    counted.add(oid);
    if (unfolded > maxBytes) {
      throw new GitError(
        'too-large',
        `The files to import exceed the limit of ${Math.round(maxBytes / 1_000_000)} MB in total.`,
      );
    }
  };
  async function* readBlobs(oids: string[]): AsyncGenerator<{ oid: string; content: Buffer }> {
    // Most layouts ask for files that the repository does not have; no process is started for them.
    if (oids.length === 0) return;
    for await (const { oid, content } of repository.readBlobs(oids, { maxBlobBytes: MAX_FILE_BYTES })) {
      if (!content) continue;
      count(oid, content);
      yield { oid, content };
    }
  }
  async function* fetchLfs(pointers: readonly LfsPointer[]): AsyncGenerator<LfsFile> {
    const { lfs } = repository;
    if (!lfs) return;
    const config = byPath.get(LFS_CONFIG);
    let configured: string | undefined;
    for await (const { content } of readBlobs(config ? [config.oid] : []))
      configured = readLfsConfig(content.toString('utf8'));
    if (configured !== undefined && !isOnHostOf(configured, lfs.url)) {
      for (const pointer of pointers) yield { pointer, problem: ELSEWHERE };
      return;
    }
    for await (const file of fetchLfsFiles(lfs, pointers, { maxFileBytes: MAX_FILE_BYTES, configured })) {
      if ('content' in file) count(file.pointer.oid, file.content);
      yield file;
    }
  }
  return {
    ...(repository.lfs ? { fetchLfs } : {}),
    commit: { oid: commit.oid, message: cutText(commit.message, MAX_COMMIT_MESSAGE_LENGTH) },
    leftOut,
    report,
    readBlobs,
    files: {
      list: () => files,
      async readTexts(paths) {
        const wanted = paths.flatMap((path) => byPath.get(path) ?? []);
        const texts = new Map<string, string>();
        const contents = new Map<string, string>();
        for await (const { oid, content } of readBlobs([...new Set(wanted.map((file) => file.oid))]))
          contents.set(oid, decodeFile(content));
        for (const { path, oid } of wanted) texts.set(path, contents.get(oid) ?? '');
        return texts;
      },
    },
    async findRenames(sinceOid) {
      if (sinceOid === commit.oid || !(await repository.hasCommit(sinceOid))) return new Map();
      const changes = await repository.diffRenames(sinceOid, commit.oid);
      return new Map(
        changes.flatMap(({ kind, path, oldPath }) =>
          kind === 'renamed' && oldPath ? [[path, oldPath] as const] : [],
        ),
      );
    },
  };
}
