import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CommentsPlace } from '../../api/comments.ts';
import { type Space, sessionQuery } from '../../api/queries.ts';
import type { CommentsContext } from './context.ts';
import { linkToComment } from './link-to-comment.ts';
import { UnsentTexts } from './unsent-texts.ts';

/** The context of a list of comments, where the words of the comments are on another view. */
export function useCommentsContext(space: Space, place: CommentsPlace): CommentsContext {
  const { data: session } = useQuery(sessionQuery);
  const userId = session?.user?.id ?? '';
  const [active, activate] = useState<string>();
  return {
    place,
    organizationId: space.organization,
    userId,
    mayComment: space.permissions.comment && userId !== '',
    mayEdit: space.permissions.edit,
    unsent: useMemo(() => new UnsentTexts(userId, place), [userId, place]),
    active,
    activate,
    showWords: undefined,
    linkOf: (comment) => linkToComment(place, comment),
  };
}
