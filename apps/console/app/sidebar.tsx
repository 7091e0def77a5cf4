import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { favoritesQuery, type Organization, organizationsQuery, type Space } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { openPalette } from '../palette/open-palette.ts';
import { treePart } from '../tree/tree-part.ts';
import { Bell } from './bell.tsx';
import { IconButton } from './button.tsx';
import { nameOf, useCurrent, useIds } from './current.ts';
import { editPlace } from './dialogs.tsx';
import { isFirstViewShown } from './first-view.ts';
import { Icon, spaceEmojiOf } from './icons.tsx';
import { MenuButton, type MenuGroup } from './menu.tsx';
import { usePlaceActions } from './place-actions.ts';
import { Portrait } from './portrait.tsx';
import { MOD } from './shortcuts.ts';
import styles from './sidebar.module.css';
import { Bookmarks, SpacesNav } from './sidebar-places.tsx';
import { toggleSidebar } from './sidebar-size.tsx';
import { usePart } from './use-part.ts';
import { UserMenu } from './user-menu.tsx';

export function Sidebar() {
  const { organization, space } = useCurrent();
  const { spaceId } = useIds();
  return (
    <>
      <div className={styles.top}>
        <div className={styles.topRow}>
          <OrganizationMenu current={organization} />
          <Bell />
          <IconButton
            icon="sidebar"
            label={t('hideSidebar')}
            className={styles.hide ?? ''}
            onClick={toggleSidebar}
          />
        </div>
        <button type="button" className={styles.search} onClick={openPalette}>
          <Icon name="search" />
          <span>{t('search')}</span>
          <span className={styles.keys} aria-hidden="true">
            {MOD}K
          </span>
        </button>
      </div>
      {spaceId === undefined ? (
        <div className={styles.scroll}>
          <nav aria-label={t('places')}>
            <ul className={styles.list}>
              <li>
                <Link to="/" className={styles.item ?? ''} activeOptions={{ exact: true }}>
                  <Icon name="home" />
                  <span>{t('home')}</span>
                </Link>
              </li>
              {organization && (
                <li>
                  <Link
                    to="/o/$organizationId/change-requests"
                    params={{ organizationId: organization.id }}
                    className={styles.item ?? ''}
                  >
                    <Icon name="change" />
                    <span>{t('changeRequests')}</span>
                  </Link>
                </li>
              )}
              {organization && (
                <li>
                  <Link
                    to="/o/$organizationId/sites"
                    params={{ organizationId: organization.id }}
                    className={styles.item ?? ''}
                  >
                    <Icon name="globe" />
                    <span>{t('sites')}</span>
                  </Link>
                </li>
              )}
            </ul>
            <Bookmarks />
            {organization && <SpacesNav organization={organization} />}
          </nav>
        </div>
      ) : (
        <SpacePanel spaceId={spaceId} space={space} />
      )}
      <div className={styles.foot}>
        <UserMenu />
      </div>
    </>
  );
}

function SpacePanel({ spaceId, space }: { spaceId: string; space: Space | undefined }) {
  const params = { spaceId };
  // Its script runs after the text of the page is shown.
  const tree = usePart(treePart, useStore(isFirstViewShown));
  const emoji = spaceEmojiOf(space?.emoji);
  return (
    <>
      <div className={styles.spaceHead}>
        <BackLink space={space} />
        <div className={styles.spaceName}>
          <Link
            to="/s/$spaceId"
            params={params}
            className={styles.item ?? ''}
            activeOptions={{ exact: true }}
          >
            {emoji ? <span className={styles.emoji}>{emoji}</span> : <Icon name="space" />}
            <strong>{space ? nameOf(space.title, t('untitled')) : ' '}</strong>
          </Link>
          {space && <SpaceMenu space={space} />}
        </div>
      </div>
      {tree ? <tree.TreePanel /> : <div className={styles.scroll} />}
      <nav aria-label={t('inThisSpace')} className={styles.links}>
        <ul className={styles.list}>
          <li>
            <Link to="/s/$spaceId/trash" params={params} className={styles.item ?? ''}>
              <Icon name="trash" />
              <span>{t('trash')}</span>
            </Link>
          </li>
          <li>
            <Link to="/s/$spaceId/revisions" params={params} className={styles.item ?? ''}>
              <Icon name="clock" />
              <span>{t('history')}</span>
            </Link>
          </li>
          <li>
            <Link to="/s/$spaceId/change-requests" params={params} className={styles.item ?? ''}>
              <Icon name="change" />
              <span>{t('changeRequests')}</span>
              {space && space.changeRequestsOpen > 0 && (
                <span className={styles.count}>{space.changeRequestsOpen}</span>
              )}
            </Link>
          </li>
        </ul>
      </nav>
    </>
  );
}

