import { api, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { showToast } from '../../app/toasts.tsx';
import { SelectField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';
import { type SiteKey, visitorSignInQuery } from '../site-queries.ts';

const DAY_S = 86_400;

/** Replaces the key that signs visitors in. */
export function NewKeyDialog({ siteKey: path, onClose }: { siteKey: SiteKey; onClose: () => void }) {
  const replace = async (fields: FormData): Promise<void> => {
    const replaced = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate', {
      path,
      headers: repeatable(),
      body: { overlapSeconds: Number(fields.get('overlap')) },
    });
    queries.setQueryData(visitorSignInQuery(path).queryKey, replaced);
    onClose();
    showToast(t('siteKeyReplaced'));
  };
  return (
    <Dialog title={t('siteNewKeyQuestion')} isAlert onClose={onClose}>
      <DialogForm submit={t('siteNewKey')} isDanger onSubmit={replace} onClose={onClose}>
        <p>{t('siteNewKeyText')}</p>
        <SelectField name="overlap" label={t('siteOldKeyCounts')} defaultValue={DAY_S}>
          <option value={0}>{t('siteOldKeyEnds')}</option>
          {[1, 7, 30].map((count) => (
            <option key={count} value={count * DAY_S}>
              {t('siteForDays', { count })}
            </option>
          ))}
        </SelectField>
      </DialogForm>
    </Dialog>
  );
}
