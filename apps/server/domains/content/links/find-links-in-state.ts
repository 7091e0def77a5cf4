import type { Hash } from '@lectern/content/tree/hash';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { createPause } from '../../../platform/threads/pause.ts';
import { listHashesInState } from './checks/external-links.repository.ts';
import { readExternalUrl } from './checks/external-url.ts';
import type { CheckState } from './checks/link-check.ts';
import { outsideUrl } from './present-link.ts';
import { linkAt, type SpaceLinks } from './resolution/space-links.ts';

/** Returns the indices of the links in a range that lead to an external address in this state. */
export async function findLinksInState(
  db: Kysely<DB>,
  asked: {
    organizationId: string;
    links: SpaceLinks;
    range: [from: number, to: number];
    state: CheckState;
  },
): Promise<ReadonlySet<number>> {
  const { organizationId, links, state } = asked;
  const [from, to] = asked.range;
  const places = new Map<Hash, number[]>();
  const pause = createPause();
  for (let index = from; index < to; index += 1) {
    const url = outsideUrl(linkAt(links, index).link);
    const hash = url === undefined ? undefined : readExternalUrl(url)?.hash;
    if (hash === undefined) continue;
    const known = places.get(hash);
    if (known) known.push(index);
    else places.set(hash, [index]);
    const pausing = pause(1);
    if (pausing) await pausing;
  }
  const found = await listHashesInState(db, organizationId, [...places.keys()], state);
  return new Set(found.flatMap((hash) => places.get(hash) ?? []));
}
