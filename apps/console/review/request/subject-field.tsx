import { type KeyboardEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { changeRequestQuery, queries } from '../../api/queries.ts';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

const MAX_SUBJECT = 100;

/** The subject, edited where it is shown. It is saved on Enter and when the field is left; Escape discards it. */
export function SubjectField({ opened: { place, request } }: { opened: OpenRequest }) {
  // Changes from elsewhere do not replace what is being typed.
  const [typed, setTyped] = useState<string>();
  const save = async (): Promise<void> => {
    const subject = typed?.trim();
    if (subject === undefined || subject === request.subject) return setTyped(undefined);
    try {
      const changed = await api.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
        path: { ...place },
        body: { subject },
      });
      queries.setQueryData(changeRequestQuery(place.spaceId, place.changeRequestId).queryKey, changed);
      // What was typed in the meantime is kept.
      setTyped((now) => (now?.trim() === subject ? undefined : now));
    } catch (error) {
      showError(`${t('changeFailed')} ${explain(error)}`);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    // The field keeps the focus: without it, whoever uses the keyboard would start at the top.
    if (event.key === 'Enter') void save();
    else setTyped(undefined);
  };
  return (
    <textarea
      className={styles.subject}
      rows={1}
      dir="auto"
      maxLength={MAX_SUBJECT}
      aria-label={t('subject')}
      placeholder={t('untitled')}
      value={typed ?? request.subject}
      onChange={(event) => setTyped(event.target.value.replace(/\s*\n\s*/g, ' '))}
      onKeyDown={onKeyDown}
      onBlur={() => void save()}
    />
  );
}
