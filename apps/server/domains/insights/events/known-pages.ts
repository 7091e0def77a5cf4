import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Pointers } from '../../../platform/access/pointers.ts';

/** Whether a space has a page with this id. */
export type HasPage = (spaceId: string, pageId: string) => boolean;

export type FindPages = (spaceIds: ReadonlySet<string>) => Promise<HasPage>;

/** The ids of pages that are computed from specs are made of names. */
const COMPUTED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-5/i;

/** Finds the pages of spaces as they are now. */
export const createFindPages =
  ({ spaces }: Pick<Pointers, 'spaces'>, store: Pick<ContentStore, 'open'>): FindPages =>
  async (spaceIds) => {
    const known = new Map<string, (pageId: string) => boolean>();
    for (const spaceId of spaceIds) {
      const space = await spaces.find(spaceId);
      if (!space) continue;
      const { pages } = (await store.open(space, space.revisionId)).snapshot;
      // A request can name many such pages: the tree is looked through once.
      let hasComputed: boolean | undefined;
      const mayBeComputed = (pageId: string): boolean => {
        if (!COMPUTED_ID.test(pageId)) return false;
        hasComputed ??= [...pages.pages()].some(({ entry }) => entry.type === 'computed');
        return hasComputed;
      };
      known.set(spaceId, (pageId) => pages.find(pageId) !== undefined || mayBeComputed(pageId));
    }
    return (spaceId, pageId) => known.get(spaceId)?.(pageId) ?? false;
  };
