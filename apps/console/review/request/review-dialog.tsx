import { useState } from 'react';
import { refreshRequest } from '../../api/change-request.ts';
import { api, createId, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { showToast } from '../../app/toasts.tsx';
import { TextAreaField } from '../../forms/fields.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { unsentTextsOf } from '../comments/unsent-texts.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

type Decision = 'comment' | 'approved' | 'changes-requested';

const DECISIONS: { value: Decision; label: keyof Messages; help: keyof Messages }[] = [
  { value: 'comment', label: 'comment', help: 'commentHelp' },
  { value: 'approved', label: 'approve', help: 'approveHelp' },
  { value: 'changes-requested', label: 'requestChanges', help: 'requestChangesHelp' },
];

/** Where the text of a review is kept until it is sent. */
const SLOT = 'review';

/** Says something about a change request, and approves it or asks for changes. */
export function ReviewDialog({
  opened: { place },
  whyNot,
  onClose,
}: {
  opened: OpenRequest;
  /** Why the user can only comment. Undefined if they can also decide. */
  whyNot: string | undefined;
  onClose: () => void;
}) {
  const [unsent] = useState(() => unsentTextsOf(place));
  const [kept, setKept] = useState(() => unsent.read(SLOT));
  // Another text or another decision is another request.
  const change = (text: string): void => {
    const next = { ...kept, text, key: createId() };
    setKept(next);
    unsent.write(SLOT, next);
  };
  const submit = async (fields: FormData): Promise<void> => {
    const markdown = String(fields.get('text') ?? '').trim();
    const decision = (fields.get('decision') ?? 'comment') as Decision;
    const headers = repeatable(kept.key);
    if (decision === 'comment') {
      if (markdown === '') throw new Error(t('commentIsEmpty'));
      await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments', {
        path: { ...place },
        headers,
        body: { body: { markdown } },
      });
    } else
      await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', {
        path: { ...place },
        headers,
        body: { status: decision, ...(markdown === '' ? {} : { comment: { markdown } }) },
      });
    unsent.forget(SLOT);
    onClose();
    showToast(t(decision === 'comment' ? 'commentPosted' : 'reviewSubmitted'));
    await refreshRequest(place);
    void queries.invalidateQueries({ queryKey: ['space', place.spaceId, 'comments'] });
  };
  return (
    <Dialog title={t('reviewRequest')} onClose={onClose}>
      <DialogForm submit={t('submitReview')} onSubmit={submit} onClose={onClose}>
        <TextAreaField
          name="text"
          label={t('commentText')}
          hint={t('markdownHint')}
          rows={5}
          dir="auto"
          autoFocus
          maxLength={20_000}
          defaultValue={kept.text}
          onChange={({ target }) => change(target.value)}
        />
        {whyNot !== undefined ? (
          <p className={styles.soft}>{whyNot}</p>
        ) : (
          <fieldset className={styles.decisions}>
            <legend>{t('decision')}</legend>
            {DECISIONS.map(({ value, label, help }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="decision"
                  value={value}
                  defaultChecked={value === 'comment'}
                  onChange={() => change(kept.text)}
                />
                <span>
                  {t(label)}
                  <small>{t(help)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </DialogForm>
    </Dialog>
  );
}
