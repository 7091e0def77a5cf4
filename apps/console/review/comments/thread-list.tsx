import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Comment, CommentStatus } from '../../api/comments.ts';
import { explain } from '../../api/explain.ts';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { useComments } from './context.ts';
import { ListState, Thread } from './thread.tsx';
import type { CommentList } from './use-comment-list.ts';

/** The number of threads that are drawn at first, more than a window shows. The others are drawn while scrolling. */
const STEP = 12;
/** So many are drawn before one that is shown from far away. */
const BEFORE = 8;

interface ThreadListProps {
  list: CommentList;
  /** In the order in which they are shown. */
  comments: readonly Comment[];
  status: CommentStatus;
  empty: string;
}

/** Threads, of which a long list is drawn as far as one scrolls. */
export function ThreadList({ list, comments, status, empty }: ThreadListProps) {
  const { active } = useComments();
  const [drawn, setDrawn] = useState({ from: 0, to: STEP });
  const start = useRef<HTMLLIElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const at = active === undefined ? -1 : comments.findIndex(({ id }) => id === active);
  const isAway = at >= 0 && (at < drawn.from || at >= drawn.to);
  // A thread far away is drawn with its neighbors, and not with all before it.
  const { from, to } = isAway ? { from: Math.max(0, at - BEFORE), to: at + STEP } : drawn;
  const hasMore = to < comments.length;
  useEffect(() => {
    if (isAway) setDrawn({ from, to });
  }, [isAway, from, to]);
  useNear(start, from > 0 ? () => setDrawn({ from: Math.max(0, from - STEP), to }) : undefined);
  useNear(end, hasMore ? () => setDrawn({ from, to: to + STEP }) : undefined);
  if (list.error && comments.length === 0)
    return <ListState text={explain(list.error)} onRetry={list.retry} />;
  if (list.isLoading) return <p className={styles.empty}>{t('loading')}</p>;
  if (comments.length === 0) return <ListState text={empty} />;
  return (
    <ul className={styles.threads} aria-label={t(status === 'open' ? 'commentsOpen' : 'commentsResolved')}>
      {from > 0 && <li ref={start} className={styles.more} aria-hidden="true" />}
      {comments.slice(from, to).map((comment) => (
        <Thread key={comment.id} comment={comment} />
      ))}
      {hasMore && <li ref={end} className={styles.more} aria-hidden="true" />}
    </ul>
  );
}

/** Calls a function when an element comes near the window. Undefined: there is nothing more to draw. */
function useNear(element: RefObject<Element | null>, draw: (() => void) | undefined): void {
  useEffect(() => {
    const { current } = element;
    if (!draw || !current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && draw(),
      { rootMargin: '600px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
}
