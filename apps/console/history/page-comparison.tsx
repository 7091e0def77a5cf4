import { useMemo, useState } from 'react';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import { BelowBlock, type DrawBelow } from '../review/diff/below-block.ts';
import { type DiffView, PageDiff } from '../review/diff/page-diff.tsx';
import styles from './history.module.css';
import { restoreBlock } from './restore-revision.ts';

/** One page in two revisions: what changed, and a way back for each block. */
export function PageComparison({
  spaceId,
  from,
  to,
  pageId,
  mayRestore,
  isCurrent,
}: {
  spaceId: string;
  from: string;
  to: string;
  pageId: string;
  mayRestore: boolean;
  /** Whether the later revision is the current one. */
  isCurrent: boolean;
}) {
  const [view, setView] = useState<DiffView>('inline');
  const place = useMemo(() => ({ spaceId }), [spaceId]);
  const toggle = (label: string, own: DiffView) => (
    <Button
      aria-pressed={view === own}
      className={styles.toggle ?? ''}
      onClick={() => setView(view === own ? 'inline' : own)}
    >
      {label}
    </Button>
  );
  const drawRestore: DrawBelow = ({ before, after }) => {
    // A block that was added since can be taken back only as long as it is there.
    const block = before?.key ?? (isCurrent ? after?.key : undefined);
    return (
      mayRestore &&
      block !== undefined && (
        <Button
          icon="undo"
          look="quiet"
          onClick={() => void restoreBlock({ spaceId, revisionId: from, pageId, block })}
        >
          {t('restoreBlock')}
        </Button>
      )
    );
  };
  return (
    <>
      <div className={styles.views}>
        {toggle(t('sideBySide'), 'sides')}
        {toggle(t('source'), 'source')}
      </div>
      <BelowBlock value={drawRestore}>
        <PageDiff place={place} base={from} revision={to} pageId={pageId} view={view} />
      </BelowBlock>
    </>
  );
}
