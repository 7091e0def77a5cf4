import type { ResponseOf } from '@lectern/client/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { SiteKey } from '../sites/site-queries.ts';

type ListedPage = ResponseOf<'/v1/spaces/{spaceId}/content/pages', 'get'>['pages'][number];

/** A page that a site shows. */
export interface SitePage {
  id: string;
  title: string;
  /** Below the address of its space, without a slash at the beginning. */
  path: string;
}

/** The pages of a space that have a document, in their order. */
export const sitePagesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'pages-of-site'],
    queryFn: async (): Promise<SitePage[]> => {
      const { pages } = await api.get('/v1/spaces/{spaceId}/content/pages', { path: { spaceId } });
      return listDocuments(pages);
    },
    retry: false,
  });

const listDocuments = (pages: readonly ListedPage[]): SitePage[] =>
  pages.flatMap((page) => [
    ...(page.type === 'document' ? [{ id: page.id, title: page.title, path: page.path }] : []),
    ...('pages' in page ? listDocuments(page.pages as ListedPage[]) : []),
  ]);

/** The spaces of a site, the one that it shows first at the beginning. */
export const siteSpacesQuery = (site: SiteKey) =>
  queryOptions({
    queryKey: ['organization', site.organizationId, 'site', site.siteId, 'site-spaces'],
    queryFn: async () => {
      const { items } = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces', {
        path: site,
        query: { limit: 100 },
      });
      return items;
    },
  });
