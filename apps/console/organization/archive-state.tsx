import type { ArchiveStatus } from '../api/archives.ts';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from '../people/people.module.css';

const TONES = { pending: 'plain', 'in-progress': 'info', completed: 'good', failed: 'bad' } as const;

/** How far an export or an import is, and why it failed. */
export const ArchiveState = ({ status, why }: { status: ArchiveStatus; why: string | undefined }) => (
  <span className={styles.lines}>
    <Badge tone={TONES[status]}>{t(`archive-${status}`)}</Badge>
    {why !== undefined && <span>{why}</span>}
  </span>
);
