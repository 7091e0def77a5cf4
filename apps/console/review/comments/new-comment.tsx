import { ApiError } from '@lectern/client/api-error';
import { useId, useState } from 'react';
import { type Comment, type NewComment, postComment } from '../../api/comments.ts';
import { announce } from '../../app/announce.tsx';
import { t } from '../../messages/messages.ts';
import type { Tool } from './comment-tools.ts';
import styles from './comments.module.css';
import { Composer } from './composer.tsx';
import { useComments } from './context.ts';
import { type NewTarget, slotOfNew, type UnsentText } from './unsent-texts.ts';
import { splicesBetween } from './word-changes.ts';

interface NewCommentFormProps {
  tool: Tool;
  target: NewTarget;
  onSent(comment: Comment): void;
  onClose?: (() => void) | undefined;
}

/** Writes a comment, or suggests another text in the place of the target’s. */
export function NewCommentForm({ tool, target, onSent, onClose }: NewCommentFormProps) {
  const { place, unsent } = useComments();
  const isSuggestion = tool === 'suggest';
  const slot = slotOfNew(target, isSuggestion);
  const original = target.text ?? '';
  const [extra, setExtra] = useState<Partial<UnsentText>>(() => ({
    target,
    ...(isSuggestion ? { suggested: unsent.read(slot).suggested ?? original } : {}),
  }));
  const id = useId();
  const send = async (markdown: string, key: string): Promise<void> => {
    const body = bodyOf(target, markdown || t('suggestionDefault'));
    if (isSuggestion) body.suggestion = suggestionOf(target, extra.suggested ?? original);
    const comment = await postComment(place, body, key).catch((error: unknown) => {
      // Readers are not told which revision they see: the block is found in the current one.
      if (!isRefusedTarget(error) || body.revision === undefined || isSuggestion) throw error;
      const { revision: _revision, ...current } = body;
      return postComment(place, current, `${key}-current`);
    });
    announce(t('commentPosted'));
    onSent(comment);
  };
  const isUnchanged = isSuggestion && extra.suggested === original;
  return (
    <section className={styles.new} aria-label={t(isSuggestion ? 'newSuggestion' : 'newComment')}>
      <Composer
        slot={slot}
        label={t('comment')}
        submit={t(tool)}
        extra={extra}
        isOptional={isSuggestion}
        onSend={async (markdown, key) => {
          if (isUnchanged) throw new Error(t('suggestionSame'));
          await send(markdown, key);
        }}
        {...(onClose ? { onClose } : {})}
      >
        {isSuggestion ? (
          <div className={styles.field}>
            <label htmlFor={id}>{t('suggestedText')}</label>
            <textarea
              id={id}
              rows={4}
              value={extra.suggested ?? ''}
              // biome-ignore lint/a11y/noAutofocus: whoever chooses “Suggest” writes next.
              autoFocus
              onChange={({ target: { value } }) => setExtra({ ...extra, suggested: value })}
            />
          </div>
        ) : (
          original !== '' && <blockquote className={styles.quote}>{original}</blockquote>
        )}
      </Composer>
    </section>
  );
}

const bodyOf = ({ page, node, range, revision }: NewTarget, markdown: string): NewComment => ({
  body: { markdown },
  ...(page === undefined ? {} : { page }),
  ...(node === undefined ? {} : { node }),
  ...(range === undefined ? {} : { range }),
  ...(node === undefined || revision === undefined ? {} : { revision }),
});

/** A block whose text is removed as a whole is deleted. */
function suggestionOf(
  { node = '', range, text = '' }: NewTarget,
  suggested: string,
): NewComment['suggestion'] {
  if (!range && suggested.trim() === '') return { blocks: [{ operation: 'delete', at: { key: node } }] };
  const start = range?.start ?? 0;
  return {
    text: splicesBetween(text, suggested).map(({ offset, ...splice }) => ({
      at: { key: node },
      offset: start + offset,
      ...splice,
    })),
  };
}

const isRefusedTarget = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.details.some((detail) => /^(?:node|range|revision)/.test((detail as { path?: string }).path ?? ''));
