import type { TeamRole } from '../../access/pointers.ts';

/** Users by their ids, whichever way they were named. */
export interface TeamChanges {
  add: Iterable<string>;
  remove: Iterable<string>;
  /** The roles that these shall have: who is not in the team joins it with theirs. */
  roles: ReadonlyMap<string, TeamRole>;
}

/** Undefined: is not in the team. */
export interface TeamMemberChange {
  userId: string;
  before: TeamRole | undefined;
  after: TeamRole | undefined;
}

/** What must change so that the wish is true, each user once. Who is removed stays out, whatever else is asked for them. */
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
