import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Comment, CommentStatus, CommentsPlace } from '../../api/comments.ts';
import { pagePath } from '../../api/place.ts';
import { pagesQuery, type Space, sessionQuery } from '../../api/queries.ts';
import { t } from '../../messages/messages.ts';
import { ApplyAll } from './apply-all.tsx';
import styles from './comments.module.css';
import { type CommentsContext, CommentsProvider } from './context.ts';
import { linkToComment } from './link-to-comment.ts';
import { NewCommentForm } from './new-comment.tsx';
import { StatusFilter } from './status-filter.tsx';
import { ThreadList } from './thread-list.tsx';
import { UnsentTexts } from './unsent-texts.ts';
import { followComments, useCommentList } from './use-comment-list.ts';
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
  const { data: session } = useQuery(sessionQuery);
  const { data: tree } = useQuery(pagesQuery({ spaceId, changeRequestId }));
  const userId = session?.user?.id ?? '';
  const [status, setStatus] = useState<CommentStatus>('open');
  const [active, activate] = useState<string>();
  const list = useCommentList(place, status);
  useEffect(() => followComments(place), [place]);
  useLinkedComment(place, (comment) => {
    setStatus(comment.status);
    activate(comment.id);
  });
  const mayComment = space.permissions.comment;
  const context: CommentsContext = {
    place,
    organizationId: space.organization,
    userId,
    mayComment,
    mayEdit: space.permissions.edit,
    unsent: useMemo(() => new UnsentTexts(userId, place), [userId, place]),
    active,
    activate,
    showWords: undefined,
    linkOf: (comment) => linkToComment(place, comment),
  };
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
        {mayComment && userId !== '' && (
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
  const groups = new Map<string, Group>();
  for (const comment of comments) {
    const { page } = comment.target;
    const group = groups.get(page?.id ?? '');
    if (group) group.comments.push(comment);
    else groups.set(page?.id ?? '', { page, comments: [comment] });
  }
  const rankOf = ({ page }: Group): number => (page ? (order.get(page.id) ?? order.size) : -1);
  return [...groups.values()].sort((a, b) => rankOf(a) - rankOf(b));
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
