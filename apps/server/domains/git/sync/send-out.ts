/** Commits the content of a space to a branch, and pushes the commit. */

import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { Hash } from '@lectern/content/tree/hash';
import { reachableNodes } from '@lectern/content/tree/reachable-nodes';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { foldersOf } from '@lectern/git/layout/choose-paths';
import { hasOtherStructure } from '@lectern/git/layout/plan-summary';
import type { RepositoryFiles } from '@lectern/git/layout/repository-files';
import { GitError } from '@lectern/git/program/git-error';
import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import type { CommitFile, NewCommit } from '@lectern/git/program/write-commit';
import { newId } from '@lectern/std/ids';
import { inspectDocuments } from '../../../content/facts/inspect-documents.ts';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import { commitInTurn } from '../../content/editing/commit-in-turn.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { commitRevision, moveLine } from '../../content/revisions/commit-revision.ts';
import { type ExportPlan, planExport } from '../export/plan-export.ts';
import type { FileChange } from '../export/written-files.ts';
import type { PushedCommit } from '../git.repository.ts';
import { readCommitSource } from '../import/git-source.ts';
import type { ImportSource } from '../import/import-source.ts';
import { readLayout } from '../import/read-layout-in-thread.ts';
import { gitOf, type ReadContent, readRepository } from '../import/run-import.ts';
import { findOnlyMerged, findPersons, findSpaceTitle, listAuthorsSince } from './commit-authors.queries.ts';
import { withCoAuthors } from './commit-facts.ts';
import { type DescribedConflicts, type KeptText, keepText } from './conflict-request.ts';
import { mergeSides } from './merge-sides.ts';
import { lineOf, type SyncTarget } from './sync-target.ts';
import type { SyncConflict, SyncWork } from './sync-work.ts';

export interface Sending {
  repository: RemoteRepository;
  /** The commit that the branch is at; undefined for the first one of a repository. */
  headOid: string | undefined;
  /** The files of that commit. */
  source: ImportSource | undefined;
  /** The content of that commit. */
  base: Snapshot;
  /** The content that the next commit should have, with the revision of the space from which it comes. */
  wanted: OpenRevision;
  /** Nodes of the wanted content that are not stored yet. */
  nodes?: ReadonlyMap<Hash, string>;
  /** Files of the wanted content that may not be stored for the organization yet. */
  blobs?: readonly NewBlob[];
  /** The content of the space, if the wanted content also has what only the commit has. */
  own?: Snapshot;
  /** Set if the branch and the space have no common state: called with the plan before anything is written. */
  onFirst?: (plan: ExportPlan) => void;
  /** The content of the line when it had the last common commit. */
  former?: Snapshot | undefined;
  /** The revision up to which earlier commits named the authors. */
  sinceId: string | undefined;
  /** Whether the space takes over the content of the commit, with its paths. */
  isTakenOver: boolean;
  /** The text of the branch that the commit replaces, and that the space does not have. */
  overwritten?: { kept: KeptText | undefined; conflicts: readonly SyncConflict[] };
}

/** `nothing`: the branch has the content of the space already. `moved`: somebody pushed another commit meanwhile. */
export type SentOut = 'nothing' | 'moved' | ({ oid: string; changes: FileChange[] } & DescribedConflicts);

async function* noBlobs(): ReturnType<ImportSource['readBlobs']> {}
const NO_FILES: RepositoryFiles = { list: () => [], readTexts: async () => new Map() };
/** The committer of all commits shows that the service made them; the authors are the people who made the changes. */
const COMMITTER_NAME = 'Lectern';

export async function sendOut(
  parts: EditingParts,
  target: SyncTarget,
  sending: Sending,
  work: SyncWork,
): Promise<SentOut> {
  const { repository, base, wanted } = sending;
  if (base.hash === wanted.snapshot.hash && !sending.onFirst) return 'nothing';
  work.onProgress({ stage: 'writing' });
  const written = await writeAndRead(parts, target, sending, work);
  if (!written) return 'nothing';
  work.onProgress({ stage: 'pushing' });
  const sent = { oid: written.oid, changes: written.plan.changes };
  if (target.isStandalone) {
    const result = await repository.push(target.ref, written.oid);
    return result === 'moved' ? 'moved' : { ...sent, conflicts: [], report: [] };
  }
  const { pushed, told: described } = await storePush(parts, target, sending, written);
  if ((await push(parts, target, repository, written.oid)) === 'moved') return 'moved';
  await landPush(parts, target, pushed, { work, isTakenOver: sending.isTakenOver });
  return { ...sent, ...described };
}

