import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { listAll } from '../api/queries.ts';

/** The sites that show a space, as far as the user can see them. */
export const sitesOfSpaceQuery = (organizationId: string, spaceId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'sites-of', spaceId],
    queryFn: () =>
      listAll(
        api.list('/v1/orgs/{organizationId}/sites', {
          path: { organizationId },
          query: { space: spaceId, limit: 100 },
        }),
      ),
  });
