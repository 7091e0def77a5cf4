/** Makes a space and a branch of a repository equal. */

import type { Conflict } from '@lectern/content/merge/conflicts';
import type { Hash } from '@lectern/content/tree/hash';
import { EMPTY_SNAPSHOT, type Snapshot } from '@lectern/content/tree/snapshot';
import { GitError } from '@lectern/git/program/git-error';
import { branchNameOf } from '@lectern/git/program/git-ref';
import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import { appendTo } from '@lectern/std/long-lists';
import { insertDocuments } from '../../../content/facts/facts.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { MergedRevisions } from '../../content/editing/merge-revisions.ts';
import { readCommitSource } from '../import/git-source.ts';
import type { ImportSource } from '../import/import-source.ts';
import { createSourceReader, findState, type ReadSource } from './branch-state.ts';
import { bringIn, readCommit } from './bring-in.ts';
import { describeConflicts } from './describe-changes.ts';
import { keptOf, prepareFirst } from './first-commit.ts';
import { mergeSides } from './merge-sides.ts';
import { landPush, type Sending, sendOut } from './send-out.ts';
import { type CommonState, findOrigin, isTakenOver, pushedOf, type SyncState } from './sync-state.ts';
import type { SyncTarget } from './sync-target.ts';
import type { SyncConflict, SyncOutcome, SyncWork } from './sync-work.ts';

/** How often a run starts over because somebody else changed the branch or the space first. */
const MAX_TURNS = 10;

/** Creates the outcome of a run that has not done anything yet. */
export const createOutcome = (): SyncOutcome => ({
  revisionId: '',
  commit: undefined,
  counts: undefined,
  report: [],
  received: [],
  sent: [],
  conflicts: [],
  isUnchanged: true,
});

/**
 * Makes a space and a branch equal: brings in new content of the branch, and sends out new content of the space. Each
 * step is complete in itself, so the next run continues one that was interrupted.
 */
export async function runSync(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  work: SyncWork,
  outcome: SyncOutcome = createOutcome(),
): Promise<SyncOutcome> {
  for (let turn = 1; ; turn += 1) {
    work.signal.throwIfAborted();
    const result = await syncOnce(parts, repository, target, { work, outcome });
    if (result !== 'moved') break;
    if (turn === MAX_TURNS)
      throw new GitError(
        'push-rejected',
        'The branch kept receiving pushes while the space was exported. Try again later.',
      );
  }
  outcome.revisionId = (await target.line.open()).revision.revisionId;
  return outcome;
}

interface NextCommit {
  repository: RemoteRepository;
  headOid: string;
  source: ImportSource;
  state: SyncState & { common: CommonState };
  current: OpenRevision;
}

interface Run {
  work: SyncWork;
  outcome: SyncOutcome;
}

async function syncOnce(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  run: Run,
): Promise<'done' | 'moved'> {
  const headOid = (await repository.listBranches(target.ref)).get(target.ref);
  await settlePush(parts, repository, target, { headOid, work: run.work });
  if (headOid === undefined) return startBranch(parts, repository, target, run);
  run.outcome.commit = headOid;
  const source = createSourceReader(parts, repository, target, headOid);
  const state = await findState(parts, repository, target, { headOid, source });
  requireSameHistory(target, state);
  const keepsSpace = !state.common && target.direction === 'both' && target.initialDirection === 'export';
  if (target.direction === 'export' || keepsSpace) {
    const sent = await exportOnly(parts, repository, target, { ...run, state, headOid, source });
    // In another turn, the space takes over what only the branch has.
    if (!keepsSpace || sent === 'moved') return sent;
    if (!run.outcome.isUnchanged) return 'moved';
  }
  const base = await bringInNew(parts, target, { ...run, state, headOid, source });
  if (target.direction === 'import') return 'done';
  const current = await target.line.open();
  const sinceId = state.common?.content.revision.revisionId;
  if (base.hash === current.snapshot.hash) return 'done';
  return send(parts, target, run, {
    repository,
    headOid,
    source: await source(),
    base,
    former: state.common?.own.snapshot,
    wanted: current,
    sinceId,
    isTakenOver: true,
  });
}

