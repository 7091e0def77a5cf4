import { spaceNotFound } from '../../../access/access-errors.ts';
import type { SpacePointer } from '../../../access/pointers.ts';
import type { SpaceKey } from '../../../access/space-key.ts';
import { insertDocuments } from '../../../content/facts/facts.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Snapshot } from '../../../content/tree/snapshot.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import type { CommonStateRow, PushedCommit } from '../git.repository.ts';
import type { CommitFacts } from './commit-facts.ts';
import { mergeSides } from './merge-sides.ts';
import type { SyncedLine } from './synced-line.ts';

/** Both sides of a synchronization, and its options. */
export interface SyncTarget extends SpaceKey {
  /** `refs/heads/…` */
  ref: string;
  projectDirectory: string;
  treeUrl: string | undefined;
  commitUrl: string | undefined;
  direction: 'both' | 'import' | 'export';
  /** The side whose content is kept at the first sync. */
  initialDirection: 'import' | 'export';
  /** If both sides changed the same place: keeps the remote's text on both (`remote`), or pauses the sync (`pause`). */
  onConflict: 'remote' | 'pause';
  /** Reads every file again, and follows a branch whose history was rewritten. */
  isForced: boolean;
  /** Whether a first export may change the documentation that the branch has, and add to it. */
  mayOverwrite: boolean;
  /** Exports once, without recording a common state of the two sides. */
  isStandalone: boolean;
  /** The user who requested the sync; null if it started by itself. */
  authorId: string | null;
  /** The time of the event that triggered it. */
  timestamp: Date | null;
  /** The line of revisions that is synced with the branch. */
  line: SyncedLine;
  /** Follows a rewritten history even if not forced, because only a change request depends on the branch. */
  followsRewrites?: boolean;
  /** Opens other versions of the content, from which new entries of a commit take their ids. */
  openRelatives?: () => Promise<readonly Snapshot[]>;
  /** Other branches that the next commit contains, by their commits. */
  findMerged?: (current: OpenRevision) => Promise<readonly string[]>;
  /** Writes the message of a commit. */
  writeMessage(facts: CommitFacts): string;
}

/** The last common state of a space and a branch. */
export interface SyncState {
  /** Undefined before the first sync. */
  common: CommonState | undefined;
  /** The state at which the branch begins if it does not exist: the common state, perhaps of another branch. */
  origin: CommonState | undefined;
  /** A commit that may or may not have arrived. */
  pushed: PushedCommit | undefined;
}

export interface CommonState {
  oid: string;
  /** The branch that the commit was read from or written to. */
  ref: string | undefined;
  /** The content that both sides had. */
  content: OpenRevision;
  /** The content that an import of the commit produces. */
  read: OpenRevision;
  /** The content of the line that was last written to the branch or read from it. */
  own: OpenRevision;
}

export async function openSyncState(parts: EditingParts, { line }: SyncTarget): Promise<SyncState> {
  const row = await line.findCommon(parts.context.db);
  const { space } = await line.open();
  const origin = await openCommon(parts, space, row);
  return { common: row?.isOfOtherBranch ? undefined : origin, origin, pushed: pushedOf(row) };
}

async function openCommon(
  { store }: EditingParts,
  space: SpacePointer,
  row: CommonStateRow | undefined,
): Promise<CommonState | undefined> {
  if (!row?.imported_oid || !row.imported_revision_id) return undefined;
  const content = await store.open(space, row.imported_revision_id);
  const { read_revision_id: readId } = row;
  const read = readId === null ? content : await store.open(space, readId);
  const { own_revision_id: ownId } = row;
  const own = ownId ? await store.open(space, ownId) : content;
  return { oid: row.imported_oid, ref: row.ref, content, read, own };
}

/**
 * Whether a space has all content of the commit. An export that does not change the space can add its content to that
 * of others.
 */
export const isTakenOver = ({ line }: Pick<SyncTarget, 'line'>, { content, read }: CommonState): boolean =>
  !line.takesPaths || content.revision.revisionId === read.revision.revisionId;

/**
 * The content that both sides had, as the commit can express it: what it could not express is not deleted by the next
 * one, and what the line did not take over was not deleted by the line.
 */
export async function openBase(
  parts: EditingParts,
  target: SyncTarget,
  common: CommonState,
): Promise<OpenRevision> {
  const { content, read } = common;
  if (isTakenOver(target, common)) return { ...content, snapshot: read.snapshot };
  const { space } = content;
  const [writtenId = ''] = read.revision.parents;
  if (writtenId === content.revision.revisionId) return content;
  const { snapshot: base } = await parts.store.open(space, writtenId);
  const { merged } = await mergeSides(parts, { space, ours: read, theirs: content, base }, 'ours');
  await parts.context.db
    .transaction()
    .execute((trx) => insertDocuments(trx, space.organizationId, merged.documents));
  return { ...content, snapshot: merged.snapshot };
}

function pushedOf(row: CommonStateRow | undefined): PushedCommit | undefined {
  if (!row?.pushed_oid || !row.pushed_read_revision_id || !row.pushed_revision_id) return undefined;
  return {
    oid: row.pushed_oid,
    readRevisionId: row.pushed_read_revision_id,
    revisionId: row.pushed_revision_id,
  };
}

/** The present content of a space that is not deleted. */
export async function openSpace(
  { context, store }: EditingParts,
  { spaceId }: SpaceKey,
): Promise<OpenRevision> {
  const space = await context.pointers.spaces.find(spaceId);
  if (!space || space.deletedAt) throw spaceNotFound();
  return store.open(space, space.revisionId);
}

/** Returns only the key of the space of a target. */
export const keyOf = ({ organizationId, spaceId }: SpaceKey): SpaceKey => ({ organizationId, spaceId });

/** The key of the line of revisions that a sync moves: commits to the same line take turns. */
export const lineOf = ({ spaceId, line }: SyncTarget) => ({ spaceId, lineId: line.lineId });
