import type { Actor } from '../../../platform/access/actor.ts';
import type { Pointers, SpacePointer } from '../../../platform/access/pointers.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { SiteSpaceEntry } from './site-structure.ts';

/** The spaces of a site that the caller may read, by their ids. A role on the site gives none on its spaces. */
export async function findReadableSpaces(
  pointers: Pointers,
  actor: Actor,
  entries: readonly Pick<SiteSpaceEntry, 'spaceId'>[],
): Promise<Map<string, SpacePointer>> {
  const readable = new Map<string, SpacePointer>();
  for (const spaceId of new Set(entries.map((entry) => entry.spaceId))) {
    const space = await pointers.spaces.find(spaceId);
    if (!space) continue;
    const standing = await findStanding(pointers, actor, space.organizationId);
    if ((await findRole(pointers, standing, space)) !== null) readable.set(spaceId, space);
  }
  return readable;
}
