import { useStore } from '../../api/store.ts';
import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import { unsentChanges } from '../kept-texts.ts';
import styles from './comments.module.css';
import { useComments } from './context.ts';
import type { BegunComment } from './use-begin-comment.ts';

/** The unsent comments on this page. */
export function UnsentComments({
  pageId,
  onContinue,
}: {
  pageId: string;
  onContinue(one: BegunComment): void;
}) {
  const { unsent } = useComments();
  useStore(unsentChanges);
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
