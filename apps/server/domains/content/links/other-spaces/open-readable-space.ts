import type { PageEntry } from '@lectern/content/tree/entries';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { AnchorLookup } from '../resolution/anchor-lookup.ts';
import type { InAppAddress } from '../resolution/in-app-address.ts';
import type { LinkStatus } from '../resolution/link.ts';
import { loadAnchors } from '../resolution/load-anchors.ts';

/** A space to which in-app addresses lead, at its current revision, with the anchors in these addresses. */
export interface OtherSpace {
  spaceId: string;
  /** Undefined if the space is deleted. */
  open: OpenRevision | undefined;
  lookup: AnchorLookup;
}

/** The target of an in-app address for a caller who may read the space. */
export interface OtherTarget {
  status: LinkStatus;
  spaceId: string;
  open: OpenRevision;
  /** Undefined: the space itself. */
  page?: { id: string; anchor?: string };
}

/** `addresses` are all addresses that will be looked up. */
export async function openReadableSpace(
  store: ContentStore,
  space: SpacePointer,
  addresses: readonly InAppAddress[],
): Promise<OtherSpace> {
  const { spaceId } = space;
  if (space.deletedAt) return { spaceId, open: undefined, lookup: { find: () => undefined } };
  const open = await store.open(space, space.revisionId);
  const pages = new Set<string>();
  for (const { page, anchor } of addresses) {
    const entry = anchor === undefined ? undefined : findPage(open, page);
    if (entry) pages.add(entry.id);
  }
  const lookup = await loadAnchors(store, open, pages);
  return { spaceId, open, lookup };
}

/** Finds a page by its id or path, as in-app addresses name it. */
export function findPage({ snapshot }: OpenRevision, name: string): PageEntry | undefined {
  if (name === '') return undefined;
  return (snapshot.pages.find(name) ?? snapshot.pages.findByPath(name.replace(/(?<!\/)\/+$/, '')))?.entry;
}

/** Returns undefined if the address has no existing target (broken). */
export function resolveInOtherSpace(
  { spaceId, open, lookup }: OtherSpace,
  { page, anchor }: InAppAddress,
): OtherTarget | undefined {
  if (!open) return undefined;
  if (page === '') return { status: 'ok', spaceId, open };
  const entry = findPage(open, page);
  if (!entry) return undefined;
  const found = anchor === undefined ? undefined : lookup.find(entry.id, anchor);
  const shown = found ?? anchor;
  return {
    status: anchor !== undefined && found === undefined ? 'broken' : 'ok',
    spaceId,
    open,
    page: { id: entry.id, ...(shown === undefined ? {} : { anchor: shown }) },
  };
}
