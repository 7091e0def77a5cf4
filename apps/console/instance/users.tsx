import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type InstanceUser, instanceUsersQuery, type UserState } from '../api/instance.ts';
import type { Session } from '../api/queries.ts';
import { Time } from '../app/time.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { Filters, SearchFilter, SelectFilter } from '../forms/filters.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import styles from './instance.module.css';
import { UserView } from './user.tsx';
import { sayOrganizations, UserBadges } from './user-facts.tsx';

/** Everybody with an account, or one of them. */
export const InstanceUsers = ({ itemId }: PartProps<Session>) =>
  itemId === undefined ? <UserList /> : <UserView userId={itemId} />;

function UserList() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<UserState | 'all'>('all');
  const list = useInfiniteQuery(instanceUsersQuery({ search, state }));
  return (
    <View title={t('partUsers')} lead={t('instanceUsersLead')} isWide>
      <Filters>
        <SearchFilter label={t('searchInstanceUsers')} onChange={setSearch} />
        <SelectFilter
          label={t('userState')}
          value={state}
          onChange={setState}
          options={[
            ['all', t('usersAll')],
            ['active', t('usersActive')],
            ['blocked', t('usersBlocked')],
            ['invited', t('usersInvited')],
            ['administrator', t('usersAdministrators')],
          ]}
        />
      </Filters>
      <PagedTable
        list={list}
        label={t('partUsers')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('noUsersFound')} text={t('noUsersFoundHint')} />}
        columns={[
          { label: t('instanceColumnUser'), cell: (user) => <UserCell user={user} /> },
          { label: t('userState'), cell: (user) => <UserBadges user={user} /> },
          { label: t('instanceColumnOrganizations'), cell: sayOrganizations },
          {
            label: t('instanceColumnLastSeen'),
            cell: ({ lastSeenAt }) =>
              lastSeenAt ? (
                <Time at={lastSeenAt} />
              ) : (
                <span className={styles.soft}>{t('instanceNeverSeen')}</span>
              ),
          },
        ]}
      />
    </View>
  );
}

const UserCell = ({ user }: { user: InstanceUser }) => (
  <span className={styles.person}>
    <Link to="/instance/$part/$itemId" params={{ part: 'users', itemId: user.id }}>
      {user.displayName}
    </Link>
    <small>{user.email}</small>
  </span>
);
