/** Brings the commit of a branch into a space. */

import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../../content/revisions/revision.repository.ts';
import type { Snapshot } from '../../../content/tree/snapshot.ts';
import { newId } from '../../../http/ids.ts';
import { commitInTurn } from '../../editing/commit-in-turn.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { commitRevision } from '../../revisions/commit-revision.ts';
import type { FileChange } from '../export/plan-export.ts';
import type { ImportSource } from '../import/import-source.ts';
import { gitOfSource, type ImportOutcome, type ReadContent, readRepository } from '../import/run-import.ts';
import { openConflicts, syncPaused } from './conflict-request.ts';
import { describeConflicts, describeReceived } from './describe-changes.ts';
import { mergeSides } from './merge-sides.ts';
import { keyOf, lineOf, openBase, openSyncState, type SyncState, type SyncTarget } from './sync-target.ts';
import type { SyncConflict, SyncWork } from './sync-work.ts';

export interface BroughtIn extends Pick<ReadContent, 'counts' | 'report'> {
  /** The content of the commit. */
  base: Snapshot;
  isUnchanged: boolean;
  /** The changes in the space, by the paths in the repository. */
  received: FileChange[];
  conflicts: SyncConflict[];
  changeRequestId?: string;
}

type Landed = Pick<BroughtIn, 'isUnchanged' | 'received' | 'conflicts' | 'changeRequestId'>;

/**
 * Reads a commit and makes it part of the space. Changes in the space since the last common state are merged with it.
 * Where both sides changed the same place, the remote's text is kept, and the space's text goes into a change request,
 * so that nothing is lost.
 */
export async function bringIn(
  parts: EditingParts,
  target: SyncTarget,
  source: ImportSource,
  work: SyncWork,
): Promise<BroughtIn> {
  const state = await openSyncState(parts, target);
  const read = await readCommit(parts, target, { source, state, work });
  const landed = await commitInTurn(parts, lineOf(target), () =>
    landCommit(parts, target, { source, state, read, work }),
  );
  parts.store.snapshots.keep(target.organizationId, read.snapshot);
  const { counts, report, snapshot } = read;
  return { counts, report, base: snapshot, ...landed };
}

/** Reads a commit as a successor of the last common content, so that entries keep their ids. */
export async function readCommit(
  parts: EditingParts,
  target: SyncTarget,
  { source, state, work }: { source: ImportSource; state: SyncState; work: SyncWork },
): Promise<ReadContent> {
  const { common } = state;
  const current = await target.line.open();
  return readRepository(
    parts.context,
    {
      space: current.space,
      previous: (common?.read ?? current).snapshot,
      relatives: (await target.openRelatives?.()) ?? [],
      projectDirectory: target.projectDirectory,
      treeUrl: target.treeUrl,
      importedOid: common?.oid ?? null,
      isForced: target.isForced,
    },
    { source, signal: work.signal, onProgress: (progress) => work.onProgress(progress) },
  );
}

interface Landing {
  source: ImportSource;
  state: SyncState;
  read: ReadContent;
  work: SyncWork;
}

async function landCommit(parts: EditingParts, target: SyncTarget, landing: Landing): Promise<Landed> {
  const { common } = landing.state;
  const current = await target.line.open();
  const base = common && (await openBase(parts, target, common));
  if (!base || current.snapshot.hash === base.snapshot.hash)
    return moveToCommit(parts, target, landing, current);
  const ownId = common.own.revision.revisionId;
  return mergeCommit(parts, target, landing, { common: base, current, ownId });
}

/** Nothing was changed in the space, so it gets the content of the commit. */
async function moveToCommit(
  { context }: EditingParts,
  target: SyncTarget,
  { source, read, work }: Landing,
  current: OpenRevision,
): Promise<Landed> {
  const { line } = target;
  const { snapshot: before } = current;
  const present = current.revision.revisionId;
  const isUnchanged = read.snapshot.hash === before.hash;
  const revision = revisionOf(target, source, read, { parent: current, at: context.clock() });
  const landed: ImportOutcome = {
    revision: isUnchanged ? present : revision.revisionId,
    isUnchanged,
    counts: read.counts,
    report: read.report,
  };
  await context.transact(async (unit) => {
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
    await work.onStep(unit, landed);
    await line.rememberCommon(unit.trx, {
      oid: source.commit?.oid ?? null,
      revisionId: landed.revision,
      lineRevisionId: landed.revision,
      ownRevisionId: landed.revision,
      timestamp: target.timestamp,
      at: revision.createdAt,
    });
  });
  return { isUnchanged, received: describeReceived(before, read.snapshot), conflicts: [] };
}

/** Merges the commit with the space, because both changed since their last common state. */
async function mergeCommit(
  parts: EditingParts,
  target: SyncTarget,
  { source, read, work }: Landing,
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
  const changeRequestId = await context.transact(async (unit) => {
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
    const changeRequestId =
      own &&
      (await openConflicts(parts, unit, {
        target,
        common,
        current,
        present: isUnchanged ? present : revision.revisionId,
        own: own.merged,
        at,
      }));
    await work.onStep(unit, {
      revision: isUnchanged ? present : revision.revisionId,
      isUnchanged,
      counts: read.counts,
      report: read.report,
    });
    await line.rememberCommon(unit.trx, {
      oid: source.commit?.oid ?? null,
      revisionId: remote.revision.revisionId,
      lineRevisionId: remote.revision.revisionId,
      // Changes in the space since then have not been written yet.
      ownRevisionId: ownId,
      timestamp: target.timestamp,
      at,
    });
    return changeRequestId;
  });
  store.snapshots.keep(target.organizationId, merged.snapshot);
  return {
    isUnchanged,
    received: describeReceived(current.snapshot, merged.snapshot),
    conflicts: describeConflicts(conflicts, merged.snapshot, current.snapshot),
    ...(changeRequestId === undefined ? {} : { changeRequestId }),
  };
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
