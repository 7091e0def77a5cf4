import type { SearchedSegment } from '@lectern/search/search';
import type { Audience } from '../../../content/revisions/audience.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SitePointer, SpacePointer } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import type { Context } from '../../../platform/context.ts';
import type { List } from '../../../platform/http/lists.ts';
import type { SearchedSpace } from '../../content/search/best-hits.ts';
import type { ComputedIndex } from '../../content/search/computed-index.ts';
import { type PresentedSpace, presentHits, type SpacesQuestion } from '../../content/search/present-hits.ts';
import type { SearchParts } from '../../content/search/search-parts.ts';
import {
  mayHaveComputedPages,
  type SpacesToSearch,
  searchSpaces,
} from '../../content/search/search-spaces.ts';
import type { OpenedIndex } from '../../content/search/search-store.ts';
import { listReadableSpaces } from '../../content/spaces/spaces.queries.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import { type SiteSpaceEntry, titleOfSiteSpace } from '../sites/site-structure.ts';
import { listSearched } from './search-scope.ts';
import type { SiteSearchScope } from './site-search.schemas.ts';
import type { VisibleIndex, VisibleIndexes } from './visible-indexes.ts';

export interface SiteSearchParts {
  context: Context;
  content: ContentStore;
  search: SearchParts;
  readers: SiteReaders;
  visible: VisibleIndexes;
}

/** A reader of the site, or a user with a role on it. */
export type Searcher = { visitor: Visitor } | { caller: Caller };

interface SpaceInScope extends SearchedSpace {
  pointer: SpacePointer;
}

/** Results that are computed from specs. */
export interface ComputedResults {
  /** Whether a space may have any. */
  mayHave: NonNullable<SpacesToSearch['mayHaveComputed']>;
  /** Those of a space that the searcher sees. */
  find(
    index: OpenedIndex,
    space: SpaceInScope,
    visible: VisibleIndex | undefined,
  ): Promise<Pick<ComputedIndex, 'segment' | 'find'> | undefined>;
}

/**
 * Searches the spaces of a site that a reader sees, ranked together. `computed`: what else is found; computed pages by
 * default.
 */
export async function searchSite(
  parts: SiteSearchParts,
  site: SitePointer,
  searcher: Searcher,
  {
    scope,
    computed = findComputedPages(parts),
    ...question
  }: SpacesQuestion & { scope: SiteSearchScope; computed?: ComputedResults },
): Promise<List<PresentedSpace>> {
  const { spaces, audience } = await findScope(parts, site, searcher, scope);
  const { organizationId } = site;
  const { narrow, seen, computedOf } = createNarrow(parts, { spaces, computed }, audience);
  const searched = { organizationId, spaces, narrow, mayHaveComputed: computed.mayHave, isWhole: true };
  const found = await searchSpaces(parts.search, searched, question);
  const response = await presentHits(parts.search, organizationId, question, {
    ...found,
    computedOf,
    findShown: ({ space, page }) => seen.get(space.spaceId)?.findShown(page.pageId),
  });
  return { ...response, items: putFirst(response.items, scope, spaces[0]) };
}

/** Reads the indexes for a search in a site into memory, so that the first search is fast. */
export async function prewarmSite(
  parts: SiteSearchParts,
  site: SitePointer,
  searcher: Searcher,
): Promise<void> {
  const { spaces, audience } = await findScope(parts, site, searcher, { mode: 'default' });
  const { organizationId } = site;
  const computed = findComputedPages(parts);
  const { narrow } = createNarrow(parts, { spaces, computed }, audience);
  await searchSpaces(
    parts.search,
    { organizationId, spaces, narrow, mayHaveComputed: computed.mayHave, isWhole: true },
    { query: RARE_WORD, after: undefined, limit: 1 },
  );
}

/** A word that is hardly ever found: only reading the indexes matters. The space keeps it from being a prefix. */
const RARE_WORD = 'qz ';

/** Finds the spaces in the scope that the searcher sees, and the audience to which the searcher belongs. */
async function findScope(
  { context, readers }: SiteSearchParts,
  site: SitePointer,
  searcher: Searcher,
  scope: SiteSearchScope,
): Promise<{ spaces: SpaceInScope[]; audience: Audience }> {
  const open = await readers.openSites.open(site);
  const now = context.clock();
  const seen =
    'visitor' in searcher
      ? audienceOf(site, searcher.visitor, now)
      : { claims: NO_CLAIMS, seesDrafts: false, now };
  const mayRead = await createReadable({ context, readers }, site, searcher);
  const spaces: SpaceInScope[] = [];
  for (const entry of listSearched(open.viewFor(seen).structure, scope)) {
    const pointer = await context.pointers.spaces.find(entry.spaceId);
    if (pointer && (await mayRead(pointer))) spaces.push(toSearched(entry, pointer));
  }
  return { spaces, audience: { claims: seen.claims, isVisitor: true, now } };
}

