import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { subscribe } from '../api/events.ts';
import { explain } from '../api/explain.ts';
import { type Place, placeName } from '../api/place.ts';
import { pagesQuery, spaceQuery } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { useIds, usePlace } from '../app/current.ts';
import { Icon } from '../app/icons.tsx';
import { MenuButton } from '../app/menu.tsx';
import { t } from '../messages/messages.ts';
import { draft, startNewPage } from './drafts.ts';
import { followContent } from './follow-content.ts';
import styles from './page-tree.module.css';
import { PageTree } from './page-tree.tsx';
import { treeState, usePending } from './tree-state.ts';

/** The page tree of the space or change request that is open, as it is now. */
export function TreePanel() {
  const place = usePlace();
  return place ? <PlaceTree key={placeName(place)} place={place} /> : null;
}

function PlaceTree({ place }: { place: Place }) {
  const { pageId } = useIds();
  const state = useMemo(() => treeState(place), [place]);
  const { data: space } = useQuery(spaceQuery(place.spaceId));
  const {
    data: list,
    error,
    refetch,
  } = useQuery({ ...pagesQuery(place), enabled: space?.deletedAt === undefined });
  const pages = usePending(state, list?.pages ?? NONE);
  const isCurrent = place.revisionId === undefined;
  useEffect(() => {
    if (isCurrent) return subscribe(place, followContent(state));
  }, [place, state, isCurrent]);
  // A page that was being named belongs to the tree that is left.
  useEffect(() => () => draft.set(undefined), []);
  const mayEdit = isCurrent && space?.permissions.edit === true;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{t(isCurrent ? 'pages' : 'pagesThen')}</h2>
        {mayEdit && <NewPageMenu />}
      </div>
      {error && !list ? (
        <div className={styles.message}>
          <p>{explain(error)}</p>
          <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
        </div>
      ) : (
        list && (
          <>
            <PageTree place={place} state={state} pages={pages} pageId={pageId} mayEdit={mayEdit} />
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

function NewPageMenu() {
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
          ],
        },
      ]}
    />
  );
}
