import { useId } from 'react';
import { TextField } from '../forms/fields.tsx';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { explainFailure } from './failures.ts';
import type { ImportRoot } from './import-run.ts';
import { More, ProblemList } from './problem-list.tsx';

/** A set of documentation that was found, to be chosen. */
export function FoundRoot({
  root,
  isOnly,
  isChosen,
  isFull,
  onChoose,
  title,
  onTitle,
}: {
  root: ImportRoot;
  /** Whether there is nothing to choose from. */
  isOnly: boolean;
  isChosen: boolean;
  isFull: boolean;
  onChoose(isChosen: boolean): void;
  /** The title of the space that it becomes; undefined if it becomes none. */
  title: string | undefined;
  onTitle(title: string): void;
}) {
  const id = useId();
  const isFailed = root.status === 'failed';
  const name = root.title || root.path;
  return (
    <li className={styles.root} data-chosen={isChosen}>
      <div className={styles.rootHead}>
        {!isOnly && (
          <input
            type="checkbox"
            id={id}
            checked={isChosen}
            disabled={isFailed || (isFull && !isChosen)}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        )}
        <div className={styles.rootFacts}>
          {isOnly ? <strong>{name}</strong> : <label htmlFor={id}>{name}</label>}
          <p className={styles.soft}>
            {[root.product, root.path === '' ? t('wholeSource') : root.path, sizeOf(root)].join(' · ')}
          </p>
          <RootBadges root={root} />
        </div>
      </div>
      {isFailed && (
        <p className={styles.rootFailure}>
          {explainFailure(root.reason)} <small>{root.message}</small>
        </p>
      )}
      {title !== undefined && (
        <div className={styles.rootTitle}>
          <TextField
            label={t('spaceTitleField')}
            aria-label={t('spaceTitleOf', { name })}
            value={title}
            required
            maxLength={50}
            onChange={({ currentTarget }) => onTitle(currentTarget.value)}
          />
        </div>
      )}
      {root.pages && root.pages.length > 0 && (
        <details className={styles.details}>
          <summary>{t('showContents')}</summary>
          <ol className={styles.contents}>
            {root.pages.map(({ title: page, level, type }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
              <li key={index} data-level={Math.min(level, 6)} data-type={type}>
                {page}
              </li>
            ))}
            <More shown={root.pages.length} of={entriesOf(root)} />
          </ol>
        </details>
      )}
      {(root.problemCount ?? 0) > 0 && (
        <details className={styles.details}>
          <summary>{t('showProblems')}</summary>
          <ProblemList root={root} />
        </details>
      )}
    </li>
  );
}

/** What must be known before it is imported. */
export function RootBadges({ root }: { root: ImportRoot }) {
  const { brokenLinks = 0, missingIncludes = 0, missingSpecs = [], problemCount, status } = root;
  if (status === 'failed') return <Badge tone="bad">{t('rootNotRead')}</Badge>;
  if (problemCount === undefined) return null;
  const others = Math.max(0, problemCount - brokenLinks - missingIncludes);
  return (
    <span className={styles.badges}>
      {brokenLinks > 0 && <Badge tone="warn">{t('brokenLinkCount', { count: brokenLinks })}</Badge>}
      {missingIncludes > 0 && (
        <Badge tone="warn">{t('missingIncludeCount', { count: missingIncludes })}</Badge>
      )}
      {missingSpecs.length > 0 && (
        <Badge tone="warn">{t('missingSpecNames', { names: missingSpecs.join(', ') })}</Badge>
      )}
      {others > 0 && <Badge>{t('otherProblemCount', { count: others })}</Badge>}
      {problemCount === 0 && missingSpecs.length === 0 && <Badge tone="good">{t('noProblems')}</Badge>}
    </span>
  );
}

const entriesOf = ({ counts }: ImportRoot): number =>
  counts ? counts.pages + counts.groups + counts.links : 0;

/** Its pages and files in words. */
export function sizeOf({ counts, fileCount = 0 }: ImportRoot): string {
  if (!counts) return t('pageFileCount', { count: fileCount });
  const pages = t('pageCount', { count: counts.pages });
  return counts.files === 0 ? pages : `${pages}, ${t('fileCount', { count: counts.files })}`;
}