const NO_CLAIMS = {};

const toSearched = (entry: SiteSpaceEntry, pointer: SpacePointer): SpaceInScope => ({
  spaceId: entry.spaceId,
  title: titleOfSiteSpace(entry),
  revisionId: pointer.revisionId,
  pointer,
});

/**
 * Returns a function that says which spaces of the site the searcher may read. Readers can search all spaces, and so
 * can everybody on a site that is open to all. In a preview, or on another site, members can search only the spaces
 * that they may read.
 */
async function createReadable(
  { context, readers }: Pick<SiteSearchParts, 'context' | 'readers'>,
  site: SitePointer,
  searcher: Searcher,
): Promise<(space: SpacePointer) => boolean | Promise<boolean>> {
  const isLive = ({ organizationId, deletedAt }: SpacePointer): boolean =>
    organizationId === site.organizationId && deletedAt === null;
  if ('visitor' in searcher) {
    const { visitor } = searcher;
    if (!visitor.preview) return isLive;
    return async (space) => isLive(space) && readers.mayPreview(site, visitor, space);
  }
  const isOpen = site.isPublished && (site.visibility === 'public' || site.visibility === 'unlisted');
  if (isOpen) return isLive;
  const readable = await listReadableSpaces(context.db, searcher.caller);
  const ids = new Set(readable.map(({ spaceId }) => spaceId));
  return (space) => isLive(space) && ids.has(space.spaceId);
}

interface Narrowed {
  narrow: NonNullable<SpacesToSearch['narrow']>;
  /** The searched spaces of which the audience does not see everything. */
  seen: ReadonlyMap<string, VisibleIndex>;
  /** What is computed from specs, of the searched spaces. */
  computedOf: ReadonlyMap<string, Pick<ComputedIndex, 'find'>>;
}

/** Computed pages are found as pages, with their operations, webhooks and schemas as sections. */
const findComputedPages = ({ search }: Pick<SiteSearchParts, 'search'>): ComputedResults => ({
  mayHave: mayHaveComputedPages,
  async find(index, { pointer }, visible) {
    const computed = await search.computed.find(pointer, index);
    return (
      computed && { find: computed.find, segment: visible?.narrowComputed(computed) ?? computed.segment }
    );
  },
});

/**
 * Narrows the index of each space to the content that the audience sees, computed pages included. Spaces that cannot
 * have results are not opened.
 */
function createNarrow(
  { content, visible }: SiteSearchParts,
  { spaces, computed }: { spaces: readonly SpaceInScope[]; computed: ComputedResults },
  audience: Audience,
): Narrowed {
  const searched = new Map(spaces.map((space) => [space.spaceId, space]));
  const seen = new Map<string, VisibleIndex>();
  const computedOf = new Map<string, Pick<ComputedIndex, 'find'>>();

  async function findSeen(spaceId: string): Promise<VisibleIndex | undefined> {
    const known = seen.get(spaceId);
    const space = searched.get(spaceId);
    if (known || !space) return known;
    const index = await visible.find(await content.open(space.pointer, space.revisionId), audience);
    if (index) seen.set(spaceId, index);
    return index;
  }

  async function findComputed(
    index: OpenedIndex,
    visibleIndex: VisibleIndex | undefined,
  ): Promise<SearchedSegment[]> {
    const space = searched.get(index.spaceId);
    const found = space && (await computed.find(index, space, visibleIndex));
    if (!found) return [];
    computedOf.set(index.spaceId, found);
    return [found.segment];
  }

  return {
    seen,
    computedOf,
    narrow: async (index, segments) => {
      const visibleIndex = await findSeen(index.spaceId);
      const written = visibleIndex?.narrow(segments) ?? segments;
      return [...written, ...(await findComputed(index, visibleIndex))];
    },
  };
}

/** Moves the space from which the search is made to the first place. */
function putFirst(
  items: PresentedSpace[],
  scope: SiteSearchScope,
  first: SpaceInScope | undefined,
): PresentedSpace[] {
  if (scope.mode !== 'default' || scope.currentSiteSpace === undefined || !first) return items;
  const isFirst = ({ id }: PresentedSpace): boolean => id === first.spaceId;
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}
