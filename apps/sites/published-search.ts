import { createMarker } from '@lectern/search/mark-matches';
import type { PresentedSpace } from '../server/domains/content/search/present-hits.ts';
import type { ResolvedContent } from '../server/domains/publishing/published-content/resolve-url.ts';
import { chooseVariant, listSearched } from '../server/domains/publishing/site-search/search-scope.ts';
import { type SiteSearchParts, searchSite } from '../server/domains/publishing/site-search/search-site.ts';
import type { SiteSearchScope } from '../server/domains/publishing/site-search/site-search.schemas.ts';
import { audienceOf } from '../server/domains/publishing/site-visitors/site-visitor.ts';
import {
  listSections,
  listSiteSpaces,
  type SiteStructure,
  titleOfSiteSpace,
} from '../server/domains/publishing/sites/site-structure.ts';
import { nameOf } from '../server/pages/parts/name.ts';
import type { Context } from '../server/platform/context.ts';
import { searchSections } from './computed/search-sections.ts';
import { localize } from './localize.ts';
import type { PublishedSpace } from './published-space.ts';
import type { SearchResponse, SearchResult } from './reader/search-response.ts';
import type { SiteReadings } from './site-readings.ts';

/**
 * Searches a site from one of its places, on behalf of its visitor. `sectionId`: only this section; nothing is found in
 * one that the visitor does not see.
 */
export type SearchPublished = (
  resolved: ResolvedContent,
  query: string,
  sectionId?: string,
) => Promise<SearchResponse>;

const MAX_PAGES = 15;
const MAX_SECTIONS = 3;
/** The maximum number of operations, webhooks and schemas among the results. */
const MAX_OF_SPECS = 5;
export const MAX_QUERY_LENGTH = 200;

export interface PublishedSearchParts {
  clock: Context['clock'];
  search: SiteSearchParts;
  readings: Pick<SiteReadings, 'readIn'>;
}

export function createPublishedSearch({ clock, search, readings }: PublishedSearchParts): SearchPublished {
  return async (resolved, query, sectionId) => {
    const { open, visitor, siteSpaceId } = resolved;
    const { structure } = open.viewFor(audienceOf(open.site, visitor, clock()));
    const scope = scopeOf(structure, siteSpaceId, sectionId);
    const found = await searchSite(
      search,
      open.site,
      { visitor },
      {
        query,
        scope,
        // Their operations, webhooks and schemas are results of their own.
        hasComputed: false,
        after: undefined,
        limit: MAX_PAGES,
        issueNext: () => '',
      },
    );
    const entries = new Map(listSearched(structure, scope).map((entry) => [entry.spaceId, entry]));
    const results: SearchResult[] = [];
    const places = new Map<string, PublishedSpace | undefined>();
    const isAlone = entries.size === 1;
    for (const space of found.items) {
      const siteSpace = entries.get(space.id);
      const place = siteSpace && (await readings.readIn(resolved, siteSpace))?.place;
      places.set(space.id, place);
      if (place) results.push(...presentSpace(space, { place, query, isAlone }));
    }
    const ofSpecs: SearchResult[] = [];
    for (const [spaceId, siteSpace] of entries) {
      if (ofSpecs.length >= MAX_OF_SPECS) break;
      const place = places.has(spaceId)
        ? places.get(spaceId)
        : (await readings.readIn(resolved, siteSpace))?.place;
      if (place) ofSpecs.push(...presentSections({ place, query, isAlone }));
    }
    const total = (found.count ?? results.length) + ofSpecs.length;
    const sections = listChoices(structure, siteSpaceId);
    return { results: [...results, ...ofSpecs.slice(0, MAX_OF_SPECS)], total, ...sections };
  };
}

/** Of a section, the same variant is searched as in a search of all sections. */
function scopeOf(
  structure: SiteStructure,
  currentSiteSpace: string,
  sectionId: string | undefined,
): SiteSearchScope {
  if (sectionId === undefined) return { mode: 'default', currentSiteSpace };
  const variant = chooseVariant(structure, sectionId, currentSiteSpace);
  return { mode: 'specific', siteSpaceIds: variant ? [variant.siteSpaceId] : [] };
}

/** Lists the sections that can be searched alone, in the language of the place. */
function listChoices(structure: SiteStructure, siteSpaceId: string): Pick<SearchResponse, 'sections'> {
  const sections = listSections(structure).filter(({ siteSpaces }) => siteSpaces.length > 0);
  if (sections.length < 2) return {};
  const current = listSiteSpaces(structure).find((entry) => entry.siteSpaceId === siteSpaceId);
  const language = current?.space.language ?? '';
  return {
    sections: sections.map(({ siteSectionId, title, localizedTitles }) => ({
      id: siteSectionId,
      title: localize(title, localizedTitles, language),
    })),
  };
}

interface Presentation {
  place: PublishedSpace;
  query: string;
  /** Whether this is the only space that is searched. */
  isAlone: boolean;
}

/** Presents the matching operations, webhooks and schemas of the specs that the space shows. */
function presentSections({ place, query, isAlone }: Presentation): SearchResult[] {
  const { siteSpace, section: siteSection } = place;
  const mark = createMarker(query, siteSpace.space.language);
  const top = isAlone ? [] : [siteSection?.title ?? titleOfSiteSpace(siteSpace)];
  return searchSections(place.contents, query, MAX_OF_SPECS).map(({ page, section }) => {
    const href = place.pageHref(page.entry.id);
    return {
      title: mark(nameOf(page.entry.title)),
      href,
      ids: { spaceId: siteSpace.spaceId, pageId: page.entry.id },
      crumbs: top,
      section: { title: mark(section.title), href: `${href}#${encodeURIComponent(section.anchor)}` },
      excerpt: mark(section.label),
    };
  });
}

/** Presents the matching pages of a space, each with its sections. */
function presentSpace({ pages }: PresentedSpace, { place, query, isAlone }: Presentation): SearchResult[] {
  const { siteSpace, section } = place;
  const mark = createMarker(query, siteSpace.space.language);
  const top = isAlone ? [] : [section?.title ?? titleOfSiteSpace(siteSpace)];
  return pages.flatMap((page) => {
    if (place.contents.find(page.id)?.entry.type !== 'document') return [];
    const href = place.pageHref(page.id);
    const shared = {
      title: mark(nameOf(page.title)),
      href,
      ids: { spaceId: siteSpace.spaceId, pageId: page.id },
      crumbs: [...top, ...page.ancestors.map(({ title }) => nameOf(title))],
    };
    const parts = page.sections.slice(0, MAX_SECTIONS).map((part) => {
      const anchor = part.path.slice(page.path.length);
      return { anchor, title: part.title, excerpt: mark(part.body) };
    });
    const beginning = parts.find(({ anchor }) => anchor === '');
    return [
      { ...shared, excerpt: beginning?.excerpt ?? mark(page.description) },
      ...parts
        .filter(({ anchor }) => anchor !== '')
        .map(({ anchor, title, excerpt }) => ({
          ...shared,
          section: { title: mark(title), href: `${href}#${encodeURIComponent(anchor.slice(1))}` },
          excerpt,
        })),
    ];
  });
}
