import { useState } from 'react';
import { type Comment, changeEntry, type EntryKey, type Reply } from '../../api/comments.ts';
import { explain } from '../../api/explain.ts';
import { catchTyping } from '../../app/catch-typing.ts';
import { emojiOf, Icon } from '../../app/icons.tsx';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { useComments } from './context.ts';

const COMMON = ['👍', '❤️', '🎉', '👀', '😄'] as const;

/** The reactions to an entry, and what adds one. */
export function Reactions({ entry, entryKey }: { entry: Comment | Reply; entryKey: EntryKey }) {
  const { place, userId, mayComment } = useComments();
  const [isOpen, setOpen] = useState(false);
  const { reactions } = entry;
  const react = async (emoji: string, isOn: boolean): Promise<void> => {
    setOpen(false);
    try {
      await changeEntry(place, entryKey, { [isOn ? 'addedReactions' : 'removedReactions']: [emoji] });
    } catch (error) {
      showError(explain(error));
    }
  };
  const pickMore = async (): Promise<void> => {
    setOpen(false);
    const loading = Promise.all([
      import('../../editor/options/icon-picker.ts'),
      import('../../editor/document-styles.css'),
    ]);
    const { loaded, typed } = await catchTyping(loading, { returnsFocus: true });
    const [{ pickEmoji }] = loaded;
    const picked = await pickEmoji(typed);
    if (picked !== undefined) await react(picked, true);
  };
  if (reactions.length === 0 && !mayComment) return null;
  return (
    <div className={styles.reactions}>
      {reactions.map(({ emoji, count, users }) => {
        const shown = emojiOf(emoji) ?? emoji;
        const isOwn = users.some(({ user }) => user.id === userId);
        const names = users.map(({ user }) => user.displayName).join(', ');
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-label={t('reactionBy', { emoji: shown, names })}
            title={names}
            disabled={!mayComment}
            onClick={() => void react(shown, !isOwn)}
          >
            <span aria-hidden="true">{shown}</span> <span aria-hidden="true">{count}</span>
          </button>
        );
      })}
      {mayComment && (
        <button
          type="button"
          className={styles.addReaction}
          aria-label={t('addReaction')}
          title={t('addReaction')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="smile" />
        </button>
      )}
      {isOpen && (
        <fieldset
          className={styles.emoji}
          aria-label={t('addReaction')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setOpen(false);
          }}
        >
          {COMMON.map((emoji) => (
            <button key={emoji} type="button" onClick={() => void react(emoji, true)}>
              {emoji}
            </button>
          ))}
          <button
            type="button"
            aria-label={t('moreEmoji')}
            title={t('moreEmoji')}
            onClick={() => void pickMore()}
          >
            <Icon name="more" />
          </button>
        </fieldset>
      )}
    </div>
  );
}
