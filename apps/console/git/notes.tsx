import { t } from '../messages/messages.ts';
import { ProblemGroups } from '../problems/problem-groups.tsx';
import styles from './git.module.css';
import type { GitPreview } from './git-queries.ts';

/** What a sync noticed about files. `total`: with those that are not listed. */
export const Notes = ({
  report,
  total,
}: {
  report: NonNullable<GitPreview['result']>['report'];
  total: number;
}) => (
  <>
    <ProblemGroups problems={report} />
    {total > report.length && (
      <p className={styles.soft}>{t('gitReportMore', { count: total - report.length })}</p>
    )}
  </>
);
