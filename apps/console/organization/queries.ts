import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { listAll } from '../api/queries.ts';

export const organizationSitesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'sites', 'titles'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/sites', { path: { organizationId } })),
  });

/** The numbers of what an organization holds. */
export const contentCountsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'counts'],
    queryFn: async () => {
      const of = { path: { organizationId }, query: { limit: 1 } };
      const [spaces, sites, members] = await Promise.all([
        api.get('/v1/orgs/{organizationId}/spaces', of),
        api.get('/v1/orgs/{organizationId}/sites', of),
        api.get('/v1/orgs/{organizationId}/members', of),
      ]);
      return { spaces: spaces.count, sites: sites.count, members: members.count };
    },
    staleTime: 0,
  });

/** The number of days for which the events of readers are kept. */
export const eventRetentionQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'insights'],
    queryFn: () => api.get('/v1/orgs/{organizationId}/insights', { path: { organizationId } }),
  });
