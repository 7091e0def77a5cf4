/** Exports a space to a folder on this machine, by the same rules as to a commit. */
import { mkdir, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Hash } from '@lectern/content/tree/hash';
import { reachableNodes } from '@lectern/content/tree/reachable-nodes';
import { fileIdentities } from '@lectern/git/layout/page-identity';
import { GitError } from '@lectern/git/program/git-error';
import { parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import type { CommitFile } from '@lectern/git/program/write-commit';
import { newId } from '@lectern/std/ids';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import { rememberCommit } from '../git.repository.ts';
import { type FolderSource, openFolderSource } from '../import/folder-source.ts';
import type { ImportSource } from '../import/import-source.ts';
import { readLayout } from '../import/read-layout-in-thread.ts';
import { readRepository } from '../import/run-import.ts';
import { type FolderState, findFolderState } from '../sync/folder-state.ts';
import {
  changedInFolder,
  listOverwritten,
  prepareFirstExport,
  replacePlaces,
  requireNoDocumentation,
} from './first-export.ts';
import { type ExportPlan, type ExportRequest, planExport } from './plan-export.ts';

export interface FolderExport {
  plan: ExportPlan;
  /** The paths of pages that the space does not have, and that stay. */
  kept: readonly string[];
  /** The files that the folder has. */
  source: FolderSource;
  /** The content of the space that is exported. */
  wanted: OpenRevision;
  /** Nodes of the content that the folder gets, as far as the space does not have them. */
  nodes: ReadonlyMap<Hash, string>;
}

export interface FolderRequest {
  folder: string;
  projectDirectory: string;
  /** Deletes pages that the space does not have. Other files are never deleted. */
  deletesPages: boolean;
  /** Replaces text that the space never had. */
  mayOverwrite: boolean;
  signal: AbortSignal;
}

/**
 * Plans the changes in a folder that gets the content of a space. Throws if text would be replaced that was neither
 * read from this folder nor written to it.
 */
export async function planFolderExport(
  parts: EditingParts,
  space: SpacePointer,
  request: FolderRequest,
): Promise<FolderExport> {
  const wanted = await parts.store.open(space, space.revisionId);
  const source = await openFolderSource(request.folder);
  const directory = parseRepositoryDirectory(request.projectDirectory);
  const key = { organizationId: space.organizationId, spaceId: space.spaceId, projectDirectory: directory };
  const { state, isKnown } = await findFolderState(parts, key, source, { withCommits: true });
  const planned = { request, source, directory, wanted };
  return state.common ? planNext(parts, planned, isKnown) : planFirst(parts, planned);
}

interface Planned {
  request: FolderRequest;
  source: FolderSource;
  directory: string;
  wanted: OpenRevision;
}

/** Plans an export to a folder that has no state in common with the space, as to a branch. */
async function planFirst(
  parts: EditingParts,
  { request, source, directory, wanted }: Planned,
): Promise<FolderExport> {
  const { folder, mayOverwrite, signal } = request;
  const first = await prepareFirstExport(parts, {
    current: wanted,
    source,
    projectDirectory: directory,
    signal,
  });
  const plan = await planFiles(
    parts,
    { request, source, directory, wanted },
    {
      base: first.base,
      wanted: { ...wanted, snapshot: first.united },
      own: wanted.snapshot,
      isFirst: true,
      isThorough: true,
    },
  );
  if (!mayOverwrite)
    requireNoDocumentation({ place: `The folder “${folder}”`, noun: 'folder', plan, own: first.own });
  const changed = new Set(listOverwritten(plan));
  const kept = first.own.filter((path) => !changed.has(path));
  return { plan, kept, source, wanted, nodes: first.nodes };
}

/** Plans an export to a folder that the space was imported from or exported to, or to a copy of it. */
async function planNext(
  parts: EditingParts,
  { request, source, directory, wanted }: Planned,
  isKnown: FolderState['isKnown'],
): Promise<FolderExport> {
  const { folder, deletesPages, mayOverwrite, signal } = request;
  const { space } = wanted;
  const oids = new Map(source.files.list().map(({ path, oid }) => [path, oid]));
  const read = await readRepository(
    parts.context,
    {
      space,
      // A file elsewhere that happens to be equal is not taken for one of the space.
      previous: replacePlaces(wanted.snapshot, ({ git }) => (git && oids.has(git.path) ? git : undefined)),
      projectDirectory: directory,
      treeUrl: undefined,
      importedOid: null,
    },
    { source, signal, onProgress: () => {} },
  );
  const base = read.snapshot;
  const hasSummary = base.settings.repository?.summaryPath !== undefined;
  const planWith = (isThorough: boolean): Promise<ExportPlan> =>
    planFiles(parts, { request, source, directory, wanted }, { base, wanted, isThorough });
  const first = await planWith(false);
  // New pages may not be in the order of folders and names, so a table of contents is written.
  const isNew = first.changes.some(({ kind }) => kind === 'added' || kind === 'renamed');
  const plan = isNew && !hasSummary ? await planWith(true) : first;
  const entries = [...fileIdentities(base)];
  const pages = new Set(entries.flatMap(({ kind, path }) => (kind === 'file' ? [] : [path])));
  const moved = new Set(plan.changes.flatMap(({ oldPath }) => oldPath ?? []));
  const isDeleted = (path: string): boolean => moved.has(path) || (deletesPages && pages.has(path));
  const changes = plan.changes.filter(({ kind, path }) => kind !== 'deleted' || isDeleted(path));
  // The table of contents and the configuration are edited, and not replaced.
  const ofEntries = new Set(entries.map(({ path }) => path));
  const unknown = listOverwritten({ changes: changes.filter(({ kind }) => kind !== 'deleted') }).filter(
    (path) => ofEntries.has(path) && !isKnown(path, oids.get(path) ?? ''),
  );
  if (unknown.length > 0 && !mayOverwrite) throw changedInFolder({ folder, paths: unknown });
  return {
    source,
    wanted,
    nodes: read.nodes,
    plan: { ...plan, changes, deleted: plan.deleted.filter(isDeleted) },
    kept: deletesPages ? [] : plan.deleted.filter((path) => pages.has(path) && !moved.has(path)),
  };
}

const planFiles = (
  parts: EditingParts,
  { request: { signal }, source, directory }: Planned,
  content: Pick<ExportRequest, 'base' | 'wanted' | 'own' | 'isFirst' | 'isThorough'>,
): Promise<ExportPlan> =>
  planExport(parts, {
    ...content,
    files: source.files,
    readBlobs: source.readBlobs,
    leftOut: source.leftOut,
    readLayout: () =>
      readLayout(parts.context.threads, source.files, { projectDirectory: directory, signal }),
    projectDirectory: directory,
    objectFormat: 'sha1',
  });

/**
 * Remembers what a folder has after an export: its files are those of the space from now on, and what is changed there
 * or in the space is merged by the next import.
 */
export async function rememberExport(
  parts: EditingParts,
  { organizationId, spaceId }: SpaceKey,
  { folder, projectDirectory, signal }: FolderRequest,
  { wanted, plan, nodes }: FolderExport,
): Promise<void> {
  const { context } = parts;
  const source = await openFolderSource(folder);
  const directory = parseRepositoryDirectory(projectDirectory);
  const read = await readRepository(
    context,
    {
      space: wanted.space,
      previous: plan.snapshot,
      projectDirectory: directory,
      treeUrl: undefined,
      importedOid: null,
    },
    { source, signal, onProgress: () => {} },
  );
  const sentId = wanted.revision.revisionId;
  const at = context.clock();
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [sentId],
    root: read.snapshot.hash,
    type: 'edits',
    authorId: null,
    message: null,
    git: null,
    createdAt: at,
  };
  const known = new Map([...nodes, ...plan.nodes, ...read.nodes]);
  await context.transact(async (unit) => {
    await commitRevision(unit, {
      organizationId,
      spaceId,
      revision,
      content: { nodes: reachableNodes(read.snapshot, known), documents: new Map(), blobs: read.blobs },
      move: undefined,
    });
    await rememberCommit(
      unit.trx,
      { organizationId, spaceId, projectDirectory: directory },
      {
        oid: source.folderId,
        isAnew: false,
        revisionId: sentId,
        readRevisionId: revision.revisionId,
        lineRevisionId: sentId,
        ownRevisionId: sentId,
        at,
      },
    );
  });
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
