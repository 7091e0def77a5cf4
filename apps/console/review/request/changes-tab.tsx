import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { changedPagesQuery, FIRST_PAGES, otherChangesQuery } from '../../api/change-request.ts';
import { explain } from '../../api/explain.ts';
import { keep, readKept } from '../../app/theme.ts';
import { EmptyState, Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { BelowBlock, type DrawBelow } from '../diff/below-block.ts';
import type { DiffView } from '../diff/page-diff.tsx';
import { ChangedPages } from './changed-pages.tsx';
import styles from './changes.module.css';
import { ChangesBar } from './changes-bar.tsx';
import { OtherChanges } from './other-changes.tsx';
import { PageSection } from './page-section.tsx';
import type { OpenRequest } from './request-parts.ts';
import { useChangeKeys } from './use-change-keys.ts';
import { useLastSeen } from './use-last-seen.ts';

const BlockComments = lazy(async () => ({
  default: (await import('../comments/block-comments.tsx')).BlockComments,
}));

const VIEW = 'lectern-diff-view';
const VIEWS: readonly DiffView[] = ['inline', 'sides', 'source'];

/** The view that was chosen last in this browser. */
function useDiffView(): [DiffView, (view: DiffView) => void] {
  const [view, setView] = useState<DiffView>(() => VIEWS.find((one) => one === readKept(VIEW)) ?? 'inline');
  return [
    view,
    (chosen) => {
      keep(VIEW, chosen);
      setView(chosen);
    },
  ];
}

/** The pages that changed. More of them are read as soon as the first are here. */
function useChangedPages({ place, request }: OpenRequest, base: string | undefined) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    changedPagesQuery(place, base, request.revision),
  );
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const pages = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  return { pages, count: data?.pages[0]?.count ?? 0, error };
}

/** What the change request changes, page by page. */
export function ChangesTab({ opened, base }: { opened: OpenRequest; base: string | undefined }) {
  const { place, request, space } = opened;
  const { pages, count, error } = useChangedPages(opened, base);
  const { data: others } = useQuery({
    ...otherChangesQuery(place, base, request.revision),
    enabled: pages !== undefined,
  });
  const [view, setView] = useDiffView();
  const lastSeen = useLastSeen(opened, pages !== undefined);
  const list = useRef<HTMLDivElement>(null);
  const jump = useChangeKeys(list);
  const comparison = useMemo(
    () => ({ place, base, revision: request.revision }),
    [place, base, request.revision],
  );
  const drawComments: DrawBelow = useCallback(
    ({ after }, pageId) =>
      after && (
        <Suspense>
          <BlockComments
            space={space}
            changeRequestId={place.changeRequestId}
            revision={request.revision}
            pageId={pageId}
            block={after}
          />
        </Suspense>
      ),
    [space, place.changeRequestId, request.revision],
  );
  if (!pages)
    return error ? <EmptyState title={explain(error)} /> : <Loading label={t('loading')} rows={8} />;
  return (
    <>
      <ChangesBar
        opened={opened}
        pages={pages}
        count={count}
        base={base}
        lastSeen={lastSeen}
        view={view}
        onView={setView}
        onJump={jump}
      />
      {pages.length === 0 && others?.length === 0 && (
        <EmptyState
          title={t(base === undefined ? 'nothingChanged' : 'nothingChangedSince')}
          {...(base === undefined ? { text: t('nothingChangedText') } : {})}
        />
      )}
      <div className={styles.columns}>
        {pages.length > 0 && <ChangedPages place={place} pages={pages} count={count} />}
        <div ref={list} className={styles.list}>
          <BelowBlock value={drawComments}>
            {pages.map((changed, at) => (
              <PageSection
                key={changed.page.id}
                opened={opened}
                changed={changed}
                comparison={comparison}
                view={view}
                isFirst={at < FIRST_PAGES}
              />
            ))}
          </BelowBlock>
          {others && others.length > 0 && <OtherChanges changes={others} />}
        </div>
      </div>
    </>
  );
}
