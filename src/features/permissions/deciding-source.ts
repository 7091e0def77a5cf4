import { isAbove, type Role, type RoleOrGuest } from '../../access/roles.ts';
import type { Place } from './place.ts';

/** One permission that a member has on a place or above it: an own one, or through a team. */
export interface Given {
  /** The id of the space or collection that it is given on. */
  placeId: string;
  role: Role;
  /** Null: the member's own. */
  teamId: string | null;
}

/** What a role on a place comes from; `on` is the space or collection whose grant or level it is. */
export type Source =
  | { type: 'organization' }
  | { type: 'default'; on: SourcePlace }
  | { type: 'user'; on: SourcePlace }
  | { type: 'team'; team: string; on: SourcePlace };

interface SourcePlace {
  kind: 'space' | 'collection';
  id: string;
}

export interface Decided {
  role: Role;
  source: Source;
}

/**
 * The effective role of a member on a place, as `effectiveRole` finds it, with what decides: the highest; among equals
 * the most direct, which is the nearest to the place and there the member's own before a team's before the default level.
 * Undefined: no role.
 */
export function findDecidingSource(
  role: RoleOrGuest,
  place: Place,
  given: readonly Given[],
): Decided | undefined {
  // Whatever else an administrator was given decides nothing.
  if (role === 'admin') return { role, source: { type: 'organization' } };
  let best: Decided | undefined;
  for (const decided of listSources(role, place, given)) {
    if (!best || isAbove(decided.role, best.role)) best = decided;
  }
  return best;
}

/** All that gives a role, the most direct first. */
function* listSources(role: RoleOrGuest, place: Place, given: readonly Given[]): Generator<Decided> {
  let isInherited = true;
  for (const { on, level } of levelsOf(place)) {
    const here = given.filter(({ placeId }) => placeId === on.id);
    for (const { role, teamId } of here) if (teamId === null) yield { role, source: { type: 'user', on } };
    const ofTeams = here.flatMap(({ role, teamId }) => (teamId === null ? [] : [{ role, teamId }]));
    ofTeams.sort((one, other) => (one.teamId < other.teamId ? -1 : 1));
    for (const { role, teamId: team } of ofTeams) yield { role, source: { type: 'team', team, on } };
    if (!isInherited || level === 'inherit') continue;
    isInherited = false;
    if (role !== null && level !== null) yield { role: level, source: { type: 'default', on } };
  }
  if (isInherited && role !== null) yield { role, source: { type: 'organization' } };
}

const levelsOf = ({ kind, id, defaultLevel, above }: Place) => [
  { on: { kind, id }, level: defaultLevel },
  ...above.map((collection) => ({
    on: { kind: 'collection' as const, id: collection.collectionId },
    level: collection.defaultLevel,
  })),
];
