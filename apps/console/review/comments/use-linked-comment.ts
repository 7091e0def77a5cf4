import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Comment, type CommentsPlace, readComment, showComment } from '../../api/comments.ts';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';

/** Reads the comment that the address names, and shows it once. */
export function useLinkedComment(place: CommentsPlace, use: (comment: Comment) => void): void {
  const id = useRouterState({ select: ({ location }) => (location.search as { comment?: string }).comment });
  const shown = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is followed once.
  useEffect(() => {
    if (id === undefined || shown.current === id) return;
    shown.current = id;
    readComment(place, id)
      .then((comment) => {
        showComment(place, comment);
        use(comment);
      })
      .catch(() => showError(t('commentGone')));
  }, [id, place]);
}
