import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import type { Organization } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { RouteError } from '../../app/route-error.tsx';
import { EmptyState, Loading, View } from '../../app/view.tsx';
import { Badge } from '../../forms/section.tsx';
import { MoreButton, Table } from '../../forms/table.tsx';
import { t } from '../../messages/messages.ts';
import type { PartProps } from '../../settings/area-part.ts';

const PER_PAGE = 25;

/** How many links are broken in each space of an organization. */
export function OrganizationLinksView({ owner: { id: organizationId } }: PartProps<Organization>) {
  const list = useInfiniteQuery({
    queryKey: ['organization', organizationId, 'spaces-with-links'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/spaces', {
        path: { organizationId },
        query: { limit: PER_PAGE, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
  });
  const spaces = list.data?.pages.flatMap(({ items }) => items);
  if (list.error && !spaces) return <RouteError error={list.error} />;
  return (
    <View title={t('brokenLinks')} viewKey={`broken-of ${organizationId}`} lead={t('brokenOrganizationLead')}>
      {!spaces && <Loading label={t('loading')} />}
      {spaces?.length === 0 && <EmptyState title={t('noSpace')} text={t('noSpaceText')} />}
      {spaces && spaces.length > 0 && (
        <Table
          label={t('brokenLinks')}
          columns={[
            {
              label: t('brokenSpace'),
              cell: ({ id, title }) => (
                <Link to="/s/$spaceId/settings/$part" params={{ spaceId: id, part: 'broken-links' }}>
                  {nameOf(title, t('untitled'))}
                </Link>
              ),
            },
            {
              label: t('brokenBrokenColumn'),
              isNumber: true,
              cell: ({ id }) => <Count spaceId={id} of="broken" />,
            },
            {
              label: t('brokenLinksColumn'),
              isNumber: true,
              cell: ({ id }) => <Count spaceId={id} of="all" />,
            },
          ]}
          rows={spaces}
          keyOf={({ id }) => id}
        />
      )}
      <MoreButton list={list} />
    </View>
  );
}

function Count({ spaceId, of }: { spaceId: string; of: 'broken' | 'all' }) {
  const { data } = useQuery({
    queryKey: ['space', spaceId, 'link-counts'],
    queryFn: async () =>
      (
        await api.get('/v1/spaces/{spaceId}/links', {
          path: { spaceId },
          query: { status: 'broken', limit: 1 },
        })
      ).stats,
  });
  if (!data) return '…';
  if (of === 'all') return data.total.toLocaleString();
  return (
    <span>
      <Badge tone={data.broken.total > 0 ? 'warn' : 'good'}>{data.broken.total.toLocaleString()}</Badge>
    </span>
  );
}
