import type { Actor } from '../../access/actor.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import { findRole, findStanding, type Standing } from '../../access/space-role.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import type { ReadableSpace } from './other-spaces/readable-spaces.ts';
import { type ShownSpace, showSpace } from './show-space.ts';
import type { LinksView } from './view-links.ts';

/** Collects which pages of which spaces an answer shows. */
export class WantedPages {
  readonly bySpace = new Map<string, Set<string>>();

  add(spaceId: string, pageId?: string): void {
    let pages = this.bySpace.get(spaceId);
    if (!pages) {
      pages = new Set();
      this.bySpace.set(spaceId, pages);
    }
    if (pageId !== undefined) pages.add(pageId);
  }
}

/** The spaces that an answer shows, by their ids: the one asked about at the view's revision, others at their current one. */
export async function showSpaces(
  context: Pick<Context, 'db' | 'config' | 'keyRing' | 'pointers'>,
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
  const standing = (await findStanding(context.pointers, actor, space.organizationId)) as Standing;
  const own = await showSpace(context, store, {
    open: view.open,
    space,
    role: await findRole(context.pointers, standing, space),
    standing,
    pageIds: wanted.bySpace.get(space.spaceId) ?? [],
  });
  const all = new Map([[space.spaceId, own]]);
  for (const [spaceId, pageIds] of wanted.bySpace) {
    const other = readable.get(spaceId);
    if (spaceId === space.spaceId || !other) continue;
    const open = await store.open(other.space, other.space.revisionId);
    all.set(spaceId, await showSpace(context, store, { ...other, open, pageIds }));
  }
  return { own, all };
}
