import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Space } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';
import styles from './replace.module.css';
import type { Applied, Destination } from './space-content.ts';

/** The longest subject that the service accepts. */
const MAX_SUBJECT = 100;

/** Whether changes go to the space at once or into a change request. */
export function useDestination(space: Space, suggested: string) {
  const mayEdit = space.permissions.edit && space.editMode !== 'locked';
  const [kind, setKind] = useState<Destination['kind']>(mayEdit ? 'space' : 'change-request');
  const [subject, setSubject] = useState<string>();
  const words = (subject ?? suggested).slice(0, MAX_SUBJECT);
  const destination: Destination =
    kind === 'space' ? { kind } : { kind, subject: words.trim() || suggested.slice(0, MAX_SUBJECT) };
  const field = (
    <>
      <ChoiceField
        name="destination"
        label={t('destination')}
        value={kind}
        onChange={(value) => setKind(value as Destination['kind'])}
        choices={[
          {
            value: 'space',
            label: t('destinationSpace'),
            hint: t('destinationSpaceHint'),
            isDisabled: !mayEdit,
          },
          { value: 'change-request', label: t('destinationRequest'), hint: t('destinationRequestHint') },
        ]}
      />
      {kind === 'change-request' && (
        <TextField
          name="subject"
          label={t('destinationSubject')}
          value={words}
          maxLength={MAX_SUBJECT}
          onChange={({ currentTarget }) => setSubject(currentTarget.value)}
        />
      )}
    </>
  );
  return { destination, field };
}

/** What became of the changes: where they are, and the pages that could not be changed. */
export function AppliedPart({ spaceId, text, applied }: { spaceId: string; text: string; applied: Applied }) {
  const { changeRequest, failures } = applied;
  return (
    <div role="status" className={styles.applied}>
      <p>
        <strong>{text}</strong>{' '}
        {changeRequest !== undefined && (
          <Link
            to="/s/$spaceId/change-requests/$changeRequestId"
            params={{ spaceId, changeRequestId: String(changeRequest) }}
          >
            {t('destinationOpen')}
          </Link>
        )}
      </p>
      {failures.length > 0 && (
        <>
          <p>{t('destinationFailed', { count: failures.length })}</p>
          <ul>
            {failures.map(({ change: { title }, message }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
              <li key={position}>
                {title}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