/** Pushes a commit that was remembered as being pushed, and forgets it if the push is refused. */
async function push(
  { context }: EditingParts,
  target: SyncTarget,
  repository: RemoteRepository,
  oid: string,
): Promise<'pushed' | 'moved'> {
  try {
    const result = await repository.push(target.ref, oid);
    if (result === 'moved') await target.line.rememberPush(context.db, undefined);
    return result;
  } catch (error) {
    // A refused push has not arrived; after any other failure this is unknown, and the next run checks.
    if (error instanceof GitError && ['push-rejected', 'authentication-failed'].includes(error.code))
      await target.line.rememberPush(context.db, undefined);
    throw error;
  }
}

export interface WrittenCommit {
  oid: string;
  message: string;
  plan: ExportPlan;
  /** The content of the commit as it was read again; undefined if that was not necessary. */
  read: ReadContent | undefined;
}

/**
 * Writes the commit and, if it changes the structure of the pages, reads it again to verify that an import of it
 * produces the wanted pages. Nobody sees the commit before it is pushed. Undefined if no file changes.
 */
export async function writeAndRead(
  parts: EditingParts,
  target: SyncTarget,
  sending: Sending,
  work: SyncWork,
): Promise<WrittenCommit | undefined> {
  const hasSummary = sending.base.settings.repository?.summaryPath !== undefined;
  const isFirst = sending.headOid === undefined || sending.onFirst !== undefined;
  const plan = await planCommit(parts, target, { ...sending, isThorough: isFirst }, work);
  sending.onFirst?.(plan);
  const isUntold = plan.changes.length === 0;
  if (isUntold && (hasSummary || isFirst || !plan.isStructural)) return undefined;
  const written = isUntold ? undefined : await writeOnce(parts, target, { sending, plan }, work);
  if (written && (isFirst || isAsMeant(written))) return written;
  const thorough = await planCommit(parts, target, { ...sending, isThorough: true }, work);
  if (thorough.changes.length === 0) return written;
  return writeOnce(parts, target, { sending, plan: thorough }, work);
}

function isAsMeant({ plan, read }: WrittenCommit): boolean {
  if (!read) return true;
  return !hasOtherStructure(plan.snapshot, read.snapshot, diffSnapshots(plan.snapshot, read.snapshot));
}

export function planCommit(
  parts: EditingParts,
  { projectDirectory }: Pick<SyncTarget, 'projectDirectory'>,
  { repository, base, former, wanted, own, source, onFirst, isThorough }: Sending & { isThorough: boolean },
  { signal }: Pick<SyncWork, 'signal'>,
): Promise<ExportPlan> {
  const files = source?.files ?? NO_FILES;
  return planExport(parts, {
    base,
    former,
    wanted,
    own,
    isFirst: onFirst !== undefined,
    files,
    readBlobs: source?.readBlobs ?? noBlobs,
    leftOut: source?.leftOut ?? [],
    readLayout: () => readLayout(parts.context.threads, files, { projectDirectory, signal }),
    projectDirectory,
    objectFormat: repository.objectFormat,
    isThorough,
  });
}

async function writeOnce(
  parts: EditingParts,
  target: SyncTarget,
  { sending, plan }: { sending: Sending; plan: ExportPlan },
  work: SyncWork,
): Promise<WrittenCommit> {
  const { repository, wanted, headOid } = sending;
  const commit = await describeCommit(parts, target, sending, plan);
  const oid = await repository.writeCommit(commit);
  if (!plan.isStructural) return { oid, message: commit.message, plan, read: undefined };
  const own = await readCommitSource(
    repository,
    { oid, message: commit.message },
    { maxBytes: parts.context.config.limits.importBytes },
  );
  const read = await readRepository(
    parts.context,
    {
      space: wanted.space,
      previous: plan.snapshot,
      projectDirectory: target.projectDirectory,
      treeUrl: target.treeUrl,
      importedOid: headOid ?? null,
      asRead: plan.snapshot,
    },
    { source: own, signal: work.signal, onProgress: () => {} },
  );
  return { oid, message: commit.message, plan, read };
}