/** Links to the list that contains the space. */
function BackLink({ space }: { space: Space | undefined }) {
  const content = (
    <>
      <Icon name="arrow-left" />
      <span>{t('allSpaces')}</span>
    </>
  );
  const className = styles.back ?? '';
  if (space?.parent !== undefined)
    return (
      <Link to="/c/$collectionId" params={{ collectionId: space.parent }} className={className}>
        {content}
      </Link>
    );
  return space ? (
    <Link to="/o/$organizationId" params={{ organizationId: space.organization }} className={className}>
      {content}
    </Link>
  ) : (
    <Link to="/" className={className}>
      {content}
    </Link>
  );
}

function SpaceMenu({ space }: { space: Space }) {
  // The menus need to know whether an item is a favorite.
  useQuery({ ...favoritesQuery, enabled: useStore(isFirstViewShown) });
  const { groupsOf } = usePlaceActions();
  return <MenuButton label={t('spaceMenu')} groups={() => groupsOf({ kind: 'space', one: space })} />;
}

/** The views of an organization that the user can open. */
function pagesOf({ id, permissions }: Organization): MenuGroup {
  const page = (name: string): string => `/o/${id}/${name}`;
  return {
    items: [
      { label: t('sites'), icon: 'globe', to: page('sites') },
      ...(permissions.listMembers
        ? [{ label: t('members'), icon: 'people', to: page('members') } as const]
        : []),
      ...(permissions.listTeams ? [{ label: t('teams'), icon: 'people', to: page('teams') } as const] : []),
      ...(permissions.admin
        ? [
            { label: t('invitations'), icon: 'user', to: page('invites') } as const,
            { label: t('serviceAccounts'), icon: 'command', to: page('tokens') } as const,
            { label: t('singleSignOn'), icon: 'lock', to: page('saml') } as const,
            { label: t('auditLog'), icon: 'clock', to: page('audit') } as const,
            { label: t('settings'), icon: 'settings', to: page('settings') } as const,
          ]
        : permissions.listMembers
          ? [{ label: t('settings'), icon: 'settings', to: page('specs') } as const]
          : []),
    ],
  };
}

function OrganizationMenu({ current }: { current: Organization | undefined }) {
  const navigate = useNavigate();
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const name = current ? nameOf(current.title, t('untitled')) : 'Lectern';
  const groups = (): MenuGroup[] => [
    {
      label: t('organizations'),
      items: organizations.map(({ id, title }) => ({
        label: nameOf(title, t('untitled')),
        isChecked: id === current?.id,
        run: () => void navigate({ to: '/o/$organizationId', params: { organizationId: id } }),
      })),
    },
    ...(current ? [pagesOf(current)] : []),
    {
      items: [{ label: t('newOrganization'), icon: 'plus', run: () => editPlace({ kind: 'organization' }) }],
    },
  ];
  return (
    <MenuButton
      label={t('organizationMenu', { title: name })}
      groups={groups}
      className={styles.organization}
    >
      <Portrait name={name} url={current?.urls.logo} className={styles.logo} />
      <strong>{name}</strong>
      <Icon name="down" />
    </MenuButton>
  );
}
