import { useEffect, useMemo, useState } from 'react';
import type { CommentsPlace } from '../../api/comments.ts';
import type { BlockVersion } from '../../api/page-changes.ts';
import type { Space } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { CommentsProvider } from './context.ts';
import { NewCommentForm } from './new-comment.tsx';
import { Thread } from './thread.tsx';
import { type NewTarget, slotOfNew } from './unsent-texts.ts';
import { followTogether, useCommentList } from './use-comment-list.ts';
import { useCommentsContext } from './use-comments-context.ts';

interface BlockCommentsProps {
  pageId: string;
  /** The block in the later version. */
  block: BlockVersion;
  space: Space;
  changeRequestId: string;
  /** The revision of the change request that is shown. */
  revision: string;
}

/** The open comments on a block and its inner blocks, shown below its changes, and the form for a new one. */
export function BlockComments({ space, changeRequestId, revision, pageId, block }: BlockCommentsProps) {
  const spaceId = space.id;
  const place: CommentsPlace = useMemo(() => ({ spaceId, changeRequestId }), [spaceId, changeRequestId]);
  const context = useCommentsContext(space, place);
  const { mayComment, unsent } = context;
  const { comments } = useCommentList(place, 'open');
  useEffect(() => followTogether(place), [place]);
  const [isWriting, setWriting] = useState(false);
  const target: NewTarget = useMemo(
    () => ({ page: pageId, node: block.key, revision }),
    [pageId, block.key, revision],
  );
  const keys = useMemo(() => new Set([block.key, ...(block.keys ?? [])]), [block]);
  const own = comments.filter(
    ({ target: { page, node }, outdated }) => !outdated && page?.id === pageId && node && keys.has(node.id),
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
