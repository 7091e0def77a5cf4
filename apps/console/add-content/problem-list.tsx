import { t } from '../messages/messages.ts';
import { ProblemGroups } from '../problems/problem-groups.tsx';
import styles from './add-content.module.css';
import type { ImportRoot } from './import-run.ts';

/** The problems of a root by their kinds, with their places. */
export function ProblemList({ root }: { root: ImportRoot }) {
  const { problems = [], problemKinds, missingSpecs = [] } = root;
  return (
    <div className={styles.problems}>
      {missingSpecs.length > 0 && (
        <p>
          {t('missingSpecNames', { names: missingSpecs.join(', ') })}. {t('missingSpecHint')}
        </p>
      )}
      <ProblemGroups problems={problems} counts={problemKinds} />
    </div>
  );
}

/** How many more a list has than it shows. */
export const More = ({ shown, of }: { shown: number; of: number }) =>
  of > shown ? <li className={styles.soft}>{t('andMore', { count: of - shown })}</li> : null;
