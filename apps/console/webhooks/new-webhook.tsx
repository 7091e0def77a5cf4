import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import type { Webhook } from '../api/webhooks.ts';
import buttons from '../app/button.module.css';
import { View } from '../app/view.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import { readWebhook, WebhookFields } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import styles from './webhooks.module.css';

/** The form for another webhook. Afterwards, it shows the secret, once. */
export function NewWebhook({ organizationId }: { organizationId: string }) {
  const [created, setCreated] = useState<Webhook>();
  const params = { organizationId, part: 'webhooks' };
  return (
    <View title={created?.title ?? t('newWebhook')} viewKey="new-webhook">
      {created ? (
        <div className={styles.created}>
          <WebhookSecret secret={created.secret ?? ''} />
          <Link
            to="/o/$organizationId/$part/$itemId"
            params={{ ...params, itemId: created.id }}
            className={buttons.primary ?? ''}
          >
            {t('openWebhook')}
          </Link>
        </div>
      ) : (
        <Form
          submit={t('createWebhook')}
          onSubmit={async (fields) => {
            const webhook = await api.post('/v1/orgs/{organizationId}/webhooks', {
              path: { organizationId },
              headers: repeatable(),
              body: readWebhook(fields),
            });
            void queries.invalidateQueries({ queryKey: ['organization', organizationId, 'webhooks'] });
            setCreated(webhook);
          }}
        >
          <WebhookFields />
        </Form>
      )}
    </View>
  );
}