async function send(
  parts: EditingParts,
  target: SyncTarget,
  { work, outcome }: Run,
  sending: Sending,
): Promise<'done' | 'moved'> {
  const sent = await sendOut(parts, target, sending, work);
  if (sent === 'moved') return 'moved';
  if (sent === 'nothing') return 'done';
  outcome.commit = sent.oid;
  outcome.sent = sent.changes;
  outcome.isUnchanged = false;
  appendTo(outcome.conflicts, sent.conflicts);
  appendTo(outcome.report, sent.report);
  return 'done';
}

/** Settles whether a commit arrived that an earlier run was pushing at its end. */
async function settlePush(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  { headOid, work }: { headOid: string | undefined; work: SyncWork },
): Promise<void> {
  const { db } = parts.context;
  const pushed = target.isStandalone ? undefined : pushedOf(await target.line.findCommon(db));
  if (!pushed) return;
  let hasArrived = headOid === pushed.oid;
  if (!hasArrived && headOid !== undefined) {
    await repository.fetch(target.ref);
    hasArrived = await repository.isAncestorOf(target.ref, pushed.oid, headOid);
  }
  if (hasArrived) await landPush(parts, target, pushed, { work, isTakenOver: target.direction !== 'export' });
  else await target.line.rememberPush(db, undefined);
}

/** Throws if the history of the branch was rewritten, because it may have lost commits: following it must be forced. */
export function requireSameHistory({ ref, isForced }: SyncTarget, { isRewritten, common }: SyncState): void {
  if (!isRewritten || isForced) return;
  throw new GitError(
    'history-rewritten',
    `The history of the branch “${branchNameOf(ref)}” was rewritten: the commit ${common?.oid.slice(0, 10)}, the last one that was synchronized, is no longer part of it. Nothing was changed. Sync with force to follow the branch as it is now.`,
  );
}

/** Brings in the commit of the branch if it is new. Returns the content of the commit. */
async function bringInNew(
  parts: EditingParts,
  target: SyncTarget,
  { work, outcome, state, headOid, source }: Run & { state: SyncState; headOid: string; source: ReadSource },
): Promise<Snapshot> {
  const { common, isStored } = state;
  const isCurrent = isStored && common?.oid === headOid && isTakenOver(target, common);
  if (isCurrent && !target.isForced) return common.read.snapshot;
  const brought = await bringIn(parts, target, { source: await source(), state }, work);
  outcome.counts = brought.counts;
  outcome.report = brought.report;
  appendTo(outcome.received, brought.received);
  appendTo(outcome.conflicts, brought.conflicts);
  outcome.isUnchanged &&= brought.isUnchanged;
  return brought.base;
}

/**
 * Sends out the content of a space that receives no changes. Changes that were made only in the repository stay there;
 * where both changed the same place, the space's text is written, and the repository's goes into a change request.
 */
async function exportOnly(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  { work, outcome, state, headOid, source }: Run & { state: SyncState; headOid: string; source: ReadSource },
): Promise<'done' | 'moved'> {
  const { common } = state;
  const current = await target.line.open();
  if (common?.oid === headOid && common.content.revision.revisionId === current.revision.revisionId) {
    if (!state.isStored) await rememberOrigin(parts, target, common, work);
    return 'done';
  }
  const commit = { repository, headOid, source: await source() };
  const sending = common
    ? await prepareNext(parts, target, work, { ...commit, state: { ...state, common }, current })
    : await prepareFirst(parts, target, work.signal, commit);
  return send(parts, target, { work, outcome }, sending);
}

