import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import type { GitPreview } from './git-queries.ts';

const SHOWN = 200;

/** What a sync noticed about files. The service writes it in English. */
export function Notes({ report, total }: { report: GitPreview['report']; total: number }) {
  const shown = report.slice(0, SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <ul className={styles.notes} tabIndex={0}>
        {shown.map(({ path, line, message }) => (
          <li key={`${path} ${line} ${message}`}>
            {path !== undefined && (
              <strong>
                {path}
                {line !== undefined && ` (${t('gitReportLine', { line: String(line) })})`}:{' '}
              </strong>
            )}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className={styles.soft}>{t('gitReportMore', { count: total - shown.length })}</p>
      )}
    </>
  );
}