async function describeCommit(
  { context }: EditingParts,
  target: SyncTarget,
  { repository, headOid, wanted, sinceId, source }: Sending,
  plan: ExportPlan,
): Promise<NewCommit> {
  const { db, clock, config } = context;
  const ids = await listAuthorsSince(db, target, { from: wanted.revision.revisionId, until: sinceId });
  const authors = await findPersons(db, target, ids.length > 0 || !target.authorId ? ids : [target.authorId]);
  const email = `lectern@${new URL(config.baseUrl).hostname}`;
  const committer = { name: COMMITTER_NAME, email };
  const spaceTitle = await findSpaceTitle(db, target);
  const changeRequest = await findOnlyMerged(db, target, wanted.revision.revisionId);
  const modes = headOid
    ? await repository.readModes(
        headOid,
        plan.changes.flatMap(({ path, oldPath, kind }) => (kind === 'added' ? [] : [oldPath ?? path])),
      )
    : new Map<string, string>();
  const movedFrom = new Map(plan.changes.map(({ path, oldPath }) => [path, oldPath ?? path]));
  const unfolded = source ? unfoldLinks(source, plan) : NOTHING_UNFOLDED;
  return {
    parents: headOid ? [headOid, ...((await target.findMerged?.(wanted)) ?? [])] : [],
    author: authors[0] ?? committer,
    committer,
    message: withCoAuthors(
      target.writeMessage({ authors, changeRequest, spaceTitle, fileCount: plan.changes.length }),
      authors,
    ),
    at: clock(),
    deleted: [...unfolded.links, ...plan.deleted],
    files: withModes(plan, unfolded.files, (path) => modes.get(movedFrom.get(path) ?? path)),
  };
}

interface UnfoldedLinks {
  links: string[];
  files: CommitFile[];
}

const NOTHING_UNFOLDED: UnfoldedLinks = { links: [], files: [] };

/**
 * Replaces symbolic links that cannot stay by copies of the files that they showed: Git has no files below a link to a
 * folder, and a link whose target is renamed or deleted would be broken.
 */
function unfoldLinks({ files }: ImportSource, plan: ExportPlan): UnfoldedLinks {
  const written = plan.changes.flatMap(({ kind, path }) => (kind === 'deleted' ? [] : path));
  const touched = new Set([...written, ...plan.deleted]);
  const deleted = new Set(plan.deleted);
  const above = new Set([...touched].flatMap((path) => foldersOf(path)));
  const shown = files.list().flatMap(({ path, oid, link }) => (link ? [{ path, oid, link }] : []));
  const links = new Set(
    shown
      .filter(({ path, link }) => touched.has(path) || above.has(link.path) || deleted.has(link.target))
      .map(({ link }) => link.path),
  );
  const kept = shown.filter(({ path, link }) => links.has(link.path) && !touched.has(path));
  return { links: [...links], files: kept.map(({ path, oid }) => ({ path, content: { oid } })) };
}

async function* withModes(
  plan: ExportPlan,
  unfolded: readonly CommitFile[],
  modeOf: (path: string) => string | undefined,
): AsyncGenerator<CommitFile> {
  yield* unfolded;
  for await (const file of plan.files()) {
    const mode = modeOf(file.path);
    // A symbolic link becomes a regular file, so of the modes only the executable one is kept.
    yield { ...file, ...(mode === '100755' ? { mode } : {}) };
  }
}

