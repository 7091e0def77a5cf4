import { LRUCache } from 'lru-cache';
import type { Context } from '../../../context.ts';
import type { ContentStore, OpenRevision } from '../revisions/content-store.ts';
import { findSourceOf } from './anchor-lookup.ts';
import { readInAppAddress } from './in-app-address.ts';
import { findPage } from './open-readable-space.ts';
import type { ReadableSpace } from './readable-spaces.ts';
import { listReferringOwners } from './space-references.repository.ts';

/** Where another space refers to a page. */
export interface IncomingReference {
  spaceId: string;
  owner: { kind: 'page' | 'reusable-content'; id: string };
  anchor: string | undefined;
}

/** The references that each page of a revision gets from another space, by the id of the page. */
export type FindIncoming = (
  open: OpenRevision,
  from: ReadableSpace,
) => Promise<ReadonlyMap<string, readonly IncomingReference[]>>;

/** Kept by the two revisions that it depends on. */
export function createFindIncoming(
  { db, config }: Pick<Context, 'db' | 'config'>,
  store: ContentStore,
): FindIncoming {
  const cache = new LRUCache<string, Map<string, IncomingReference[]>>({
    maxSize: 100_000,
    sizeCalculation: (incoming) => {
      let size = 1;
      for (const references of incoming.values()) size += references.length;
      return Math.min(size, 100_000);
    },
  });
  return async (open, { space: from }) => {
    const { spaceId } = open.space;
    const key = `${spaceId} ${open.snapshot.hash} ${from.spaceId} ${from.revisionId}`;
    const known = cache.get(key);
    if (known) return known;
    const incoming = new Map<string, IncomingReference[]>();
    const { snapshot } = await store.open(from, from.revisionId);
    const owners = await listReferringOwners(db, from, spaceId);
    const sources = new Map(owners.map((id) => [id, findSourceOf(snapshot, id)]));
    const partOf = await store.facts.load(
      from.organizationId,
      'references',
      [...sources.values()].flatMap((source) => source?.hash ?? []),
    );
    for (const [id, source] of sources) {
      const page = snapshot.pages.find(id)?.entry;
      const owner = { kind: page ? ('page' as const) : ('reusable-content' as const), id };
      const references =
        page?.type === 'link' ? [{ raw: page.href }] : (source && partOf(source.hash)?.references) || [];
      for (const { raw, anchor } of references as readonly { raw: string; anchor?: string }[]) {
        const address = readInAppAddress(raw, config.baseUrl);
        const target = address?.spaceId === spaceId ? findPage(open, address.page) : undefined;
        if (!target) continue;
        const known = incoming.get(target.id);
        const reference = { spaceId: from.spaceId, owner, anchor };
        if (known) known.push(reference);
        else incoming.set(target.id, [reference]);
      }
    }
    cache.set(key, incoming);
    return incoming;
  };
}
