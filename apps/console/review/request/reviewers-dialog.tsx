import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshRequest, reviewersQuery } from '../../api/change-request.ts';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { announce } from '../../app/announce.tsx';
import { Button } from '../../app/button.tsx';
import { Dialog, Field } from '../../app/dialog.tsx';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { Person } from './person.tsx';
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
});

/** Asks whom to ask for a review. Each is asked at once. */
export function ReviewersDialog({ opened, onClose }: { opened: OpenRequest; onClose: () => void }) {
  const { place, request, space } = opened;
  const [search, setSearch] = useState('');
  const { data: members, error } = useQuery(membersQuery(space.organization, search.trim()));
  const { data: requested } = useQuery(reviewersQuery(place));
  const asked = new Set(requested?.map(({ user }) => user.id));
  const found = members?.filter(({ user }) => user.id !== request.createdBy.id);
  const ask = async (userId: string, name: string): Promise<void> => {
    try {
      await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', {
        path: { ...place },
        headers: repeatable(),
        body: { users: [userId] },
      });
      announce(t('reviewRequestedOf', { name }));
    } catch (thrown) {
      showError(explain(thrown));
    }
    await refreshRequest(place, ['reviewers', 'checks']);
  };
  return (
    <Dialog title={t('requestReview')} onClose={onClose}>
      <Field label={t('searchMembers')}>
        <input
          type="search"
          autoFocus
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      {error && !members && <p role="alert">{explain(error)}</p>}
      <ul className={styles.members} aria-label={t('members')}>
        {found?.map(({ user }) => {
          const name = user.displayName || t('somebody');
          return (
            <li key={user.id}>
              <Person user={user} />
              {asked.has(user.id) ? (
                <span className={styles.soft}>{t('reviewRequested')}</span>
              ) : (
                <Button
                  className={styles.small}
                  aria-label={t('requestReviewOf', { name })}
                  onClick={() => void ask(user.id, name)}
                >
                  {t('ask')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className={styles.soft}>
        {found?.length === 0 && t('nobodyFound')}
      </p>
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  );
}
