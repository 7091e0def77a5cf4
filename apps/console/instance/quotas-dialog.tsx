import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { InstanceOrganization } from '../api/instance.ts';
import { queries } from '../api/queries.ts';
import { instanceQuotasQuery, type Quota, sayAmount } from '../api/quotas.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';

/** Gives an organization limits of its own. An empty field is the default of the instance. */
export function QuotasDialog({
  organization,
  onClose,
}: {
  organization: InstanceOrganization;
  onClose: () => void;
}) {
  const { data, error } = useQuery(instanceQuotasQuery(organization.id));
  const save = async (fields: FormData): Promise<void> => {
    const changes = (data ?? []).map(({ quota }) => [quota, readLimit(fields.get(quota))] as const);
    await api.patch('/v1/instance/organizations/{organizationId}/quotas', {
      path: { organizationId: organization.id },
      body: Object.fromEntries(changes),
    });
    await queries.invalidateQueries({ queryKey: ['instance'] });
    showToast(t('saved'));
    onClose();
  };
  return (
    <Dialog title={t('quotasOf', { title: organization.title })} onClose={onClose}>
      {error && !data ? (
        <p role="alert">{explain(error)}</p>
      ) : !data ? (
        <Loading label={t('loading')} rows={6} />
      ) : (
        <DialogForm submit={t('save')} onSubmit={save} onClose={onClose}>
          <p>{t('quotasHint')}</p>
          {data.map((one) => (
            <TextField
              key={one.quota}
              name={one.quota}
              label={t(`quota-${one.quota}`)}
              hint={t('quotaUsage', { usage: sayAmount(one.quota, one.usage) })}
              inputMode="numeric"
              pattern={`\\d{1,15}|${UNLIMITED}`}
              defaultValue={shownLimit(one)}
            />
          ))}
        </DialogForm>
      )}
    </Dialog>
  );
}

/** As people write that there is no limit. */
const UNLIMITED = '-';

const shownLimit = ({ source, limit }: Quota): string | number =>
  source === 'default' ? '' : (limit ?? UNLIMITED);

function readLimit(value: FormDataEntryValue | null): number | 'unlimited' | 'default' {
  const text = String(value ?? '').trim();
  if (text === '') return 'default';
  return text === UNLIMITED ? 'unlimited' : Number(text);
}
