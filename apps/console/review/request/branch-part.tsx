import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { listAll } from '../../api/queries.ts';
import { Time } from '../../app/time.tsx';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

const branchesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'git-branches'],
    queryFn: () =>
      listAll(api.list('/v1/spaces/{spaceId}/git/branches', { path: { spaceId }, query: { limit: 100 } })),
  });

/** The branch of the repository that is this change request, if there is one. */
export function BranchPart({ opened: { place, request } }: { opened: OpenRequest }) {
  const { data: branches } = useQuery(branchesQuery(place.spaceId));
  const branch = branches?.find(({ changeRequest }) => changeRequest.id === request.id);
  if (!branch) return null;
  return (
    <section aria-labelledby="branch">
      <h2 id="branch">{t('requestBranch')}</h2>
      <p>
        <code>{branch.ref.replace(/^refs\/heads\//, '')}</code>
      </p>
      <p className={styles.soft}>
        {branch.isDeleted ? (
          t('branchDeleted')
        ) : (
          <>
            {t('branchCommit', { commit: branch.commit.slice(0, 8) })}, <Time at={branch.updatedAt} />
          </>
        )}
      </p>
    </section>
  );
}
