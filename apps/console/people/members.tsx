import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Organization, sessionQuery } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { TYPING_PAUSE_MS, useSettled } from '../app/use-settled.ts';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { Badge } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { MemberView } from './member.tsx';
import styles from './people.module.css';
import { MEMBER_ORDERS, type Member, type MemberOrder, membersQuery } from './people-queries.ts';
import { Person } from './person.tsx';
import { isRole, nameOfRole, roleOptions } from './roles.tsx';
import { useFilters } from './use-filters.ts';

/** The members of an organization, or one of them. Guests see only themselves. */
export function Members({ owner, itemId }: PartProps<Organization>) {
  const userId = itemId ?? (owner.permissions.listMembers ? undefined : 'me');
  return userId === undefined ? (
    <MemberList organization={owner} />
  ) : (
    <MemberView organization={owner} userId={userId} />
  );
}

const ORDER_NAMES = {
  name: 'membersByName',
  newest: 'membersNewest',
  seen: 'membersSeen',
} as const;

const orderOf = (text: string | undefined): MemberOrder =>
  text !== undefined && text in MEMBER_ORDERS ? (text as MemberOrder) : 'name';

function MemberList({ organization }: { organization: Organization }) {
  const { id: organizationId, permissions } = organization;
  const { filters, setFilters } = useFilters();
  const [typed, setTyped] = useState(filters.search ?? '');
  const search = useSettled(typed.trim(), TYPING_PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed changes the address.
  useEffect(() => {
    if (search !== (filters.search ?? '')) setFilters({ search });
  }, [search]);
  const role = isRole(filters.role) || filters.role === 'guest' ? filters.role : undefined;
  const order = orderOf(filters.order);
  const list = useInfiniteQuery(membersQuery(organizationId, { search, role, order }));
  const members = list.data?.pages.flatMap(({ items }) => items);
  return (
    <View
      title={t('members')}
      lead={t('membersLead')}
      actions={
        permissions.admin && (
          <Link
            to="/o/$organizationId/$part"
            params={{ organizationId, part: 'invites' }}
            className={buttons.primary ?? ''}
          >
            {t('membersInvite')}
          </Link>
        )
      }
    >
      <div className={styles.body}>
        <search className={styles.filters}>
          <label>
            {t('peopleName')}
            <input
              type="search"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </label>
          <label>
            {t('roleLabel')}
            <select
              value={role ?? ''}
              onChange={({ currentTarget }) => setFilters({ role: currentTarget.value })}
            >
              <option value="">{t('roleAny')}</option>
              {roleOptions().map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('membersOrder')}
            <select
              value={order}
              onChange={({ currentTarget }) => setFilters({ order: currentTarget.value })}
            >
              {Object.entries(ORDER_NAMES).map(([value, label]) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </select>
          </label>
        </search>
        {!members && list.error && <RouteError error={list.error} />}
        {!members && !list.error && <Loading label={t('loading')} rows={6} />}
        {members?.length === 0 && (
          <EmptyState title={t('membersNoneMatch')} text={t('membersNoneMatchText')} />
        )}
        {members && members.length > 0 && (
          <>
            <p className={styles.note} role="status">
              {t('peopleCount', { count: list.data?.pages[0]?.count ?? members.length })}
            </p>
            <MemberTable organizationId={organizationId} members={members} />
            <MoreButton list={list} />
          </>
        )}
      </div>
    </View>
  );
}

function MemberTable({ organizationId, members }: { organizationId: string; members: Member[] }) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <Table
      label={t('membersList')}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('memberColumn'),
          cell: ({ id, user, disabled }) => (
            <Person
              name={user.displayName}
              pictureUrl={user.photoURL}
              detail={user.email}
              badges={
                <>
                  {id === session?.user?.id && <Badge tone="info">{t('peopleYou')}</Badge>}
                  {disabled && <Badge tone="warn">{t('memberInvited')}</Badge>}
                </>
              }
            >
              <Link
                to="/o/$organizationId/$part/$itemId"
                params={{ organizationId, part: 'members', itemId: id }}
              >
                {user.displayName}
              </Link>
            </Person>
          ),
        },
        { label: t('roleLabel'), cell: ({ role }) => nameOfRole(role) },
        {
          label: t('memberSeen'),
          cell: ({ lastSeenAt }) =>
            lastSeenAt === undefined ? t('memberNeverSeen') : <Time at={lastSeenAt} />,
        },
        {
          label: t('memberMethod'),
          cell: ({ sso }) => t(sso ? 'singleSignOn' : 'memberMethodOwn'),
        },
        { label: t('spaces'), isNumber: true, cell: ({ spaces }) => spaces },
      ]}
    />
  );
}
