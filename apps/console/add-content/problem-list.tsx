import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { kindOfProblem, PROBLEM_KINDS } from './failures.ts';
import type { ImportRoot } from './import-run.ts';

/** The problems of a root by their kinds, with their places. */
export function ProblemList({ root }: { root: ImportRoot }) {
  const { problems = [], problemKinds = [], missingSpecs = [] } = root;
  return (
    <div className={styles.problems}>
      {missingSpecs.length > 0 && (
        <p>
          {t('missingSpecNames', { names: missingSpecs.join(', ') })}. {t('missingSpecHint')}
        </p>
      )}
      {PROBLEM_KINDS.map((kind) => {
        const total = problemKinds.reduce(
          (sum, { reason, count }) => (kindOfProblem(reason) === kind ? sum + count : sum),
          0,
        );
        const shown = problems.filter(({ reason }) => kindOfProblem(reason) === kind);
        if (total === 0) return null;
        return (
          <section key={kind} aria-label={t(kind)}>
            <p className={styles.kind}>
              {t(kind)} <span className={styles.soft}>{total.toLocaleString()}</span>
            </p>
            <ul>
              {shown.map(({ path, line, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
                <li key={index}>
                  {path !== '' && (
                    <code>{line === undefined ? path : t('placeWithLine', { path, line })}</code>
                  )}
                  <span lang="en">{message}</span>
                </li>
              ))}
              <More shown={shown.length} of={total} />
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** How many more a list has than it shows. */
export const More = ({ shown, of }: { shown: number; of: number }) =>
  of > shown ? <li className={styles.soft}>{t('andMore', { count: of - shown })}</li> : null;
