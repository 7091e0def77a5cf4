import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { nameOf, useIds } from '../app/current.ts';
import { RouteError } from '../app/route-error.tsx';
import { Loading, View } from '../app/view.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';

const sitesQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'sites'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/sites', {
        path: { organizationId },
        query: { limit: 50, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
  });

/** The sites of an organization. */
export function SitesView() {
  const { organizationId = '' } = useIds();
  const list = useInfiniteQuery(sitesQuery(organizationId));
  const sites = list.data?.pages.flatMap(({ items }) => items);
  if (!sites && list.error) return <RouteError error={list.error} />;
  return (
    <View title={t('sites')} viewKey={organizationId}>
      {sites ? (
        <Table
          label={t('sites')}
          columns={[
            {
              label: t('name'),
              cell: ({ id, title }) => (
                <Link to="/o/$organizationId/sites/$siteId" params={{ organizationId, siteId: id }}>
                  {nameOf(title, t('untitled'))}
                </Link>
              ),
            },
          ]}
          rows={sites}
          keyOf={({ id }) => id}
        />
      ) : (
        <Loading label={t('loading')} />
      )}
      <MoreButton list={list} />
    </View>
  );
}
