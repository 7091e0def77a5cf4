/** Brings the commit of a branch into a space. */

import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ReportEntry } from '@lectern/git/layout/repository-files';
import { newId } from '@lectern/std/ids';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import { commitInTurn } from '../../content/editing/commit-in-turn.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import type { FileChange } from '../export/written-files.ts';
import type { ImportSource } from '../import/import-source.ts';
import { gitOfSource, type ImportOutcome, type ReadContent, readRepository } from '../import/run-import.ts';
import { type KeptText, keepText, syncPaused } from './conflict-request.ts';
import { describeConflicts, describeLeftOut, describeReceived } from './describe-changes.ts';
import { findLeftOut } from './left-out.ts';
import { mergeSides } from './merge-sides.ts';
import { openBase, type SyncState } from './sync-state.ts';
import { describeSource, keyOf, lineOf, type SyncTarget } from './sync-target.ts';
import type { SyncConflict, SyncWork } from './sync-work.ts';

export interface BroughtIn extends Pick<ReadContent, 'counts' | 'report'> {
  /** The content of the commit. */
  base: Snapshot;
  isUnchanged: boolean;
  /** The changes in the space, by the paths in the repository. */
  received: FileChange[];
  conflicts: SyncConflict[];
}

type Landed = Omit<BroughtIn, 'base' | 'counts'>;

/** A commit, and what the space has in common with it. */
interface ReadableCommit {
  source: ImportSource;
  state: SyncState;
}

/**
 * Reads a commit and makes it part of the space. Changes in the space since the last common state are merged with it.
 * Where both sides changed the same place, the remote's text is kept, and the space's text goes into a change request.
 * If nothing is known that both have in common, the space gets the content of the commit, and everything else that it
 * had goes into a change request. Nothing is lost.
 */
export async function bringIn(
  parts: EditingParts,
  target: SyncTarget,
  commit: ReadableCommit,
  work: SyncWork,
): Promise<BroughtIn> {
  const read = await readCommit(parts, target, commit, work);
  const landed = await commitInTurn(parts, lineOf(target), () =>
    landCommit(parts, target, { ...commit, read, work }),
  );
  parts.store.snapshots.keep(target.organizationId, read.snapshot);
  return { counts: read.counts, base: read.snapshot, ...landed };
}

/** Reads a commit as a successor of the last common content, so that entries keep their ids. */
export async function readCommit(
  parts: EditingParts,
  target: SyncTarget,
  { source, state: { common } }: ReadableCommit,
  work: SyncWork,
): Promise<ReadContent> {
  const current = await target.line.open();
  return readRepository(
    parts.context,
    {
      space: current.space,
      previous: (common?.read ?? current).snapshot,
      relatives: (await target.openRelatives?.()) ?? [],
      projectDirectory: target.projectDirectory,
      treeUrl: target.treeUrl,
      importedOid: common?.oid || null,
      asRead: target.isForced ? undefined : common?.read.snapshot,
    },
    { source, signal: work.signal, onProgress: (progress) => work.onProgress(progress) },
  );
}

interface Landing extends ReadableCommit {
  read: ReadContent;
  work: SyncWork;
}

async function landCommit(parts: EditingParts, target: SyncTarget, landing: Landing): Promise<Landed> {
  const { common, isRewritten, isOlder } = landing.state;
  const current = await target.line.open();
  if (isOlder && target.direction === 'import') return leaveNewer(parts, target, landing, current);
  const base = common && (await openBase(parts, target, common));
  if (!base || (current.snapshot.hash === base.snapshot.hash && !isRewritten))
    return moveToCommit(parts, target, landing, current);
  return mergeCommit(parts, target, landing, {
    common: base,
    current,
    ownId: common.own.revision.revisionId,
  });
}

/** The space has newer commits than this one, so an import of it changes nothing. */
async function leaveNewer(
  { context }: EditingParts,
  target: SyncTarget,
  { read, work }: Landing,
  { revision: { revisionId } }: OpenRevision,
): Promise<Landed> {
  const source = describeSource(target);
  const note: ReportEntry = {
    severity: 'warning',
    reason: 'older-commit',
    message: `The space has the content of ${source} already, and newer content, so nothing was changed. Import it with “force” to replace the newer content.`,
  };
  const report = [note, ...read.report];
  const isUnchanged = true;
  await context.transact((unit) =>
    work.onStep(unit, { revision: revisionId, isUnchanged, counts: read.counts, report }),
  );
  return { isUnchanged, report, received: [], conflicts: [] };
}

