import type { Schemas } from '@lectern/client/schema';
import { groupBy } from '@lectern/std/group-by';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Comment, CommentStatus, CommentsPlace } from '../../api/comments.ts';
import { pagePath } from '../../api/place.ts';
import { pagesQuery, type Space } from '../../api/queries.ts';
import { t } from '../../messages/messages.ts';
import { ApplyAll } from './apply-all.tsx';
import styles from './comments.module.css';
import { CommentsProvider } from './context.ts';
import { NewCommentForm } from './new-comment.tsx';
import { StatusFilter } from './status-filter.tsx';
import { ThreadList } from './thread-list.tsx';
import { followComments, useCommentList } from './use-comment-list.ts';
import { useCommentsContext } from './use-comments-context.ts';
import { useLinkedComment } from './use-linked-comment.ts';

interface DiscussionTabProps {
  space: Space;
  /** The change request, by what the address has for it: its number or its id. */
  changeRequestId: string;
}

/** All comments of a change request, with those of its reviews. */
export function DiscussionTab({ space, changeRequestId }: DiscussionTabProps) {
  const spaceId = space.id;
  const place: CommentsPlace = useMemo(() => ({ spaceId, changeRequestId }), [spaceId, changeRequestId]);
  const { data: tree } = useQuery(pagesQuery({ spaceId, changeRequestId }));
  const [status, setStatus] = useState<CommentStatus>('open');
  const context = useCommentsContext(space, place);
  const { activate, mayComment } = context;
  const list = useCommentList(place, status);
  useEffect(() => followComments(place), [place]);
  useLinkedComment(place, (comment) => {
    setStatus(comment.status);
    activate(comment.id);
  });
  const order = useMemo(() => placesOf(tree?.pages ?? []), [tree]);
  const groups = groupByPage(list.comments, order);
  const comments = groups.flatMap((group) => group.comments);
  const general = groups.find(({ page }) => page === undefined)?.comments ?? [];
  return (
    <CommentsProvider value={context}>
      <div className={styles.discussion}>
        <div className={styles.head}>
          <StatusFilter status={status} onChange={setStatus} />
          <ApplyAll comments={comments} />
        </div>
        {mayComment && (
          <NewCommentForm
            tool="comment"
            target={{}}
            onSent={({ id }) => {
              setStatus('open');
              activate(id);
            }}
          />
        )}
        {comments.length === 0 ? (
          <ThreadList
            list={list}
            comments={comments}
            status={status}
            empty={t(status === 'open' ? 'discussionNone' : 'commentsNoneResolved')}
          />
        ) : (
          <>
            {general.length > 0 && <ThreadList list={list} comments={general} status={status} empty="" />}
            {groups.map(
              ({ page, comments: own }) =>
                page && (
                  <section key={page.id} aria-label={page.title || t('untitled')}>
                    <h2 className={styles.pageTitle}>
                      {page.outdated ? (
                        page.title || t('untitled')
                      ) : (
                        <Link to={pagePath(place, page.id) as '/'}>{page.title || t('untitled')}</Link>
                      )}
                    </h2>
                    <ThreadList list={list} comments={own} status={status} empty="" />
                  </section>
                ),
            )}
          </>
        )}
      </div>
    </CommentsProvider>
  );
}

interface Group {
  page: Comment['target']['page'];
  comments: Comment[];
}

/** Those on no page come first, then the pages in the order of their tree. */
function groupByPage(comments: readonly Comment[], order: ReadonlyMap<string, number>): Group[] {
  const groups = [...groupBy(comments, ({ target }) => target.page?.id).values()].map(
    (own): Group => ({ page: own[0]?.target.page, comments: own }),
  );
  const rankOf = ({ page }: Group): number => (page ? (order.get(page.id) ?? order.size) : -1);
  return groups.sort((a, b) => rankOf(a) - rankOf(b));
}

function placesOf(
  pages: readonly Schemas['TreePage'][],
  order = new Map<string, number>(),
): Map<string, number> {
  for (const page of pages) {
    order.set(page.id, order.size);
    placesOf((page as { pages?: Schemas['TreePage'][] }).pages ?? [], order);
  }
  return order;
}
