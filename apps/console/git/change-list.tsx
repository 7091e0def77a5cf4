import { Badge } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import type { GitChange, GitOperation } from './git-queries.ts';

type Counts = NonNullable<GitOperation['changeCounts']>;

const KINDS = ['added', 'changed', 'renamed', 'deleted', 'conflicted', 'skipped'] as const;
const TONES = {
  added: 'good',
  changed: 'info',
  renamed: 'info',
  deleted: 'bad',
  conflicted: 'warn',
  skipped: 'plain',
} as const;
const SHOWN = 100;

export const countAll = (counts: Counts): number => KINDS.reduce((sum, kind) => sum + counts[kind], 0);

export function Counts({ counts }: { counts: Counts }) {
  return (
    <div className={styles.counts}>
      {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <Badge key={kind} tone={TONES[kind]}>
          {t(`gitCount-${kind}` as keyof Messages, { count: counts[kind] })}
        </Badge>
      ))}
    </div>
  );
}

/** The pages and files that change on one side. */
export function ChangeList({ changes, total }: { changes: readonly GitChange[]; total: number }) {
  const shown = changes.slice(0, SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <ul className={styles.changes} tabIndex={0}>
        {shown.map(({ change, path, oldPath, title }) => (
          <li key={`${change} ${path}`}>
            <span>{t(`gitChange-${change}` as keyof Messages)}</span>
            <span>
              {title ?? path}
              {(title !== undefined || oldPath !== undefined) && !isId(path) && (
                <small>{oldPath === undefined ? path : `${oldPath} → ${path}`}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && <p>{t('gitPreviewMore', { count: total - shown.length })}</p>}
    </>
  );
}

/** A page that is in no repository has no path, only an id. */
const isId = (path: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path);
