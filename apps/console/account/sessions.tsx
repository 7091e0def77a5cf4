import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Session } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { MoreButton } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import { changeWithToast } from '../people/change-with-toast.ts';
import { SessionTable } from '../people/session-table.tsx';
import type { PartProps } from '../settings/area-part.ts';
import { refreshAccount, sessionsQuery } from './account-queries.ts';

/** The browsers in which the user is signed in. */
export function Sessions(_: PartProps<Session>) {
  const list = useInfiniteQuery(sessionsQuery);
  const sessions = list.data?.pages.flatMap(({ items }) => items);
  const end = (sessionId: string) =>
    changeWithToast(async () => {
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
        <SessionTable
          label={t('accountSessions')}
          sessions={sessions}
          onEnd={(sessionId) => void end(sessionId)}
        />
      )}
      <MoreButton list={list} />
    </View>
  );
}
