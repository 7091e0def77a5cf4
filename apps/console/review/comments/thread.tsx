import { shortenText } from '@lectern/std/cut-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Comment, changeEntry, postReply, repliesQuery } from '../../api/comments.ts';
import { explain } from '../../api/explain.ts';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { Composer } from './composer.tsx';
import { mayResolve, useComments } from './context.ts';
import { Entry } from './entry.tsx';
import { SuggestionPart } from './suggestion.tsx';
import { useSeen } from './use-seen.ts';

/** A comment with its replies. */
export function Thread({ comment }: { comment: Comment }) {
  const context = useComments();
  const { place, active, activate, mayComment, showWords, unsent } = context;
  const isActive = active === comment.id;
  const element = useRef<HTMLLIElement>(null);
  const isSeen = useSeen(element);
  const slot = `reply:${comment.id}`;
  const [isReplying, setReplying] = useState(() => unsent.read(slot).text !== '');
  const { data: replies = [] } = useQuery({
    ...repliesQuery(place, comment.id),
    enabled: comment.replies > 0 && isSeen,
  });
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const name = comment.postedBy.displayName;
  return (
    <li ref={element} className={styles.thread} data-active={isActive}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the quoted words are a button, which does the same. */}
      <article
        aria-label={t(comment.suggestion ? 'suggestionBy' : 'commentBy', { name })}
        aria-current={isActive || undefined}
        onClick={() => !isActive && (showWords ? showWords(comment) : activate(comment.id))}
      >
        <Words comment={comment} />
        <Entry entry={comment} entryKey={{ commentId: comment.id }} comment={comment} />
        <SuggestionPart comment={comment} />
        {comment.replies > 0 && (
          <ul className={styles.replies} aria-label={t('repliesCount', { count: comment.replies })}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <Entry
                  entry={reply}
                  entryKey={{ commentId: comment.id, replyId: reply.id }}
                  comment={comment}
                />
              </li>
            ))}
          </ul>
        )}
        {comment.status === 'resolved' && (
          <p className={styles.decided}>
            {t('commentResolvedBy', { name: comment.resolvedBy?.displayName ?? '' })}
          </p>
        )}
        {isReplying && mayComment ? (
          <Composer
            slot={slot}
            label={t('replyTo', { name })}
            submit={t('reply')}
            onSend={(markdown, key) => postReply(place, { commentId: comment.id, markdown, key })}
            onSent={() => setReplying(false)}
            onClose={() => setReplying(false)}
          />
        ) : (
          <Actions comment={comment} onReply={() => setReplying(true)} />
        )}
      </article>
    </li>
  );
}

function Actions({ comment, onReply }: { comment: Comment; onReply(): void }) {
  const context = useComments();
  const [isBusy, setBusy] = useState(false);
  const isResolved = comment.status === 'resolved';
  const resolve = async (): Promise<void> => {
    setBusy(true);
    try {
      await changeEntry(context.place, { commentId: comment.id }, { resolved: !isResolved });
    } catch (error) {
      showError(explain(error));
    } finally {
      setBusy(false);
    }
  };
  if (!context.mayComment) return null;
  return (
    <div className={styles.buttons}>
      <Button look="quiet" onClick={onReply}>
        {t('reply')}
      </Button>
      {mayResolve(context, comment) && (
        <Button
          look="quiet"
          icon={isResolved ? 'undo' : 'check'}
          disabled={isBusy}
          onClick={() => void resolve()}
        >
          {t(isResolved ? 'reopen' : 'resolve')}
        </Button>
      )}
    </div>
  );
}

const MOST_SHOWN = 160;
const cut = (text: string): string => shortenText(text, MOST_SHOWN);

/** What the comment is on. */
function Words({ comment }: { comment: Comment }) {
  const { showWords, linkOf } = useComments();
  const { target, outdated } = comment;
  const words = target.range?.quote ?? target.node?.preview;
  if (target.review !== undefined) return <p className={styles.on}>{t('commentFromReview')}</p>;
  if (outdated)
    return (
      <div className={styles.on}>
        <span className={styles.outdated}>{t('commentOutdated')}</span>
        {words !== undefined && <blockquote title={t('commentOutdatedHelp')}>{cut(words)}</blockquote>}
      </div>
    );
  if (words === undefined || words === '') return null;
  if (!showWords)
    return (
      <Link to={linkOf(comment) as '/'} className={styles.words}>
        <span className="visually-hidden">{t('showWords')}: </span>
        {cut(words)}
      </Link>
    );
  return (
    <button type="button" className={styles.words} title={t('showWords')} onClick={() => showWords(comment)}>
      <span className="visually-hidden">{t('showWords')}: </span>
      {cut(words)}
    </button>
  );
}

/** Shown in the place of a list that is empty, being read, or could not be read. */
export function ListState({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className={styles.empty} role={onRetry ? 'alert' : undefined}>
      {!onRetry && <Icon name="comment" size={20} />}
      <p>{text}</p>
      {onRetry && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
    </div>
  );
}
