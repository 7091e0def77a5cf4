/**
 * The rule of effective roles, written a second time from its description in docs/api/permissions.md and without the
 * code: collects every reason, then takes the best.
 */
import type { PlantedTree, RandomTree } from './random-trees.ts';

/** From the lowest to the highest. */
const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
type Role = (typeof ROLES)[number];

interface Reason {
  role: Role;
  /** The source, as a list of people with access presents it. */
  source: object;
  /** Smaller values are more direct; compared element by element. */
  directness: [height: number, kind: number, team: string];
}

/** The subject of the question: a member of the tree, or a service account. */
export type Person = { member: number } | 'service';

/** Returns the source that decides a person's role on a place; undefined if they have none. */
export function expectReason(
  tree: RandomTree,
  planted: PlantedTree,
  person: Person,
  placeId: string,
): Pick<Reason, 'role' | 'source'> | undefined {
  const own = person === 'service' ? tree.service : (tree.members[person.member]?.role ?? null);
  // “Administrators of the organization have `admin` on everything in it.”
  if (own === 'admin') return { role: own, source: { type: 'organization' } };
  const reasons = [
    ...(person === 'service' ? [] : listGrants(tree, planted, person.member, placeId)),
    ...listDefaults(tree, planted, own, placeId),
  ];
  const [best] = reasons.sort(
    (one, other) =>
      ROLES.indexOf(other.role) - ROLES.indexOf(one.role) ||
      one.directness[0] - other.directness[0] ||
      one.directness[1] - other.directness[1] ||
      (one.directness[2] < other.directness[2] ? -1 : 1),
  );
  return best && { role: best.role, source: best.source };
}

/** “Roles given to them”, or “to one of their teams”, “on the object or on a collection that contains it.” */
function listGrants(tree: RandomTree, planted: PlantedTree, member: number, placeId: string): Reason[] {
  return listUpwards(tree, planted, placeId).flatMap(({ kind, id, toMembers, toTeams }, height) => {
    const reasons: Reason[] = [];
    // If a place has two grants to one grantee, the first is stored.
    const own = toMembers.find(([grantee]) => grantee === member);
    if (own) {
      reasons.push({ role: own[1], source: { type: 'user', [kind]: id }, directness: [height, 0, ''] });
    }
    for (const [team, members] of tree.teams.entries()) {
      const grant = toTeams.find(([grantee]) => grantee === team);
      if (!grant || !members.includes(member)) continue;
      const teamId = planted.teamIds[team] as string;
      const source = { type: 'team', team: teamId, [kind]: id };
      reasons.push({ role: grant[1], source, directness: [height, 1, teamId] });
    }
    return reasons;
  });
}

/**
 * “The nearest `defaultLevel` that is not `inherit`, starting with the object itself and continuing with the
 * collections that contain it.” “The default does not apply to guests.”
 */
function listDefaults(tree: RandomTree, planted: PlantedTree, own: Role | null, placeId: string): Reason[] {
  if (own === null) return [];
  const places = listUpwards(tree, planted, placeId);
  const height = places.findIndex(({ level }) => level !== 'inherit');
  const place = places[height];
  if (!place) return [{ role: own, source: { type: 'organization' }, directness: [places.length, 2, ''] }];
  const { kind, id, level } = place;
  if (level === null || level === 'inherit') return [];
  return [{ role: level, source: { type: 'default', [kind]: id }, directness: [height, 2, ''] }];
}

/** Lists the place and everything that contains it, with the settings of the tree for each. */
function listUpwards(tree: RandomTree, planted: PlantedTree, placeId: string) {
  const things = [...tree.collections, ...tree.spaces, ...tree.sites];
  const upwards: ((typeof things)[number] & Pick<PlantedTree['places'][number], 'kind' | 'id'>)[] = [];
  for (let next: string | null = placeId; next !== null; ) {
    const n = planted.places.findIndex(({ id }) => id === next);
    const [place, thing] = [planted.places[n], things[n]];
    if (!place || !thing) throw new Error(`${next} is not in the tree.`);
    upwards.push({ ...thing, kind: place.kind, id: place.id });
    next = place.parentId;
  }
  return upwards;
}
