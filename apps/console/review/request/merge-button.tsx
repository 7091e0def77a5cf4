import { useState } from 'react';
import type { Checks } from '../../api/change-request.ts';
import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import { warnOfMerge, whyNotMerge } from './merge-reason.ts';
import styles from './request.module.css';
import { mergeRequest } from './request-deeds.ts';
import type { OpenRequest } from './request-parts.ts';

/** The id of the text that says why the change request cannot be merged. */
const REASON = 'merge-reason';

/** Merges the change request. If that is not possible, it stays focusable and says why. */
export function MergeButton({
  opened,
  checks,
  look,
  className = '',
}: {
  opened: OpenRequest;
  checks: Checks | undefined;
  look: 'primary' | 'plain';
  className?: string | undefined;
}) {
  const reason = whyNotMerge(opened, checks);
  const warning = warnOfMerge(opened, checks);
  const [isMerging, setMerging] = useState(false);
  const merge = async (): Promise<void> => {
    if (reason !== undefined || isMerging) return;
    setMerging(true);
    try {
      await mergeRequest(opened, warning);
    } finally {
      setMerging(false);
    }
  };
  return (
    <Button
      look={look}
      icon="merged"
      className={`${styles.merge} ${className}`}
      aria-disabled={reason !== undefined || isMerging}
      aria-busy={isMerging}
      aria-describedby={REASON}
      onClick={() => void merge()}
    >
      {t('merge')}
    </Button>
  );
}

/** Why the change request cannot be merged. */
export function MergeReason({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  const reason = whyNotMerge(opened, checks);
  return (
    <p id={REASON} className={reason === undefined ? 'visually-hidden' : styles.reason}>
      {reason}
    </p>
  );
}
