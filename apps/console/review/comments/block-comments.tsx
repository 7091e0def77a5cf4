import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CommentsPlace } from '../../api/comments.ts';
import { type Space, sessionQuery } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { type CommentsContext, CommentsProvider } from './context.ts';
import { linkToComment } from './link-to-comment.ts';
import { NewCommentForm } from './new-comment.tsx';
import { Thread } from './thread.tsx';
import { type NewTarget, slotOfNew, UnsentTexts } from './unsent-texts.ts';
import { followTogether, useCommentList } from './use-comment-list.ts';

interface BlockCommentsProps {
  pageId: string;
  /** The key of the block in the later version. */
  blockKey: string;
  space: Space;
  changeRequestId: string;
  /** The revision of the change request that is shown. */
  revision: string;
}

/** The open comments on a block of a change request, below its changes, and what writes another one. */
export function BlockComments({ space, changeRequestId, revision, pageId, blockKey }: BlockCommentsProps) {
  const spaceId = space.id;
  const place: CommentsPlace = useMemo(() => ({ spaceId, changeRequestId }), [spaceId, changeRequestId]);
  const { data: session } = useQuery(sessionQuery);
  const userId = session?.user?.id ?? '';
  const unsent = useMemo(() => new UnsentTexts(userId, place), [userId, place]);
  const { comments } = useCommentList(place, 'open');
  useEffect(() => followTogether(place), [place]);
  const [isWriting, setWriting] = useState(false);
  const [active, activate] = useState<string>();
  const mayComment = space.permissions.comment && userId !== '';
  const target: NewTarget = useMemo(
    () => ({ page: pageId, node: blockKey, revision }),
    [pageId, blockKey, revision],
  );
  const context: CommentsContext = {
    place,
    organizationId: space.organization,
    userId,
    mayComment,
    mayEdit: space.permissions.edit,
    unsent,
    active,
    activate,
    showWords: undefined,
    linkOf: (comment) => linkToComment(place, comment),
  };
  const own = comments.filter(
    ({ target: on, outdated }) => !outdated && on.page?.id === pageId && on.node?.id === blockKey,
  );
  const isKept = mayComment && unsent.read(slotOfNew(target, false)).text !== '';
  if (own.length === 0 && !mayComment) return null;
  return (
    <CommentsProvider value={context}>
      <div className={styles.below}>
        {own.length > 0 && (
          <ul className={styles.threads} aria-label={t('comments')}>
            {own.map((comment) => (
              <Thread key={comment.id} comment={comment} />
            ))}
          </ul>
        )}
        {isWriting || isKept ? (
          <NewCommentForm
            tool="comment"
            target={target}
            onSent={() => setWriting(false)}
            onClose={() => setWriting(false)}
          />
        ) : (
          mayComment && (
            <Button look="quiet" icon="comment" className={styles.addBelow} onClick={() => setWriting(true)}>
              {t('comment')}
            </Button>
          )
        )}
      </div>
    </CommentsProvider>
  );
}
