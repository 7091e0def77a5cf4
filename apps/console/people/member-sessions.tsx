import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading } from '../app/view.tsx';
import { Section } from '../forms/section.tsx';
import { MoreButton } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import styles from './people.module.css';
import { type Member, memberSessionsQuery } from './people-queries.ts';
import { SessionTable } from './session-table.tsx';

/** The browsers in which a member is signed in, for administrators. */
export function MemberSessions({ organizationId, member }: { organizationId: string; member: Member }) {
  const { id: userId, user } = member;
  const name = user.displayName;
  const query = memberSessionsQuery(organizationId, userId);
  const list = useInfiniteQuery(query);
  const sessions = list.data?.pages.flatMap(({ items }) => items);
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: query.queryKey });
  const end = (sessionId: string): void =>
    askFirst(
      {
        title: t('memberSessionEndTitle', { name }),
        text: t('memberSessionEndText', { name }),
        submit: t('signOut'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/members/{userId}/sessions/{sessionId}', {
          path: { organizationId, userId, sessionId },
        });
        showToast(t('accountSessionEnded'));
        await refresh();
      },
    );
  const endAll = (): void =>
    askFirst(
      {
        title: t('memberSessionsEndTitle', { name }),
        text: t('memberSessionsEndText', { name }),
        submit: t('memberSessionsEnd'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/members/{userId}/sessions', {
          path: { organizationId, userId },
        });
        showToast(t('memberSessionsEnded', { name }));
        await refresh();
      },
    );
  return (
    <Section
      title={t('memberSessions')}
      text={t('memberSessionsLead', { name })}
      actions={sessions?.length ? <Button onClick={endAll}>{t('memberSessionsEnd')}</Button> : undefined}
    >
      {!sessions && list.error && <p role="alert">{explain(list.error)}</p>}
      {!sessions && !list.error && <Loading label={t('loading')} rows={2} />}
      {sessions?.length === 0 && <p className={styles.note}>{t('memberSessionsNone')}</p>}
      {sessions && sessions.length > 0 && (
        <SessionTable label={t('memberSessions')} sessions={sessions} onEnd={end} />
      )}
      <MoreButton list={list} />
    </Section>
  );
}
