import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { instanceQuery, type TestMail } from '../api/instance.ts';
import type { Session } from '../api/queries.ts';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import styles from './instance.module.css';

/** Whether the instance sends email, and a mail that shows it. */
export function InstanceMail({ owner }: PartProps<Session>) {
  const { data: instance, error } = useQuery(instanceQuery);
  const [sent, setSent] = useState<TestMail & { to: string }>();
  if (error && !instance) return <RouteError error={error} />;
  return (
    <View title={t('partMail')} lead={instance?.mail ? t('instanceMailLead') : undefined}>
      {!instance ? (
        <Loading label={t('loading')} />
      ) : !instance.mail ? (
        <EmptyState title={t('instanceMailOff')} text={t('instanceMailSetUp')} />
      ) : (
        <>
          <Form
            submit={t('sendTestMail')}
            done={null}
            onSubmit={async (fields) => {
              const to = String(fields.get('to') ?? '').trim();
              setSent({ ...(await api.post('/v1/instance/test-mail', { body: { to } })), to });
            }}
          >
            <TextField
              name="to"
              type="email"
              label={t('testMailTo')}
              required
              defaultValue={owner.user?.email ?? ''}
            />
          </Form>
          <div role="status">
            {sent && (
              <p className={styles.result} data-sent={sent.sent}>
                {sent.sent
                  ? t('testMailSent', { to: sent.to, from: sent.from })
                  : t('testMailRefused', { error: sent.error ?? '' })}
              </p>
            )}
          </div>
        </>
      )}
    </View>
  );
}
