import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import type { List } from '../../../platform/http/lists.ts';
import { listReadableSpaces } from '../spaces/spaces.queries.ts';
import type { ComputedIndex, ComputedIndexes } from './computed-index.ts';
import { type PresentedSpace, presentHits, type SpacesQuestion } from './present-hits.ts';
import { mayHaveComputedPages, searchSpaces } from './search-spaces.ts';
import type { OpenedIndex, SearchStore } from './search-store.ts';
import type { ShowPages } from './show-pages.ts';
import type { Narrow } from './space-groups.ts';

interface Parts {
  context: Pick<Context, 'db' | 'pointers'>;
  content: ContentStore;
  indexes: SearchStore;
  showPages: ShowPages;
  computed: ComputedIndexes;
}

/**
 * Searches every space that the caller may read. Each is ranked by its own rare words, and the scores are compared.
 * Spaces that are not indexed yet are left out. Typos are considered in words that no space knows.
 */
export async function searchOrganization(
  parts: Parts,
  caller: Caller,
  question: SpacesQuestion,
): Promise<List<PresentedSpace>> {
  const { organizationId } = caller;
  const spaces = await listReadableSpaces(parts.context.db, caller);
  const computedOf = new Map<string, ComputedIndex>();
  const narrow: Narrow = async (index, segments) => {
    const computed = await findComputed(parts, index);
    if (!computed) return segments;
    computedOf.set(index.spaceId, computed);
    return [...segments, computed.segment];
  };
  const found = await searchSpaces(
    parts,
    { organizationId, spaces, narrow, mayHaveComputed: mayHaveComputedPages },
    question,
  );
  return presentHits(parts, organizationId, question, { ...found, computedOf });
}

async function findComputed(
  { context, computed }: Parts,
  index: OpenedIndex,
): Promise<ComputedIndex | undefined> {
  if (computed.hasNone(index)) return undefined;
  const space = await context.pointers.spaces.find(index.spaceId);
  return space && computed.find(space, index);
}
