import type { Checks } from '../../api/change-request.ts';
import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import { warnOfMerge, whyNotMerge } from './merge-reason.ts';
import styles from './request.module.css';
import { mergeRequest } from './request-deeds.ts';
import type { OpenRequest } from './request-parts.ts';

/** Merges the change request. If that is not possible, it stays focusable and says why. */
export function MergeButton({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  const reason = whyNotMerge(opened, checks);
  const warning = warnOfMerge(opened, checks);
  return (
    <span className={styles.merge}>
      <Button
        look="primary"
        icon="check"
        aria-disabled={reason !== undefined}
        aria-describedby="merge-reason"
        onClick={() => reason === undefined && void mergeRequest(opened, warning)}
      >
        {t('merge')}
      </Button>
      <span id="merge-reason" className={reason === undefined ? 'visually-hidden' : styles.reason}>
        {reason}
      </span>
    </span>
  );
}
