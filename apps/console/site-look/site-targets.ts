import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSettled } from '../app/use-settled.ts';
import type { Suggestion } from '../forms/suggest-field.tsx';
import { type SiteKey, type SiteStructure, structureQuery } from '../sites/site-queries.ts';
import { listSections, listVariants, type Variant } from '../sites/structure/parts.ts';

/** What links and redirects of a site can lead to. */
export interface SiteTarget extends Suggestion {
  place:
    | { kind: 'page'; variant: Variant; pageId: string }
    | { kind: 'section'; siteSectionId: string; variant: Variant | undefined }
    | { kind: 'variant'; variant: Variant };
  /** Undefined if the site is not published. */
  address: string | undefined;
}

/** How long nobody has to type before the service is asked. */
const PAUSE_MS = 200;
const MOST_PAGES = 20;
const MOST_PARTS = 8;

/** Whether a text is a path or an address, and not words to search for. */
export const isAddress = (text: string): boolean => /^(?:\/|https?:|mailto:)/i.test(text.trim());

/** The sections, variants and pages of a site that are titled like a text; undefined while they are searched for. */
export function useSiteTargets(site: SiteKey, text: string): SiteTarget[] | undefined {
  const query = useSettled(text.trim(), PAUSE_MS);
  const isSearched = query !== '' && !isAddress(query);
  const { data: structure } = useQuery({ ...structureQuery(site), refetchInterval: false });
  const { data: spaces } = useQuery({
    queryKey: ['organization', site.organizationId, 'site', site.siteId, 'search', query],
    queryFn: async ({ signal }) => {
      const { items } = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/search', {
        path: site,
        query: { limit: MOST_PAGES },
        body: { query, scope: { mode: 'all' } },
        signal,
      });
      return items;
    },
    enabled: isSearched,
    retry: false,
  });
  if (isAddress(query)) return [];
  if (!structure || (isSearched && !spaces)) return undefined;
  const variants = listVariants(structure);
  const pages = (isSearched ? (spaces ?? []) : []).flatMap(({ id, title: spaceTitle, pages: found }) => {
    const variant = variants.find(({ space }) => space.id === id);
    return variant ? found.map((page) => ({ page, variant, spaceTitle })) : [];
  });
  pages.sort((one, other) => one.page.rank - other.page.rank);
  return [
    ...listParts(structure, query),
    ...pages.map(({ page, variant }): SiteTarget => {
      const place = { kind: 'page', variant, pageId: page.id } as const;
      const detail = [variant.title, ...page.ancestors.map(({ title }) => title)].join(' › ');
      return {
        key: `${variant.id} ${page.id}`,
        label: page.title,
        detail,
        place,
        address: below(variant, page.path),
      };
    }),
  ];
}

function listParts(structure: SiteStructure, query: string): SiteTarget[] {
  const isMeant = ({ title }: { title: string }): boolean =>
    title.toLowerCase().includes(query.toLowerCase());
  const sections = listSections(structure);
  const variants = listVariants(structure).filter(
    (variant) => sections.length === 0 || !isOnlyOne(structure, variant),
  );
  return [
    ...sections.filter(isMeant).map(
      (section): SiteTarget => ({
        key: section.id,
        label: section.title,
        place: {
          kind: 'section',
          siteSectionId: section.id,
          variant: section.siteSpaces.find((one) => one.default) ?? section.siteSpaces[0],
        },
        address: section.urls.published,
      }),
    ),
    ...variants.filter(isMeant).map(
      (variant): SiteTarget => ({
        key: variant.id,
        label: variant.title,
        place: { kind: 'variant', variant },
        address: variant.urls.published,
      }),
    ),
  ].slice(0, MOST_PARTS);
}

/** Its section stands for it. */
const isOnlyOne = (structure: SiteStructure, { id }: Variant): boolean =>
  listSections(structure).some(({ siteSpaces }) => siteSpaces.length === 1 && siteSpaces[0]?.id === id);

const below = ({ urls: { published } }: Variant, path: string): string | undefined =>
  published === undefined ? undefined : `${published.replace(/\/$/, '')}/${path}`;
