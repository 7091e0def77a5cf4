import type { ItemOf, RequestOf } from '@lectern/client/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import type { SiteKey, SiteStructure } from '../sites/site-queries.ts';
import { listParts } from '../sites/structure/parts.ts';
import type { SitePage } from './site-pages.ts';
import type { SiteTarget } from './site-targets.ts';

const LIST = '/v1/orgs/{organizationId}/sites/{siteId}/redirects';
const ONE = '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}';

export type Redirect = ItemOf<typeof LIST>;
export type NewRedirect = RequestOf<typeof LIST, 'post'>['body'];
type Destination = NewRedirect['destination'];

const keyOf = ({ organizationId, siteId }: SiteKey) => ['organization', organizationId, 'site', siteId];

export const redirectsQuery = (site: SiteKey, { draft, search }: { draft: boolean; search: string }) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(site), 'redirects', draft, search],
    queryFn: ({ pageParam }) =>
      api.get(LIST, {
        path: site,
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

const readAgain = (site: SiteKey): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...keyOf(site), 'redirects'] });

export async function createRedirect(site: SiteKey, body: NewRedirect): Promise<Redirect> {
  const redirect = await api.post(LIST, { path: site, body });
  await readAgain(site);
  return redirect;
}

export async function changeRedirect(
  site: SiteKey,
  siteRedirectId: string,
  body: Partial<NewRedirect>,
): Promise<Redirect> {
  const redirect = await api.patch(ONE, { path: { ...site, siteRedirectId }, body });
  await readAgain(site);
  return redirect;
}

export async function deleteRedirect(site: SiteKey, siteRedirectId: string): Promise<void> {
  await api.delete(ONE, { path: { ...site, siteRedirectId } });
  await readAgain(site);
}

/** Makes a draft live, in the place of the live redirect with its source. */
export async function publishRedirect(site: SiteKey, source: string): Promise<void> {
  const { results } = await api.put(LIST, {
    path: site,
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
    path: site,
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

export function destinationOf({ place }: SiteTarget): Destination {
  if (place.kind === 'section') return { kind: 'site-section', siteSectionId: place.siteSectionId };
  const siteSpaceId = place.variant.id;
  return place.kind === 'page'
    ? { kind: 'site-page', siteSpaceId, pageId: place.pageId }
    : { kind: 'site-space', siteSpaceId };
}

/** Finds out whether a redirect would be accepted, and whether readers would be led on. Nothing changes. */
export const redirectCheckQuery = (site: SiteKey, redirect: NewRedirect) =>
  queryOptions({
    queryKey: [...keyOf(site), 'redirect-check', redirect],
    queryFn: () => uploadRedirects(site, { csv: writeCsv(redirect), replace: false, dryRun: true }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

function writeCsv({ source, destination, captureWildcard, permanent, draft }: NewRedirect): string {
  const values = [source, writeDestination(destination), captureWildcard, permanent, draft];
  const row = values.map((value = false) => `"${String(value).replaceAll('"', '""')}"`).join(',');
  return `source,destination,captureWildcard,permanent,draft\n${row}\n`;
}

function writeDestination(destination: Destination): string {
  if (destination.kind === 'external') return destination.url;
  if (destination.kind === 'site-path') return destination.path;
  if (destination.kind === 'site-section') return `site-section:${destination.siteSectionId}`;
  if (destination.kind === 'site-page') return `site-page:${destination.siteSpaceId}/${destination.pageId}`;
  return destination.kind === 'site-space' ? `site-space:${destination.siteSpaceId}` : destination.path;
}

/** Describes destinations by the titles of what they lead to. `pages`: those of the space that is shown first. */
export function describeDestination(
  destination: Redirect['destination'],
  structure: SiteStructure | undefined,
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
export const titlesOf = (structure: SiteStructure | undefined): Map<string, string> =>
  new Map((structure ? listParts(structure) : []).map(({ part: { id, title } }) => [id, title]));
