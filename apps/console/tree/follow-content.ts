import type { Schemas } from '@lectern/client/schema';
import { api } from '../api/client.ts';
import type { SpaceEvent } from '../api/events.ts';
import { withoutOwnSaves } from '../api/own-saves.ts';
import type { Place } from '../api/place.ts';
import { type ContentPage, type PageList, pagesQuery, queries } from '../api/queries.ts';
import { findPage, replacePage } from './pages.ts';
import type { TreeState } from './tree-state.ts';

/** If more pages changed, the whole tree is refetched. */
const MOST_SINGLE = 5;
const PAUSE_MILLISECONDS = 400;

/**
 * Applies the changes of others to the tree. Edited pages are refetched one by one, because a tree can be large; those
 * that this tab has saved are not.
 */
export function followContent(state: TreeState): (event: SpaceEvent) => void {
  const { place } = state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWholeStale = false;
  /** The pages that were edited, and in which revisions. */
  const stale = new Map<string, Set<string>>();
  const read = async (): Promise<void> => {
    const edited = [...stale];
    const isWholeNow = isWholeStale;
    stale.clear();
    isWholeStale = false;
    const ids: string[] = [];
    for (const [page, revisions] of edited) if ((await withoutOwnSaves(revisions)).length > 0) ids.push(page);
    const isWhole = isWholeNow || ids.length > MOST_SINGLE;
    if (isWhole) return state.refresh();
    await Promise.all(ids.map((id) => refreshPage(place, id).catch(() => state.refresh())));
  };
  const readSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), PAUSE_MILLISECONDS);
  };
  return (event) => {
    if (event.type === 'reset') {
      void queries.invalidateQueries({ queryKey: ['space', place.spaceId] });
      return;
    }
    if (event.type !== 'content') return;
    // The stream of a change request has no other events.
    if ((event.changeRequest === undefined) !== (place.changeRequestId === undefined)) return;
    state.noteRevision(event.revision);
    for (const queryKey of [
      ['space', place.spaceId, 'history'],
      ['space', place.spaceId, 'trash'],
    ])
      void queries.invalidateQueries({ queryKey });
    if (event.omitted > 0) isWholeStale = true;
    for (const { page, changes } of event.pages) {
      // The tree shows the operations of this tab already.
      const isStructure = changes.some((change) => change !== 'edited') && !state.isOwn(event.revision);
      if (isStructure) isWholeStale = true;
      else if (!changes.includes('deleted') && !(changes.length === 1 && changes[0] === 'moved'))
        stale.set(page, (stale.get(page) ?? new Set()).add(event.revision));
    }
    if (isWholeStale || stale.size > 0) readSoon();
  };
}

/** Reads one page of the tree again. */
async function refreshPage({ spaceId, changeRequestId }: Place, pageId: string): Promise<void> {
  // Markdown is the smallest of the formats.
  const query = { format: 'markdown' } as const;
  const fresh = await (changeRequestId === undefined
    ? api.get('/v1/spaces/{spaceId}/content/page/{pageId}', { path: { spaceId, pageId }, query })
    : api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
        path: { spaceId, changeRequestId, pageId },
        query,
      }));
  const { queryKey } = pagesQuery({ spaceId, changeRequestId });
  queries.setQueryData(queryKey, (list: PageList | undefined) => {
    if (!list || !findPage(list.pages, pageId)) return list;
    return { ...list, pages: replacePage(list.pages, pageId, (page) => toTreePage(fresh, page)) };
  });
}

/** A page as the tree has it, with the pages below it that are there. */
function toTreePage(page: Schemas['Page'], { pages }: ContentPage): ContentPage {
  const { id, type, title, linkTitle, emoji } = page;
  return {
    id,
    type,
    title,
    ...(linkTitle === undefined ? {} : { linkTitle }),
    ...(emoji === undefined ? {} : { emoji }),
    ...(page.type === 'document' && page.icon !== undefined ? { icon: page.icon } : {}),
    ...(page.type === 'document' && page.hidden ? { hidden: true } : {}),
    ...(page.type === 'link' ? { target: page.target } : {}),
    ...(page.type === 'link' && page.href !== undefined ? { href: page.href } : {}),
    ...(pages ? { pages } : {}),
  };
}
