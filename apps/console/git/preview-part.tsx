import { t } from '../messages/messages.ts';
import { ChangeList, Counts, countAll } from './change-list.tsx';
import styles from './git.module.css';
import type { GitPreview } from './git-queries.ts';
import { Notes } from './notes.tsx';
import { Problem } from './problem.tsx';

/** What the first sync would change on both sides. */
export function PreviewPart({ preview }: { preview: GitPreview }) {
  const { state, reason, error, changeCounts, changes, commit, report, reportTotal } = preview;
  if (state === 'failure') return <Problem reason={reason} error={error} />;
  const sides = [
    { side: 'space', title: t('gitPreviewHere'), counts: changeCounts.space },
    { side: 'repository', title: t('gitPreviewThere'), counts: changeCounts.repository },
  ] as const;
  const kept = changeCounts.space.conflicted + changeCounts.repository.conflicted;
  return (
    <div role="status" className={styles.report}>
      {commit === undefined && <p className={styles.soft}>{t('gitPreviewNewBranch')}</p>}
      {preview.changesTotal === 0 && <p className={styles.good}>{t('gitPreviewNothing')}</p>}
      <div className={styles.sides}>
        {sides.map(({ side, title, counts: own }) => (
          <section key={side} className={styles.side} aria-label={title}>
            <h3>{title}</h3>
            {countAll(own) === 0 ? (
              <p>{t('gitPreviewNoChange')}</p>
            ) : (
              <>
                <Counts counts={own} />
                <ChangeList
                  changes={changes.filter((change) => change.side === side)}
                  total={countAll(own)}
                />
              </>
            )}
          </section>
        ))}
      </div>
      {kept > 0 && <p className={styles.soft}>{t('gitPreviewKept', { count: kept })}</p>}
      {reportTotal > 0 && (
        <details>
          <summary>{t('gitPreviewNotes', { count: reportTotal })}</summary>
          <Notes report={report} total={reportTotal} />
        </details>
      )}
    </div>
  );
}
