import type { ItemOf } from '@lectern/client/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Session } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { Badge } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { attempt } from '../people/attempt.ts';
import styles from '../people/people.module.css';
import type { PartProps } from '../settings/area-part.ts';
import { refreshAccount, sessionsQuery } from './account-queries.ts';
import { nameBrowser } from './name-browser.ts';

type Browser = ItemOf<'/v1/user/sessions'>;

const METHODS: Record<Browser['method'], keyof Messages> = {
  password: 'accountByPassword',
  token: 'accountByToken',
  saml: 'accountBySaml',
};

function nameOf({ userAgent }: Browser): string {
  const { browser, system } = nameBrowser(userAgent);
  if (browser === undefined) return system ?? t('accountSessionUnknown');
  return system === undefined ? browser : t('accountSessionName', { browser, system });
}

/** The browsers in which the user is signed in. */
export function Sessions(_: PartProps<Session>) {
  const list = useInfiniteQuery(sessionsQuery);
  const sessions = list.data?.pages.flatMap(({ items }) => items);
  const end = (sessionId: string) =>
    attempt(async () => {
      await api.delete('/v1/user/sessions/{sessionId}', { path: { sessionId } });
      await refreshAccount();
    }, t('accountSessionEnded'));
  const endOthers = (): void =>
    askFirst(
      {
        title: t('accountSessionsEndTitle'),
        text: t('accountSessionsEndText'),
        submit: t('accountSessionsEnd'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/user/sessions');
        showToast(t('accountSessionsEnded'));
        await refreshAccount();
      },
    );
  return (
    <View
      title={t('accountSessions')}
      lead={t('accountSessionsLead')}
      actions={
        sessions && sessions.length > 1 && <Button onClick={endOthers}>{t('accountSessionsEnd')}</Button>
      }
    >
      {!sessions && list.error && <RouteError error={list.error} />}
      {!sessions && !list.error && <Loading label={t('loading')} />}
      {sessions && (
        <Table
          label={t('accountSessions')}
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
            { label: t('accountSessionAddress'), cell: ({ address }) => address },
            {
              label: '',
              cell: (session) =>
                !session.isCurrent && (
                  <div className={styles.actions}>
                    <Button
                      aria-label={t('accountSessionEnd', { browser: nameOf(session) })}
                      onClick={() => void end(session.id)}
                    >
                      {t('signOut')}
                    </Button>
                  </div>
                ),
            },
          ]}
        />
      )}
      <MoreButton list={list} />
    </View>
  );
}
