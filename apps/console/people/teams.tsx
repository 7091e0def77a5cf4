import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import type { Organization } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showDialog } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { TYPING_PAUSE_MS, useSettled } from '../app/use-settled.ts';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { MemberView } from './member.tsx';
import styles from './people.module.css';
import { refreshPeople, teamsQuery } from './people-queries.ts';
import { Person } from './person.tsx';
import { TeamView } from './team.tsx';
import { useFilters } from './use-filters.ts';

/** The teams of an organization, or one of them. Guests find theirs on the page about themselves. */
export function Teams({ owner, itemId }: PartProps<Organization>) {
  if (itemId !== undefined) return <TeamView organization={owner} teamId={itemId} />;
  if (!owner.permissions.listTeams) return <MemberView organization={owner} userId="me" />;
  return <TeamList organization={owner} />;
}

function TeamList({ organization }: { organization: Organization }) {
  const { id: organizationId, permissions } = organization;
  const { filters, setFilters } = useFilters();
  const [typed, setTyped] = useState(filters.title ?? '');
  const title = useSettled(typed.trim(), TYPING_PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed changes the address.
  useEffect(() => {
    if (title !== (filters.title ?? '')) setFilters({ title });
  }, [title]);
  const list = useInfiniteQuery(teamsQuery(organizationId, title));
  const teams = list.data?.pages.flatMap(({ items }) => items);
  const create = permissions.admin && (
    <Button
      look="primary"
      icon="plus"
      onClick={() => showDialog((close) => <NewTeam organizationId={organizationId} onClose={close} />)}
    >
      {t('teamNew')}
    </Button>
  );
  return (
    <View title={t('teams')} lead={t('teamsLead')} actions={create}>
      <div className={styles.body}>
        {(title !== '' || (teams && teams.length > 0)) && (
          <search className={styles.filters}>
            <label>
              {t('teamsFind')}
              <input
                type="search"
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </label>
          </search>
        )}
        {!teams && list.error && <RouteError error={list.error} />}
        {!teams && !list.error && <Loading label={t('loading')} rows={6} />}
        {teams?.length === 0 &&
          (title === '' ? (
            <EmptyState title={t('teamsNone')} text={t('teamsNoneText')}>
              {create}
            </EmptyState>
          ) : (
            <EmptyState title={t('teamsNoneMatch')} />
          ))}
        {teams && teams.length > 0 && (
          <>
            <Table
              label={t('teamsList')}
              rows={teams}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: t('teamColumn'),
                  cell: ({ id, title: name }) => (
                    <Person name={name} isTeam>
                      <Link
                        to="/o/$organizationId/$part/$itemId"
                        params={{ organizationId, part: 'teams', itemId: id }}
                      >
                        {name}
                      </Link>
                    </Person>
                  ),
                },
                { label: t('members'), isNumber: true, cell: ({ members }) => members },
                { label: t('spaces'), isNumber: true, cell: ({ spaces }) => spaces },
              ]}
            />
            <MoreButton list={list} />
          </>
        )}
      </div>
    </View>
  );
}

function NewTeam({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [headers] = useState(() => repeatable());
  return (
    <Dialog title={t('teamNew')} onClose={onClose}>
      <DialogForm
        submit={t('create')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const title = String(fields.get('title')).trim();
          const team = await api.put('/v1/orgs/{organizationId}/teams', {
            path: { organizationId },
            headers,
            body: { title },
          });
          onClose();
          await refreshPeople(organizationId);
          await navigate({
            to: '/o/$organizationId/$part/$itemId',
            params: { organizationId, part: 'teams', itemId: team.id },
          });
          showToast(t('teamCreated', { title }));
        }}
      >
        <TextField name="title" label={t('teamName')} required maxLength={64} />
      </DialogForm>
    </Dialog>
  );
}
