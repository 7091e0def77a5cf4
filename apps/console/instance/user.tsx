import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { type InstanceUser, instanceUserQuery } from '../api/instance.ts';
import { queries, sessionQuery } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { LoadingView } from '../app/loading-view.tsx';
import { fullTime, Time } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { View } from '../app/view.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Badge, Facts, Section } from '../forms/section.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import styles from './instance.module.css';
import { sayOrganizations, UserBadges } from './user-facts.tsx';

/** One user, and what an administrator of the instance can do for them. */
export function UserView({ userId }: { userId: string }) {
  const { data: user, error } = useQuery(instanceUserQuery(userId));
  if (!user) return <LoadingView error={error} viewKey={userId} />;
  return (
    <View
      title={user.displayName}
      viewKey={userId}
      lead={
        <>
          {user.email}
          <UserBadges user={user} />
        </>
      }
    >
      <Section title={t('userAccount')}>
        <Facts
          facts={[
            [t('instanceColumnOrganizations'), sayOrganizations(user)],
            [t('instanceColumnCreated'), <Time key="created" at={user.createdAt} />],
            [
              t('instanceColumnLastSeen'),
              user.lastSeenAt ? <Time key="seen" at={user.lastSeenAt} /> : t('instanceNeverSeen'),
            ],
          ]}
        />
      </Section>
      <SignIn user={user} />
      <Access user={user} />
    </View>
  );
}

const pathOf = ({ id }: InstanceUser) => ({ path: { userId: id } });

/** Shows the user as they are after a change, here and in the lists. */
const refresh = () => queries.invalidateQueries({ queryKey: ['instance'] });

function SignIn({ user }: { user: InstanceUser }) {
  const { displayName: name } = user;
  const [link, setLink] = useState<{ url: string; expiresAt: string }>();
  const createLink = (): void => {
    api
      .post('/v1/instance/users/{userId}/password-link', pathOf(user))
      .then(setLink)
      .catch((error: unknown) => showError(explain(error)));
  };
  return (
    <Section title={t('instanceSignInHeading')}>
      <Facts
        facts={[
          [t('userFactPassword'), t(user.password ? 'passwordIsSet' : 'passwordIsNotSet')],
          [t('userFactSecondFactor'), t(user.secondFactor ? 'secondFactorIsOn' : 'healthOff')],
          [t('userFactVerified'), t(user.verified ? 'emailIsVerified' : 'emailIsNotVerified')],
          [t('userFactSessions'), user.sessions.toLocaleString(currentLocale())],
          [t('userFactTokens'), user.tokens.toLocaleString(currentLocale())],
        ]}
      />
      {link && (
        <div className={styles.link}>
          <CopyField label={t('passwordLinkTitle')} value={link.url} isSecret />
          <p className={styles.soft}>{t('passwordLinkHint', { name, time: fullTime(link.expiresAt) })}</p>
        </div>
      )}
      <div className={styles.buttons}>
        <Button onClick={createLink}>{t('createPasswordLink')}</Button>
        {user.sessions > 0 && (
          <Button
            onClick={() =>
              askFirst(
                {
                  title: t('signOutEverywhere'),
                  text: t('signOutEverywhereText', { name }),
                  submit: t('signOutEverywhere'),
                },
                async () => {
                  await api.delete('/v1/instance/users/{userId}/sessions', pathOf(user));
                  await refresh();
                  showToast(t('signedOutEverywhere', { name }));
                },
              )
            }
          >
            {t('signOutEverywhere')}
          </Button>
        )}
        {user.secondFactor && (
          <Button
            onClick={() =>
              askFirst(
                {
                  title: t('turnOffSecondFactor'),
                  text: t('turnOffSecondFactorText', { name }),
                  submit: t('turnOffSecondFactor'),
                  isDanger: true,
                },
                async () => {
                  await api.delete('/v1/instance/users/{userId}/second-factor', pathOf(user));
                  await refresh();
                  showToast(t('secondFactorOff', { name }));
                },
              )
            }
          >
            {t('turnOffSecondFactor')}
          </Button>
        )}
      </div>
    </Section>
  );
}

function Access({ user }: { user: InstanceUser }) {
  const { data: session } = useQuery(sessionQuery);
  const { displayName: name, blocked, instanceAdministrator: isAdministrator } = user;
  const isSelf = session?.user?.id === user.id;
  const change = async (body: { blocked?: boolean; instanceAdministrator?: boolean }, done: string) => {
    await api.patch('/v1/instance/users/{userId}', { ...pathOf(user), body });
    await refresh();
    showToast(done);
  };
  const block = (): void =>
    askFirst(
      {
        title: t('blockUserTitle', { name }),
        text: t('blockUserText', { name }),
        submit: t('blockUser'),
        isDanger: true,
      },
      () => change({ blocked: true }, t('userIsBlocked', { name })),
    );
  const unblock = (): void => {
    change({ blocked: false }, t('userIsUnblocked', { name })).catch((error: unknown) =>
      showError(explain(error)),
    );
  };
  const appoint = (): void =>
    askFirst(
      {
        title: t(isAdministrator ? 'endInstanceAdministrator' : 'makeInstanceAdministrator'),
        text: t(isAdministrator ? 'endInstanceAdministratorText' : 'makeInstanceAdministratorText', { name }),
        submit: t(isAdministrator ? 'endInstanceAdministrator' : 'makeInstanceAdministrator'),
        isDanger: isAdministrator,
      },
      () =>
        change(
          { instanceAdministrator: !isAdministrator },
          t(isAdministrator ? 'noLongerInstanceAdministrator' : 'nowInstanceAdministrator', { name }),
        ),
    );
  return (
    <Section title={t('accessHeading')}>
      {user.blockedAt && (
        <p className={styles.blocked}>
          <Badge tone="bad">{t('blockedSince', { time: fullTime(user.blockedAt) })}</Badge>
        </p>
      )}
      <div className={styles.buttons}>
        {!isSelf && (
          <Button look={blocked ? 'plain' : 'danger'} onClick={blocked ? unblock : block}>
            {t(blocked ? 'unblockUser' : 'blockUser')}
          </Button>
        )}
        <Button onClick={appoint}>
          {t(isAdministrator ? 'endInstanceAdministrator' : 'makeInstanceAdministrator')}
        </Button>
      </div>
    </Section>
  );
}
