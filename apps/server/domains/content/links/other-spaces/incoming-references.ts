import type { Snapshot } from '@lectern/content/tree/snapshot';
import { appendTo } from '@lectern/std/long-lists';
import { LRUCache } from 'lru-cache';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { findDocumentOf } from '../resolution/anchor-lookup.ts';
import { readInAppAddress } from '../resolution/in-app-address.ts';
import type { LinkOwner } from '../resolution/space-links.ts';
import { findPage } from './open-readable-space.ts';
import { findReadableSpaces } from './readable-spaces.ts';
import { listReferringOwners, listReferringSpaces } from './space-references.repository.ts';

/** A heading of a page or reusable content of another space under which something is referred to. */
export interface IncomingReference {
  spaceId: string;
  owner: Pick<LinkOwner, 'kind' | 'id'>;
  anchor: string | undefined;
}

/** Finds the references to a page in those other spaces of the organization that the caller may read. */
export type FindIncoming = (open: OpenRevision, actor: Actor, pageId: string) => Promise<IncomingReference[]>;

/** Places by the id of the page that they refer to. */
type Incoming = Map<string, IncomingReference[]>;

/** The maximum number of places kept in memory. */
const MAX_PLACES = 100_000;

export function createFindIncoming(
  context: Pick<Context, 'db' | 'config' | 'pointers'>,
  store: ContentStore,
): FindIncoming {
  const { db, config } = context;
  /** By the two revisions that the references depend on. */
  const cache = new LRUCache<string, Incoming>({
    maxSize: MAX_PLACES,
    sizeCalculation: (incoming) => Math.min(countPlaces(incoming), MAX_PLACES),
  });

  async function readFrom(open: OpenRevision, from: SpacePointer): Promise<Incoming> {
    const { spaceId } = open.space;
    const { snapshot } = await store.open(from, from.revisionId);
    const ownerIds = await listReferringOwners(db, from, spaceId);
    const documents = new Map(ownerIds.map((id) => [id, findDocumentOf(snapshot, id)]));
    const hashes = [...documents.values()].flatMap((document) => document?.hash ?? []);
    const partOf = await store.facts.load(from.organizationId, 'references', hashes);
    const incoming: Incoming = new Map();
    for (const [id, document] of documents) {
      const kind = snapshot.pages.find(id) ? ('page' as const) : ('reusable-content' as const);
      const references = document ? (partOf(document.hash)?.references ?? []) : readHref(snapshot, id);
      for (const { raw, anchor } of references) {
        const address = readInAppAddress(raw, config.baseUrl);
        const target = address?.spaceId === spaceId ? findPage(open, address.page) : undefined;
        if (target) addPlace(incoming, target.id, { spaceId: from.spaceId, owner: { kind, id }, anchor });
      }
    }
    return incoming;
  }

  return async (open, actor, pageId) => {
    const { space, snapshot } = open;
    const referring = await listReferringSpaces(db, space);
    const readable = await findReadableSpaces(context, actor, referring);
    const places: IncomingReference[] = [];
    for (const spaceId of referring) {
      const from = readable.get(spaceId)?.space;
      if (!from || from.deletedAt || from.organizationId !== space.organizationId) continue;
      const key = `${space.spaceId} ${snapshot.hash} ${from.spaceId} ${from.revisionId}`;
      let incoming = cache.get(key);
      if (!incoming) {
        incoming = await readFrom(open, from);
        cache.set(key, incoming);
      }
      appendTo(places, incoming.get(pageId) ?? []);
    }
    return places;
  };
}

/** The address of a page that is only a link. */
function readHref(snapshot: Snapshot, pageId: string): { raw: string; anchor?: string }[] {
  const page = snapshot.pages.find(pageId)?.entry;
  return page?.type === 'link' ? [{ raw: page.href }] : [];
}

/** Adds one place for each heading; the references of one owner come one after the other. */
function addPlace(incoming: Incoming, pageId: string, place: IncomingReference): void {
  const known = incoming.get(pageId);
  const last = known?.at(-1);
  if (!known) incoming.set(pageId, [place]);
  else if (last?.owner.id !== place.owner.id || last.anchor !== place.anchor) known.push(place);
}

function countPlaces(incoming: Incoming): number {
  let count = 1;
  for (const places of incoming.values()) count += places.length;
  return count;
}
