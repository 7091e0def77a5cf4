import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry } from '@lectern/git/layout/repository-files';
import { GitError } from '@lectern/git/program/git-error';
import { type LfsPointer, parseLfsPointer } from '@lectern/git/program/lfs';
import { type Credentials, remoteOf } from '@lectern/git/program/remote-url';
import { pruneRepositoryCache } from '@lectern/git/program/repository-cache';
import type { ImportProblem } from '@lectern/import/imported-content';
import type { Context } from '../../../platform/context.ts';
import { createGuardedNetwork } from '../../../platform/http/guarded-fetch.ts';
import { type GitSource, openGitSource } from '../../git/import/git-source.ts';
import { sourceRefused, sourceTooLarge, sourceUnavailable } from '../import-failures.ts';
import { MAX_FILES } from '../import-limits.ts';
import { isClutter, type StoredFile } from './stored-files.ts';

export interface CloneOptions {
  url: string;
  /** The default branch if absent. */
  ref: string | undefined;
  /** The directory whose files are read, as if there were no others; the root if absent. */
  directory: string | undefined;
  credentials: Credentials | undefined;
  organizationId: string;
  /** The folder for the files, whose names there are arbitrary. */
  folder: string;
  problems: ImportProblem[];
  signal: AbortSignal;
}

/** Fetches a branch of a repository and writes its files to the disk. */
export async function cloneRepository(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { url, ref = 'HEAD', directory, credentials, organizationId, folder, problems, signal }: CloneOptions,
): Promise<StoredFile[]> {
  const cacheDir = join(config.dataDir, 'repositories');
  try {
    const source = await openGitSource({
      cacheDir,
      cacheKey: createHash('sha256')
        .update(JSON.stringify([organizationId, 'content-import', credentials ?? null]))
        .digest('hex'),
      remote: remoteOf(url, credentials),
      since: clock(),
      clock,
      ref,
      network: createGuardedNetwork({ allowPrivate: config.allowPrivateNetworks }),
      limits: {
        maxBytes: config.limits.importBytes,
        timeoutMs: config.limits.jobSeconds * 1000,
        answerMs: config.limits.gitAnswerSeconds * 1000,
      },
      signal,
    });
    try {
      for (const { path = '', line, message } of source.report)
        problems.push({ path, line, reason: 'repository', message });
      const files = filesWithin(source.files.list(), directory).filter(({ path }) => !isClutter(path));
      if (directory !== undefined && files.length === 0)
        throw sourceUnavailable(`The repository has no files in the directory “${directory}”.`);
      if (files.length > MAX_FILES)
        throw sourceTooLarge(`The repository contains more than ${MAX_FILES} files.`);
      return await writeFiles(source, files, { folder, problems, signal });
    } finally {
      await source.close();
      await pruneRepositoryCache({ cacheDir, maxBytes: config.limits.repositoryCacheBytes });
    }
  } catch (error) {
    throw explain(error, signal);
  }
}

/** The files of a directory, with their paths in it. */
function filesWithin(files: readonly FileEntry[], directory: string | undefined): FileEntry[] {
  if (directory === undefined) return [...files];
  const start = `${directory}/`;
  return files.flatMap((file) =>
    file.path.startsWith(start) ? [{ ...file, path: file.path.slice(start.length) }] : [],
  );
}

/** Writes files to the disk. Those in Git LFS are fetched; those that cannot be fetched are left out and reported. */
async function writeFiles(
  source: GitSource,
  files: readonly FileEntry[],
  { folder, problems, signal }: Pick<CloneOptions, 'folder' | 'problems' | 'signal'>,
): Promise<StoredFile[]> {
  const places = new Map<string, { file: string; size: number }>();
  const write = async (oid: string, content: Buffer): Promise<void> => {
    signal.throwIfAborted();
    const file = join(folder, oid);
    await writeFile(file, content, { mode: 0o600 });
    places.set(oid, { file, size: content.length });
  };
  const pointers = new Map<string, { pointer: LfsPointer; oids: string[] }>();
  for await (const { oid, content } of source.readBlobs([...new Set(files.map(({ oid }) => oid))])) {
    const pointer = parseLfsPointer(content);
    const same = pointer && pointers.get(pointer.oid);
    if (!pointer) await write(oid, content);
    else if (same) same.oids.push(oid);
    else pointers.set(pointer.oid, { pointer, oids: [oid] });
  }
  const unfetched = new Map<string, string>();
  for await (const found of source.fetchLfs?.([...pointers.values()].map(({ pointer }) => pointer)) ?? [])
    for (const oid of pointers.get(found.pointer.oid)?.oids ?? [])
      if ('content' in found) await write(oid, found.content);
      else unfetched.set(oid, found.problem);
  return files.flatMap(({ path, oid }) => {
    const place = places.get(oid);
    const problem = unfetched.get(oid);
    if (problem !== undefined)
      problems.push({
        path,
        reason: 'lfs-file',
        message: `${path} is in Git LFS and could not be fetched, so it was left out. ${problem}`,
      });
    return place ? [{ path, ...place }] : [];
  });
}

function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof GitError) || error.code === 'disk-full') return error;
  if (error.code === 'refused-address') return sourceRefused(error.message);
  return error.code === 'too-large' ? sourceTooLarge(error.message) : sourceUnavailable(error.message);
}
