import { Icon, type IconName } from '../../app/icons.tsx';
import { Time } from '../../app/time.tsx';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

const STATES = {
  draft: { label: 'changeRequestDraft', icon: 'page' },
  open: { label: 'changeRequestOpen', icon: 'change' },
  merged: { label: 'changeRequestMerged', icon: 'check' },
  archived: { label: 'changeRequestArchived', icon: 'close' },
} as const satisfies Record<string, { label: string; icon: IconName }>;

/** The state of a change request in words, and whose it is. */
export function RequestLead({ opened: { request } }: { opened: OpenRequest }) {
  const { label, icon } = STATES[request.status];
  const { mergedBy, mergedAt, createdBy } = request;
  return (
    <span className={styles.lead}>
      <span className={styles.state} data-state={request.status}>
        <Icon name={icon} size={14} /> {t(label)}
      </span>
      <span>#{request.number}</span>
      <span>{t('proposedBy', { name: createdBy.displayName || t('somebody') })}</span>
      {mergedAt === undefined ? (
        <span>
          {t('updated')} <Time at={request.updatedAt} />
        </span>
      ) : (
        <span>
          {mergedBy
            ? t('mergedBy', { name: mergedBy.displayName || t('somebody') })
            : t('changeRequestMerged')}{' '}
          <Time at={mergedAt} />
        </span>
      )}
    </span>
  );
}
