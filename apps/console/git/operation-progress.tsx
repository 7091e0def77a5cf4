import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import type { GitOperation } from './git-queries.ts';

type Progress = Pick<GitOperation, 'stage' | 'phase' | 'percent' | 'done' | 'total'>;

/** How far a sync or a preview is. */
export function OperationProgress({ stage, phase, percent, done, total }: Progress) {
  const part = percent ?? (done !== undefined && total ? (done / total) * 100 : undefined);
  const label = stage === undefined ? t('gitStageQueued') : t(`gitStage-${stage}` as keyof Messages);
  return (
    <div className={styles.progress}>
      <span>
        {label}
        {done !== undefined && total !== undefined && ` · ${t('gitProgress', { done, total })}`}
      </span>
      <progress aria-label={label} max={100} {...(part === undefined ? {} : { value: part })} />
      {phase !== undefined && stage === undefined && <small lang="en">{phase}</small>}
    </div>
  );
}
