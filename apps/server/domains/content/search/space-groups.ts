import type { SearchedSegment } from '@lectern/search/search';
import type { SearchedSpace } from './best-hits.ts';
import type { OpenedIndex } from './search-store.ts';

/** As many are ranked together; a space with more is ranked alone. */
const MAX_PAGES_OF_GROUP = 10_000;

/** Returns the segments of an index that the searcher may search, possibly with segments of their own. */
export type Narrow = (index: OpenedIndex, segments: SearchedSegment[]) => Promise<SearchedSegment[]>;

export interface ReadSpace {
  space: SearchedSpace;
  index: OpenedIndex;
  segments: SearchedSegment[];
}

/** Spaces in one language that are ranked together: a word has the same weight in all of them. */
interface SpaceGroup {
  language: string | null;
  spaces: ReadSpace[];
}

export const alone = (space: ReadSpace): SpaceGroup => ({ language: space.index.language, spaces: [space] });

/** Small spaces are grouped until a group has about as many pages as a large space. */
export function groupSpaces(spaces: readonly ReadSpace[]): SpaceGroup[] {
  const groups: SpaceGroup[] = [];
  const open = new Map<string | null, SpaceGroup & { pages: number }>();
  for (const space of spaces) {
    const { language } = space.index;
    const pages = space.segments.reduce((sum, { segment }) => sum + segment.pageCount, 0);
    let group = open.get(language);
    if (!group || group.pages + pages > MAX_PAGES_OF_GROUP) {
      group = { language, spaces: [], pages: 0 };
      open.set(language, group);
      groups.push(group);
    }
    group.spaces.push(space);
    group.pages += pages;
  }
  return groups;
}

/** The segments of a group, and of which space each is. `isAlone`: no other space is searched. */
export async function gatherSegments(
  { spaces }: SpaceGroup,
  narrow: Narrow | undefined,
  isAlone: boolean,
): Promise<{ segments: SearchedSegment[]; owners: ReadSpace[] }> {
  const segments: SearchedSegment[] = [];
  const owners: ReadSpace[] = [];
  for (const space of spaces)
    for (const segment of narrow ? await narrow(space.index, space.segments) : space.segments) {
      segments.push(isAlone ? segment : { ...segment, above: space.space.title });
      owners.push(space);
    }
  return { segments, owners };
}
