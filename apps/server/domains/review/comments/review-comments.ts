import { newId } from '@lectern/std/ids';
import { authorIdOf } from '../../../platform/access/author.ts';
import { countDiscussion, toDiscussed } from '../change-requests/discussion.queries.ts';
import type { ReviewComments } from '../change-requests/reviews/review-comments.ts';
import { recordComment } from './change-comments.ts';
import { readBodyIfAny } from './comment-body.ts';
import { emitCommentCreated } from './comment-events.ts';
import { findCommentsById } from './comments.repository.ts';
import { CommentSchema } from './comments.schemas.ts';
import { addComment } from './comments.service.ts';
import { type CommentParts, showComments } from './load-comments.ts';
import { notifyMentions } from './notify-mentions.ts';

/** Comments that are posted with a review. */
export const createReviewComments = (parts: CommentParts): ReviewComments => ({
  schemas: [CommentSchema],
  read: (body) => {
    const text = readBodyIfAny(body, 'comment');
    if (text === undefined) return undefined;
    return async (unit, row, { reviewId, actor, at }) => {
      const commentId = newId();
      const key = {
        organizationId: row.organization_id,
        spaceId: row.space_id,
        changeRequestId: row.change_request_id,
      };
      const target = { revisionId: row.revision_id, pageId: null, documentHash: null, target: null };
      const authorId = authorIdOf(actor);
      const userIds = await addComment(unit.trx, {
        ...key,
        ...target,
        commentId,
        reviewId,
        authorId,
        text,
        at,
      });
      recordComment(unit, key, { change: 'created', commentId, pageId: null, actor, at });
      await countDiscussion(unit.trx, key);
      await notifyMentions(parts.context, unit, key, { userIds, commentId, pageId: null, actor, at });
      await emitCommentCreated(unit, key, { actor, at, commentId, changeRequest: toDiscussed(row) });
      return commentId;
    };
  },
  show: async (granted, { space, changeRequestId, revisionId }, commentIds) => {
    const place = { space, changeRequestId, revisionId };
    const key = { organizationId: space.organizationId, spaceId: space.spaceId, changeRequestId };
    const rows = await findCommentsById(parts.context.db, key, commentIds);
    const shown = await showComments(parts, { granted, format: 'document' }, place, rows);
    return new Map(shown.map((comment) => [comment.id, comment]));
  },
});
