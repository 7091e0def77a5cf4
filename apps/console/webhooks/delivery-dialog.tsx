import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { deliveryQuery, type WebhookKey } from '../api/webhooks.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { fullTime, sayTime } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { sayEvent } from './webhook-fields.tsx';
import styles from './webhooks.module.css';

/** One delivery: every attempt with the response, and the request. It can be sent again. */
export function DeliveryDialog({
  path,
  onClose,
}: {
  path: WebhookKey & { deliveryId: string };
  onClose: () => void;
}) {
  const { data: delivery, error } = useQuery(deliveryQuery(path));
  return (
    <Dialog title={delivery ? sayEvent(delivery.event.type) : t('deliveryTitle')} onClose={onClose}>
      {error && !delivery ? (
        <p role="alert">{explain(error)}</p>
      ) : !delivery ? (
        <Loading label={t('loading')} />
      ) : (
        <DialogForm
          submit={t('redeliverRequest')}
          onClose={onClose}
          onSubmit={async () => {
            await api.post(
              '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
              { path },
            );
            await queries.invalidateQueries({
              queryKey: ['organization', path.organizationId, 'webhook', path.webhookId],
            });
            showToast(t('redelivered'));
            onClose();
          }}
        >
          <section className={styles.part} aria-label={t('attemptsHeading')}>
            <h3>{t('attemptsHeading')}</h3>
            {delivery.nextAttemptAt && (
              <p className={styles.hint}>{t('nextAttemptAt', { time: sayTime(delivery.nextAttemptAt) })}</p>
            )}
            <ol>
              {delivery.attempts.map(({ at, milliseconds, status, response, error: failure }) => (
                <li key={at}>
                  <strong>{status === undefined ? t('noResponse') : `HTTP ${status}`}</strong>{' '}
                  <span>{t('attemptFacts', { time: fullTime(at), milliseconds })}</span>
                  {failure && (
                    <p>
                      <code translate="no">{failure}</code>
                    </p>
                  )}
                  {response && (
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
                    <pre tabIndex={0}>{response}</pre>
                  )}
                </li>
              ))}
            </ol>
          </section>
          <section className={styles.part} aria-label={t('requestBody')}>
            <h3>{t('requestBody')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
            <pre tabIndex={0}>{JSON.stringify(delivery.payload, null, 2)}</pre>
          </section>
        </DialogForm>
      )}
    </Dialog>
  );
}
