import { highestGrants } from '../../../platform/access/pointers.ts';
import type { Role, RoleOrGuest } from '../../../platform/access/roles.ts';
import { type Deciding, findDeciding } from '../../../platform/access/space-role.ts';
import type { GrantTarget, TargetKind } from './grant-target.ts';

/** One grant that a member has on a place or above it, personally or through a team. */
export interface Given {
  /** The id of the place that it is given on. */
  placeId: string;
  role: Role;
  /** Null: the member's own. */
  teamId: string | null;
}

/** The source of a role on a place; `on` is the place whose grant or level it is. */
export type Source =
  | { type: 'organization' }
  | { type: 'default'; on: SourceTarget }
  | { type: 'user'; on: SourceTarget }
  | { type: 'team'; team: string; on: SourceTarget };

interface SourceTarget {
  kind: TargetKind;
  id: string;
}

export interface Decided {
  role: Role;
  source: Source;
}

/**
 * Finds the effective role of a member on a place, with the permission that decides it (see `findDeciding`). Of equal
 * permissions on one place, the member's own takes precedence over a team's. Undefined if the member has no role.
 */
export function findDecidingSource(
  role: RoleOrGuest,
  target: GrantTarget,
  given: readonly Given[],
): Decided | undefined {
  const grants = highestGrants(given.map((one) => [one.placeId, one.role]));
  const deciding = findDeciding({ role, grants }, target);
  return deciding && { role: deciding.role, source: nameSource(deciding, target, given) };
}

function nameSource(
  { role, by, height }: Deciding,
  { kind, id, above }: GrantTarget,
  given: readonly Given[],
): Source {
  if (by === 'organization') return { type: by };
  const collection = above[height - 1];
  const on: SourceTarget = collection ? { kind: 'collection', id: collection.collectionId } : { kind, id };
  if (by === 'default') return { type: by, on };
  const teams: string[] = [];
  for (const one of given) {
    if (one.placeId !== on.id || one.role !== role) continue;
    if (one.teamId === null) return { type: 'user', on };
    teams.push(one.teamId);
  }
  // Picks the same team every time.
  return { type: 'team', team: teams.sort()[0] as string, on };
}
