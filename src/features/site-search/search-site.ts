import type { SitePointer, SpacePointer } from '../../access/pointers.ts';
import type { Caller } from '../../access/role-sql.ts';
import type { Visitor } from '../../access/visitor.ts';
import type { Audience } from '../../content/revisions/audience.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../http/lists.ts';
import type { SearchedSpace } from '../search/best-hits.ts';
import { type PresentedSpace, presentHits, type SpacesQuestion } from '../search/present-hits.ts';
import type { SearchParts } from '../search/search-parts.ts';
import { type SpacesToSearch, searchSpaces } from '../search/search-spaces.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import { type SiteSpaceEntry, titleOfSiteSpace } from '../sites/site-structure.ts';
import { listReadableSpaces } from '../spaces/spaces.queries.ts';
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

/** Searches the spaces of a site that a reader sees, ranked together. */
export async function searchSite(
  parts: SiteSearchParts,
  site: SitePointer,
  searcher: Searcher,
  { scope, ...question }: SpacesQuestion & { scope: SiteSearchScope },
): Promise<List<PresentedSpace>> {
  const { spaces, audience } = await findScope(parts, site, searcher, scope);
  const { organizationId } = site;
  const { narrow, seen } = createNarrow(parts, spaces, audience);
  const found = await searchSpaces(parts.search, { organizationId, spaces, narrow, isWhole: true }, question);
  const answer = await presentHits(parts.search, organizationId, question, {
    ...found,
    findShown: ({ space, page }) => seen.get(space.spaceId)?.findShown(page.pageId),
  });
  return { ...answer, items: putFirst(answer.items, scope, spaces[0]) };
}

/** Reads the indexes for a search in a site into memory, so that the first search is fast. */
export async function prewarmSite(
  parts: SiteSearchParts,
  site: SitePointer,
  searcher: Searcher,
): Promise<void> {
  const { spaces, audience } = await findScope(parts, site, searcher, { mode: 'default' });
  const { organizationId } = site;
  const { narrow } = createNarrow(parts, spaces, audience);
  await searchSpaces(
    parts.search,
    { organizationId, spaces, narrow, isWhole: true },
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
 * Returns a function that tells which spaces of the site the searcher may read. Readers can search all spaces, and so
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

/**
 * Narrows the index of each space to the content that the audience sees. `seen` has the searched spaces of which it
 * does not see everything; spaces that cannot have results are not opened.
 */
function createNarrow(
  { content, visible }: SiteSearchParts,
  spaces: readonly SpaceInScope[],
  audience: Audience,
): { narrow: NonNullable<SpacesToSearch['narrow']>; seen: ReadonlyMap<string, VisibleIndex> } {
  const searched = new Map(spaces.map((space) => [space.spaceId, space]));
  const seen = new Map<string, VisibleIndex>();

  async function findSeen(spaceId: string): Promise<VisibleIndex | undefined> {
    const known = seen.get(spaceId);
    const space = searched.get(spaceId);
    if (known || !space) return known;
    const index = await visible.find(await content.open(space.pointer, space.revisionId), audience);
    if (index) seen.set(spaceId, index);
    return index;
  }

  return {
    seen,
    narrow: async ({ spaceId }, segments) => (await findSeen(spaceId))?.narrow(segments) ?? segments,
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
