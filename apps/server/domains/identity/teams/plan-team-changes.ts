import type { TeamRole } from '../../../platform/access/pointers.ts';

/** Users by id, however the request named them. */
export interface TeamChanges {
  add: Iterable<string>;
  remove: Iterable<string>;
  /** The requested roles: a user who is not in the team joins with this role. */
  roles: ReadonlyMap<string, TeamRole>;
}

/** Undefined: is not in the team. */
export interface TeamMemberChange {
  userId: string;
  before: TeamRole | undefined;
  after: TeamRole | undefined;
}

/**
 * Returns the changes needed, one for each user. A removed user stays removed, whatever else the request says about
 * them.
 */
export function planTeamChanges(
  present: ReadonlyMap<string, TeamRole>,
  { add, remove, roles }: TeamChanges,
): TeamMemberChange[] {
  const wanted = new Map<string, TeamRole | undefined>();
  for (const userId of add) wanted.set(userId, present.get(userId) ?? 'member');
  for (const [userId, role] of roles) wanted.set(userId, role);
  for (const userId of remove) wanted.set(userId, undefined);
  const changes: TeamMemberChange[] = [];
  for (const [userId, after] of wanted) {
    const before = present.get(userId);
    if (before !== after) changes.push({ userId, before, after });
  }
  return changes;
}