/** Nothing was changed in the space, or nothing of it is known to the branch, so it gets the content of the commit. */
async function moveToCommit(
  parts: EditingParts,
  target: SyncTarget,
  { source, state, read, work }: Landing,
  current: OpenRevision,
): Promise<Landed> {
  const { context } = parts;
  const { line } = target;
  const { space, snapshot: before } = current;
  const present = current.revision.revisionId;
  const isUnchanged = read.snapshot.hash === before.hash;
  const revision = revisionOf(target, source, read, { parent: current, at: context.clock() });
  const kept: OpenRevision = { space, revision, snapshot: read.snapshot };
  const leftOut = state.common ? undefined : await findLeftOut(parts, { kept, former: current });
  const conflicts = leftOut ? describeLeftOut(read.snapshot, leftOut.snapshot) : [];
  const landed = isUnchanged ? present : revision.revisionId;
  return context.transact(async (unit) => {
    if (!isUnchanged) {
      await line.rememberDeparted(unit.trx, read.departed);
      await commitRevision(unit, {
        ...keyOf(target),
        revision,
        content: { nodes: read.nodes, documents: new Map(), blobs: read.blobs },
        move: {
          line: line.revisions,
          base: present,
          before,
          after: read.snapshot,
        },
      });
    }
    const kept: KeptText | undefined = leftOut && {
      reason: 'first',
      content: leftOut,
      parentId: landed,
      initialRevisionId: landed,
      authors: { current, until: undefined },
      at: revision.createdAt,
    };
    const keptText = await keepText(parts, unit, target, { kept, conflicts });
    const report = [...keptText.report, ...read.report];
    const outcome: ImportOutcome = { revision: landed, isUnchanged, counts: read.counts, report };
    await work.onStep(unit, outcome);
    await line.rememberCommon(unit.trx, {
      oid: source.commit?.oid ?? source.folderId ?? '',
      isAnew: !state.common,
      revisionId: landed,
      lineRevisionId: landed,
      ownRevisionId: landed,
      timestamp: target.timestamp,
      at: revision.createdAt,
    });
    return {
      isUnchanged,
      report,
      received: describeReceived(before, read.snapshot),
      conflicts: keptText.conflicts,
    };
  });
}

/** Merges the commit with the space, because both changed since their last common state. */
async function mergeCommit(
  parts: EditingParts,
  target: SyncTarget,
  { source, state, read, work }: Landing,
  { common, current, ownId }: { common: OpenRevision; current: OpenRevision; ownId: string },
): Promise<Landed> {
  const { context, store } = parts;
  const { line } = target;
  const { space } = current;
  const present = current.revision.revisionId;
  const at = context.clock();
  const remote: OpenRevision = {
    space,
    revision: revisionOf(target, source, read, { parent: common, at }),
    snapshot: read.snapshot,
  };
  const sides = { space, ours: remote, theirs: current, base: common.snapshot };
  const { merged, conflicts } = await mergeSides(parts, sides, 'ours');
  if (conflicts.length > 0 && target.onConflict === 'pause') throw syncPaused(conflicts);
  const own = conflicts.length > 0 ? await mergeSides(parts, sides, 'theirs') : undefined;
  const isUnchanged = merged.snapshot.hash === current.snapshot.hash;
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [present, remote.revision.revisionId],
    root: merged.snapshot.hash,
    type: 'merge',
    authorId: target.authorId,
    message: source.commit?.message ?? null,
    git: remote.revision.git,
    createdAt: at,
  };
  const landed = isUnchanged ? present : revision.revisionId;
  // What a rewritten history no longer has was not deleted by anybody, and may be nowhere else, whoever wrote it.
  const leftOut = state.isRewritten
    ? await findLeftOut(parts, {
        kept: { space, revision, snapshot: merged.snapshot },
        former: current,
        ownDocuments: merged.documents,
      })
    : undefined;
  const authors = { current, until: common.revision.revisionId };
  const rest = { authors, at };
  const kept: KeptText | undefined = leftOut
    ? { ...rest, reason: 'rewritten', content: leftOut, parentId: landed, initialRevisionId: landed }
    : own && {
        ...rest,
        reason: 'conflict',
        content: own.merged,
        parentId: common.revision.revisionId,
        initialRevisionId: line.conflictBaseId ?? landed,
      };
  const described = leftOut
    ? describeLeftOut(merged.snapshot, leftOut.snapshot)
    : describeConflicts(conflicts, merged.snapshot, current.snapshot);
  const keptText = await context.transact(async (unit) => {
    await line.rememberDeparted(unit.trx, read.departed);
    await commitRevision(unit, {
      ...keyOf(target),
      revision: remote.revision,
      content: { nodes: read.nodes, documents: new Map(), blobs: read.blobs },
      move: undefined,
    });
    if (!isUnchanged)
      await commitRevision(unit, {
        ...keyOf(target),
        revision,
        content: { nodes: merged.nodes, documents: merged.documents, blobs: [] },
        move: {
          line: line.revisions,
          base: present,
          before: current.snapshot,
          after: merged.snapshot,
        },
      });
    const keptText = await keepText(parts, unit, target, { kept, conflicts: described });
    const report = [...keptText.report, ...read.report];
    await work.onStep(unit, { revision: landed, isUnchanged, counts: read.counts, report });
    await line.rememberCommon(unit.trx, {
      oid: source.commit?.oid ?? source.folderId ?? '',
      isAnew: state.isRewritten,
      revisionId: remote.revision.revisionId,
      lineRevisionId: remote.revision.revisionId,
      // Changes in the space since then have not been written yet.
      ownRevisionId: ownId,
      timestamp: target.timestamp,
      at,
    });
    return { report, conflicts: keptText.conflicts };
  });
  store.snapshots.keep(target.organizationId, merged.snapshot);
  return { isUnchanged, received: describeReceived(current.snapshot, merged.snapshot), ...keptText };
}

const revisionOf = (
  target: SyncTarget,
  source: ImportSource,
  { snapshot }: ReadContent,
  { parent, at }: { parent: OpenRevision; at: Date },
): RevisionRow => ({
  revisionId: newId(),
  parents: [parent.revision.revisionId, ...target.line.mergedIds],
  root: snapshot.hash,
  type: 'edits',
  authorId: target.authorId,
  message: source.commit?.message ?? null,
  git: gitOfSource(target, source),
  createdAt: at,
});
