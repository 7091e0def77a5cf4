import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { requestedTeamsQuery, reviewersQuery } from '../../api/change-request.ts';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { announce } from '../../app/announce.tsx';
import { Button } from '../../app/button.tsx';
import { useCurrent } from '../../app/current.ts';
import { Dialog } from '../../app/dialog.tsx';
import { TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';
import { type Asked, askReviewer } from './ask-reviewers.ts';
import { Person, Team } from './person.tsx';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

const SHOWN = 20;

/** Members by their names. */
const membersQuery = (organizationId: string, search: string) => ({
  queryKey: ['organization', organizationId, 'members', search],
  queryFn: async () =>
    (
      await api.get('/v1/orgs/{organizationId}/members', {
        path: { organizationId },
        query: {
          limit: SHOWN,
          sort: 'name' as const,
          order: 'asc' as const,
          ...(search === '' ? {} : { search }),
        },
      })
    ).items,
  placeholderData: keepPreviousData,
});

/** Teams by their titles. */
const teamsQuery = (organizationId: string, search: string) => ({
  queryKey: ['organization', organizationId, 'teams', search],
  queryFn: async () =>
    (
      await api.get('/v1/orgs/{organizationId}/teams', {
        path: { organizationId },
        query: { limit: SHOWN, ...(search === '' ? {} : { title: search }) },
      })
    ).items,
  placeholderData: keepPreviousData,
});

/** A dialog to choose the people and teams who should review. Choosing one sends the request at once. */
export function ReviewersDialog({ opened, onClose }: { opened: OpenRequest; onClose: () => void }) {
  const { place, request, space } = opened;
  const { organization } = useCurrent();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const { data: members, error } = useQuery(membersQuery(space.organization, text));
  const { data: teams = [] } = useQuery({
    ...teamsQuery(space.organization, text),
    enabled: organization?.permissions.listTeams === true,
  });
  const { data: requested } = useQuery(reviewersQuery(place));
  const { data: requestedTeams } = useQuery(requestedTeamsQuery(place));
  const asked = new Set([
    ...(requested?.map(({ user }) => user.id) ?? []),
    ...(requestedTeams?.map(({ team }) => team.id) ?? []),
  ]);
  const found = members?.filter(({ user }) => user.id !== request.createdBy.id);
  // A team without members can review nothing.
  const foundTeams = teams.filter((team) => team.members > 0);
  const ask = async (whom: Asked, name: string): Promise<void> => {
    if (await askReviewer(place, whom)) announce(t('reviewRequestedOf', { name }));
  };
  return (
    <Dialog title={t('requestReview')} onClose={onClose}>
      <TextField
        label={t('searchReviewers')}
        type="search"
        autoFocus
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error && !members && <p role="alert">{explain(error)}</p>}
      {foundTeams.length > 0 && (
        <ul className={styles.members} aria-label={t('teams')}>
          {foundTeams.map(({ id, title }) => (
            <Row
              key={id}
              name={t('teamNamed', { name: title })}
              isAsked={asked.has(id)}
              onAsk={(name) => void ask({ teamId: id }, name)}
            >
              <Team title={title} hint={t('anyMemberReviews')} />
            </Row>
          ))}
        </ul>
      )}
      <ul className={styles.members} aria-label={t('members')}>
        {found?.map(({ user }) => (
          <Row
            key={user.id}
            name={user.displayName || t('somebody')}
            isAsked={asked.has(user.id)}
            onAsk={(name) => void ask({ userId: user.id }, name)}
          >
            <Person user={user} />
          </Row>
        ))}
      </ul>
      <p role="status" className={styles.soft}>
        {found?.length === 0 && foundTeams.length === 0 && t('nobodyFound')}
      </p>
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  );
}

/** Somebody who can be asked. */
const Row = ({
  name,
  isAsked,
  onAsk,
  children,
}: {
  name: string;
  isAsked: boolean;
  onAsk: (name: string) => void;
  children: ReactNode;
}) => (
  <li>
    {children}
    {isAsked ? (
      <span className={styles.soft}>{t('reviewRequested')}</span>
    ) : (
      <Button
        className={styles.small}
        aria-label={t('requestReviewOf', { name })}
        onClick={() => onAsk(name)}
      >
        {t('ask')}
      </Button>
    )}
  </li>
);
