/** Exports a space to a folder on this machine, by the same rules as to a commit. */
import { mkdir, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { EMPTY_SNAPSHOT } from '@lectern/content/tree/snapshot';
import { fileIdentities } from '@lectern/git/layout/page-identity';
import { GitError } from '@lectern/git/program/git-error';
import { parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import type { CommitFile } from '@lectern/git/program/write-commit';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { openFolderSource } from '../import/folder-source.ts';
import type { ImportSource } from '../import/import-source.ts';
import { readLayout } from '../import/read-layout-in-thread.ts';
import { readRepository } from '../import/run-import.ts';
import { replacePlaces } from './first-export.ts';
import { type ExportPlan, planExport } from './plan-export.ts';

export interface FolderExport {
  plan: ExportPlan;
  /** The paths of pages that the space does not have, and that stay. */
  kept: string[];
  /** The files that the folder has. */
  source: ImportSource;
}

export interface FolderRequest {
  folder: string;
  projectDirectory: string;
  /** Deletes pages that the space does not have. Other files are never deleted. */
  deletesPages: boolean;
  signal: AbortSignal;
}

/** Plans the changes in a folder that gets the content of a space. Pages are recognized by their paths. */
export async function planFolderExport(
  parts: EditingParts,
  space: SpacePointer,
  { folder, projectDirectory, deletesPages, signal }: FolderRequest,
): Promise<FolderExport> {
  const { context, store } = parts;
  const wanted = await store.open(space, space.revisionId);
  const source = await openFolderSource(folder);
  const directory = parseRepositoryDirectory(projectDirectory);
  const paths = new Set(source.files.list().map(({ path }) => path));
  const isEmpty = ![...paths].some((path) => directory === '' || path.startsWith(`${directory}/`));
  const request = {
    space,
    // A file elsewhere that happens to be equal is not taken for one of the space.
    previous: replacePlaces(wanted.snapshot, ({ git }) => (git && paths.has(git.path) ? git : undefined)),
    projectDirectory: directory,
    treeUrl: undefined,
    importedOid: null,
    // The content of the space may be newer than the files that it came from.
    isForced: true,
  };
  const work = { source, signal, onProgress: () => {} };
  const base = isEmpty ? EMPTY_SNAPSHOT : (await readRepository(context, request, work)).snapshot;
  const hasSummary = base.settings.repository?.summaryPath !== undefined;
  const planWith = (isThorough: boolean): Promise<ExportPlan> =>
    planExport(parts, {
      base,
      wanted,
      files: source.files,
      leftOut: source.leftOut,
      readLayout: () => readLayout(context.threads, source.files, { projectDirectory: directory, signal }),
      projectDirectory: directory,
      objectFormat: 'sha1',
      isThorough,
    });
  const first = await planWith(isEmpty);
  // New pages may not be in the order of folders and names, so a table of contents is written.
  const isNew = first.changes.some(({ kind }) => kind === 'added' || kind === 'renamed');
  const plan = isNew && !hasSummary && !isEmpty ? await planWith(true) : first;
  const pages = new Set(
    [...fileIdentities(base)].flatMap(({ kind, path }) => (kind === 'file' ? [] : [path])),
  );
  const moved = new Set(plan.changes.flatMap(({ oldPath }) => oldPath ?? []));
  const isDeleted = (path: string): boolean => moved.has(path) || (deletesPages && pages.has(path));
  return {
    source,
    plan: {
      ...plan,
      changes: plan.changes.filter(({ kind, path }) => kind !== 'deleted' || isDeleted(path)),
      deleted: plan.deleted.filter(isDeleted),
    },
    kept: deletesPages ? [] : plan.deleted.filter((path) => pages.has(path) && !moved.has(path)),
  };
}

/** Makes the changes of an export in a folder. */
export async function writeFolder(folder: string, { plan, source }: FolderExport): Promise<void> {
  const root = await realpath(folder);
  for await (const file of plan.files()) {
    const place = join(root, file.path);
    await requireInside(root, dirname(place), file.path);
    await mkdir(dirname(place), { recursive: true });
    // The file is written beside its place and renamed, so that a link there is replaced, and no file is incomplete.
    const draft = `${place}.lectern-${process.pid}`;
    await writeFile(draft, await readContent(file, source), { flag: 'wx' });
    await rename(draft, place);
  }
  for (const path of plan.deleted) {
    const place = join(root, path);
    await requireInside(root, dirname(place), path);
    await rm(place, { force: true });
    await removeEmptyFolders(root, dirname(place));
  }
}

/** The bytes of a file that is to be written. */
export async function readContent({ content }: CommitFile, source: ImportSource): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content;
  for await (const blob of source.readBlobs([content.oid])) return blob.content;
  throw new GitError('failed', 'A file of the folder was changed while it was read. Try again.');
}

/**
 * Throws if a symbolic link leads out of the folder. A directory that does not exist yet would be created in its
 * nearest existing parent, so that parent is checked.
 */
async function requireInside(root: string, directory: string, path: string): Promise<void> {
  const real = await realpath(directory).catch(() => undefined);
  if (real === undefined) return requireInside(root, dirname(directory), path);
  if (real !== root && !real.startsWith(root + sep))
    throw new GitError(
      'invalid-directory',
      `${path} would be outside the folder, because one of its parent folders is a link.`,
    );
}

async function removeEmptyFolders(root: string, directory: string): Promise<void> {
  let current = directory;
  while (current !== root && current.startsWith(root + sep)) {
    if (!(await stat(current).catch(() => undefined))?.isDirectory()) return;
    const isRemoved = await rmdir(current).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
    current = dirname(current);
  }
}
