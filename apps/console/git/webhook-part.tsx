import { createId } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../app/button.tsx';
import { showError } from '../app/toasts.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { changeConnection } from './connection-body.ts';
import styles from './git.module.css';
import type { GitConnection } from './git-queries.ts';
import { hostOf } from './hosts.ts';
import { shownSecrets } from './shown-secret.ts';

/** The address to which the host reports pushes, and its secret while it is known. */
export function WebhookPart({ spaceId, connection }: { spaceId: string; connection: GitConnection }) {
  const secret = useStore(shownSecrets).get(spaceId);
  const { webhook } = connection.urls;
  if (webhook === undefined || connection.direction === 'export') return null;
  const host = hostOf(connection);
  const page =
    host.paths && connection.repoWebURL
      ? connection.repoWebURL.replace(/\/$/, '') + host.paths.webhooks
      : undefined;
  return (
    <Section title={t('gitWebhook')} text={t('gitWebhookText')}>
      <div className={styles.panel}>
        <CopyField label={t('gitWebhookAddress')} value={webhook} />
        {secret === undefined ? (
          <div className={styles.actions}>
            <Button
              onClick={() => {
                changeConnection(spaceId, connection, { webhookSecret: createId() + createId() }).catch(
                  (error: unknown) => showError(explain(error)),
                );
              }}
            >
              {t('gitWebhookSecretNew')}
            </Button>
            <span className={styles.soft}>{t('gitWebhookSecretLost')}</span>
          </div>
        ) : (
          <CopyField label={t('gitWebhookSecret')} value={secret} isSecret />
        )}
        <p>{t(`gitWebhookWords-${host.name}` as keyof Messages)}</p>
        {page !== undefined && (
          <a href={page} target="_blank" rel="noreferrer">
            {t('gitKeyOpen', { host: host.label ?? host.name })}
          </a>
        )}
      </div>
    </Section>
  );
}
