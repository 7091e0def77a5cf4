import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { type Webhook, type WebhookKey, webhookQuery } from '../api/webhooks.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { LoadingView } from '../app/loading-view.tsx';
import { fullTime } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { View } from '../app/view.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { Deliveries } from './deliveries.tsx';
import { readWebhook, WebhookFields } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const WEBHOOK = '/v1/orgs/{organizationId}/webhooks/{webhookId}';

/** One webhook: its settings, and what was delivered. */
export function WebhookView(path: WebhookKey) {
  const { webhookId } = path;
  const { data: webhook, error } = useQuery(webhookQuery(path));
  const [secret, setSecret] = useState<string>();
  if (!webhook) return <LoadingView error={error} viewKey={webhookId} />;
  return (
    <View
      title={webhook.title}
      viewKey={webhookId}
      lead={<WebhookState webhook={webhook} />}
      actions={<WebhookActions path={path} webhook={webhook} onSecret={setSecret} />}
    >
      <Notice webhook={webhook} />
      {secret !== undefined && <WebhookSecret secret={secret} />}
      <Section title={t('deliveriesHeading')} text={t('deliveriesHint')}>
        <Deliveries path={path} />
      </Section>
      <Section title={t('webhookSettings')}>
        <Form
          key={webhook.updatedAt}
          onSubmit={async (fields) => {
            queries.setQueryData(
              webhookQuery(path).queryKey,
              await api.patch(WEBHOOK, { path, body: readWebhook(fields) }),
            );
            await refresh(path);
          }}
        >
          <WebhookFields webhook={webhook} />
        </Form>
      </Section>
    </View>
  );
}

const refresh = async ({ organizationId, webhookId }: WebhookKey): Promise<void> => {
  await Promise.all(
    [['webhooks'], ['webhook', webhookId]].map((key) =>
      queries.invalidateQueries({ queryKey: ['organization', organizationId, ...key] }),
    ),
  );
};

function Notice({ webhook: { disabledReason, failingSince, enabled } }: { webhook: Webhook }) {
  if (!enabled && disabledReason)
    return <p className={styles.notice}>{t('webhookDisabledBecause', { reason: disabledReason })}</p>;
  if (enabled && failingSince)
    return <p className={styles.notice}>{t('webhookFailingSince', { time: fullTime(failingSince) })}</p>;
  return null;
}

function WebhookActions({
  path,
  webhook: { title, url, enabled },
  onSecret,
}: {
  path: WebhookKey;
  webhook: Webhook;
  onSecret(secret: string | undefined): void;
}) {
  const navigate = useNavigate();
  const setEnabled = async (isEnabled: boolean): Promise<void> => {
    await api.patch(WEBHOOK, { path, body: { enabled: isEnabled } });
    await refresh(path);
    showToast(t(isEnabled ? 'webhookIsOn' : 'webhookIsPaused', { title }));
  };
  const sendTest = async (): Promise<void> => {
    await api.post(`${WEBHOOK}/test`, { path });
    await refresh(path);
    showToast(t('testEventSent'));
  };
  const attempt = (act: () => Promise<void>) => () =>
    void act().catch((error: unknown) => showError(explain(error)));
  return (
    <>
      <Button
        onClick={
          enabled
            ? () =>
                askFirst(
                  {
                    title: t('pauseWebhookTitle', { title }),
                    text: t('pauseWebhookText'),
                    submit: t('pauseWebhook'),
                  },
                  () => setEnabled(false),
                )
            : attempt(() => setEnabled(true))
        }
      >
        {t(enabled ? 'pauseWebhook' : 'resumeWebhook')}
      </Button>
      <Button
        onClick={() =>
          askFirst(
            {
              title: t('newWebhookSecretTitle'),
              text: t('newWebhookSecretText'),
              submit: t('newWebhookSecret'),
            },
            async () => onSecret((await api.post(`${WEBHOOK}/secret`, { path })).secret),
          )
        }
      >
        {t('newWebhookSecret')}
      </Button>
      <Button
        look="quiet"
        onClick={() =>
          askFirst(
            {
              title: t('deleteWebhookTitle', { title }),
              text: t('deleteWebhookText', { url }),
              submit: t('deleteWebhook'),
              isDanger: true,
            },
            async () => {
              await api.delete(WEBHOOK, { path });
              void queries.invalidateQueries({ queryKey: ['organization', path.organizationId, 'webhooks'] });
              await navigate({
                to: '/o/$organizationId/$part',
                params: { organizationId: path.organizationId, part: 'webhooks' },
              });
              showToast(t('webhookDeleted', { title }));
            },
          )
        }
      >
        {t('deleteWebhook')}
      </Button>
      <Button look="primary" onClick={attempt(sendTest)}>
        {t('sendTestEvent')}
      </Button>
    </>
  );
}
