import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import {
  type Bookmark,
  type Collection,
  collectionsQuery,
  favoritesQuery,
  type Organization,
  recentQuery,
  type Space,
  spacesQuery,
} from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { nameOf } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { Icon, type IconName, spaceEmojiOf } from './icons.tsx';
import { MenuButton, OpenMenu } from './menu.tsx';
import { usePlaceActions } from './place-actions.ts';
import type { PlaceItem } from './place-moves.ts';
import styles from './sidebar.module.css';
import { TargetLink } from './target-link.tsx';
import { keep, readKept } from './theme.ts';
import { usePlaceDrag } from './use-place-drag.ts';

const MOST_RECENT = 5;

/** Favorites and recently opened pages. */
export function Bookmarks() {
  const { data: favorites = [] } = useQuery(favoritesQuery);
  const { data: recent = [] } = useQuery(recentQuery);
  return (
    <>
      <BookmarkList title={t('favorites')} icon="star" targets={favorites.map(({ target }) => target)} />
      <BookmarkList
        title={t('recent')}
        icon="clock"
        targets={recent.slice(0, MOST_RECENT).map(({ target }) => target)}
      />
    </>
  );
}

function BookmarkList({
  title,
  targets,
  icon,
}: {
  title: string;
  targets: Bookmark['target'][];
  icon: IconName;
}) {
  if (targets.length === 0) return null;
  return (
    <section aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {targets.map((target) => (
          <li key={`${target.kind} ${target.id}`}>
            <TargetLink target={target} className={styles.item ?? ''} icon={icon} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The collections and spaces of an organization. */
export function SpacesNav({ organization }: { organization: Organization }) {
  const { data: collections = [] } = useQuery(collectionsQuery(organization.id));
  const { data: spaces = [] } = useQuery(spacesQuery(organization.id));
  const mayCreate = organization.permissions.createContent;
  const create = (kind: 'space' | 'collection') => () =>
    editPlace({ kind, organizationId: organization.id, parent: undefined });
  return (
    <section aria-label={t('spaces')} className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t('spaces')}</h2>
        {mayCreate && (
          <MenuButton
            label={t('create')}
            icon="plus"
            groups={() => [
              {
                items: [
                  { label: t('newSpace'), icon: 'space', run: create('space') },
                  { label: t('newCollection'), icon: 'collection', run: create('collection') },
                ],
              },
            ]}
          />
        )}
      </div>
      <Level parent={undefined} collections={collections} spaces={spaces} />
    </section>
  );
}

interface LevelProps {
  parent: string | undefined;
  collections: Collection[];
  spaces: Space[];
}

function Level({ parent, collections, spaces }: LevelProps) {
  const known = new Set(collections.map(({ id }) => id));
  // Contents of collections that are hidden from the user are shown at the top.
  const isHere = (one: { parent?: string }): boolean =>
    (one.parent !== undefined && known.has(one.parent) ? one.parent : undefined) === parent;
  return (
    <ul className={styles.list}>
      {collections.filter(isHere).map((collection) => (
        <CollectionItem
          key={collection.id}
          collection={collection}
          collections={collections}
          spaces={spaces}
        />
      ))}
      {spaces.filter(isHere).map((space) => (
        <SpaceItem key={space.id} space={space} />
      ))}
    </ul>
  );
}

function SpaceItem({ space }: { space: Space }) {
  const { id, title, emoji } = space;
  const place: PlaceItem = { kind: 'space', one: space };
  const shown = spaceEmojiOf(emoji);
  return (
    <PlaceRow place={place}>
      <Link to="/s/$spaceId" params={{ spaceId: id }} draggable={false} className={styles.item ?? ''}>
        {shown ? (
          <span className={styles.emoji} aria-hidden="true">
            {shown}
          </span>
        ) : (
          <Icon name="space" />
        )}
        <span>{nameOf(title, t('untitled'))}</span>
      </Link>
    </PlaceRow>
  );
}

function CollectionItem({
  collection,
  collections,
  spaces,
}: Omit<LevelProps, 'parent'> & { collection: Collection }) {
  const { id, title } = collection;
  const closedKey = `lectern-closed:${id}`;
  const [isOpen, setOpen] = useState(readKept(closedKey) !== 'true');
  const name = nameOf(title, t('untitled'));
  const toggle = (): void => {
    keep(closedKey, String(isOpen));
    setOpen(!isOpen);
  };
  return (
    <PlaceRow
      place={{ kind: 'collection', one: collection }}
      below={
        isOpen && (
          <div className={styles.below}>
            <Level parent={id} collections={collections} spaces={spaces} />
          </div>
        )
      }
    >
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-label={name}
        onClick={toggle}
      >
        <Icon name="chevron" size={12} />
      </button>
      <Link
        to="/c/$collectionId"
        params={{ collectionId: id }}
        draggable={false}
        className={styles.item ?? ''}
      >
        <span>{name}</span>
      </Link>
    </PlaceRow>
  );
}

/** A space or collection with its menu, which a right click opens too. It can be dragged onto others. */
function PlaceRow({ place, children, below }: { place: PlaceItem; children: ReactNode; below?: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const { groupsOf, onKeyDown } = usePlaceActions();
  const drag = usePlaceDrag(place);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const label = t('pageMenu', { title: nameOf(place.one.title, t('untitled')) });
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu offers what keys and dragging do. */}
      <div
        ref={row}
        className={styles.row}
        {...drag}
        onKeyDown={onKeyDown(place)}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
      >
        {children}
        <span className={styles.rowMenu}>
          <MenuButton label={label} groups={() => groupsOf(place)} />
        </span>
      </div>
      {isMenuOpen && (
        <OpenMenu label={label} trigger={row} groups={groupsOf(place)} onClose={() => setMenuOpen(false)} />
      )}
      {below}
    </li>
  );
}
