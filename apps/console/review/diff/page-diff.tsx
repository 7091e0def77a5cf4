import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { explain } from '../../api/explain.ts';
import {
  type BlockChange,
  type Comparison,
  type PageChanges,
  pageChangesQuery,
} from '../../api/page-changes.ts';
import { Button } from '../../app/button.tsx';
import { Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import '../../editor/document-styles.css';
import { AttributeChanges } from './attribute-changes.tsx';
import { BlockDiff, EqualBlocks } from './block-diff.tsx';
import styles from './diff.module.css';
import { findStretches } from './stretches.ts';

const SourceDiff = lazy(async () => ({ default: (await import('./source-diff.tsx')).SourceDiff }));

/** In one text, both versions beside each other, or as Markdown. */
export type DiffView = 'inline' | 'sides' | 'source';

interface PageDiffProps extends Comparison {
  pageId: string;
  view: DiffView;
}

/** What changed in a page, drawn as its readers see it. */
export function PageDiff({ pageId, view, ...comparison }: PageDiffProps): ReactNode {
  const { data, error, refetch } = useQuery(pageChangesQuery(comparison, pageId));
  if (!data && error)
    return (
      <p className={styles.failed}>
        {explain(error)} <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
      </p>
    );
  if (!data) return <Loading label={t('loading')} rows={6} />;
  const { changes, blocks } = data;
  return (
    <>
      <AttributeChanges changes={changes} />
      {view === 'source' ? (
        <Suspense fallback={<Loading label={t('loading')} rows={6} />}>
          <SourceDiff comparison={comparison} revisions={sidesOf(data)} pageId={pageId} />
        </Suspense>
      ) : (
        <Blocks blocks={blocks} view={view} pageId={pageId} />
      )}
    </>
  );
}

/** The revisions that have the page. */
function sidesOf({ base, revision, changes }: PageChanges): { base?: string; revision?: string } {
  const has = (type: string): boolean => changes.some((change) => change.type === type);
  return {
    ...(has('page_created') ? {} : { base }),
    ...(has('page_deleted') ? {} : { revision }),
  };
}

function Blocks({
  blocks,
  view,
  pageId,
}: {
  blocks: readonly BlockChange[];
  view: 'inline' | 'sides';
  pageId: string;
}) {
  const stretches = useMemo(() => findStretches(blocks), [blocks]);
  if (!stretches.some((stretch) => 'changed' in stretch)) return null;
  return (
    <div className={styles.blocks} data-view={view}>
      {stretches.map((stretch, at) =>
        'equal' in stretch ? (
          <EqualBlocks
            key={stretch.key}
            blocks={stretch.equal}
            pageId={pageId}
            hasBefore={at > 0}
            hasAfter={at < stretches.length - 1}
          />
        ) : (
          <BlockDiff
            key={stretch.key}
            block={stretch.changed}
            direction={stretch.direction}
            view={view}
            pageId={pageId}
          />
        ),
      )}
    </div>
  );
}
