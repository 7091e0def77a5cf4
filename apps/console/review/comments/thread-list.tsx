import { useEffect, useRef, useState } from 'react';
import type { Comment, CommentStatus } from '../../api/comments.ts';
import { explain } from '../../api/explain.ts';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { useComments } from './context.ts';
import { ListState, Thread } from './thread.tsx';
import type { CommentList } from './use-comment-list.ts';

/** So many threads are drawn at once. More are drawn as one scrolls. */
const STEP = 25;

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
  const [most, setMost] = useState(STEP);
  const end = useRef<HTMLLIElement>(null);
  const at = active === undefined ? -1 : comments.findIndex(({ id }) => id === active);
  const shown = Math.max(most, at + 5);
  const hasMore = shown < comments.length;
  useEffect(() => {
    const { current } = end;
    if (!hasMore || !current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setMost(shown + STEP),
      { rootMargin: '600px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [hasMore, shown]);
  if (list.error && comments.length === 0)
    return <ListState text={explain(list.error)} onRetry={list.retry} />;
  if (list.isLoading) return <p className={styles.empty}>{t('loading')}</p>;
  if (comments.length === 0) return <ListState text={empty} />;
  return (
    <ul className={styles.threads} aria-label={t(status === 'open' ? 'commentsOpen' : 'commentsResolved')}>
      {comments.slice(0, shown).map((comment) => (
        <Thread key={comment.id} comment={comment} />
      ))}
      {hasMore && <li ref={end} className={styles.more} aria-hidden="true" />}
    </ul>
  );
}
