import { isId } from '@lectern/std/ids';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { isAtLeast, type RoleOrGuest } from '../../../../platform/access/roles.ts';
import { findRole, findStanding, type Standing } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { listKnownSpaces } from './space-references.repository.ts';

/** A space that the caller may read, or could read if it were not deleted. */
export interface ReadableSpace {
  space: SpacePointer;
  standing: Standing;
  role: RoleOrGuest;
}

/** The maximum number of spaces that documents name; further ones count as unknown. */
const MAX_SPACES = 1000;

/** Returns the ids that name a space which the caller may read. Unknown and invisible ones are both left out. */
export async function findReadableSpaces(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, ReadableSpace>> {
  const asked = ids.filter(isId).slice(0, MAX_SPACES);
  const readable = new Map<string, ReadableSpace>();
  if (asked.length === 0) return readable;
  const unseen = asked.filter((id) => !pointers.spaces.peek(id));
  const known = new Set(asked.filter((id) => pointers.spaces.peek(id)));
  // Ids that name nothing are never in memory: one question for all of them.
  if (unseen.length > 0) for (const spaceId of await listKnownSpaces(db, unseen)) known.add(spaceId);
  const standings = new Map<string, Standing | undefined>();
  for (const id of known) {
    const space = await pointers.spaces.find(id);
    if (!space) continue;
    const { organizationId } = space;
    if (!standings.has(organizationId))
      standings.set(organizationId, await findStanding(pointers, actor, organizationId));
    const standing = standings.get(organizationId);
    const role = await findRole(pointers, standing, space);
    if (standing && isAtLeast(role, 'read')) readable.set(id, { space, standing, role });
  }
  return readable;
}
