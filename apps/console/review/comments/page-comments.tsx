import { useEffect, useMemo, useState } from 'react';
import type { Comment, CommentStatus, CommentsPlace } from '../../api/comments.ts';
import { pagePath } from '../../api/place.ts';
import type { Space } from '../../api/queries.ts';
import { InBar } from '../../app/bar-slots.tsx';
import { Button } from '../../app/button.tsx';
import { isSmall } from '../../editor/menus/small-screen.ts';
import { t } from '../../messages/messages.ts';
import type { OpenEditor } from '../../page/open-editor.ts';
import { ApplyAll } from './apply-all.tsx';
import styles from './comments.module.css';
import { CommentsPanel } from './comments-panel.tsx';
import { type CommentsContext, CommentsProvider } from './context.ts';
import { NewCommentForm } from './new-comment.tsx';
import { usePageMarks } from './page-marks.ts';
import { StatusFilter } from './status-filter.tsx';
import { ThreadList } from './thread-list.tsx';
import { UnsentComments } from './unsent-comments.tsx';
import { type BegunComment, useBegin, useCommands, useTools } from './use-begin-comment.ts';
import { followComments, useCommentList } from './use-comment-list.ts';
import { useCommentsContext } from './use-comments-context.ts';
import { useLinkedComment } from './use-linked-comment.ts';

interface PageCommentsProps {
  editor: OpenEditor;
  space: Space;
  /** Whether the settings are open, which are in the same place. */
  hasSettings: boolean;
  closeSettings(): void;
}

const isWide = (): boolean => window.matchMedia('(min-width: 64rem)').matches;

/** The comments on a page: marks at their words, a panel with the threads, and what writes new ones. */
export function PageComments({ editor, space, hasSettings, closeSettings }: PageCommentsProps) {
  const { spaceId, changeRequestId, pageId } = editor.place;
  const place: CommentsPlace = useMemo(
    () => ({ spaceId, changeRequestId, pageId }),
    [spaceId, changeRequestId, pageId],
  );
  const [status, setStatus] = useState<CommentStatus>('open');
  const [isOpen, setOpen] = useState(false);
  const [written, setWritten] = useState<BegunComment>();
  const shared = useCommentsContext(space, place);
  const { active, activate, mayComment } = shared;
  const open = useCommentList(place, 'open');
  const resolved = useCommentList(place, 'resolved', isOpen && status === 'resolved');
  const list = status === 'open' ? open : resolved;
  const show = (): void => {
    closeSettings();
    setOpen(true);
  };
  const marks = usePageMarks(editor, {
    // Marks of a long list are drawn twice, and not again for each part of it.
    comments: status === 'open' || !isOpen ? open.settled : resolved.settled,
    active: isOpen ? active : undefined,
    onPoint(ids) {
      // On a small screen, the panel would cover the words while somebody writes in them.
      if (!isOpen && !isWide()) return;
      show();
      activate((before) => ids[(ids.indexOf(before ?? '') + 1) % ids.length]);
    },
  });
  const close = (): void => {
    setOpen(false);
    setWritten(undefined);
    marks.setPending(undefined);
    // On a phone, that would open its keyboard.
    if (!isSmall()) editor.focus();
  };
  const begin = useBegin(editor, { marks, show, activate, setWritten });
  useEffect(() => followComments(place), [place]);
  useEffect(() => {
    if (hasSettings) setOpen(false);
  }, [hasSettings]);
  useTools(editor, mayComment, begin);
  useLinkedComment(place, (comment) => {
    setStatus(comment.status);
    show();
    activate(comment.id);
    marks.scrollTo(comment.id);
  });
  useCommands({ show, comment: mayComment ? () => void begin('comment', 'page') : undefined });
  const context: CommentsContext = {
    ...shared,
    showWords(comment) {
      activate(comment.id);
      marks.scrollTo(comment.id);
    },
    linkOf: (comment) => `${pagePath(editor.place, pageId)}?comment=${comment.id}`,
  };
  const comments = inReadingOrder(list.comments, marks.positions);
  return (
    <CommentsProvider value={context}>
      <InBar slot="actions">
        <Button
          icon="comment"
          look="quiet"
          className={styles.inBar}
          aria-expanded={isOpen}
          aria-label={t('commentsCount', { count: open.count })}
          title={t('comments')}
          onClick={isOpen ? close : show}
        >
          {open.count > 0 && <span>{open.count}</span>}
        </Button>
      </InBar>
      {isOpen && (
        <CommentsPanel onClose={close}>
          <div className={styles.head}>
            <StatusFilter status={status} onChange={setStatus} />
            <ApplyAll comments={comments} />
            {mayComment && !written && (
              <Button look="quiet" onClick={() => void begin('comment', 'page')}>
                {t('commentOnPage')}
              </Button>
            )}
          </div>
          {written && (
            <NewCommentForm
              key={JSON.stringify(written)}
              tool={written.tool}
              target={written.target}
              onSent={({ id }) => {
                setWritten(undefined);
                marks.setPending(undefined);
                setStatus('open');
                activate(id);
              }}
              onClose={() => {
                setWritten(undefined);
                marks.setPending(undefined);
              }}
            />
          )}
          {!written && <UnsentComments pageId={pageId} onContinue={setWritten} />}
          <ThreadList
            list={list}
            comments={comments}
            status={status}
            empty={t(
              status === 'open'
                ? mayComment
                  ? 'commentsNone'
                  : 'commentsNoneToRead'
                : 'commentsNoneResolved',
            )}
          />
        </CommentsPanel>
      )}
    </CommentsProvider>
  );
}

/** Those on the whole page come first, then those on its words, and at last those whose words are gone. */
function inReadingOrder(
  comments: readonly Comment[],
  positions: ReadonlyMap<string, number>,
): readonly Comment[] {
  const rankOf = ({ id, target, outdated }: Comment): number =>
    outdated || (target.node && !positions.has(id)) ? Number.MAX_SAFE_INTEGER : (positions.get(id) ?? -1);
  return comments
    .map((comment) => ({ comment, rank: rankOf(comment) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ comment }) => comment);
}
