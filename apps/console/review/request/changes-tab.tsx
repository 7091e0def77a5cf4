import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { changesQuery, type RequestChanges } from '../../api/change-request.ts';
import { explain } from '../../api/explain.ts';
import { keep, readKept } from '../../app/theme.ts';
import { EmptyState, Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import type { DiffView } from '../diff/page-diff.tsx';
import { ChangedPages } from './changed-pages.tsx';
import styles from './changes.module.css';
import { ChangesBar } from './changes-bar.tsx';
import { OtherChanges } from './other-changes.tsx';
import { PageSection } from './page-section.tsx';
import type { OpenRequest } from './request-parts.ts';
import { useChangeKeys } from './use-change-keys.ts';
import { useLastSeen } from './use-last-seen.ts';

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

/** What the change request changes, page by page. */
export function ChangesTab({ opened, base }: { opened: OpenRequest; base: string | undefined }) {
  const { place, request } = opened;
  const { data: changes, error } = useQuery(changesQuery(place, base, request.revision));
  const [view, setView] = useDiffView();
  const lastSeen = useLastSeen(opened, changes !== undefined);
  if (!changes)
    return error ? <EmptyState title={explain(error)} /> : <Loading label={t('loading')} rows={8} />;
  return (
    <Changes opened={opened} base={base} changes={changes} view={view} onView={setView} lastSeen={lastSeen} />
  );
}

function Changes({
  opened,
  base,
  changes,
  view,
  onView,
  lastSeen,
}: {
  opened: OpenRequest;
  base: string | undefined;
  changes: RequestChanges;
  view: DiffView;
  onView: (view: DiffView) => void;
  lastSeen: string | undefined;
}) {
  const { pages, others, more } = changes;
  const list = useRef<HTMLDivElement>(null);
  const jump = useChangeKeys(list);
  const comparison = useMemo(
    () => ({ place: opened.place, base, revision: opened.request.revision }),
    [opened.place, base, opened.request.revision],
  );
  const isEmpty = pages.length === 0 && others.length === 0;
  return (
    <>
      <ChangesBar
        opened={opened}
        changes={changes}
        base={base}
        lastSeen={lastSeen}
        view={view}
        onView={onView}
        onJump={jump}
      />
      {isEmpty ? (
        <EmptyState
          title={t(base === undefined ? 'nothingChanged' : 'nothingChangedSince')}
          {...(base === undefined ? { text: t('nothingChangedText') } : {})}
        />
      ) : (
        <div className={styles.columns}>
          <ChangedPages place={opened.place} pages={pages} />
          <div ref={list} className={styles.list}>
            {pages.map((changed, at) => (
              <PageSection
                key={changed.page.id}
                opened={opened}
                changed={changed}
                comparison={comparison}
                view={view}
                isFirst={at < 2}
              />
            ))}
            {others.length > 0 && <OtherChanges changes={others} />}
            {more > 0 && <p>{t('moreChanges', { count: more })}</p>}
          </div>
        </div>
      )}
    </>
  );
}
