import { createMarker, type MarkMatches } from '@lectern/search/mark-matches';
import type { PresentedSpace } from '../server/domains/content/search/present-hits.ts';
import type { PresentedPage } from '../server/domains/content/search/search.present.ts';
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
import type { ComputedSection } from '../server/domains/specs/pages/computed-parts.ts';
import { nameOf } from '../server/pages/parts/name.ts';
import type { Context } from '../server/platform/context.ts';
import { createSectionIndexes, type SectionIndex } from './computed/section-indexes.ts';
import { localize } from './localize.ts';
import type { PublishedSpace } from './published-space.ts';
import { readOperation, type SearchResponse, type SearchResult } from './reader/search-response.ts';
import type { SiteReadings } from './site-readings.ts';
import type { VisiblePage } from './visible-page.ts';

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
const MAX_OF_SPECS = 8;
export const MAX_QUERY_LENGTH = 200;

export interface PublishedSearchParts {
  clock: Context['clock'];
  search: SiteSearchParts;
  readings: Pick<SiteReadings, 'readIn'>;
}

export function createPublishedSearch({ clock, search, readings }: PublishedSearchParts): SearchPublished {
  const { threads, config } = search.context;
  const sectionIndexes = createSectionIndexes<VisiblePage>(
    threads,
    config.limits.memoryCacheBytes / 8,
    ({ entry, computed }) => computed && { title: entry.title, blocks: computed.blocks },
  );

  return async (resolved, query, sectionId) => {
    const { open, visitor, siteSpaceId } = resolved;
    const { structure } = open.viewFor(audienceOf(open.site, visitor, clock()));
    const scope = scopeOf(structure, siteSpaceId, sectionId);
    const entries = listSearched(structure, scope);
    const places = new Map<string, PublishedSpace>();
    for (const entry of entries) {
      const place = (await readings.readIn(resolved, entry))?.place;
      if (place) places.set(entry.spaceId, place);
    }
    const sections = new Map<string, SectionIndex<VisiblePage>>();
    const hasSections = ({ spaceId }: { spaceId: string }): boolean => {
      const place = places.get(spaceId);
      return place !== undefined && sectionIndexes.has(place.contents);
    };
    const found = await searchSite(
      search,
      open.site,
      { visitor },
      {
        query,
        scope,
        computed: {
          mayHave: hasSections,
          async find({ spaceId }) {
            const place = hasSections({ spaceId }) ? places.get(spaceId) : undefined;
            if (!place) return undefined;
            const index = await sectionIndexes.find(place.contents);
            sections.set(spaceId, index);
            return index;
          },
        },
        after: undefined,
        limit: MAX_PAGES + MAX_OF_SPECS,
        issueNext: () => '',
      },
    );
    const isAlone = entries.length === 1;
    const results = found.items.flatMap((space) => {
      const place = places.get(space.id);
      return place ? presentSpace(space, { place, sections: sections.get(space.id), query, isAlone }) : [];
    });
    return { results, total: found.count ?? results.length, ...listChoices(structure, siteSpaceId) };
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
  sections: SectionIndex<VisiblePage> | undefined;
  query: string;
  /** Whether this is the only space that is searched. */
  isAlone: boolean;
}

/** Presents what was found in a space: pages with their sections, and operations, webhooks and schemas among them. */
function presentSpace(
  { pages }: PresentedSpace,
  { place, sections, query, isAlone }: Presentation,
): SearchResult[] {
  const { siteSpace, section } = place;
  const mark = createMarker(query, siteSpace.space.language);
  const top = isAlone ? [] : [section?.title ?? titleOfSiteSpace(siteSpace)];
  const left = { pages: MAX_PAGES, ofSpecs: MAX_OF_SPECS };
  return pages.flatMap((page) => {
    const found = sections?.findSection(page.id);
    const kind = found?.section ? 'ofSpecs' : 'pages';
    left[kind] -= 1;
    if (left[kind] < 0) return [];
    return found?.section
      ? presentSection(found.page, found.section, { place, top, mark })
      : presentPage(page, found?.page.entry.id ?? page.id, { place, top, mark });
  });
}

interface Presented {
  place: PublishedSpace;
  /** The titles above the top pages of the space. */
  top: readonly string[];
  mark: MarkMatches;
}

/** Presents an operation, webhook or schema. */
function presentSection(
  { entry }: VisiblePage,
  section: ComputedSection,
  { place, top, mark }: Presented,
): SearchResult {
  const href = place.pageHref(entry.id);
  const operation = readOperation(section.label, mark);
  return {
    title: mark(nameOf(entry.title)),
    href,
    ids: { spaceId: place.spaceId, pageId: entry.id },
    crumbs: [...top],
    section: { title: mark(section.title), href: `${href}#${encodeURIComponent(section.anchor)}` },
    ...(operation ? { operation } : {}),
    excerpt: mark(section.label),
  };
}

/** Presents a page with its sections. `pageId`: its entry in the table of contents. */
function presentPage(page: PresentedPage, pageId: string, { place, top, mark }: Presented): SearchResult[] {
  if (place.contents.find(pageId)?.entry.type !== 'document') return [];
  const href = place.pageHref(pageId);
  const shared = {
    title: mark(nameOf(page.title)),
    href,
    ids: { spaceId: place.spaceId, pageId },
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
}
