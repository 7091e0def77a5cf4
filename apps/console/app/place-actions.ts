import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { mayPublish } from '../api/may-publish.ts';
import { type Collection, collectionsQuery, queries, type Space, spacesQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { announce } from './announce.tsx';
import { nameOf, useIds } from './current.ts';
import { askFirst, editPlace, movePlaceTo, publishSpace } from './dialogs.tsx';
import { favoriteItem } from './favorites.ts';
import type { MenuGroup, MenuItem } from './menu.tsx';
import { type PlaceItem, placeOf, sendMove } from './place-moves.ts';
import { restoreSpace } from './restore-space.ts';
import { ALT } from './shortcuts.ts';
import { showError, showToast } from './toasts.tsx';

const titleOf = ({ title }: { title: string }): string => nameOf(title, t('untitled'));

const mayChange = ({ permissions }: PlaceItem['one']): boolean => permissions.admin;

/** The actions on spaces and collections, for every place that lists them. */
export function usePlaceActions() {
  const navigate = useNavigate();
  const { spaceId: openSpace, collectionId: openCollection } = useIds();
  return useMemo(() => {
    const leave = async ({ organization, parent }: PlaceItem['one']): Promise<void> => {
      if (parent === undefined)
        await navigate({ to: '/o/$organizationId', params: { organizationId: organization } });
      else await navigate({ to: '/c/$collectionId', params: { collectionId: parent } });
    };
    const removeSpace = async (space: Space): Promise<void> => {
      const spaceId = space.id;
      await api.delete('/v1/spaces/{spaceId}', { path: { spaceId }, headers: repeatable() });
      if (openSpace === spaceId) await leave(space);
      const action = { label: t('undo'), run: () => void restoreSpace(spaceId) };
      showToast(t('deleted', { title: titleOf(space) }), { action });
      void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
    };
    const removeCollection = async (collection: Collection): Promise<void> => {
      const path = { collectionId: collection.id };
      await api.delete('/v1/collections/{collectionId}', { path, headers: repeatable() });
      if (openCollection === collection.id) await leave(collection);
      showToast(t('deleted', { title: titleOf(collection) }));
      void queries.invalidateQueries({ queryKey: ['organization', collection.organization] });
    };
    const askDelete = (place: PlaceItem): void =>
      place.kind === 'space'
        ? askFirst(questionOf(place), () => removeSpace(place.one))
        : askFirst(questionOf(place), () => removeCollection(place.one));
    const showRequests = (spaceId: string): void =>
      void navigate({ to: '/s/$spaceId/change-requests', params: { spaceId } });
    const showSettings = (spaceId: string, part?: string): void =>
      void (part === undefined
        ? navigate({ to: '/s/$spaceId/settings', params: { spaceId } })
        : navigate({ to: '/s/$spaceId/settings/$part', params: { spaceId, part } }));
    const showAccess = ({ kind, one: { id } }: PlaceItem): void =>
      void (kind === 'space'
        ? navigate({ to: '/s/$spaceId/permissions', params: { spaceId: id } })
        : navigate({ to: '/c/$collectionId/permissions', params: { collectionId: id } }));
    const groupsOf = (place: PlaceItem): MenuGroup[] => [
      { items: itemsOf(place, { showRequests, showSettings, showAccess }) },
      { items: mayChange(place.one) ? moveItems(place) : [] },
      {
        items: mayChange(place.one)
          ? [
              {
                label: t('delete'),
                icon: 'trash',
                keys: 'Del',
                isDanger: true,
                run: () => askDelete(place),
              },
            ]
          : [],
      },
    ];
    /** Handles the keyboard shortcuts that the menu of a space or collection shows. */
    const onKeyDown =
      (place: PlaceItem) =>
      (event: KeyboardEvent): void => {
        if (!mayChange(place.one) || event.metaKey || event.ctrlKey || event.shiftKey) return;
        const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
        if (isMove) void moveBy(place, event.key === 'ArrowUp' ? -1 : 1);
        else if (!event.altKey && event.key === 'F2') rename(place);
        else if (!event.altKey && event.key === 'Delete') askDelete(place);
        else return;
        event.preventDefault();
      };
    return { groupsOf, onKeyDown };
  }, [navigate, openSpace, openCollection]);
}

function rename(place: PlaceItem): void {
  const { id, title } = place.one;
  if (place.kind === 'space') {
    editPlace({ kind: 'rename-space', spaceId: id, title, emoji: place.one.emoji });
  } else {
    const { description = '' } = place.one;
    editPlace({ kind: 'rename-collection', collectionId: id, title, description });
  }
}

/** Opens views of a space or collection. */
interface PlaceViews {
  showRequests(spaceId: string): void;
  showSettings(spaceId: string, part?: string): void;
  showAccess(place: PlaceItem): void;
}

function itemsOf(place: PlaceItem, { showRequests, showSettings, showAccess }: PlaceViews): MenuItem[] {
  const { id, permissions } = place.one;
  const items: MenuItem[] = [];
  if (place.kind === 'space') items.push(favoriteItem({ space: id, title: place.one.title }));
  else if (place.one.permissions.create) {
    const { organization: organizationId } = place.one;
    items.push(
      {
        label: t('newSpace'),
        icon: 'space',
        run: () => editPlace({ kind: 'space', organizationId, parent: id }),
      },
      {
        label: t('newCollection'),
        icon: 'collection',
        run: () => editPlace({ kind: 'collection', organizationId, parent: id }),
      },
    );
  }
  if (permissions.admin)
    items.push({
      label: t(place.kind === 'space' ? 'renameSpace' : 'renameCollection'),
      icon: 'settings',
      keys: 'F2',
      run: () => rename(place),
    });
  if (place.kind === 'space') {
    const { one } = place;
    if (permissions.admin)
      items.push({ label: t('duplicate'), icon: 'group', run: () => void duplicateSpace(one) });
    if (mayPublish(one))
      items.push({
        label: t('publish'),
        icon: 'globe',
        run: () => publishSpace({ organizationId: one.organization, spaceId: id }),
      });
    items.push(
      { label: t('changeRequests'), icon: 'change', run: () => showRequests(id) },
      { label: t('brokenLinks'), icon: 'broken', run: () => showSettings(id, 'broken-links') },
      { label: t('settings'), icon: 'settings', run: () => showSettings(id) },
    );
    if (place.one.permissions.access)
      items.push({ label: t('access'), icon: 'people', run: () => showAccess(place) });
  } else if (permissions.admin) {
    items.push({ label: t('access'), icon: 'people', run: () => showAccess(place) });
  }
  return items;
}

const moveItems = (place: PlaceItem): MenuItem[] => [
  { label: t('moveTo'), icon: 'out', run: () => movePlaceTo(place) },
  { label: t('moveUp'), keys: `${ALT}↑`, run: () => void moveBy(place, -1) },
  { label: t('moveDown'), keys: `${ALT}↓`, run: () => void moveBy(place, 1) },
];

/** Duplicates a space. */
async function duplicateSpace(space: Space): Promise<void> {
  const path = { spaceId: space.id };
  try {
    const copy = await api.post('/v1/spaces/{spaceId}/duplicate', { path, headers: repeatable() });
    await queries.invalidateQueries({ queryKey: ['organization', space.organization] });
    showToast(t('created', { title: titleOf(copy) }));
  } catch (error) {
    showError(`${t('changeFailed')} ${explain(error)}`);
  }
}

function questionOf(place: PlaceItem) {
  const title = titleOf(place.one);
  return {
    title: t(place.kind === 'space' ? 'deleteSpace' : 'deleteCollection', { title }),
    text: t(place.kind === 'space' ? 'deleteSpaceText' : 'deleteCollectionText'),
    submit: t('delete'),
    isDanger: true,
  };
}

/** Moves a place one step among its siblings of the same kind. */
async function moveBy(place: PlaceItem, step: -1 | 1): Promise<void> {
  const { organization, id, parent } = place.one;
  const query = place.kind === 'space' ? spacesQuery(organization) : collectionsQuery(organization);
  const all: (Space | Collection)[] = queries.getQueryData<(Space | Collection)[]>(query.queryKey) ?? [];
  const siblings = all.filter((one) => one.parent === parent);
  const at = siblings.findIndex((one) => one.id === id) + step;
  const neighbor = siblings[at];
  const title = titleOf(place.one);
  if (!neighbor) return announce(t('cannotMove', { title }));
  const sibling = placeOf(place.kind, neighbor.id);
  try {
    await sendMove(place, { position: step < 0 ? { before: sibling } : { after: sibling } });
    announce(t('moved', { title, position: at + 1, count: siblings.length }));
  } catch (error) {
    showError(`${t('changeFailed')} ${explain(error)}`);
  }
}
