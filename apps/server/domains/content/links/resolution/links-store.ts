import { LRUCache } from 'lru-cache';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { Context } from '../../../../platform/context.ts';
import { limitEntries } from '../../../../platform/http/entry-limit.ts';
import { readSpaceLinks } from './read-space-links.ts';
import type { SpaceLinks } from './space-links.ts';

/** The resolved references of revisions, in memory. Immutable as the revisions are. */
export interface LinksStore {
  get(open: OpenRevision): Promise<SpaceLinks>;
}

export function createLinksStore(
  { config }: Pick<Context, 'config'>,
  content: Pick<ContentStore, 'facts'>,
): LinksStore {
  const maximum = config.limits.memoryCacheBytes;
  const cache = new LRUCache<string, SpaceLinks>({
    maxSize: maximum,
    // An entry that is too large fills the whole cache: rebuilding it for each response would be worse.
    sizeCalculation: (links) => Math.min(links.bytes, maximum),
  });
  /** The revision of each space that was read last: the next one differs from it in little. */
  const latest = new LRUCache<string, string>(limitEntries(10_000));
  const reading = new Map<string, Promise<SpaceLinks>>();

  async function read({ space, snapshot }: OpenRevision, key: string): Promise<SpaceLinks> {
    const { organizationId, spaceId } = space;
    const before = latest.get(spaceId);
    const links = await readSpaceLinks(snapshot, {
      baseUrl: config.baseUrl,
      loadParts: (hashes) => content.facts.load(organizationId, 'references', hashes),
      previous: before === undefined ? undefined : cache.get(before),
    });
    cache.set(key, links);
    latest.set(spaceId, key);
    return links;
  }

  return {
    async get(open) {
      // A duplicate has the same content, and yet an address that names the original is to it one of another space.
      const key = `${open.space.spaceId}/${open.snapshot.hash}`;
      const known = cache.get(key);
      if (known) return known;
      let underWay = reading.get(key);
      if (!underWay) {
        underWay = read(open, key).finally(() => reading.delete(key));
        reading.set(key, underWay);
      }
      return underWay;
    },
  };
}
