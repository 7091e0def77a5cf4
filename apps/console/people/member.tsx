import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { isNotFound } from '../api/explain.ts';
import { type Organization, organizationsQuery, queries, sessionQuery } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { SelectField } from '../forms/fields.tsx';
import { Filters, SearchFilter } from '../forms/filters.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Badge, Facts, Section } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import { changeWithToast } from './change-with-toast.ts';
import { MemberSessions } from './member-sessions.tsx';
import styles from './people.module.css';
import {
  type Member,
  memberQuery,
  memberSpacesQuery,
  memberTeamsQuery,
  refreshPeople,
} from './people-queries.ts';
import { nameOfRole, type Role, roleOfValue, roleOptions, SourceOfRole } from './roles.tsx';

interface MemberProps {
  organization: Organization;
  member: Member;
  isSelf: boolean;
}

export function MemberView({ organization, userId }: { organization: Organization; userId: string }) {
  const { data: session } = useQuery(sessionQuery);
  const { data: member, error } = useQuery(memberQuery(organization.id, userId));
  if (error && !member) return isNotFound(error) ? <NotFound /> : <RouteError error={error} />;
  if (!member)
    return (
      <View title={t('loading')} viewKey={userId}>
        <Loading label={t('loading')} rows={6} />
      </View>
    );
  const { user, disabled } = member;
  const isSelf = session?.user?.id === member.id;
  const isAdmin = organization.permissions.admin;
  const props = { organization, member, isSelf };
  return (
    <View title={user.displayName} viewKey={member.id} lead={user.email}>
      {disabled && <Waiting {...props} />}
      <Section
        title={t('memberMembership')}
        actions={isAdmin && <SingleSignOnOfMember organization={organization} member={member} />}
      >
        <MemberFacts member={member} isSelf={isSelf} />
      </Section>
      {isAdmin && <RoleOfMember key={member.role} {...props} />}
      <TeamsOfMember {...props} />
      <SpacesOfMember {...props} />
      {isAdmin && !isSelf && !disabled && <MemberSessions organizationId={organization.id} member={member} />}
      {(isAdmin || isSelf) && <Leaving {...props} />}
    </View>
  );
}

const MemberFacts = ({ member, isSelf }: Pick<MemberProps, 'member' | 'isSelf'>) => (
  <Facts
    facts={[
      [
        t('memberRoleTitle'),
        <span key="role" className={styles.lines}>
          {nameOfRole(member.role)}
          {isSelf && <Badge tone="info">{t('peopleYou')}</Badge>}
        </span>,
      ],
      [t('memberJoined'), <Time key="joined" at={member.joinedAt} />],
      [
        t('memberSeen'),
        member.lastSeenAt === undefined ? t('memberNeverSeen') : <Time key="seen" at={member.lastSeenAt} />,
      ],
      [t('memberMethod'), t(member.sso ? 'singleSignOn' : 'memberMethodOwn')],
    ]}
  />
);

