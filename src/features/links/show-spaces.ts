import type { SpacePointer } from '../../access/pointers.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import type { ReadableSpace } from './other-spaces/readable-spaces.ts';
import { type ShownSpace, showSpace } from './show-space.ts';
import type { LinksView } from './view-links.ts';

/**
 * Shows the spaces of a response, by their ids: the requested one at the view's revision, others at the current one.
 */
export async function showSpaces(
  context: Pick<Context, 'db' | 'config' | 'keyRing'>,
  store: ContentStore,
  asked: {
    space: SpacePointer;
    view: LinksView;
    wanted: ReadonlySet<string>;
    readable: ReadonlyMap<string, ReadableSpace>;
  },
): Promise<{ own: ShownSpace; all: ReadonlyMap<string, ShownSpace> }> {
  const { space, view, wanted, readable } = asked;
  const own = await showSpace(context, store, { open: view.open, space });
  const all = new Map([[space.spaceId, own]]);
  for (const spaceId of wanted) {
    const other = readable.get(spaceId);
    if (spaceId === space.spaceId || !other) continue;
    const open = await store.open(other.space, other.space.revisionId);
    all.set(spaceId, await showSpace(context, store, { space: other.space, open }));
  }
  return { own, all };
}