/** Stores what the commit replaces, its content, and the new content of the space, before anybody sees the commit. */
async function storePush(
  parts: EditingParts,
  target: SyncTarget,
  { wanted, nodes = new Map(), blobs = [], overwritten = NOTHING_OVERWRITTEN }: Sending,
  { oid, message, plan, read }: WrittenCommit,
): Promise<{ pushed: PushedCommit; told: DescribedConflicts }> {
  const { context } = parts;
  const { organizationId, spaceId } = target;
  const at = context.clock();
  const documents = await inspectDocuments(context.threads, plan.documents);
  const git = gitOf(target, { oid, message, createdByService: true });
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [wanted.revision.revisionId],
    root: plan.snapshot.hash,
    type: 'edits',
    authorId: target.authorId,
    message,
    git,
    createdAt: at,
  };
  const readRevision: RevisionRow | undefined =
    read && read.snapshot.hash !== plan.snapshot.hash
      ? { ...revision, revisionId: newId(), parents: [revision.revisionId], root: read.snapshot.hash }
      : undefined;
  const pushed: PushedCommit = {
    oid,
    revisionId: revision.revisionId,
    readRevisionId: (readRevision ?? revision).revisionId,
  };
  const described = await context.transact(async (unit) => {
    const stored = { organizationId, spaceId, move: undefined };
    await commitRevision(unit, {
      ...stored,
      revision,
      content: {
        nodes: reachableNodes(plan.snapshot, new Map([...nodes, ...plan.nodes])),
        documents,
        blobs,
      },
    });
    if (read && readRevision)
      await commitRevision(unit, {
        ...stored,
        revision: readRevision,
        content: { nodes: read.nodes, documents: new Map(), blobs: read.blobs },
      });
    await target.line.rememberPush(unit.trx, pushed);
    return keepText(parts, unit, target, overwritten);
  });
  return { pushed, told: described };
}

const NOTHING_OVERWRITTEN = { kept: undefined, conflicts: [] };

/** Records a commit that has arrived as the last common state, and gives the space the paths of its new files. */
export async function landPush(
  parts: EditingParts,
  target: SyncTarget,
  pushed: PushedCommit,
  { work, isTakenOver }: { work: SyncWork; isTakenOver: boolean },
): Promise<void> {
  await commitInTurn(parts, lineOf(target), () => landOnce(parts, target, pushed, { work, isTakenOver }));
}

async function landOnce(
  parts: EditingParts,
  target: SyncTarget,
  { oid, revisionId, readRevisionId }: PushedCommit,
  { work, isTakenOver }: { work: SyncWork; isTakenOver: boolean },
): Promise<void> {
  const { context, store } = parts;
  const { organizationId, spaceId } = target;
  const current = await target.line.open();
  const { space } = current;
  const written = await store.open(space, revisionId);
  const [sentId = ''] = written.revision.parents;
  const at = context.clock();
  const { revisions: branch, takesPaths } = target.line;
  const base = current.revision.revisionId;
  const isUnmoved = base === sentId;
  // The newest text of the space is kept, even if an older one was sent.
  const merging =
    isUnmoved || !isTakenOver
      ? undefined
      : await mergeSides(
          parts,
          { space, ours: current, theirs: written, base: (await store.open(space, sentId)).snapshot },
          'ours',
        );
  const after = merging?.merged.snapshot ?? written.snapshot;
  const moves = isTakenOver && takesPaths && after.hash !== current.snapshot.hash;
  await context.transact(async (unit) => {
    if (moves && merging)
      await commitRevision(unit, {
        organizationId,
        spaceId,
        revision: {
          ...written.revision,
          revisionId: newId(),
          parents: [base, revisionId],
          root: after.hash,
          type: 'merge',
          createdAt: at,
        },
        content: { nodes: merging.merged.nodes, documents: merging.merged.documents, blobs: [] },
        move: { line: branch, base, before: current.snapshot, after },
      });
    else if (moves)
      await moveLine(unit, {
        organizationId,
        spaceId,
        revision: { ...written.revision, createdAt: at },
        move: { line: branch, base, before: current.snapshot, after },
        newDocuments: new Map(),
      });
    await work.onStep(unit);
    await target.line.rememberCommon(unit.trx, {
      oid,
      isAnew: false,
      revisionId: isTakenOver && takesPaths ? readRevisionId : sentId,
      lineRevisionId: moves ? revisionId : sentId,
      ownRevisionId: sentId,
      readRevisionId,
      timestamp: target.timestamp,
      at,
    });
  });
  store.snapshots.keep(organizationId, after);
}
