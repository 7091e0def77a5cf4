import { Selection } from 'prosemirror-state';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Comment, CommentStatus, CommentsPlace } from '../../api/comments.ts';
import { pagePath } from '../../api/place.ts';
import type { Space } from '../../api/queries.ts';
import { useStore } from '../../api/store.ts';
import { InBar } from '../../app/bar-slots.tsx';
import { Button, IconButton } from '../../app/button.tsx';
import { ALT, addShortcuts, MOD } from '../../app/shortcuts.ts';
import { showError } from '../../app/toasts.tsx';
import { useKeptFocus } from '../../app/view.tsx';
import { isSmall } from '../../editor/menus/small-screen.ts';
import { t } from '../../messages/messages.ts';
import type { OpenEditor } from '../../page/open-editor.ts';
import { registerCommands } from '../../palette/commands.ts';
import { ApplyAll } from './apply-all.tsx';
import { markedAt, PENDING, stretchIn } from './comment-marks.ts';
import { type Stretch, targetAt } from './comment-targets.ts';
import { addTools, blockAtCaret, type Tool } from './comment-tools.ts';
import styles from './comments.module.css';
import { type CommentsContext, CommentsProvider } from './context.ts';
import { NewCommentForm } from './new-comment.tsx';
import { usePageMarks } from './page-marks.ts';
import { StatusFilter } from './status-filter.tsx';
import { ThreadList } from './thread-list.tsx';
import { type NewTarget, UnsentTexts, unsentChanges } from './unsent-texts.ts';
import { followComments, useCommentList } from './use-comment-list.ts';
import { useLinkedComment } from './use-linked-comment.ts';

interface PageCommentsProps {
  editor: OpenEditor;
  space: Space;
  userId: string;
  /** Whether the settings are open, which are in the same place. */
  hasSettings: boolean;
  closeSettings(): void;
}

interface New {
  tool: Tool;
  target: NewTarget;
}

const isWide = (): boolean => window.matchMedia('(min-width: 64rem)').matches;

/** The comments on a page: marks at their words, a panel with the threads, and what writes new ones. */
export function PageComments({ editor, space, userId, hasSettings, closeSettings }: PageCommentsProps) {
  const { spaceId, changeRequestId, pageId } = editor.place;
  const place: CommentsPlace = useMemo(
    () => ({ spaceId, changeRequestId, pageId }),
    [spaceId, changeRequestId, pageId],
  );
  const [status, setStatus] = useState<CommentStatus>('open');
  const [isOpen, setOpen] = useState(false);
  const [active, activate] = useState<string>();
  const [written, setWritten] = useState<New>();
  const open = useCommentList(place, 'open');
  const resolved = useCommentList(place, 'resolved', isOpen && status === 'resolved');
  const list = status === 'open' ? open : resolved;
  const mayComment = space.permissions.comment;
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
  useEffect(() => addShortcuts({ title: 'comments', shortcuts: [[`${MOD}${ALT}M`, 'comment']] }), []);
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
    place,
    organizationId: space.organization,
    userId,
    mayComment,
    mayEdit: space.permissions.edit,
    unsent: useMemo(() => new UnsentTexts(userId, place), [userId, place]),
    active,
    activate,
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
        <Panel onClose={close}>
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
          <UnsentComments pageId={pageId} unsent={context.unsent} written={written} onContinue={setWritten} />
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
        </Panel>
      )}
    </CommentsProvider>
  );
}

