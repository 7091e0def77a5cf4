import type { Snapshot } from '@lectern/content/tree/snapshot';
import { describeRef } from '@lectern/git/program/git-ref';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { CommitFacts } from './commit-facts.ts';
import type { SyncedBranch } from './synced-branch.ts';

/** Both sides of a synchronization, and its options. */
export interface SyncTarget extends SpaceKey {
  /** `refs/heads/…`; for an import also a tag, a commit or `HEAD`; empty for a folder. */
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
  line: SyncedBranch;
  /** Follows a rewritten history even if not forced, because only a change request depends on the branch. */
  followsRewrites?: boolean;
  /** Opens other versions of the content, from which new entries of a commit take their ids. */
  openRelatives?: () => Promise<readonly Snapshot[]>;
  /** Other branches that the next commit contains, by their commits. */
  findMerged?: (current: OpenRevision) => Promise<readonly string[]>;
  /** Writes the message of a commit. */
  writeMessage(facts: CommitFacts): string;
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

/** The name of the synchronized branch for people. */
export const describeSource = ({ ref }: Pick<SyncTarget, 'ref'>): string =>
  ref === '' ? 'the folder' : describeRef(ref);

/** Returns only the key of the space of a target. */
export const keyOf = ({ organizationId, spaceId }: SpaceKey): SpaceKey => ({ organizationId, spaceId });

/** The key of the line of revisions that a sync moves: commits to the same line take turns. */
export const lineOf = ({ spaceId, line }: SyncTarget) => ({ spaceId, branchId: line.branchId });
