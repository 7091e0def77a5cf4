import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { maintenanceQuery } from '../api/maintenance.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { fieldTime, fullTime } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

const HOUR_MS = 3_600_000;

const refresh = () => queries.invalidateQueries({ queryKey: maintenanceQuery.queryKey });

/** Begins and ends the maintenance of the instance. */
export function InstanceMaintenance() {
  const { data } = useQuery(maintenanceQuery);
  if (!data) return null;
  const begin = async (fields: FormData): Promise<void> => {
    const at = new Date(String(fields.get('until')));
    const message = String(fields.get('message') ?? '').trim();
    await api.put('/v1/instance/maintenance', {
      body: { until: at.toISOString(), ...(message === '' ? {} : { message }) },
    });
    showToast(t('maintenanceBegan'));
    await refresh();
  };
  const end = async (): Promise<void> => {
    try {
      await api.delete('/v1/instance/maintenance');
      showToast(t('maintenanceEnded'));
      await refresh();
    } catch (error) {
      showError(explain(error));
    }
  };
  return (
    <Section
      title={t('maintenanceHeading')}
      text={data.active ? t('maintenanceOn', { time: fullTime(data.until ?? '') }) : t('maintenanceLead')}
      actions={data.active && <Button onClick={() => void end()}>{t('endMaintenance')}</Button>}
    >
      {!data.active && (
        <Form label={t('maintenanceHeading')} submit={t('beginMaintenance')} done={null} onSubmit={begin}>
          <TextField
            name="until"
            label={t('maintenanceEnds')}
            type="datetime-local"
            required
            min={fieldTime(new Date())}
            defaultValue={fieldTime(new Date(Date.now() + HOUR_MS))}
          />
          <TextField
            name="message"
            label={t('maintenanceMessage')}
            hint={t('maintenanceMessageHint')}
            maxLength={300}
          />
        </Form>
      )}
    </Section>
  );
}
