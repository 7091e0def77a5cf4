import { useQuery } from '@tanstack/react-query';
import { explain } from '../api/explain.ts';
import { pageChangesQuery } from '../api/history.ts';
import { Button } from '../app/button.tsx';
import { EmptyState, Loading } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { RenderedPage } from '../page/rendered-page.tsx';
import styles from './history.module.css';
import { restoreBlock } from './restore-revision.ts';

/** One page in two revisions: the blocks that differ, each of which can be restored. */
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
  const { data, error } = useQuery(pageChangesQuery(spaceId, { from, to, pageId }));
  if (error && !data) return <EmptyState title={explain(error)} />;
  if (!data) return <Loading label={t('loading')} rows={6} />;
  const different = data.blocks.filter(({ type }) => type !== 'equal');
  if (different.length === 0)
    return <EmptyState title={t('versionsAreEqual')} text={t('versionsAreEqualText')} />;
  return different.map(({ type, before, after }) => {
    // A block that was added since can be taken back only as long as it is there.
    const key = before?.key ?? (isCurrent ? after?.key : undefined);
    return (
      <section key={`${before?.key} ${after?.key}`} className={styles.block}>
        {before?.html !== undefined && type !== 'moved' && (
          <del>
            <RenderedPage html={before.html} />
          </del>
        )}
        {after?.html !== undefined && (
          <ins>
            <RenderedPage html={after.html} />
          </ins>
        )}
        {mayRestore && key !== undefined && (
          <Button
            icon="undo"
            look="quiet"
            onClick={() => void restoreBlock({ spaceId, revisionId: from, pageId, block: key })}
          >
            {t('restoreBlock')}
          </Button>
        )}
      </section>
    );
  });
}
