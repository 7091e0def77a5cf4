/** Finds out what a line of revisions and a branch have in common. */

import type { WantedCommits } from '@lectern/git/program/find-contained';
import { GitError } from '@lectern/git/program/git-error';
import { insertDocuments } from '../../../content/facts/facts.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { CommonStateRow, PushedCommit } from '../git.repository.ts';
import { mergeSides } from './merge-sides.ts';
import type { SyncTarget } from './sync-target.ts';
import type { KnownCommit } from './synced-branch.ts';

/** The commit that a branch is at. */
export interface Head {
  oid: string;
  /** Finds commits in its history, the newest first. */
  findContained(wanted: WantedCommits): Promise<string[]>;
}

export interface SyncState {
  /** The newest state that both sides have; undefined if none is known. */
  common: CommonState | undefined;
  /** Whether the history of the branch was rewritten, so that it no longer has the commit of `common`. */
  isRewritten: boolean;
  /** Whether `common` is stored as the last common state with this branch. */
  isStored: boolean;
  /** Whether the line has the commit of the branch already, and newer ones. */
  isOlder: boolean;
}

const STORED = { isRewritten: false, isStored: true, isOlder: false };
export const NOTHING_COMMON: SyncState = { ...STORED, common: undefined, isStored: false };

/** A state that a line and a branch had in common. */
export interface CommonState {
  oid: string;
  /** The branch that the commit was read from or written to, if known. */
  ref: string | undefined;
  /** The content that both sides had. */
  content: OpenRevision;
  /** The content that an import of the commit produces. */
  read: OpenRevision;
  /** The content of the line that was last written to the branch or read from it. */
  own: OpenRevision;
}

/**
 * Finds the last common state of both sides: the newest commit in the history of the branch whose content the line
 * has, whichever branch, tag, repository or URL it came from. Names of places are not compared, because different
 * names can mean the same place, and the same name another one.
 */
export async function findCommon(
  { context, store }: EditingParts,
  { line, direction, isForced, followsRewrites }: SyncTarget,
  head: Head,
): Promise<SyncState> {
  const { db } = context;
  const { space } = await line.open();
  const row = await line.findCommon(db);
  const last = toKnown(row);
  if (last && (last.oid === head.oid || followsRewrites))
    return { ...STORED, common: await openCommon(store, space, last) };
  const known = new Map((await line.listKnown(db)).map((commit) => [commit.oid, commit]));
  const oids = new Set([...known.keys(), ...(last ? [last.oid] : [])]);
  const contained = await findContained(head, { oids, required: last?.oid });
  if (last && !contained.includes(last.oid))
    return { ...STORED, common: await openCommon(store, space, last), isRewritten: true };
  const [newest] = contained;
  const commit = newest === undefined ? undefined : (known.get(newest) ?? last);
  // An import that is forced brings back the content of an older commit.
  if (!commit || (commit.oid === head.oid && isForced && direction === 'import')) return NOTHING_COMMON;
  const isStored = commit.oid === last?.oid;
  const isOlder = commit.oid === head.oid && !isStored && known.keys().next().value !== head.oid;
  return { ...STORED, common: await openCommon(store, space, commit), isStored, isOlder };
}

/** A history that is too large to be fetched counts as unknown, unless the branch is one that was synchronized. */
async function findContained(head: Head, wanted: WantedCommits): Promise<string[]> {
  try {
    return await head.findContained(wanted);
  } catch (error) {
    const isTooLarge = error instanceof GitError && error.code === 'too-large';
    if (isTooLarge && wanted.required === undefined) return [];
    throw error;
  }
}

/** The state at which a branch begins that does not exist: the last common one with any branch. */
export async function findOrigin(
  { context, store }: EditingParts,
  { line }: SyncTarget,
): Promise<CommonState | undefined> {
  const { space } = await line.open();
  const known = toKnown(await line.findCommon(context.db)) ?? (await line.listKnown(context.db))[0];
  return known && openCommon(store, space, known);
}

type Known = Pick<KnownCommit, 'oid' | 'ref' | 'revision_id' | 'read_revision_id'> & {
  own_revision_id: string | null;
};

function toKnown(row: CommonStateRow | undefined): Known | undefined {
  if (!row?.imported_oid || !row.imported_revision_id) return undefined;
  return {
    oid: row.imported_oid,
    ref: row.ref,
    revision_id: row.imported_revision_id,
    read_revision_id: row.read_revision_id ?? row.imported_revision_id,
    own_revision_id: row.own_revision_id ?? null,
  };
}

export async function openCommon(
  store: EditingParts['store'],
  space: SpacePointer,
  { oid, ref, revision_id: contentId, read_revision_id: readId, own_revision_id: ownId }: Known,
): Promise<CommonState> {
  const content = await store.open(space, contentId);
  const read = readId === contentId ? content : await store.open(space, readId);
  const own = ownId === null ? content : await store.open(space, ownId);
  return { oid, ref, content, read, own };
}

/**
 * Whether a space has all content of the commit. An export that does not change the space can add its content to
 * changes of others.
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
  const { context, store } = parts;
  const { space } = content;
  const [writtenId = ''] = read.revision.parents;
  if (writtenId === content.revision.revisionId) return content;
  const { snapshot: base } = await store.open(space, writtenId);
  const { merged } = await mergeSides(parts, { space, ours: read, theirs: content, base }, 'ours');
  await context.db
    .transaction()
    .execute((trx) => insertDocuments(trx, space.organizationId, merged.documents));
  return { ...content, snapshot: merged.snapshot };
}

export function pushedOf(row: CommonStateRow | undefined): PushedCommit | undefined {
  if (!row?.pushed_oid || !row.pushed_read_revision_id || !row.pushed_revision_id) return undefined;
  return {
    oid: row.pushed_oid,
    readRevisionId: row.pushed_read_revision_id,
    revisionId: row.pushed_revision_id,
  };
}
