import { useNavigate } from '@tanstack/react-router';
import { nameOf, useCurrent } from '../app/current.ts';
import { createRequest, editPlace, showShortcuts } from '../app/dialogs.tsx';
import { usePlaceActions } from '../app/place-actions.ts';
import { MOD } from '../app/shortcuts.ts';
import { toggleSidebar } from '../app/sidebar-size.tsx';
import { theme } from '../app/theme.ts';
import { signOut } from '../app/user-menu.tsx';
import { t } from '../messages/messages.ts';
import { startNewPage } from '../tree/drafts.ts';
import { type Command, commandsOf } from './commands.ts';

/** The commands for navigation and for the current page and space. */
export function useOwnCommands(): Command[] {
  const navigate = useNavigate();
  const { organization, space, collection } = useCurrent();
  const { groupsOf } = usePlaceActions();
  const commands: Command[] = [];
  const add = (id: string, command: Omit<Command, 'id'>): void => void commands.push({ id, ...command });
  if (space?.permissions.edit) {
    add('new-page', {
      label: t('newPage'),
      icon: 'plus',
      run: () => startNewPage({ type: 'document', into: null }),
    });
    add('new-group', {
      label: t('newGroup'),
      icon: 'group',
      run: () => startNewPage({ type: 'group', into: null }),
    });
  }
  if (space) {
    const params = { spaceId: space.id };
    add('history', {
      label: t('history'),
      icon: 'clock',
      words: t('wordsHistory'),
      run: () => void navigate({ to: '/s/$spaceId/revisions', params }),
    });
    add('trash', {
      label: t('trash'),
      icon: 'trash',
      run: () => void navigate({ to: '/s/$spaceId/trash', params }),
    });
  }
  if (space?.permissions.edit)
    add('new-request', {
      label: t('newRequest'),
      icon: 'change',
      run: () => createRequest({ spaceId: space.id, organizationId: space.organization }),
    });
  if (space)
    commands.push(
      ...commandsOf('space', groupsOf({ kind: 'space', one: space }), nameOf(space.title, t('untitled'))),
    );
  if (space?.permissions.admin) {
    add('import', {
      label: t('importPages'),
      icon: 'globe',
      run: () =>
        void navigate({
          to: '/o/$organizationId/add',
          params: { organizationId: space.organization },
          search: { space: space.id },
        }),
    });
    add('git', {
      label: t('connectGit'),
      icon: 'change',
      run: () =>
        void navigate({ to: '/s/$spaceId/settings/$part', params: { spaceId: space.id, part: 'git' } }),
    });
  }
  if (collection)
    commands.push(
      ...commandsOf(
        'collection',
        groupsOf({ kind: 'collection', one: collection }),
        nameOf(collection.title, t('untitled')),
      ),
    );
  if (organization) {
    const organizationId = organization.id;
    add('inbox', {
      label: t('changeRequests'),
      detail: nameOf(organization.title, t('untitled')),
      icon: 'change',
      words: t('requestsToReview'),
      run: () => void navigate({ to: '/o/$organizationId/change-requests', params: { organizationId } }),
    });
    if (!space)
      add('new-request', {
        label: t('newRequest'),
        icon: 'change',
        run: () => createRequest({ spaceId: undefined, organizationId }),
      });
    add('organization', {
      label: t('goToOrganization', { title: organization.title }),
      icon: 'people',
      run: () => void navigate({ to: '/o/$organizationId', params: { organizationId } }),
    });
    if (organization.permissions.createContent) {
      const parent = collection?.id ?? space?.parent;
      add('add-content', {
        label: t('addContent'),
        icon: 'plus',
        run: () =>
          void navigate({
            to: '/o/$organizationId/add',
            params: { organizationId },
            search: parent === undefined ? {} : { parent },
          }),
      });
      add('new-space', {
        label: t('newSpace'),
        icon: 'space',
        run: () => editPlace({ kind: 'space', organizationId, parent }),
      });
      add('new-collection', {
        label: t('newCollection'),
        icon: 'collection',
        run: () => editPlace({ kind: 'collection', organizationId, parent: undefined }),
      });
    }
    add('sites', {
      label: t('sites'),
      icon: 'globe',
      run: () => void navigate({ to: '/o/$organizationId/sites', params: { organizationId } }),
    });
  }
  add('notifications', {
    label: t('notifications'),
    icon: 'bell',
    run: () => void navigate({ to: '/notifications' }),
  });
  add('home', { label: t('home'), icon: 'home', run: () => void navigate({ to: '/' }) });
  add('sidebar', { label: t('toggleSidebar'), icon: 'sidebar', keys: `${MOD}\\`, run: toggleSidebar });
  add('light', {
    label: t('themeUse', { theme: t('themeLight') }),
    icon: 'theme',
    run: () => theme.set('light'),
  });
  add('dark', {
    label: t('themeUse', { theme: t('themeDark') }),
    icon: 'theme',
    run: () => theme.set('dark'),
  });
  add('system', {
    label: t('themeUse', { theme: t('themeSystem') }),
    icon: 'theme',
    run: () => theme.set('system'),
  });
  add('shortcuts', { label: t('keyboardShortcuts'), keys: '?', run: showShortcuts });
  add('account', { label: t('account'), icon: 'user', run: () => void navigate({ to: '/account' }) });
  add('sign-out', { label: t('signOut'), icon: 'out', run: signOut });
  return commands;
}
