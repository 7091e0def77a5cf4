import type { ContentStore } from '../content/revisions/content-store.ts';
import type { Context } from '../context.ts';
import type { ResolvedContent } from '../features/published-content/resolve-url.ts';
import type { PresentedSpace } from '../features/search/present-hits.ts';
import { listSearched } from '../features/site-search/search-scope.ts';
import { type SiteSearchParts, searchSite } from '../features/site-search/search-site.ts';
import { audienceOf } from '../features/site-visitors/site-visitor.ts';
import { type SiteSpaceEntry, titleOfSiteSpace } from '../features/sites/site-structure.ts';
import { nameOf } from '../page-parts/name.ts';
import { createMarker } from '../search-engine/mark-matches.ts';
import { createPublishedPlace, type PublishedPlace, previewSegmentsOf } from './published-place.ts';
import type { SearchAnswer, SearchResult } from './reader/search-answer.ts';
import type { ReadVisibleContents } from './visible-contents.ts';

/** Searches a site from a place of it, as its visitor. */
export type SearchPublished = (resolved: ResolvedContent, query: string) => Promise<SearchAnswer>;

const MAX_PAGES = 15;
const MAX_SECTIONS = 3;
export const MAX_QUERY_LENGTH = 200;

export interface PublishedSearchParts {
  context: Pick<Context, 'clock' | 'pointers'>;
  store: ContentStore;
  search: SiteSearchParts;
  readVisible: ReadVisibleContents;
}

export function createPublishedSearch({
  context,
  store,
  search,
  readVisible,
}: PublishedSearchParts): SearchPublished {
  const { clock, pointers } = context;

  async function findPlace(
    resolved: ResolvedContent,
    siteSpace: SiteSpaceEntry,
  ): Promise<PublishedPlace | undefined> {
    const { open, visitor, siteBase } = resolved;
    const space = await pointers.spaces.find(siteSpace.spaceId);
    if (!space || space.deletedAt) return undefined;
    const readers = audienceOf(open.site, visitor, clock());
    const revision = await store.open(space, space.revisionId);
    const { claims, now } = readers;
    return createPublishedPlace({
      structure: open.structure,
      view: open.viewFor(readers),
      siteSpace,
      snapshot: revision.snapshot,
      contents: await readVisible(revision, { claims, isVisitor: true, now }),
      siteSegments: siteBase,
      previewSegments: siteSpace.siteSpaceId === resolved.siteSpaceId ? previewSegmentsOf(resolved) : [],
    });
  }

  return async (resolved, query) => {
    const { open, visitor, siteSpaceId } = resolved;
    const scope = { mode: 'default', currentSiteSpace: siteSpaceId } as const;
    const found = await searchSite(
      search,
      open.site,
      { visitor },
      {
        query,
        scope,
        after: undefined,
        limit: MAX_PAGES,
        issueNext: () => '',
      },
    );
    const { structure } = open.viewFor(audienceOf(open.site, visitor, clock()));
    const entries = new Map(listSearched(structure, scope).map((entry) => [entry.spaceId, entry]));
    const results: SearchResult[] = [];
    for (const space of found.items) {
      const siteSpace = entries.get(space.id);
      const place = siteSpace && (await findPlace(resolved, siteSpace));
      if (place) results.push(...presentSpace(space, { place, query, isAlone: entries.size === 1 }));
    }
    return { results, total: found.count ?? results.length };
  };
}

interface Presentation {
  place: PublishedPlace;
  query: string;
  /** Whether no other space is searched. */
  isAlone: boolean;
}

/** The pages of a space that the visitor sees, each with its sections. */
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
