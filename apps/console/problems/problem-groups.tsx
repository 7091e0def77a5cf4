import type { Messages } from '../messages/en.ts';
import { currentLanguage, t } from '../messages/messages.ts';
import { kindOfProblem, PROBLEM_KINDS } from './problem-kinds.ts';
import styles from './problems.module.css';

export interface ShownProblem {
  reason?: string | undefined;
  path?: string | undefined;
  line?: number | undefined;
  /** As the service says it, in English. */
  message: string;
}

/** How many places of a kind are shown. */
const SHOWN = 100;

/**
 * The problems of an import or a sync by their kinds, with what to do. `counts`: how many there are of each reason, if
 * not all of them are listed.
 */
export function ProblemGroups({
  problems,
  counts,
}: {
  problems: readonly ShownProblem[];
  counts?: readonly { reason: string; count: number }[] | undefined;
}) {
  return (
    <div className={styles.groups}>
      {PROBLEM_KINDS.map((kind) => {
        const own = problems.filter(({ reason }) => kindOfProblem(reason) === kind);
        const total = counts
          ? counts.reduce((sum, { reason, count }) => (kindOfProblem(reason) === kind ? sum + count : sum), 0)
          : own.length;
        if (total === 0) return null;
        const title = t(`problemKind-${kind}` as keyof Messages);
        return (
          <section key={kind} aria-label={title} className={styles.group}>
            <p className={styles.kind}>
              {title} <span>{total.toLocaleString()}</span>
            </p>
            <p className={styles.advice}>{t(`problemAdvice-${kind}` as keyof Messages)}</p>
            <Places problems={own.slice(0, SHOWN)} left={total - Math.min(own.length, SHOWN)} />
          </section>
        );
      })}
    </div>
  );
}

function Places({ problems, left }: { problems: readonly ShownProblem[]; left: number }) {
  // In English, the words of the service are beside the places.
  const isPlain = currentLanguage() === 'en';
  const places = problems.map(({ path = '', line, message }, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
    <li key={position}>
      {path !== '' && (
        <code>{line === undefined ? path : t('problemPlace', { path, line: String(line) })}</code>
      )}
      {isPlain && <span>{message}</span>}
    </li>
  ));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <ul className={styles.places} tabIndex={0}>
        {places}
        {left > 0 && <li>{t('problemsMore', { count: left })}</li>}
      </ul>
      {!isPlain && problems.length > 0 && (
        <details className={styles.details}>
          <summary>{t('problemDetails')}</summary>
          <ul lang="en">
            {problems.map(({ message }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
              <li key={position}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
