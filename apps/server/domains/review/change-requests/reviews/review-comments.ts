import type { TSchema } from 'typebox';
import type { NoTextBody, TextBody } from '../../../../content/revisions/content.schemas.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { Granted } from '../../../../platform/access/grant.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';

/** A comment that was read, and is stored in the transaction of its review. */
export type InsertReviewComment = (
  unit: UnitOfWork,
  row: ChangeRequestRow,
  review: { reviewId: string; actor: Actor; at: Date },
) => Promise<string>;

/** The functions of comments that reviews use. Comments import change requests, so the app passes these in. */
export interface ReviewComments {
  /** The schemas that the one named `Comment` refers to, with it. */
  schemas: readonly TSchema[];
  /** Throws if it is not a text. Undefined if it is empty. */
  read(body: TextBody | NoTextBody): InsertReviewComment | undefined;
  /** Comments as the caller sees them, by their ids. */
  show(
    granted: Granted,
    discussion: { space: SpacePointer; changeRequestId: string; revisionId: string },
    commentIds: readonly string[],
  ): Promise<ReadonlyMap<string, object>>;
}
