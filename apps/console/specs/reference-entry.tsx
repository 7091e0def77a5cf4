import { ApiError } from '@lectern/client/api-error';
import type { RequestOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { PagePlace } from '../api/place.ts';
import { shownSpaceQuery } from '../api/queries.ts';
import { Loading } from '../app/view.tsx';
import { t } from '../messages/messages.ts';

const COMPUTED = '/v1/spaces/{spaceId}/content/computed/revision';
type Source = RequestOf<typeof COMPUTED, 'post'>['body']['source'];

/** What readers see in place of the entry of an API reference. */
export function ReferenceEntry({
  place: { spaceId },
  page,
}: {
  place: PagePlace;
  page: Extract<Schemas['Page'], { type: 'computed' }>;
}) {
  const source = page.computed as Source;
  const spec = source.dependencies?.spec?.ref.spec ?? page.title;
  const { data: space } = useQuery(shownSpaceQuery(spaceId));
  const { data, error } = useQuery({
    queryKey: ['space', spaceId, 'computed', JSON.stringify(source)],
    queryFn: () => api.post(COMPUTED, { path: { spaceId }, body: { source, seed: page.id } }),
    retry: false,
    staleTime: 0,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <p>{t('referenceText')}</p>
      {!data && !error && <Loading label={t('loading')} />}
      {error && <p role="alert">{isGone ? t('referenceGone', { spec }) : explain(error)}</p>}
      {data && (
        <>
          <h2>{t('referencePages')}</h2>
          <ul>
            {data.pages.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      )}
      {space && (
        <p>
          <Link
            to="/o/$organizationId/$part/$itemId"
            params={{ organizationId: space.organization, part: 'specs', itemId: isGone ? 'new-' : spec }}
          >
            {t(isGone ? 'addSpec' : 'referenceOpen')}
          </Link>
        </p>
      )}
    </>
  );
}