/** Prepares to send out a space that had an earlier commit of the branch, and receives no changes. */
export async function prepareNext(
  parts: EditingParts,
  target: SyncTarget,
  work: SyncWork,
  { repository, headOid, source, state, current }: NextCommit,
): Promise<Sending> {
  const { common } = state;
  const read = common.oid === headOid ? undefined : await readCommit(parts, target, { source, state }, work);
  const base = (read ?? common.read).snapshot;
  const merged = await mergeRemote(parts, { current, base, common: common.content });
  const wanted = { ...current, snapshot: merged.snapshot };
  const nodes = read?.nodes ?? new Map<Hash, string>();
  const blobs = read?.blobs ?? [];
  const sinceId = common.content.revision.revisionId;
  return {
    repository,
    headOid,
    source,
    base,
    former: common.own.snapshot,
    wanted,
    own: current.snapshot,
    nodes: new Map([...nodes, ...merged.nodes]),
    blobs,
    sinceId,
    isTakenOver: wanted.snapshot.hash === current.snapshot.hash,
    overwritten: {
      kept: merged.leftOut && keptOf(parts, { current, content: merged.leftOut, nodes, blobs, sinceId }),
      conflicts: merged.conflicts,
    },
  };
}

interface MergedRemote {
  snapshot: Snapshot;
  nodes: ReadonlyMap<Hash, string>;
  /** The same content with the text of the repository that is not kept; undefined if all is kept. */
  leftOut: MergedRevisions | undefined;
  conflicts: SyncConflict[];
}

/**
 * Merges the changes that were made only in the repository into the content of the space. What was changed there stays,
 * even if the space has deleted it.
 */
async function mergeRemote(
  parts: EditingParts,
  { current, base, common }: { current: OpenRevision; base: Snapshot; common: OpenRevision },
): Promise<MergedRemote> {
  const { space, snapshot } = current;
  const theirs = { ...current, snapshot: base };
  const sides = { space, ours: current, theirs, base: common.snapshot };
  const { merged, conflicts } = await mergeSides(parts, sides, (conflict) =>
    isDeletedByOurs(conflict) ? 'theirs' : 'ours',
  );
  await parts.context.db
    .transaction()
    .execute((trx) => insertDocuments(trx, space.organizationId, merged.documents));
  const other = conflicts.some((conflict) => !isDeletedByOurs(conflict))
    ? await mergeSides(parts, sides, 'theirs')
    : undefined;
  return {
    snapshot: merged.snapshot,
    nodes: merged.nodes,
    leftOut: other?.merged,
    conflicts: describeConflicts(conflicts, snapshot, base),
  };
}

function isDeletedByOurs(conflict: Conflict): boolean {
  if (conflict.kind === 'page-deleted') return conflict.deletedBy === 'ours';
  return 'field' in conflict && conflict.field === 'deleted' && conflict.ours === null;
}

/**
 * Creates the missing branch at the last common commit; without one, at the default branch, or with the first commit if
 * the repository is empty.
 */
async function startBranch(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  { work, outcome }: Run,
): Promise<'done' | 'moved'> {
  const branch = await prepareBranch(parts, repository, target, work.signal);
  const { origin, headOid } = branch;
  if (!branch.isComplete) {
    const sent = await send(parts, branch.target, { work, outcome }, branch.sending);
    if (sent === 'moved' || !branch.isAtDefault || !outcome.isUnchanged) return sent;
  }
  // There is nothing to commit: the new branch points to the commit at which it begins.
  const pushed = await repository.push(target.ref, headOid);
  if (pushed === 'moved') return 'moved';
  if (origin) await rememberOrigin(parts, target, origin, work);
  Object.assign(outcome, { commit: headOid, isUnchanged: false });
  return 'done';
}

interface NewBranch {
  target: SyncTarget;
  /** The commit at which the branch begins; undefined for the first one of a repository. */
  headOid: string | undefined;
  /** Whether it begins at the default branch, which has no state in common with the space. */
  isAtDefault: boolean;
  /** The common state at which it begins. */
  origin: CommonState | undefined;
  /** Whether that commit has the content of the space already. */
  isComplete: boolean;
  sending: Sending;
}

