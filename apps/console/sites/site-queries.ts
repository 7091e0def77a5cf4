import type { Schemas } from '@lectern/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/client.ts';
import { queries, type Site, siteQuery } from '../api/queries.ts';
import { useIds } from '../app/current.ts';

export type { Site };
export type SiteStructure = Schemas['SiteStructure'];
export type ShareLink = Schemas['ShareLink'];

/** The organization and the site that a view is about. */
export interface SiteKey {
  organizationId: string;
  siteId: string;
}

/** The site that is open. */
export function useSiteKey(): SiteKey {
  const { organizationId = '', siteId = '' } = useIds();
  return useMemo(() => ({ organizationId, siteId }), [organizationId, siteId]);
}

const SITES_PER_PAGE = 50;
/** Nothing tells the console when somebody else changes a site. */
const REREAD_MS = 5000;

/** The sites whose title contains a text. */
export const sitesQuery = (organizationId: string, title: string) =>
  infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'sites', title],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/sites', {
        path: { organizationId },
        query: {
          limit: SITES_PER_PAGE,
          ...(title === '' ? {} : { title }),
          ...(pageParam === undefined ? {} : { page: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

/** The sites that a space is on. */
export const sitesOfSpaceQuery = (organizationId: string, spaceId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'sites-of-space', spaceId],
    queryFn: async () =>
      (
        await api.get('/v1/orgs/{organizationId}/sites', {
          path: { organizationId },
          query: { space: spaceId, limit: SITES_PER_PAGE },
        })
      ).items,
    staleTime: 0,
  });

/** The structure of a site. It is read again while it is shown, because others may change it. */
export const structureQuery = ({ organizationId, siteId }: SiteKey) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'site', siteId, 'structure'],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/sites/{siteId}/structure', { path: { organizationId, siteId } }),
    staleTime: 0,
    refetchInterval: REREAD_MS,
  });

export const shareLinksQuery = ({ organizationId, siteId }: SiteKey) =>
  infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'site', siteId, 'share-links'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/sites/{siteId}/share-links', {
        path: { organizationId, siteId },
        query: { limit: SITES_PER_PAGE, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

export const visitorSignInQuery = ({ organizationId, siteId }: SiteKey) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'site', siteId, 'visitor-sign-in'],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth', {
        path: { organizationId, siteId },
      }),
    staleTime: 0,
  });

export const hostnameQuery = ({ organizationId, siteId }: SiteKey, hostname: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'site', siteId, 'hostname', hostname],
    queryFn: () => api.get('/v1/custom-hostnames/{hostname}', { path: { hostname } }),
    staleTime: 0,
  });

export function cacheSite(site: Site, { organizationId, siteId }: SiteKey): void {
  queries.setQueryData(siteQuery(organizationId, siteId).queryKey, site);
}

/** Reads everything about a site again, and the spaces, whose visibility and addresses depend on their sites. */
export async function rereadSite({ organizationId, siteId }: SiteKey): Promise<void> {
  for (const list of ['sites', 'sites-of-space', 'spaces'])
    void queries.invalidateQueries({ queryKey: ['organization', organizationId, list] });
  void queries.invalidateQueries({ queryKey: ['space'], predicate: ({ queryKey }) => queryKey.length === 2 });
  await queries.invalidateQueries({ queryKey: ['organization', organizationId, 'site', siteId] });
}
