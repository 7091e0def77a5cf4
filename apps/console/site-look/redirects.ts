import type { ItemOf, RequestOf, ResponseOf } from '@lectern/client/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { pathOf, type SiteKey } from './customization.ts';
import type { SitePage } from './site-pages.ts';

const LIST = '/v1/orgs/{organizationId}/sites/{siteId}/redirects';
const ONE = '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}';

export type Redirect = ItemOf<typeof LIST>;
export type NewRedirect = RequestOf<typeof LIST, 'post'>['body'];
type Destination = NewRedirect['destination'];
type Structure = ResponseOf<'/v1/orgs/{organizationId}/sites/{siteId}/structure', 'get'>;

const keyOf = ({ organizationId, siteId }: SiteKey) => ['organization', organizationId, 'site', siteId];

export const redirectsQuery = (site: SiteKey, { draft, search }: { draft: boolean; search: string }) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(site), 'redirects', draft, search],
    queryFn: ({ pageParam }) =>
      api.get(LIST, {
        path: pathOf(site),
        query: {
          limit: 100,
          orderBy: 'source',
          draft,
          ...(search === '' ? {} : { search }),
          ...(pageParam === undefined ? {} : { page: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

export const siteStructureQuery = (site: SiteKey) =>
  queryOptions({
    queryKey: [...keyOf(site), 'structure'],
    queryFn: () => api.get('/v1/orgs/{organizationId}/sites/{siteId}/structure', { path: pathOf(site) }),
  });

const readAgain = (site: SiteKey): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...keyOf(site), 'redirects'] });

export async function createRedirect(site: SiteKey, body: NewRedirect): Promise<Redirect> {
  const redirect = await api.post(LIST, { path: pathOf(site), body });
  await readAgain(site);
  return redirect;
}

export async function changeRedirect(
  site: SiteKey,
  siteRedirectId: string,
  body: Partial<NewRedirect>,
): Promise<Redirect> {
  const redirect = await api.patch(ONE, { path: { ...pathOf(site), siteRedirectId }, body });
  await readAgain(site);
  return redirect;
}

export async function deleteRedirect(site: SiteKey, siteRedirectId: string): Promise<void> {
  await api.delete(ONE, { path: { ...pathOf(site), siteRedirectId } });
  await readAgain(site);
}

/** Makes a draft live, in the place of the live redirect with its source. */
export async function publishRedirect(site: SiteKey, source: string): Promise<void> {
  const { results } = await api.put(LIST, {
    path: pathOf(site),
    body: { redirects: [{ source, intent: 'publish' }] },
  });
  const [result] = results;
  await readAgain(site);
  if (result?.status === 'error') throw new Error(result.error);
}

/** Uploads a file of redirects, or only checks it. */
export async function uploadRedirects(
  site: SiteKey,
  { csv, replace, dryRun }: { csv: string; replace: boolean; dryRun: boolean },
) {
  const result = await api.put('/v1/orgs/{organizationId}/sites/{siteId}/redirects.csv', {
    path: pathOf(site),
    query: { replace, dryRun },
    body: { csv },
  });
  if (!dryRun) await readAgain(site);
  return result;
}

/** What was typed as a destination: a path of the site, or an address. */
export const readDestination = (typed: string): Destination => {
  const text = typed.trim();
  return text.startsWith('/') ? { kind: 'site-path', path: text } : { kind: 'external', url: text };
};

/** Describes destinations by the titles of what they lead to. `pages`: those of the space that is shown first. */
export function describeDestination(
  destination: Redirect['destination'],
  structure: Structure | undefined,
  pages: readonly SitePage[],
): string {
  if (destination.kind === 'external') return destination.url;
  const titles = titlesOf(structure);
  if (destination.kind === 'site-section') {
    const title = titles.get(destination.siteSectionId);
    return title === undefined ? t('redirectGone') : t('redirectSection', { title });
  }
  if (destination.kind === 'site-page') {
    const page = pages.find(({ id }) => id === destination.pageId);
    if (page) return page.title;
  }
  const title = titles.get(destination.siteSpaceId);
  if (title === undefined) return t('redirectGone');
  return destination.kind === 'site-page' ? t('redirectPageOf', { title }) : title;
}

/** The titles of the sections, variants and links of a site, by their ids. */
export function titlesOf(structure: Structure | undefined): Map<string, string> {
  const titles = new Map<string, string>();
  const visit = (items: readonly StructureItem[]): void => {
    for (const item of items) {
      titles.set(item.id, item.title);
      visit(item.siteSpaces ?? []);
      visit(item.children ?? item.sections ?? []);
    }
  };
  visit((structure?.structure ?? []) as readonly StructureItem[]);
  return titles;
}

interface StructureItem {
  id: string;
  title: string;
  siteSpaces?: readonly StructureItem[];
  sections?: readonly StructureItem[];
  children?: readonly StructureItem[];
}
