import { useNavigate } from '@tanstack/react-router';
import type { ChangedPage } from '../../api/change-request.ts';
import { Button, IconButton } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import type { DiffView } from '../diff/page-diff.tsx';
import styles from './changes.module.css';
import type { OpenRequest } from './request-parts.ts';

/** How the changes are shown, and where to go among them. */
export function ChangesBar({
  opened: { place },
  pages,
  count,
  base,
  lastSeen,
  view,
  onView,
  onJump,
}: {
  opened: OpenRequest;
  pages: readonly ChangedPage[];
  /** How many there are, also of those that are not read yet. */
  count: number;
  base: string | undefined;
  /** What the user saw when they looked before. */
  lastSeen: string | undefined;
  view: DiffView;
  onView: (view: DiffView) => void;
  onJump: (step: 1 | -1) => void;
}) {
  const navigate = useNavigate();
  const compareWith = (revision: string | undefined): void =>
    void navigate({
      to: '/s/$spaceId/change-requests/$changeRequestId',
      params: { ...place },
      search: { tab: 'changes', ...(revision === undefined ? {} : { base: revision }) },
      replace: true,
      resetScroll: false,
    });
  const toggle = (label: string, own: DiffView) => (
    <Button
      look="plain"
      aria-pressed={view === own}
      className={styles.toggle}
      onClick={() => onView(view === own ? 'inline' : own)}
    >
      {label}
    </Button>
  );
  const isSince = base !== undefined;
  return (
    <div className={styles.bar}>
      <p className={styles.sum}>{sumUp(pages, count)}</p>
      {(isSince || lastSeen !== undefined) && (
        <Button
          aria-pressed={isSince}
          className={styles.toggle}
          onClick={() => compareWith(isSince ? undefined : lastSeen)}
        >
          {t('sinceLastLook')}
        </Button>
      )}
      {toggle(t('sideBySide'), 'sides')}
      {toggle(t('source'), 'source')}
      <span className={styles.jumps}>
        <IconButton icon="up" label={t('previousChange')} aria-keyshortcuts="p" onClick={() => onJump(-1)} />
        <IconButton
          icon="down"
          label={t('nextChange')}
          title={`${t('nextChange')} (N)`}
          aria-keyshortcuts="n"
          onClick={() => onJump(1)}
        />
      </span>
    </div>
  );
}

function sumUp(pages: readonly ChangedPage[], count: number): string {
  const changed = t('pagesChanged', { count });
  if (pages.length < count) return changed;
  const sum = (side: 'added' | 'removed'): number =>
    pages.reduce((total, { words }) => total + (words?.[side] ?? 0), 0);
  return `${changed}: ${t('wordsChanged', { added: sum('added'), removed: sum('removed') })}`;
}
