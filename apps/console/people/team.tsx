import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { isNotFound } from '../api/explain.ts';
import type { Organization } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import { changeWithToast } from './change-with-toast.ts';
import styles from './people.module.css';
import { PeopleFinder } from './people-finder.tsx';
import { refreshPeople, type Team, teamMembersQuery, teamPlacesQuery, teamQuery } from './people-queries.ts';
import { Person } from './person.tsx';
import { nameOfRole } from './roles.tsx';

interface TeamProps {
  organization: Organization;
  team: Team;
}

export function TeamView({ organization, teamId }: { organization: Organization; teamId: string }) {
  const { data: team, error } = useQuery(teamQuery(organization.id, teamId));
  if (error && !team) return isNotFound(error) ? <NotFound /> : <RouteError error={error} />;
  if (!team)
    return (
      <View title={t('loading')} viewKey={teamId}>
        <Loading label={t('loading')} rows={6} />
      </View>
    );
  const isAdmin = organization.permissions.admin;
  return (
    <View title={team.title} viewKey={team.id} lead={t('peopleCount', { count: team.members })}>
      <TeamMembers organization={organization} team={team} />
      {isAdmin && <TeamPlaces organization={organization} team={team} />}
      {isAdmin && <TeamSettings key={team.title} organization={organization} team={team} />}
    </View>
  );
}

