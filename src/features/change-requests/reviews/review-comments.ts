import type { Transaction } from 'kysely';
import type { TSchema } from 'typebox';
import type { Granted } from '../../../access/grant.ts';
import type { SpacePointer } from '../../../access/pointers.ts';
import type { TextBody } from '../../../content/revisions/content.schemas.ts';
import type { DB } from '../../../db/schema.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

/** A comment that was read, and is stored in the transaction of its review. */
export type InsertReviewComment = (
  trx: Transaction<DB>,
  review: { key: ChangeRequestKey; reviewId: string; authorId: string; revisionId: string; at: Date },
) => Promise<string>;

/** What reviews need of comments. Comments know change requests, so that reviews are given this by the app. */
export interface ReviewComments {
  /** The schemas that the one named `Comment` refers to, with it. */
  schemas: readonly TSchema[];
  /** Throws if it is not a text. */
  read(body: TextBody): InsertReviewComment;
  /** Comments as the caller sees them, by their ids. */
  show(
    granted: Granted,
    discussion: { space: SpacePointer; changeRequestId: string; revisionId: string },
    commentIds: readonly string[],
  ): Promise<ReadonlyMap<string, object>>;
}
