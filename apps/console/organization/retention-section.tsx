import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { Loading } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { eventRetentionQuery } from './queries.ts';

/** How long the events of the readers of all sites are kept. */
export function RetentionSection({ organizationId }: { organizationId: string }) {
  const query = eventRetentionQuery(organizationId);
  const { data, error } = useQuery(query);
  return (
    <Section title={t('eventRetention')} text={t('eventRetentionLead')}>
      {error && !data ? (
        <p role="alert">{explain(error)}</p>
      ) : !data ? (
        <Loading label={t('loading')} rows={2} />
      ) : (
        <Form
          label={t('eventRetention')}
          onSubmit={async (fields) => {
            const changed = await api.patch('/v1/orgs/{organizationId}/insights', {
              path: { organizationId },
              body: { retentionDays: Number(fields.get('retentionDays')) },
            });
            queries.setQueryData(query.queryKey, changed);
          }}
        >
          <TextField
            name="retentionDays"
            type="number"
            min={1}
            required
            label={t('eventRetentionDays')}
            hint={t('eventRetentionHint')}
            defaultValue={data.retentionDays}
          />
        </Form>
      )}
    </Section>
  );
}