function TeamMembers({ organization, team }: TeamProps) {
  const organizationId = organization.id;
  const { id: teamId, permissions } = team;
  const list = useInfiniteQuery(teamMembersQuery(organizationId, teamId));
  const members = list.data?.pages.flatMap(({ items }) => items);
  const put = (userId: string, role?: 'owner' | 'member') =>
    api.put('/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', {
      path: { organizationId, teamId, userId },
      body: role === undefined ? {} : { role },
    });
  const change = (act: () => Promise<unknown>, done?: string) =>
    changeWithToast(async () => {
      await act();
      await refreshPeople(organizationId);
    }, done);
  const remove = async (userId: string, name: string, role: 'owner' | 'member'): Promise<void> => {
    const isRemoved = await change(() =>
      api.delete('/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', {
        path: { organizationId, teamId, userId },
      }),
    );
    if (!isRemoved) return;
    showToast(t('teamRemovedMember', { name }), {
      action: { label: t('undo'), run: () => void change(() => put(userId, role)) },
    });
  };
  return (
    <Section title={t('members')} text={permissions.admin ? t('teamOwnerHelp') : undefined}>
      {permissions.admin && organization.permissions.listMembers && (
        <PeopleFinder
          organizationId={organizationId}
          label={t('teamAdd')}
          action={({ id, name }) => (
            <Button
              aria-label={t('teamAddOf', { name })}
              disabled={members?.some(({ organization: { id: known } }) => known === id)}
              onClick={() => void change(() => put(id), t('teamAdded', { name }))}
            >
              {t('peopleAdd')}
            </Button>
          )}
        />
      )}
      {!members && list.error && <RouteError error={list.error} />}
      {!members && !list.error && <Loading label={t('loading')} />}
      {members?.length === 0 && (
        <EmptyState title={t('teamEmpty')} {...(permissions.admin ? { text: t('teamEmptyText') } : {})} />
      )}
      {members && members.length > 0 && (
        <Table
          label={t('teamMembersList')}
          rows={members}
          keyOf={({ organization: { id } }) => id}
          columns={[
            {
              label: t('memberColumn'),
              cell: ({ organization: { id, user } }) => (
                <Person name={user.displayName} pictureUrl={user.photoURL} detail={user.email}>
                  {organization.permissions.listMembers ? (
                    <Link
                      to="/o/$organizationId/$part/$itemId"
                      params={{ organizationId, part: 'members', itemId: id }}
                    >
                      {user.displayName}
                    </Link>
                  ) : (
                    user.displayName
                  )}
                </Person>
              ),
            },
            {
              label: t('teamRole'),
              cell: ({ organization: { id, user }, team: { role } }) =>
                permissions.admin ? (
                  <select
                    className={styles.select}
                    aria-label={t('teamRoleOf', { name: user.displayName })}
                    value={role}
                    onChange={({ currentTarget }) =>
                      void change(() => put(id, currentTarget.value as 'owner' | 'member'))
                    }
                  >
                    <option value="member">{t('teamMember')}</option>
                    <option value="owner">{t('teamOwner')}</option>
                  </select>
                ) : (
                  t(role === 'owner' ? 'teamOwner' : 'teamMember')
                ),
            },
            ...(permissions.admin
              ? [
                  {
                    label: '',
                    cell: ({ organization: { id, user }, team: { role } }: (typeof members)[number]) => (
                      <div className={styles.actions}>
                        <Button
                          aria-label={t('teamRemove', { name: user.displayName })}
                          onClick={() => void remove(id, user.displayName, role)}
                        >
                          {t('peopleRemove')}
                        </Button>
                      </div>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <MoreButton list={list} />
    </Section>
  );
}

const PLACE_NAMES = {
  collection: 'teamCollectionPlace',
  space: 'teamSpacePlace',
  site: 'teamSitePlace',
} as const;

/** Where the team has roles of its own. */
function TeamPlaces({ organization, team }: TeamProps) {
  const list = useInfiniteQuery(teamPlacesQuery(organization.id, team.id));
  const places = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t('teamPlaces')} text={t('teamPlacesLead')}>
      {!places && !list.error && <Loading label={t('loading')} rows={2} />}
      {!places && list.error && <RouteError error={list.error} />}
      {places?.length === 0 && <p className={styles.note}>{t('teamPlacesNone')}</p>}
      {places && places.length > 0 && (
        <Table
          label={t('teamPlaces')}
          rows={places}
          keyOf={({ place }) => place.id}
          columns={[
            {
              label: t('teamPlace'),
              cell: ({ place: { type, id, title } }) => {
                const name = title || t('untitled');
                if (type === 'space')
                  return (
                    <Link to="/s/$spaceId/settings/$part" params={{ spaceId: id, part: 'people' }}>
                      {name}
                    </Link>
                  );
                if (type === 'collection')
                  return (
                    <Link to="/c/$collectionId/permissions" params={{ collectionId: id }}>
                      {name}
                    </Link>
                  );
                return (
                  <Link
                    to="/o/$organizationId/sites/$siteId/$part"
                    params={{ organizationId: organization.id, siteId: id, part: 'people' }}
                  >
                    {name}
                  </Link>
                );
              },
            },
            { label: t('teamPlaceKind'), cell: ({ place: { type } }) => t(PLACE_NAMES[type]) },
            { label: t('roleLabel'), cell: ({ permission }) => nameOfRole(permission) },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Section>
  );
}

function TeamSettings({ organization, team }: TeamProps) {
  const organizationId = organization.id;
  const { id: teamId, title, members, spaces } = team;
  const navigate = useNavigate();
  const path = { organizationId, teamId };
  const remove = (): void =>
    askFirst(
      {
        title: t('teamDeleteTitle', { title }),
        text: t('teamDeleteText', {
          people: t('peopleCount', { count: members }),
          spaces: t('peopleSpacesCount', { count: spaces }),
        }),
        submit: t('teamDelete'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/teams/{teamId}', { path });
        await navigate({ to: '/o/$organizationId/$part', params: { organizationId, part: 'teams' } });
        showToast(t('teamDeleted', { title }));
        await refreshPeople(organizationId);
      },
    );
  return (
    <>
      <Section title={t('settings')}>
        <Form
          submit={t('rename')}
          onSubmit={async (fields) => {
            await api.patch('/v1/orgs/{organizationId}/teams/{teamId}', {
              path,
              body: { title: String(fields.get('title')).trim() },
            });
            await refreshPeople(organizationId);
          }}
        >
          <TextField name="title" label={t('teamName')} defaultValue={title} required maxLength={64} />
        </Form>
      </Section>
      <Section title={t('teamDelete')} isDanger>
        <div>
          <Button look="danger" onClick={remove}>
            {t('teamDelete')}
          </Button>
        </div>
      </Section>
    </>
  );
}
