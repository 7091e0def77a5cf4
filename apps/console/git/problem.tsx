import type { ReactNode } from 'react';
import { Icon } from '../app/icons.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';

/** The problems that have words of their own. */
const PROBLEMS = new Set([
  'authentication-needed',
  'authentication-failed',
  'repository-not-found',
  'not-a-repository',
  'unknown-host',
  'refused-address',
  'unreachable',
  'untrusted-certificate',
  'no-answer',
  'timeout',
  'host-key-changed',
  'invalid-key',
  'ref-not-found',
  'empty-repository',
  'directory-not-found',
  'invalid-directory',
  'too-large',
  'push-rejected',
  'history-rewritten',
  'git-existing-documentation',
  'sync-conflict',
  'disk-full',
  'program-missing',
  'space-locked',
  'interrupted',
]);

/** The same problem under another name. */
const SAME: Record<string, string> = { 'storage-full': 'disk-full' };

/** Why a connection is paused, as the problem that its last sync met. */
const PAUSES: Record<string, string> = {
  conflict: 'sync-conflict',
  'existing-documentation': 'git-existing-documentation',
  'rewritten-history': 'history-rewritten',
  rejected: 'push-rejected',
};

export const problemOfPause = (reason: string): string => PAUSES[reason] ?? reason;

/** What went wrong, what to do, and what the host or Git said. */
export function Problem({
  reason = 'failed',
  error,
  actions,
}: {
  reason?: string | undefined;
  error?: string | undefined;
  actions?: ReactNode;
}) {
  const named = SAME[reason] ?? reason;
  const known = PROBLEMS.has(named) ? named : 'failed';
  return (
    <div role="alert" className={styles.problem}>
      <Icon name="broken" />
      <div>
        <strong>{t(`gitProblem-${known}` as keyof Messages)}</strong>
        <p>{t(`gitAdvice-${known}` as keyof Messages)}</p>
        {error !== undefined && (
          <details>
            <summary>{t('gitDetails')}</summary>
            {/* The service describes it in English. */}
            <p lang="en">{error}</p>
          </details>
        )}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
