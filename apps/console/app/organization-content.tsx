import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { collectionsQuery, type Organization, type Space, spacesQuery } from '../api/queries.ts';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { AddContentLink } from './add-content-link.tsx';
import { Button } from './button.tsx';
import styles from './cards.module.css';
import { nameOf } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { Icon, spaceEmojiOf } from './icons.tsx';
import { MenuButton } from './menu.tsx';
import { usePlaceActions } from './place-actions.ts';
import type { PlaceItem } from './place-moves.ts';
import { RouteError } from './route-error.tsx';
import { Time } from './time.tsx';
import { EmptyState, Loading } from './view.tsx';

/** The collections and spaces at the top of an organization or directly in a collection. */
export function OrganizationContent({
  organization,
  collectionId,
  heading,
  mayCreate = organization.permissions.createContent,
}: {
  organization: Organization;
  collectionId?: string;
  heading: string;
  mayCreate?: boolean;
}) {
  const { data: collections, error } = useQuery(collectionsQuery(organization.id));
  const { data: spaces, error: spacesError } = useQuery(spacesQuery(organization.id));
  if ((error && !collections) || (spacesError && !spaces)) return <RouteError error={error ?? spacesError} />;
  if (!collections || !spaces) return <Loading label={t('loading')} />;
  const known = new Set(collections.map(({ id }) => id));
  const isHere = ({ parent }: { parent?: string }): boolean =>
    (parent !== undefined && known.has(parent) ? parent : undefined) === collectionId;
  const here = spaces.filter(isHere);
  const below = collections.filter(isHere);
  const create = (kind: 'space' | 'collection') => () =>
    editPlace({ kind, organizationId: organization.id, parent: collectionId });
  if (here.length === 0 && below.length === 0)
    return (
      <EmptyState
        title={t(collectionId === undefined ? 'noSpace' : 'noSpaceInCollection')}
        text={t(mayCreate ? 'noSpaceText' : 'noSpaceForReaders')}
      >
        {mayCreate && (
          <>
            <AddContentLink organizationId={organization.id} parent={collectionId} />
            <Button onClick={create('space')}>{t('newSpace')}</Button>
            <Button onClick={create('collection')}>{t('newCollection')}</Button>
          </>
        )}
      </EmptyState>
    );
  return (
    <>
      {below.length > 0 && (
        <section className={styles.section}>
          <h2>{t('collections')}</h2>
          <ul className={styles.cards}>
            {below.map((collection) => (
              <Card key={collection.id} place={{ kind: 'collection', one: collection }}>
                <Link
                  to="/c/$collectionId"
                  params={{ collectionId: collection.id }}
                  className={styles.target ?? ''}
                >
                  <Icon name="collection" />
                  <span>{nameOf(collection.title, t('untitled'))}</span>
                </Link>
                <p>
                  {collection.description ?? t('spacesCount', { count: countSpaces(spaces, collection.id) })}
                </p>
              </Card>
            ))}
          </ul>
        </section>
      )}
      {here.length > 0 && (
        <section className={styles.section}>
          <h2>{heading}</h2>
          <ul className={styles.cards}>
            {here.map((space) => (
              <SpaceCard key={space.id} space={space} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const countSpaces = (spaces: readonly Space[], collectionId: string): number =>
  spaces.filter(({ parent }) => parent === collectionId).length;

const VISIBILITIES: Record<Space['visibility'], keyof Messages> = {
  private: 'visibilityPrivate',
  'in-collection': 'visibilityCollection',
  public: 'visibilityPublic',
  unlisted: 'visibilityUnlisted',
  'share-link': 'visibilityShareLink',
  'visitor-auth': 'visibilityVisitors',
};

/** A space or collection, with its menu and its keys. */
function Card({ place, children }: { place: PlaceItem; children: ReactNode }) {
  const { groupsOf, onKeyDown } = usePlaceActions();
  return (
    <li className={styles.card} onKeyDown={onKeyDown(place)}>
      {children}
      <span className={styles.menu}>
        <MenuButton
          label={t('pageMenu', { title: nameOf(place.one.title, t('untitled')) })}
          groups={() => groupsOf(place)}
        />
      </span>
    </li>
  );
}

function SpaceCard({ space }: { space: Space }) {
  const { id, title, emoji, updatedAt, editMode, visibility } = space;
  const shown = spaceEmojiOf(emoji);
  return (
    <Card place={{ kind: 'space', one: space }}>
      <Link to="/s/$spaceId" params={{ spaceId: id }} className={styles.target ?? ''}>
        {shown ? <span aria-hidden="true">{shown}</span> : <Icon name="space" />}
        <span>{nameOf(title, t('untitled'))}</span>
      </Link>
      <p>
        {t(VISIBILITIES[visibility])} · {t('updated')} <Time at={updatedAt} />
        {editMode === 'locked' && ` · ${t('locked')}`}
      </p>
    </Card>
  );
}
