import { useQuery } from '@tanstack/react-query';
import { api, PREFIX } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { sessionQuery } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { currentLanguage, languages, setLanguage, t } from '../messages/messages.ts';
import { showShortcuts } from './dialogs.tsx';
import { Icon } from './icons.tsx';
import { MenuButton, type MenuGroup } from './menu.tsx';
import { Portrait } from './portrait.tsx';
import styles from './sidebar.module.css';
import { type Theme, theme } from './theme.ts';
import { showError } from './toasts.tsx';

/** The address that signs out at the identity provider, too; undefined: there is none. */
async function findProviderLogout(): Promise<string | undefined> {
  const response = await fetch(`${PREFIX}/v1/session/provider-logout`).catch(() => undefined);
  if (!response?.ok) return undefined;
  return ((await response.json()) as { url: string | null }).url ?? undefined;
}

/** Signs out; also at the identity provider, if that is what was set up there. */
export const signOut = (): void => {
  const end = async (): Promise<void> => {
    const url = await findProviderLogout();
    await api.delete('/v1/session');
    location.assign(url ?? `${PREFIX}/app/sign-in`);
  };
  end().catch((error: unknown) => showError(explain(error)));
};

const THEMES: [Theme, 'themeSystem' | 'themeLight' | 'themeDark'][] = [
  ['system', 'themeSystem'],
  ['light', 'themeLight'],
  ['dark', 'themeDark'],
];

export function UserMenu() {
  const { data: session } = useQuery(sessionQuery);
  const chosen = useStore(theme);
  const user = session?.user;
  const name = user?.displayName || user?.email || t('serviceAccount');
  const groups = (): MenuGroup[] => [
    {
      items: [
        ...(user ? [{ label: t('account'), icon: 'user', to: '/account' } as const] : []),
        ...(user?.instanceAdministrator
          ? [{ label: t('instanceMenu'), icon: 'settings', to: '/instance' } as const]
          : []),
        { label: t('keyboardShortcuts'), icon: 'command', keys: '?', run: showShortcuts },
      ],
    },
    {
      label: t('theme'),
      items: THEMES.map(([value, label]) => ({
        label: t(label),
        isChecked: chosen === value,
        run: () => theme.set(value),
      })),
    },
    {
      label: t('language'),
      items: languages().map(({ code, name: label }) => ({
        label,
        isChecked: code === currentLanguage(),
        run: () => setLanguage(code),
      })),
    },
    { items: [{ label: t('signOut'), icon: 'out', run: signOut }] },
  ];
  return (
    <MenuButton label={t('userMenu', { name })} groups={groups} className={styles.user}>
      <Portrait name={name} url={user?.photoURL} className={styles.avatar} />
      <span className={styles.userName}>{name}</span>
      <Icon name="down" />
    </MenuButton>
  );
}