/** Finds out at which commit the missing branch begins, and prepares what is sent there. Changes nothing. */
export async function prepareBranch(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  signal: AbortSignal,
): Promise<NewBranch> {
  const branches = await repository.listBranches();
  const name = branchNameOf(target.ref);
  if (target.direction === 'import') throw missingBranch(name, branches);
  const current = await target.line.open();
  const found = target.isStandalone ? undefined : await findOrigin(parts, target);
  const origin = found && (await hasOrigin(repository, found, branches)) ? found : undefined;
  if (!origin && branches.size > 0) {
    if (target.direction !== 'export') throw missingBranch(name, branches);
    return prepareAtDefaultBranch(parts, repository, target, signal);
  }
  const headOid = origin?.oid;
  const source = headOid ? await createSourceReader(parts, repository, target, headOid)() : undefined;
  const merged =
    origin && !isTakenOver(target, origin)
      ? await mergeRemote(parts, { current, base: origin.read.snapshot, common: origin.content })
      : undefined;
  const wanted = merged ? { ...current, snapshot: merged.snapshot } : current;
  return {
    target,
    headOid,
    isAtDefault: false,
    origin,
    isComplete: origin?.read.snapshot.hash === wanted.snapshot.hash,
    sending: {
      repository,
      headOid,
      source,
      base: origin?.read.snapshot ?? EMPTY_SNAPSHOT,
      former: found?.own.snapshot,
      wanted,
      own: current.snapshot,
      nodes: merged?.nodes ?? new Map(),
      sinceId: origin?.content.revision.revisionId,
      isTakenOver: wanted.snapshot.hash === current.snapshot.hash,
    },
  };
}

/** Begins the missing branch at the commit of the default branch, whose files stay. That branch is not changed. */
async function prepareAtDefaultBranch(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  signal: AbortSignal,
): Promise<NewBranch> {
  const commit = await repository.fetch('HEAD');
  const { importBytes: maxBytes } = parts.context.config.limits;
  const source = await readCommitSource(repository, commit, { maxBytes });
  const headOid = commit.oid;
  // Nothing that others use is changed in a new branch.
  const whole = { ...target, mayOverwrite: true };
  const first = { repository, headOid, source, isElsewhere: true };
  const sending = await prepareFirst(parts, whole, signal, first);
  return { target: whole, headOid, isAtDefault: true, origin: undefined, isComplete: false, sending };
}

/** Whether the commit is in the copy of the repository, or can be fetched with the branch that it was in. */
async function hasOrigin(
  repository: RemoteRepository,
  { oid, ref = '' }: CommonState,
  branches: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (await repository.hasCommit(oid)) return true;
  const headOid = branches.get(ref);
  if (headOid === undefined) return false;
  const forkedAt = await repository.findForkPoint({ ref, oid: headOid }, { ref, oid });
  return forkedAt === oid && repository.hasCommit(oid);
}

/** Stores the common state with another branch as that with this one. */
async function rememberOrigin(
  { context }: EditingParts,
  { line, timestamp }: SyncTarget,
  { oid, content, read, own }: CommonState,
  work: SyncWork,
): Promise<void> {
  await context.transact(async (unit) => {
    await work.onStep(unit);
    await line.rememberCommon(unit.trx, {
      oid,
      isAnew: false,
      revisionId: content.revision.revisionId,
      readRevisionId: read.revision.revisionId,
      lineRevisionId: content.revision.revisionId,
      ownRevisionId: own.revision.revisionId,
      timestamp,
      at: context.clock(),
    });
  });
}

const NAMED_BRANCHES = 10;

function missingBranch(name: string, branches: ReadonlyMap<string, string>): GitError {
  if (branches.size === 0)
    return new GitError('empty-repository', 'The repository is empty: it has no commit yet.');
  const others = [...branches.keys()].map(branchNameOf);
  const more = others.length > NAMED_BRANCHES ? ` and ${others.length - NAMED_BRANCHES} more` : '';
  return new GitError(
    'ref-not-found',
    `The repository has no branch named “${name}”. It has: ${others.slice(0, NAMED_BRANCHES).join(', ')}${more}. Create the branch there first.`,
  );
}
