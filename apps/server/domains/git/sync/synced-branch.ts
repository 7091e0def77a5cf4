import type { FileIdentityOf } from '@lectern/git/layout/page-identity';
import type { Transaction } from 'kysely';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { RevisionBranch } from '../../content/revisions/revision-branch.ts';
import type { CommonCommit, CommonStateRow, GitCommitRow, PushedCommit } from '../git.repository.ts';

/** A commit that was synchronized, and the branch if it is known. */
export type KnownCommit = GitCommitRow & { ref: string | undefined };

/** A line of revisions that is synced with a branch: the content of a space or of a change request. */
export interface SyncedBranch {
  /** The id of the space or the change request. */
  branchId: string;
  /** Its present content. */
  open(): Promise<OpenRevision>;
  /** Moves it. */
  revisions: RevisionBranch;
  /** Revisions of the space that the branch contains besides those that it began from. */
  mergedIds: readonly string[];
  /** Whether the entries get the paths of the files that are written for them. */
  takesPaths: boolean;
  /** The revision of the space that a change request with conflicts differs from, if that is not its present one. */
  conflictBaseId?: string;
  /** The last common state of the line and the branch; undefined before their first sync. */
  findCommon(db: Database): Promise<CommonStateRow | undefined>;
  /** Commits of any branch and repository whose content the line has, the last one first. */
  listKnown(db: Database): Promise<KnownCommit[]>;
  rememberCommon(trx: Transaction<DB>, commit: CommonCommit): Promise<void>;
  /** Remembers a commit before it is pushed, or forgets it. */
  rememberPush(db: Database, pushed: PushedCommit | undefined): Promise<void>;
  /** Stores the ids of entries that an import removes from the content. */
  rememberDeparted(trx: Transaction<DB>, departed: FileIdentityOf[]): Promise<void>;
}
