import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, createId, repeatable } from '../../api/client.ts';
import { queries, spacesQuery } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';

/** The longest subject that the service accepts. */
const MAX_SUBJECT = 100;

/** Creates a change request, and opens it. */
export function RequestDialog({
  spaceId,
  organizationId,
  onClose,
}: {
  /** Undefined: it is chosen. */
  spaceId: string | undefined;
  organizationId: string | undefined;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [key] = useState(createId);
  const { data: spaces = [] } = useQuery({
    ...spacesQuery(organizationId ?? ''),
    enabled: spaceId === undefined && organizationId !== undefined,
  });
  const send = async (fields: FormData): Promise<void> => {
    const subject = String(fields.get('subject') ?? '').trim();
    const space = spaceId ?? String(fields.get('space'));
    const { number } = await api.post('/v1/spaces/{spaceId}/change-requests', {
      path: { spaceId: space },
      headers: repeatable(key),
      body: { subject },
    });
    onClose();
    void queries.invalidateQueries({ queryKey: ['space', space], exact: true });
    await navigate({
      to: '/s/$spaceId/change-requests/$changeRequestId',
      params: { spaceId: space, changeRequestId: String(number) },
    });
  };
  return (
    <Dialog title={t('newRequest')} onClose={onClose}>
      <DialogForm submit={t('create')} onSubmit={send} onClose={onClose}>
        <TextField
          name="subject"
          label={t('requestSubject')}
          hint={t('requestSubjectHint')}
          required
          autoFocus
          maxLength={MAX_SUBJECT}
        />
        {spaceId === undefined && (
          <SelectField name="space" label={t('requestSpace')} required>
            {spaces
              .filter(({ permissions }) => permissions.edit)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {nameOf(title, t('untitled'))}
                </option>
              ))}
          </SelectField>
        )}
      </DialogForm>
    </Dialog>
  );
}
