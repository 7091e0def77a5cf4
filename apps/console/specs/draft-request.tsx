import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queries, spacesQuery } from '../api/queries.ts';
import type { SpecKey } from '../api/specs.ts';
import { nameOf } from '../app/current.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { SelectField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';

/** Drafts a change request with the list of pages that mention what changed in a version. */
export function DraftRequestDialog({
  path,
  onDrafted,
  onClose,
}: {
  path: SpecKey & { versionId: string };
  onDrafted: (request: { spaceId: string; changeRequestId: string }) => void;
  onClose: () => void;
}) {
  const { data: spaces = [] } = useQuery(spacesQuery(path.organizationId));
  const editable = spaces.filter(({ permissions }) => permissions.edit);
  return (
    <Dialog title={t('draftSpecRequest')} onClose={onClose}>
      <DialogForm
        submit={t('createSpecRequest')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const spaceId = String(fields.get('space'));
          const { id: changeRequestId } = await api.post(
            '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/change-requests',
            { path, body: { space: spaceId } },
          );
          await queries.invalidateQueries({ queryKey: ['space', spaceId] });
          onClose();
          onDrafted({ spaceId, changeRequestId });
        }}
      >
        <p>{t('draftSpecRequestText')}</p>
        <SelectField
          name="space"
          label={t('spaceOfSpecRequest')}
          required
          options={editable.map(({ id, title }) => [id, nameOf(title, t('untitled'))])}
        />
      </DialogForm>
    </Dialog>
  );
}
