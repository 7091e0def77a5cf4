import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TYPING_PAUSE_MS, useSettled } from '../app/use-settled.ts';
import { Loading } from '../app/view.tsx';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './people.module.css';
import { membersQuery, teamsQuery } from './people-queries.ts';
import { Person } from './person.tsx';
import type { Grantee } from './place-access.ts';

const MOST_PEOPLE = 8;
const MOST_TEAMS = 4;

/** Finds people, and teams if wanted, by a part of their name. */
export function PeopleFinder({
  organizationId,
  label,
  withTeams = false,
  beside,
  action,
}: {
  organizationId: string;
  label: string;
  withTeams?: boolean;
  /** A field beside the search, for example the role to give. */
  beside?: ReactNode;
  /** What is shown beside somebody who was found, for example a button that adds them. */
  action(found: Grantee): ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const isSearching = search !== '';
  const people = useInfiniteQuery({
    ...membersQuery(organizationId, { search, role: undefined, order: 'name' }),
    enabled: isSearching,
  });
  const teams = useInfiniteQuery({
    ...teamsQuery(organizationId, search),
    enabled: isSearching && withTeams,
  });
  const found: Grantee[] = [
    ...(withTeams ? (teams.data?.pages[0]?.items ?? []) : [])
      .slice(0, MOST_TEAMS)
      .map(({ id, title, members }): Grantee => ({ kind: 'team', id, name: title, members })),
    ...(people.data?.pages[0]?.items ?? [])
      .slice(0, MOST_PEOPLE)
      .map(({ id, user }): Grantee => ({ kind: 'user', id, name: user.displayName, email: user.email })),
  ];
  const isReady = people.data !== undefined && (!withTeams || teams.data !== undefined);
  return (
    <div className={styles.finder}>
      <div>
        <label>
          {label}
          <input
            type="search"
            autoComplete="off"
            placeholder={t('peopleFindHelp')}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        {beside}
      </div>
      {isSearching && !isReady && !people.error && <Loading label={t('loading')} rows={2} />}
      {isSearching && isReady && found.length === 0 && (
        <p role="status" className={styles.note}>
          {t('peopleNoneFound')}
        </p>
      )}
      {isSearching && found.length > 0 && (
        <ul aria-label={t('peopleFound')} className={styles.found}>
          {found.map((one) => (
            <li key={one.id}>
              <GranteeName grantee={one} />
              {action(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export const GranteeName = ({ grantee: { kind, name, email, members } }: { grantee: Grantee }) => (
  <Person
    name={name}
    isTeam={kind === 'team'}
    detail={members === undefined ? email : t('peopleCount', { count: members })}
    badges={kind === 'team' && <Badge>{t('accessTeamTag')}</Badge>}
  />
);
