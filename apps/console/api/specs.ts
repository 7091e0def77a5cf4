import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';

export type Spec = Schemas['OpenAPISpec'];
export type SpecChange = Schemas['OpenAPISpecChanges']['items'][number];
export type ChangeClass = SpecChange['class'];

/** A spec as addresses name it. */
export interface SpecKey {
  organizationId: string;
  specSlug: string;
}

/** While a spec is processed, it is read again soon. */
const SOON_MS = 2000;

const isProcessed = (spec: Spec | undefined): boolean => spec?.processingState === 'complete';

export const specsQuery = (organizationId: string) =>
  pagedQuery(['organization', organizationId, 'specs'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/openapi', {
      path: { organizationId },
      query: { limit: 50, ...cursor },
    }),
  );

export const specQuery = (path: SpecKey) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'spec', path.specSlug],
    queryFn: () => api.get('/v1/orgs/{organizationId}/openapi/{specSlug}', { path }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && !isProcessed(data) ? SOON_MS : false),
  });

/** `latest`: the id of the last version, after which the list is another one. */
export const specVersionsQuery = (path: SpecKey, latest: string) =>
  pagedQuery(['organization', path.organizationId, 'spec', path.specSlug, 'versions', latest], (cursor) =>
    api.get('/v1/orgs/{organizationId}/openapi/{specSlug}/versions', {
      path,
      query: { limit: 20, ...cursor },
    }),
  );

/** What changed in a version, compared with the one before. It never changes. */
export const specChangesQuery = (path: SpecKey & { versionId: string }) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'spec', path.specSlug, 'changes', path.versionId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes', { path }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const specPagesQuery = (path: SpecKey & { versionId: string }) =>
  pagedQuery(
    ['organization', path.organizationId, 'spec', path.specSlug, 'pages', path.versionId],
    (cursor) =>
      api.get('/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/pages', {
        path,
        query: { limit: 20, ...cursor },
      }),
  );
