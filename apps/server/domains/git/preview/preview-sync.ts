/** Finds out what the next sync of a space and a branch would change on both sides, and changes neither. */

import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ReportEntry } from '@lectern/git/layout/repository-files';
import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import { insertDocuments } from '../../../content/facts/facts.repository.ts';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { FileChange } from '../export/written-files.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { ImportCounts, ReadContent } from '../import/run-import.ts';
import { createSourceReader, findState } from '../sync/branch-state.ts';
import { readCommit } from '../sync/bring-in.ts';
import { syncPaused } from '../sync/conflict-request.ts';
import { describeConflicts, describeLeftOut, describeReceived } from '../sync/describe-changes.ts';
import { prepareFirst } from '../sync/first-commit.ts';
import { findLeftOut } from '../sync/left-out.ts';
import { mergeSides } from '../sync/merge-sides.ts';
import { prepareBranch, prepareNext, requireSameHistory } from '../sync/run-sync.ts';
import { type Sending, writeAndRead } from '../sync/send-out.ts';
import { type CommonState, isTakenOver, openBase, type SyncState } from '../sync/sync-state.ts';
import type { SyncTarget } from '../sync/sync-target.ts';
import type { SyncConflict, SyncWork } from '../sync/sync-work.ts';

export interface SyncPreview {
  /** The commit that the branch is at; undefined if there is no such branch yet. */
  commit: string | undefined;
  /** Counts of the content of the commit; undefined if it is not read. */
  counts: ImportCounts | undefined;
  report: ReportEntry[];
  /** The changes that the space would receive. */
  received: FileChange[];
  /** The changes in the commit that would be pushed. */
  sent: FileChange[];
  /** The texts that would go into a change request. */
  conflicts: SyncConflict[];
  /** The content of the space now, and the content that it would have, by which pages can be named. */
  before: Snapshot;
  after: Snapshot;
}

type Looked = Omit<SyncPreview, 'commit'>;

interface Looking {
  repository: RemoteRepository;
  headOid: string;
  source: ImportSource;
  state: SyncState;
  current: OpenRevision;
  work: SyncWork;
}

/**
 * Reads both sides as a sync does. Texts and files of the branch are stored on the way, named by their hashes, and the
 * commit that would be pushed stays in the copy of the repository on this machine.
 */
export async function previewSync(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  watch: Pick<SyncWork, 'signal' | 'onProgress'>,
): Promise<SyncPreview> {
  const work: SyncWork = { ...watch, onStep: async () => {} };
  const headOid = (await repository.listBranches(target.ref)).get(target.ref);
  const current = await target.line.open();
  if (headOid === undefined) return previewBranch(parts, repository, target, { current, work });
  const readSource = createSourceReader(parts, repository, target, headOid);
  const state = await findState(parts, repository, target, { headOid, source: readSource });
  requireSameHistory(target, state);
  const looking = { repository, headOid, source: await readSource(), state, current, work };
  const keepsSpace = !state.common && target.direction === 'both' && target.initialDirection === 'export';
  const look = target.direction === 'export' || keepsSpace ? previewExport : previewImport;
  return { commit: headOid, ...(await look(parts, target, looking)) };
}

async function previewBranch(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  { current, work }: Pick<Looking, 'current' | 'work'>,
): Promise<SyncPreview> {
  const branch = await prepareBranch(parts, repository, target, work.signal);
  const sent = branch.isComplete ? [] : (await write(parts, branch.target, branch.sending, work)).sent;
  const { snapshot } = current;
  return { ...NOTHING_RECEIVED, commit: undefined, sent, before: snapshot, after: snapshot };
}

const NOTHING_RECEIVED = { counts: undefined, report: [], received: [], conflicts: [] };

async function write(
  parts: EditingParts,
  target: SyncTarget,
  sending: Sending,
  work: SyncWork,
): Promise<{ sent: FileChange[]; content: Snapshot }> {
  work.onProgress({ stage: 'writing' });
  const written = await writeAndRead(parts, target, sending, work);
  if (!written) return { sent: [], content: sending.base };
  return { sent: written.plan.changes, content: written.read?.snapshot ?? written.plan.snapshot };
}

