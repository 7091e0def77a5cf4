import type { Comment, CommentsPlace } from '../../api/comments.ts';
import { pagePath } from '../../api/place.ts';

/** The address of a comment of a change request, below `/app`: at its words, or in the discussion. */
export const linkToComment = (place: CommentsPlace, { id, target: { page } }: Comment): string =>
  page && !page.outdated
    ? `${pagePath(place, page.id)}?comment=${id}`
    : `/s/${place.spaceId}/change-requests/${place.changeRequestId}?tab=discussion&comment=${id}`;
