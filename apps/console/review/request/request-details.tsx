import type { Checks } from '../../api/change-request.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

/** What is known of the change request as a whole: its description, and who takes part in it. */
export function RequestDetails({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  return <div className={styles.details} hidden={opened === undefined || checks === undefined} />;
}