/** The content of the space is written; the space takes over what only the branch has, if it follows the branch. */
async function previewExport(
  parts: EditingParts,
  target: SyncTarget,
  { repository, headOid, source, state, current, work }: Looking,
): Promise<Looked> {
  const { common } = state;
  const before = current.snapshot;
  if (common?.oid === headOid && common.content.revision.revisionId === current.revision.revisionId)
    return { ...NOTHING_RECEIVED, sent: [], before, after: before };
  const commit = { repository, headOid, source };
  const sending = common
    ? await prepareNext(parts, target, work, { ...commit, state: { ...state, common }, current })
    : await prepareFirst(parts, target, work.signal, commit);
  const { sent, content } = await write(parts, target, sending, work);
  const takesOver = target.direction === 'both' && (!sending.isTakenOver || sent.length === 0);
  const after = takesOver ? content : before;
  return {
    counts: undefined,
    report: [],
    received: describeReceived(before, after),
    sent,
    conflicts: (sending.overwritten?.kept ? sending.overwritten.conflicts : []).map((conflict) => ({
      ...conflict,
      side: 'repository',
    })),
    before,
    after,
  };
}

interface Landing {
  after: Snapshot;
  conflicts: SyncConflict[];
  nodes: ReadonlyMap<Hash, string>;
  blobs: readonly NewBlob[];
}

/** The space gets the content of the commit; what the space changed since the common state is written, if it is. */
async function previewImport(parts: EditingParts, target: SyncTarget, looking: Looking): Promise<Looked> {
  const { repository, headOid, source, state, current, work } = looking;
  const { common } = state;
  const before = current.snapshot;
  const isCurrent = state.isStored && common?.oid === headOid && isTakenOver(target, common);
  const read =
    isCurrent && !target.isForced ? undefined : await readCommit(parts, target, { source, state }, work);
  const base = read?.snapshot ?? (common as CommonState).read.snapshot;
  const landing = read ? await land(parts, target, looking, read) : keep(before);
  const { after, conflicts, nodes, blobs } = landing;
  const isSent = target.direction === 'both' && after.hash !== base.hash;
  const { sent } = isSent
    ? await write(
        parts,
        target,
        {
          repository,
          headOid,
          source,
          base,
          former: common?.own.snapshot,
          wanted: { ...current, snapshot: after },
          nodes,
          blobs,
          sinceId: common?.content.revision.revisionId,
          isTakenOver: true,
        },
        work,
      )
    : { sent: [] };
  return {
    counts: read?.counts,
    report: read?.report ?? [],
    received: describeReceived(before, after),
    sent,
    conflicts,
    before,
    after,
  };
}

const keep = (after: Snapshot): Landing => ({ after, conflicts: [], nodes: new Map(), blobs: [] });

/** Merges the commit with the space, as a sync does. */
async function land(
  parts: EditingParts,
  target: SyncTarget,
  { state, current }: Looking,
  read: ReadContent,
): Promise<Landing> {
  const { common, isOlder, isRewritten } = state;
  const { space, snapshot: before } = current;
  if (isOlder && target.direction === 'import') return keep(before);
  const taken = { after: read.snapshot, nodes: read.nodes, blobs: read.blobs };
  const remote: OpenRevision = { ...current, snapshot: read.snapshot };
  if (!common) {
    const leftOut = await findLeftOut(parts, { kept: remote, former: current });
    return { ...taken, conflicts: leftOut ? describeLeftOut(read.snapshot, leftOut.snapshot) : [] };
  }
  const base = await openBase(parts, target, common);
  if (before.hash === base.snapshot.hash && !isRewritten) return { ...taken, conflicts: [] };
  const sides = { space, ours: remote, theirs: current, base: base.snapshot };
  const { merged, conflicts } = await mergeSides(parts, sides, 'ours');
  if (conflicts.length > 0 && target.onConflict === 'pause') throw syncPaused(conflicts);
  const after = merged.snapshot;
  // The commit is planned from texts that are stored.
  await parts.context.db
    .transaction()
    .execute((trx) => insertDocuments(trx, space.organizationId, merged.documents));
  const leftOut = isRewritten
    ? await findLeftOut(parts, {
        kept: { ...current, snapshot: after },
        former: current,
        ownDocuments: merged.documents,
      })
    : undefined;
  return {
    after,
    conflicts: leftOut
      ? describeLeftOut(after, leftOut.snapshot)
      : describeConflicts(conflicts, after, before),
    nodes: new Map([...read.nodes, ...merged.nodes]),
    blobs: read.blobs,
  };
}
