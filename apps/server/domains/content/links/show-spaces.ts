import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import type { ReadableSpace } from './other-spaces/readable-spaces.ts';
import { type ShownSpace, showSpace } from './show-space.ts';
import type { LinksView } from './view-links.ts';

/**
 * Shows the spaces of a response, by their ids: the requested one at the view's revision, others at the current one.
 * `wanted`: the pages of each that are shown.
 */
export async function showSpaces(
  context: Pick<Context, 'db' | 'fields' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
  asked: {
    space: SpacePointer;
    actor: Actor;
    view: LinksView;
    wanted: WantedPages;
    readable: ReadonlyMap<string, ReadableSpace>;
  },
): Promise<{ own: ShownSpace; all: ReadonlyMap<string, ShownSpace> }> {
  const { space, actor, view, wanted, readable } = asked;
  const pagesOf = (spaceId: string) => wanted.get(spaceId) ?? new Set<string>();
  const own = await showSpace(context, store, {
    open: view.open,
    space,
    actor,
    pageIds: pagesOf(space.spaceId),
  });
  const all = new Map([[space.spaceId, own]]);
  for (const [spaceId, pageIds] of wanted) {
    const other = readable.get(spaceId);
    if (spaceId === space.spaceId || !other) continue;
    const open = await store.open(other.space, other.space.revisionId);
    all.set(spaceId, await showSpace(context, store, { space: other.space, open, actor, pageIds }));
  }
  return { own, all };
}

/** Ids of pages by their spaces. */
type WantedPages = ReadonlyMap<string, ReadonlySet<string>>;

/** A space without a page is shown by itself. */
export function groupPages(pages: Iterable<{ spaceId: string; pageId?: string | undefined }>): WantedPages {
  const grouped = new Map<string, Set<string>>();
  for (const { spaceId, pageId } of pages) {
    const found = grouped.get(spaceId) ?? new Set();
    grouped.set(spaceId, found);
    if (pageId !== undefined) found.add(pageId);
  }
  return grouped;
}
