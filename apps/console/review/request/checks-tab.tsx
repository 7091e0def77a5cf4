import type { Checks } from '../../api/change-request.ts';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

/** What decides whether the change request can be merged. */
export function ChecksTab({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  return (
    <div className={styles.checks}>
      {checks && checks.conflicts > 0 && <Conflicts opened={opened} count={checks.conflicts} />}
    </div>
  );
}

/** Where both sides changed the same thing, and what is to become of it. */
function Conflicts({ count }: { opened: OpenRequest; count: number }) {
  return (
    <section id="conflicts">
      <h2>{t('mergeHasConflicts', { count })}</h2>
    </section>
  );
}