/** The invitation that was not accepted yet. */
function Waiting({ organization, member }: MemberProps) {
  const organizationId = organization.id;
  const { id: userId, user } = member;
  const navigate = useNavigate();
  const [renewed, setRenewed] = useState<{ url?: string; mailedTo?: string }>();
  const path = { organizationId, userId };
  const renew = () =>
    changeWithToast(async () => {
      setRenewed(await api.post('/v1/orgs/{organizationId}/members/{userId}/invitation', { path }));
      await refreshPeople(organizationId);
    });
  const revoke = (): void =>
    askFirst(
      {
        title: t('memberRevokeTitle', { name: user.displayName }),
        text: t('memberRevokeText', { name: user.displayName }),
        submit: t('memberRevoke'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/members/{userId}/invitation', { path });
        await navigate({ to: '/o/$organizationId/$part', params: { organizationId, part: 'members' } });
        showToast(t('memberRevoked', { name: user.displayName }));
        await refreshPeople(organizationId);
      },
    );
  return (
    <>
      <div className={styles.notice}>
        <p>{t('memberWaits')}</p>
        {organization.permissions.admin && (
          <>
            <Button onClick={() => void renew()}>{t('memberRenew')}</Button>
            <Button onClick={revoke}>{t('memberRevoke')}</Button>
          </>
        )}
      </div>
      {renewed?.mailedTo !== undefined && (
        <p role="status" className={styles.note}>
          {t('memberMailed', { email: renewed.mailedTo })}
        </p>
      )}
      {renewed?.url !== undefined && (
        <div className={styles.notice} data-tone="info">
          <p role="status">{t('memberLinkHelp')}</p>
          <CopyField label={t('memberLink', { name: user.displayName })} value={renewed.url} />
        </div>
      )}
    </>
  );
}

function RoleOfMember({ organization, member, isSelf }: MemberProps) {
  const organizationId = organization.id;
  const { id: userId, user } = member;
  const [value, setValue] = useState<string>(member.role ?? 'guest');
  const role = roleOfValue(value);
  const name = user.displayName;
  const apply = async (): Promise<void> => {
    await api.patch('/v1/orgs/{organizationId}/members/{userId}', {
      path: { organizationId, userId },
      body: { role },
    });
    await refreshPeople(organizationId);
    // The user may have lost parts of the administration.
    if (isSelf) await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    showToast(t('memberRoleSaved', { name, role: nameOfRole(role) }));
  };
  const change = (): void => {
    if (role === 'admin')
      askFirst(
        {
          title: t('memberAdminTitle', { name }),
          text: t('memberAdminText'),
          submit: t('memberAdminSubmit'),
        },
        apply,
      );
    else if (isSelf && member.role === 'admin')
      askFirst(
        {
          title: t('memberDemoteTitle'),
          text: t('memberDemoteText'),
          submit: t('memberDemoteSubmit'),
          isDanger: true,
        },
        apply,
      );
    else void changeWithToast(apply);
  };
  return (
    <Section title={t('memberRoleTitle')}>
      <div className={styles.narrow}>
        <SelectField
          name="role"
          label={t('roleOf', { name })}
          hint={roleOptions().find((one) => one.value === value)?.help}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          options={roleOptions().map(({ value: one, label }) => [one, label] as const)}
        />
      </div>
      <div>
        <Button look="primary" disabled={role === member.role} onClick={change}>
          {t('save')}
        </Button>
      </div>
    </Section>
  );
}

function TeamsOfMember({ organization, member }: MemberProps) {
  const list = useInfiniteQuery(memberTeamsQuery(organization.id, member.id));
  const teams = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t('teams')}>
      {!teams && <Loading label={t('loading')} rows={2} />}
      {teams?.length === 0 && <p className={styles.note}>{t('memberNoTeam')}</p>}
      {teams && teams.length > 0 && (
        <ul className={styles.list}>
          {teams.map(({ team, member: { role } }) => (
            <li key={team.id} className={styles.lines}>
              {team.permissions.view ? (
                <Link
                  to="/o/$organizationId/$part/$itemId"
                  params={{ organizationId: organization.id, part: 'teams', itemId: team.id }}
                >
                  {team.title}
                </Link>
              ) : (
                team.title
              )}
              {role === 'owner' && <Badge>{t('memberTeamOwner')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Section>
  );
}

function SpacesOfMember({ organization, member, isSelf }: MemberProps) {
  const organizationId = organization.id;
  const name = member.user.displayName;
  const [title, setTitle] = useState('');
  const list = useInfiniteQuery(memberSpacesQuery(organizationId, member.id, title));
  const spaces = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section
      title={t(isSelf ? 'memberOwnAccess' : 'memberAccess')}
      text={isSelf ? t('memberOwnAccessLead') : t('memberAccessLead', { name })}
    >
      {!spaces && list.error && <RouteError error={list.error} />}
      {!spaces && !list.error && <Loading label={t('loading')} />}
      {(title !== '' || (spaces && spaces.length > 0)) && (
        <Filters>
          <SearchFilter label={t('memberFindSpace')} onChange={setTitle} />
        </Filters>
      )}
      {spaces?.length === 0 &&
        (title === '' ? (
          <EmptyState title={t('memberNoSpace')} text={t('memberNoSpaceText')} />
        ) : (
          <p role="status" className={styles.note}>
            {t('memberNoSpaceMatches')}
          </p>
        ))}
      {spaces && spaces.length > 0 && (
        <Table
          label={t(isSelf ? 'memberOwnAccess' : 'memberAccess')}
          rows={spaces}
          keyOf={({ space }) => space.id}
          columns={[
            {
              label: t('teamSpacePlace'),
              cell: ({ space }) => (
                <Link to="/s/$spaceId" params={{ spaceId: space.id }}>
                  {space.title || t('untitled')}
                </Link>
              ),
            },
            { label: t('roleLabel'), cell: ({ permission }) => nameOfRole(permission as Role) },
            {
              label: t('accessWhy'),
              cell: ({ space, source }) => (
                <SourceOfRole organizationId={organizationId} source={source} here={space.id} />
              ),
            },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Section>
  );
}

/** Lets a member use the single sign-on of the organization. */
function SingleSignOnOfMember({ organization, member }: Omit<MemberProps, 'isSelf'>) {
  const organizationId = organization.id;
  const { id: userId, user, sso, disabled } = member;
  const name = user.displayName;
  if (sso || disabled || user.email === undefined) return null;
  const use = (): void =>
    askFirst(
      {
        title: t('memberSsoTitle', { name }),
        text: t('memberSsoText', { name, email: user.email ?? '' }),
        submit: t('memberSso'),
      },
      async () => {
        const path = { organizationId, userId };
        await api.post('/v1/orgs/{organizationId}/members/{userId}/sso', { path });
        await refreshPeople(organizationId);
        showToast(t('memberSsoDone', { name }));
      },
    );
  return <Button onClick={use}>{t('memberSso')}</Button>;
}

/** The end of the membership. */
function Leaving({ organization, member, isSelf }: MemberProps) {
  const { id: organizationId, title } = organization;
  const { id: userId, user, spaces, teams } = member;
  const name = user.displayName;
  const navigate = useNavigate();
  const remove = (): void =>
    askFirst(
      {
        title: isSelf ? t('memberLeaveTitle', { organization: title }) : t('memberRemoveTitle', { name }),
        text: isSelf
          ? t('memberLeaveText')
          : t('memberRemoveText', {
              name,
              spaces: t('peopleSpacesCount', { count: spaces }),
              teams: t('memberTeamsCount', { count: teams }),
            }),
        submit: t(isSelf ? 'memberLeave' : 'peopleRemove'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/members/{userId}', {
          path: { organizationId, userId },
        });
        if (isSelf) {
          await navigate({ to: '/' });
          await queries.invalidateQueries();
          return;
        }
        await navigate({ to: '/o/$organizationId/$part', params: { organizationId, part: 'members' } });
        showToast(t('memberRemoved', { name }));
        await refreshPeople(organizationId);
      },
    );
  return (
    <Section title={t(isSelf ? 'memberLeave' : 'memberRemove')} isDanger>
      <div>
        <Button look="danger" onClick={remove}>
          {t(isSelf ? 'memberLeave' : 'memberRemove')}
        </Button>
      </div>
    </Section>
  );
}
