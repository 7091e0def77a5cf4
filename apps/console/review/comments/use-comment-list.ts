import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import {
  type Comment,
  type CommentStatus,
  type CommentsPlace,
  commentsQuery,
  hideComment,
  refreshComments,
  refreshThread,
} from '../../api/comments.ts';
import { type SpaceEvent, subscribe } from '../../api/events.ts';
import { placeName } from '../../api/place.ts';
import { queries } from '../../api/queries.ts';

export interface CommentList {
  comments: readonly Comment[];
  /** All comments; while a long list is loading, only the first ones. */
  settled: readonly Comment[];
  /** Of those that are not read yet, too. */
  count: number;
  isLoading: boolean;
  error: Error | null;
  retry(): void;
}

const NONE: readonly Comment[] = [];

/** The comments of a place, which are read one page after the other. */
export function useCommentList(place: CommentsPlace, status: CommentStatus, isWanted = true): CommentList {
  const query = useInfiniteQuery({ ...commentsQuery(place, status), enabled: isWanted });
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const comments = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NONE, [data]);
  const isComing = hasNextPage && !isError;
  return {
    comments,
    settled: isComing ? (data?.pages[0]?.items ?? NONE) : comments,
    count: hasNextPage ? (data?.pages[0]?.count ?? 0) : comments.length,
    isLoading: query.isPending && isWanted,
    error: query.error,
    retry: () => void refetch(),
  };
}

/** After an edit, comments may be on other words. People go on typing, so this waits. */
const FOLLOW_MS = 4000;

/** Follows what others write, and what happens to the content, while a list is shown. */
export function followComments(place: CommentsPlace): () => void {
  const { spaceId, changeRequestId, pageId } = place;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOwnPlace = (event: SpaceEvent): boolean =>
    'changeRequest' in event && event.changeRequest !== undefined
      ? changeRequestId !== undefined
      : changeRequestId === undefined || event.type !== 'content';
  const leave = subscribe({ spaceId, changeRequestId }, (event) => {
    if (event.type === 'reset') void refreshComments(place);
    if (!isOwnPlace(event)) return;
    // A review can have a comment.
    if (event.type === 'review') void refreshComments(place);
    if (event.type === 'comment') {
      if (event.change === 'deleted' && event.reply === undefined) hideComment(place, event.comment);
      else void refreshThread(place, event.comment).catch(() => undefined);
      if (changeRequestId === undefined) return;
      // The change request shows how many there are.
      void queries.invalidateQueries({
        queryKey: ['space', spaceId, 'change-request', changeRequestId],
        exact: true,
      });
    }
    const isOnPage =
      event.type === 'content' &&
      (pageId === undefined || event.omitted > 0 || event.pages.some(({ page }) => page === pageId));
    if (!isOnPage) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refreshComments(place), FOLLOW_MS);
  });
  return () => {
    clearTimeout(timer);
    leave();
  };
}

const followed = new Map<string, { users: number; stop: () => void }>();

/** The same for several parts of a view, which follow the comments once. */
export function followTogether(place: CommentsPlace): () => void {
  const name = `${placeName(place)} ${place.pageId ?? ''}`;
  const known = followed.get(name) ?? { users: 0, stop: followComments(place) };
  known.users += 1;
  followed.set(name, known);
  return () => {
    known.users -= 1;
    if (known.users > 0) return;
    followed.delete(name);
    known.stop();
  };
}
