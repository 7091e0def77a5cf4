import { newId } from '../../http/ids.ts';
import type { ReviewComments } from '../change-requests/reviews/review-comments.ts';
import { readBody } from './comment-body.ts';
import { findCommentsById } from './comments.repository.ts';
import { CommentSchema } from './comments.schemas.ts';
import { addComment } from './comments.service.ts';
import { type CommentParts, showComments } from './load-comments.ts';

/** Comments that are posted with a review. */
export const createReviewComments = (parts: CommentParts): ReviewComments => ({
  schemas: [CommentSchema],
  read: (body) => {
    const text = readBody(body, 'comment');
    return async (trx, { key, reviewId, authorId, revisionId, at }) => {
      const commentId = newId();
      const onEverything = { pageId: null, documentHash: null, target: null };
      await addComment(trx, { ...key, ...onEverything, commentId, reviewId, authorId, text, at, revisionId });
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
