import { useQuery } from '@tanstack/react-query';
import { api, PREFIX } from '../api/client.ts';
import type { Organization } from '../api/queries.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import styles from './organization.module.css';
import { contentCountsQuery } from './queries.ts';

/** Says what is lost, and asks for the name before the organization is deleted. */
export function DeletionDialog({
  organization: { id, title },
  onClose,
}: {
  organization: Organization;
  onClose: () => void;
}) {
  const { data: counts } = useQuery(contentCountsQuery(id));
  return (
    <Dialog title={t('deleteOrganizationTitle', { title })} isAlert onClose={onClose}>
      <DialogForm
        submit={t('deleteOrganization')}
        isDanger
        onClose={onClose}
        onSubmit={async (fields) => {
          if (String(fields.get('title')).trim() !== title) throw new Error(t('titleDiffers'));
          await api.delete('/v1/orgs/{organizationId}', { path: { organizationId: id } });
          // Everything that is open may be of this organization.
          location.assign(`${PREFIX}/app`);
        }}
      >
        <p>{t('organizationDangerLead')}</p>
        <ul className={styles.losses}>
          {counts && (
            <>
              <li>{t('lossSpaces', { count: counts.spaces })}</li>
              <li>{t('lossSites', { count: counts.sites })}</li>
              <li>{t('lossMembers', { count: counts.members })}</li>
            </>
          )}
          <li>{t('lossRest')}</li>
        </ul>
        <TextField name="title" label={t('typeTitleToDelete', { title })} required />
      </DialogForm>
    </Dialog>
  );
}
