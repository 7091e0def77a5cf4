import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import { ChangeList, Counts, countAll } from './change-list.tsx';
import styles from './git.module.css';
import type { GitPreview } from './git-queries.ts';
import { Notes } from './notes.tsx';
import { OperationProgress } from './operation-progress.tsx';
import { Problem } from './problem.tsx';
import type { PreviewRun } from './use-preview.ts';

/** A preview: how far it is, and then what would change on both sides. `asked`: the place that is chosen now. */
export function PreviewPart({ run, asked, title }: { run: PreviewRun; asked: string; title: string }) {
  const { preview, of, isRunning, isStarting } = run;
  // What is shown as running is not lost by a reload.
  if (isStarting || (!preview && !isRunning)) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {of === asked || isRunning ? (
        <PreviewState run={run} />
      ) : (
        <p className={styles.soft}>{t('gitPreviewStale')}</p>
      )}
    </section>
  );
}

function PreviewState({ run: { preview, isRunning, cancel } }: { run: PreviewRun }) {
  if (isRunning)
    return (
      <div className={styles.report}>
        <OperationProgress {...(preview?.state === 'running' ? preview : {})} />
        <div>
          <Button onClick={() => void cancel()}>{t('cancel')}</Button>
        </div>
      </div>
    );
  if (preview?.state === 'cancelled') return <p className={styles.soft}>{t('gitPreviewCancelled')}</p>;
  if (preview?.result) return <Result result={preview.result} />;
  return (
    <Problem
      reason={preview?.reason ?? (preview?.state === 'timeout' ? 'timeout' : undefined)}
      error={preview?.error}
    />
  );
}

function Result({ result }: { result: NonNullable<GitPreview['result']> }) {
  const { changeCounts, changes, changesTotal, commit, report, reportTotal } = result;
  const sides = [
    { side: 'space', title: t('gitPreviewHere'), counts: changeCounts.space },
    { side: 'repository', title: t('gitPreviewThere'), counts: changeCounts.repository },
  ] as const;
  const kept = changeCounts.space.conflicted + changeCounts.repository.conflicted;
  return (
    <div role="status" className={styles.report}>
      {commit === undefined && <p className={styles.soft}>{t('gitPreviewNewBranch')}</p>}
      {changesTotal === 0 && <p className={styles.good}>{t('gitPreviewNothing')}</p>}
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
