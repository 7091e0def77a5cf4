import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useMemo, useRef, useState } from 'react';
import { isOffline } from '../api/connection.ts';
import { subscribe } from '../api/events.ts';
import { explain } from '../api/explain.ts';
import { type Place, pagePath, placeName } from '../api/place.ts';
import { type ContentPage, pagesQuery, shownSpaceQuery } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { Button, IconButton } from '../app/button.tsx';
import { useIds, usePlace } from '../app/current.ts';
import { showDialog } from '../app/dialogs.tsx';
import { isFirstViewShown } from '../app/first-view.ts';
import { Icon } from '../app/icons.tsx';
import { MenuButton } from '../app/menu.tsx';
import { currentLocale, t, withTexts } from '../messages/messages.ts';
import { createReference } from './actions.ts';
import { draft, startNewPage } from './drafts.ts';
import { useExpanded } from './expanded.ts';
import { filterPages } from './filter-pages.ts';
import { followContent } from './follow-content.ts';
import styles from './page-tree.module.css';
import { PageTree } from './page-tree.tsx';
import { pagesBelow } from './pages.ts';
import { type TreeState, treeState, usePending } from './tree-state.ts';

/** The page tree of the space or change request that is open, as it is now. */
export function TreePanel() {
  const place = usePlace();
  return place ? <PlaceTree key={placeName(place)} place={place} /> : null;
}

function PlaceTree({ place }: { place: Place }) {
  const { pageId } = useIds();
  const navigate = useNavigate();
  const state = useMemo(() => treeState(place), [place]);
  const { data: space } = useQuery(shownSpaceQuery(place.spaceId));
  const isShown = useStore(isFirstViewShown);
  const {
    data: list,
    error,
    refetch,
  } = useQuery({ ...pagesQuery(place), enabled: isShown && space?.deletedAt === undefined });
  const pages = usePending(state, list?.pages ?? NONE);
  const isCurrent = place.revisionId === undefined;
  useEffect(() => {
    if (isCurrent) return subscribe(place, followContent(state));
  }, [place, state, isCurrent]);
  // A page that was being named belongs to the tree that is left.
  useEffect(() => () => draft.set(undefined), []);
  const mayEdit = isCurrent && space?.permissions.edit === true;
  const { collapseAll, ...expansion } = useExpanded(place);
  const [filter, setFilter] = useState<string>();
  const query = filter?.trim() ?? '';
  const filtered = useMemo(() => (query === '' ? undefined : filterPages(pages, query)), [pages, query]);
  const panel = useRef<HTMLDivElement>(null);
  const focusTree = (): void => panel.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  const askReference = (): void =>
    showDialog((close) => (
      <ReferenceDialog
        organizationId={space?.organization ?? ''}
        onAdd={(computed) => createReference(state, pages, computed)}
        onClose={close}
      />
    ));
  return (
    <div className={styles.panel} ref={panel}>
      <div className={styles.head}>
        <h2>
          {t(isCurrent ? 'pages' : 'pagesThen')} {pages.length > 0 && <PageCount pages={pages} />}
        </h2>
        {pages.length > 0 && (
          <>
            <IconButton
              icon="filter"
              label={t('filterPages')}
              aria-pressed={filter !== undefined}
              onClick={() => setFilter(filter === undefined ? '' : undefined)}
            />
            <IconButton icon="collapse" label={t('collapseAll')} onClick={collapseAll} />
          </>
        )}
        {mayEdit && <NewPageMenu onReference={askReference} />}
      </div>
      {filter !== undefined && (
        <FilterField
          value={filter}
          count={filtered?.count}
          onChange={setFilter}
          onEnter={() => filtered?.first && void navigate({ to: pagePath(place, filtered.first.id) })}
          onDown={focusTree}
          onClose={() => {
            setFilter(undefined);
            focusTree();
          }}
        />
      )}
      {error && !list ? (
        <div className={styles.message}>
          <p>{explain(error)}</p>
          <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
        </div>
      ) : (
        list && (
          <>
            <PageTree
              place={place}
              state={state}
              pages={pages}
              filtered={filtered}
              pageId={pageId}
              mayEdit={mayEdit}
              expansion={expansion}
              onFilter={() => setFilter(filter ?? '')}
            />
            <Unsaved state={state} />
            {space?.editMode === 'locked' && (
              <p className={styles.locked}>
                <Icon name="lock" size={14} /> {t('spaceLocked')}
              </p>
            )}
          </>
        )
      )}
    </div>
  );
}

const NONE: [] = [];

/** How many changes wait for a connection. They are sent later even if this tab is closed. */
function Unsaved({ state }: { state: TreeState }) {
  const { length: count } = useStore(state.pending);
  const isWaiting = useStore(isOffline) && count > 0;
  return (
    <p role="status" className={isWaiting ? styles.locked : undefined}>
      {isWaiting && t('treeUnsaved', { count })}
    </p>
  );
}

/** How many pages there are, without groups and links. */
function PageCount({ pages }: { pages: readonly ContentPage[] }) {
  const count = useMemo(() => {
    const countOf = (list: readonly ContentPage[]): number =>
      list.reduce((sum, page) => sum + Number(page.type === 'document') + countOf(pagesBelow(page)), 0);
    return countOf(pages);
  }, [pages]);
  return <span className={styles.count}>{count.toLocaleString(currentLocale())}</span>;
}

/** The field that shows a part of a large tree. */
function FilterField({
  value,
  count,
  onChange,
  onEnter,
  onDown,
  onClose,
}: {
  value: string;
  /** How many pages match; undefined if nothing is asked. */
  count: number | undefined;
  onChange: (value: string) => void;
  onEnter: () => void;
  onDown: () => void;
  onClose: () => void;
}) {
  return (
    <div className={styles.filter}>
      <input
        type="search"
        aria-label={t('filterPages')}
        placeholder={t('filterPages')}
        value={value}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it appears because the user wants to write here.
        autoFocus
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') onClose();
          else if (event.key === 'ArrowDown') onDown();
          else if (event.key === 'Enter') onEnter();
          else return;
          event.preventDefault();
        }}
      />
      <p role="status">{count !== undefined && t('pagesFound', { count })}</p>
    </div>
  );
}

const ReferenceDialog = lazy(async () => ({
  default: (await withTexts('records', () => import('../specs/reference-dialog.tsx'))).ReferenceDialog,
}));

function NewPageMenu({ onReference }: { onReference: () => void }) {
  return (
    <MenuButton
      label={t('newPage')}
      icon="plus"
      groups={() => [
        {
          items: [
            { label: t('newPage'), icon: 'page', run: () => startNewPage({ type: 'document', into: null }) },
            { label: t('newGroup'), icon: 'group', run: () => startNewPage({ type: 'group', into: null }) },
            { label: t('newLink'), icon: 'link', run: () => startNewPage({ type: 'link', into: null }) },
            { label: t('newReference'), icon: 'command', run: onReference },
          ],
        },
      ]}
    />
  );
}
