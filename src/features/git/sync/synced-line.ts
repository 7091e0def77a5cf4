import type { Transaction } from 'kysely';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { DB } from '../../../db/schema.ts';
import type { RevisionLine } from '../../revisions/revision-line.ts';
import type { CommonCommit, CommonStateRow, Database, PushedCommit } from '../git.repository.ts';
import type { FileIdentityOf } from '../import/page-identity.ts';

/** What is kept in step with a branch: the content of a space, or that of a change request. */
export interface SyncedLine {
  /** The id of the space or the change request. */
  lineId: string;
  /** Its present content. */
  open(): Promise<OpenRevision>;
  /** Moves it. */
  revisions: RevisionLine;
  /** Revisions of the space that the branch contains besides those that it began from. */
  mergedIds: readonly string[];
  /** It is merged: its content does not change any more. */
  isFixed: boolean;
  /** What was last the same on both sides; undefined before the first sync. */
  findCommon(db: Database): Promise<CommonStateRow | undefined>;
  rememberCommon(trx: Transaction<DB>, commit: CommonCommit): Promise<void>;
  /** Remembers a commit before it is pushed, or forgets it. */
  rememberPush(db: Database, pushed: PushedCommit | undefined): Promise<void>;
  /** Remembers the ids of what an import takes out of the content. */
  rememberDeparted(trx: Transaction<DB>, departed: FileIdentityOf[]): Promise<void>;
}
