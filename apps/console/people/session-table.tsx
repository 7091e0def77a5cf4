import type { Schemas } from '@lectern/client/schema';
import { Button } from '../app/button.tsx';
import { Time } from '../app/time.tsx';
import { Badge } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { nameBrowser } from './name-browser.ts';
import styles from './people.module.css';

type SignedInBrowser = Schemas['UserSession'] | Schemas['MemberSession'];

const METHODS: Record<SignedInBrowser['method'], keyof Messages> = {
  password: 'accountByPassword',
  token: 'accountByToken',
  saml: 'accountBySaml',
  oidc: 'accountBySaml',
  ldap: 'accountByLdap',
  passkey: 'accountByPasskey',
};

function nameOf({ userAgent }: SignedInBrowser): string {
  const { browser, system } = nameBrowser(userAgent);
  if (browser === undefined) return system ?? t('accountSessionUnknown');
  return system === undefined ? browser : t('accountSessionName', { browser, system });
}

/** Signed-in browsers, each with a button that signs it out. */
export const SessionTable = ({
  label,
  sessions,
  onEnd,
}: {
  label: string;
  sessions: readonly SignedInBrowser[];
  onEnd(sessionId: string): void;
}) => (
  <Table
    label={label}
    rows={sessions}
    keyOf={({ id }) => id}
    columns={[
      {
        label: t('accountSessionBrowser'),
        cell: (session) => (
          <span className={styles.lines} title={session.userAgent}>
            {nameOf(session)}
            {session.isCurrent && <Badge tone="info">{t('accountSessionHere')}</Badge>}
          </span>
        ),
      },
      {
        label: t('accountSessionSignedIn'),
        cell: ({ createdAt, method }) => (
          <span>
            <Time at={createdAt} /> {t(METHODS[method])}
          </span>
        ),
      },
      {
        label: t('peopleLastUsed'),
        cell: ({ lastUsedAt, createdAt }) => <Time at={lastUsedAt ?? createdAt} />,
      },
      ...(sessions.some(({ address }) => address !== undefined)
        ? [{ label: t('accountSessionAddress'), cell: ({ address }: SignedInBrowser) => address }]
        : []),
      {
        label: '',
        cell: (session) =>
          !session.isCurrent && (
            <div className={styles.actions}>
              <Button
                aria-label={t('accountSessionEnd', { browser: nameOf(session) })}
                onClick={() => onEnd(session.id)}
              >
                {t('signOut')}
              </Button>
            </div>
          ),
      },
    ]}
  />
);
