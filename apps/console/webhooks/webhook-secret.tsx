import { CopyField } from '../forms/secret.tsx';
import { t } from '../messages/messages.ts';
import styles from './webhooks.module.css';

/** The signing secret, which the service shows only when it was made. */
export const WebhookSecret = ({ secret }: { secret: string }) => (
  <div className={styles.secret}>
    <CopyField label={t('webhookSecret')} value={secret} isSecret />
    <p className={styles.hint}>{t('webhookSecretHint')}</p>
  </div>
);
