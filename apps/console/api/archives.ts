import type { Schemas } from '@lectern/client/schema';
import type { InfiniteData } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';

export type OrganizationExport = Schemas['OrganizationExport'];
export type ArchiveImport = Schemas['ArchiveImport'];
export type ArchiveStatus = OrganizationExport['status'];

const SOON_MS = 2000;

/** Reads a list again soon while something on it goes on. */
const untilAllEnded = ({
  state: { data },
}: {
  state: { data: InfiniteData<{ items: { status: ArchiveStatus }[] }> | undefined };
}): number | false =>
  data?.pages.some(({ items }) => items.some(({ status }) => !hasEnded(status))) ? SOON_MS : false;

export const hasEnded = (status: ArchiveStatus): boolean => status === 'completed' || status === 'failed';

export const exportsQuery = (organizationId: string) => ({
  ...pagedQuery(['organization-exports', organizationId], (cursor) =>
    api.get('/v1/orgs/{organizationId}/exports', {
      path: { organizationId },
      query: { limit: 50, ...cursor },
    }),
  ),
  staleTime: 0,
  refetchInterval: untilAllEnded,
});

export const archiveImportsQuery = {
  ...pagedQuery(['instance', 'imports'], (cursor) =>
    api.get('/v1/instance/organization-imports', { query: { limit: 50, ...cursor } }),
  ),
  staleTime: 0,
  refetchInterval: untilAllEnded,
};