/** The commands of the palette call what is current. */
function useCommands(commands: { show(): void; comment: (() => void) | undefined }): void {
  const current = useRef(commands);
  current.current = commands;
  const mayComment = commands.comment !== undefined;
  useEffect(
    () =>
      registerCommands('comments', [
        { id: 'comments', label: t('comments'), run: () => current.current.show() },
        ...(mayComment
          ? [{ id: 'comment', label: t('commentOnPage'), run: () => current.current.comment?.() }]
          : []),
      ]),
    [mayComment],
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

function Panel({ onClose, children }: { onClose(): void; children: React.ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useKeptFocus(panel);
  useEffect(() => {
    const before = document.activeElement;
    // Whoever writes in the page goes on, and a form takes the focus itself.
    if (!panel.current?.contains(before) && !(before as HTMLElement | null)?.isContentEditable)
      panel.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOwn = panel.current?.contains(event.target as Node) && !event.defaultPrevented;
    if (event.key === 'Escape' && isOwn && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={t('comments')}
      onKeyDown={onKeyDown}
    >
      <header className={styles.title}>
        <h2>{t('comments')}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}

/** The new comments on this page that were written and not sent. */
function UnsentComments({
  pageId,
  unsent,
  written,
  onContinue,
}: {
  pageId: string;
  unsent: UnsentTexts;
  written: New | undefined;
  onContinue(one: New): void;
}) {
  useStore(unsentChanges);
  if (written) return null;
  return unsent.slotsOfNew(pageId).map((slot) => {
    const { text, suggested, target } = unsent.read(slot);
    if (!target) return null;
    const tool = slot.includes(':suggest:') ? 'suggest' : 'comment';
    return (
      <section key={slot} className={styles.unsent} aria-label={t('commentUnsent')}>
        <strong>{t('commentUnsent')}</strong>
        <p>{text || suggested}</p>
        <div className={styles.buttons}>
          <Button onClick={() => onContinue({ tool, target })}>{t('continueWriting')}</Button>
          <Button look="quiet" onClick={() => unsent.forget(slot)}>
            {t('discard')}
          </Button>
        </div>
      </section>
    );
  });
}

type Begin = (tool: Tool, stretch: Stretch | 'page' | undefined) => Promise<void>;

/** How long a new comment waits until its words are saved. */
const SAVING_MS = 8000;

function useBegin(
  editor: OpenEditor,
  parts: {
    marks: { setPending(stretch: Stretch | undefined): void };
    show(): void;
    activate(id: string): void;
    setWritten(written: New): void;
  },
): Begin {
  const { marks, show, activate, setWritten } = parts;
  return async (tool, wanted) => {
    const { view, session } = editor;
    const { pageId } = editor.place;
    if (wanted === 'page') {
      show();
      setWritten({ tool, target: { page: pageId } });
      return;
    }
    if (!view) return;
    if (!wanted) {
      const [known] = tool === 'comment' ? markedAt(view, view.state.selection.from) : [];
      if (known !== undefined) {
        show();
        activate(known);
        return;
      }
    }
    const stretch = wanted ?? blockAtCaret(view);
    if (!stretch) return;
    marks.setPending(stretch);
    // The mark shows the words. Selected, they would keep the toolbar over the text around them.
    if (!stretch.isBlock && editor.isEditable)
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(stretch.to), -1)));
    show();
    const { saver, draft } = session;
    // The service must have the words that the comment is on.
    if (!saver.isClean) {
      await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, SAVING_MS))]);
    }
    const target = targetAt(view.state.doc, stretchIn(view, PENDING) ?? stretch);
    const node = target && draft.keyOf(target.handle);
    if (!target || node === undefined || !saver.isClean) {
      marks.setPending(undefined);
      showError(t('commentNeedsSaving'));
      return;
    }
    const { range, text } = target;
    setWritten({
      tool,
      target: {
        page: pageId,
        node,
        ...(range ? { range } : {}),
        text: range?.quote ?? text,
        revision: draft.revision,
      },
    });
  };
}

/** The buttons beside the selection call what is current. */
function useTools(editor: OpenEditor, mayComment: boolean, begin: Begin): void {
  const current = useRef(begin);
  current.current = begin;
  useEffect(() => {
    if (!mayComment) return undefined;
    let remove: (() => void) | undefined;
    const stop = editor.whenShown(() => {
      if (editor.view) remove = addTools(editor.view, (tool, stretch) => void current.current(tool, stretch));
    });
    return () => {
      stop();
      remove?.();
    };
  }, [editor, mayComment]);
}
