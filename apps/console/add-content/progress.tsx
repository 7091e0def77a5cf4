import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { showError } from '../app/toasts.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { type ImportRun, sourceNameOf, stopImport } from './import-run.ts';

const STAGES: Record<NonNullable<ImportRun['progress']>['stage'], keyof Messages> = {
  fetching: 'stageFetching',
  unpacking: 'stageUnpacking',
  converting: 'stageConverting',
  reading: 'stageReading',
  files: 'stageFiles',
  writing: 'stageWriting',
  committing: 'stageCommitting',
};

/** How far a look or an import is. */
export function RunProgress({ run, organizationId }: { run: ImportRun; organizationId: string }) {
  const { progress, dryRun } = run;
  const { root, stage, done, total } = progress ?? {};
  const label = t(dryRun ? 'lookingAt' : 'importingFrom', { name: sourceNameOf(run) });
  const counted =
    total !== undefined && total > 0 && done !== undefined ? Math.min(1, done / total) : undefined;
  // Roots count alike; within one, the last stages take longest.
  const part = root ? (root.number - 1 + (counted ?? 0)) / root.count : counted;
  const stop = (): void => {
    const cancel = () => stopImport(organizationId, run.id).catch((error) => showError(explain(error)));
    if (dryRun) void cancel();
    else
      askFirst(
        { title: t('stopImport'), text: t('stopImportText'), submit: t('stopImport'), isDanger: true },
        () => {
          void cancel();
        },
      );
  };
  return (
    <section className={styles.progress} aria-label={label}>
      <h2>{label}</h2>
      <Bar label={label} part={part} />
      <p role="status">
        {root && root.count > 1
          ? t('rootNumber', { number: root.number, count: root.count, title: root.title })
          : t(stage ? STAGES[stage] : 'stageWaiting')}
      </p>
      {!dryRun && <p className={styles.soft}>{t('importGoesOnAlone')}</p>}
      <div>
        <Button onClick={stop}>{t(dryRun ? 'cancel' : 'stopImport')}</Button>
      </div>
    </section>
  );
}

/** `part`: from 0 to 1; undefined while that is not known. */
export const Bar = ({ label, part }: { label: string; part: number | undefined }) => (
  <progress
    aria-label={label}
    className={styles.bar}
    {...(part === undefined ? {} : { value: part, max: 1 })}
  />
);
