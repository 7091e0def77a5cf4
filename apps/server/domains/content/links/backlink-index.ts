import type { LinkOwner, SpaceLinks } from './resolution/space-links.ts';
import type { LinksView } from './view-links.ts';

/** A heading of a page or reusable content under which something is referred to. */
export interface BacklinkLocation {
  owner: Pick<LinkOwner, 'kind' | 'id'>;
  anchor: string | undefined;
}

type BacklinkIndex = ReadonlyMap<string, readonly BacklinkLocation[]>;

const indexes = new WeakMap<SpaceLinks, BacklinkIndex>();

/**
 * Indexes the places in a space that refer to each of its pages, files and reusable contents, by id, in reading order,
 * with one place for each heading. References of an object to itself are omitted. The index is the same for everyone
 * who may read the space.
 */
export function indexBacklinks(view: LinksView): BacklinkIndex {
  const known = indexes.get(view.links);
  if (known) return known;
  const index = new Map<string, BacklinkLocation[]>();
  for (const owner of view.links.owners) {
    const seen = new Set<string>();
    for (const { target, anchor } of owner.links) {
      if (!target || target.kind === 'url' || target.kind === 'spec') continue;
      const id = target.kind === 'in-app' ? idInOwnSpace(view, target.address) : target.id;
      if (id === undefined || id === owner.id) continue;
      const place = `${id} ${anchor ?? ''}`;
      if (seen.has(place)) continue;
      seen.add(place);
      const places = index.get(id);
      if (places) places.push({ owner, anchor });
      else index.set(id, [{ owner, anchor }]);
    }
  }
  indexes.set(view.links, index);
  return index;
}

function idInOwnSpace(
  { open, targetOf }: LinksView,
  address: Parameters<LinksView['targetOf']>[0],
): string | undefined {
  return address.spaceId === open.space.spaceId ? targetOf(address)?.page?.id : undefined;
}
