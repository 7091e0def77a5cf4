import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import type { PageOfRows } from '../../../platform/http/lists.ts';
import { findMemberRows } from '../members/members.queries.ts';
import { memberNotFound } from '../members/members.service.ts';
import { assertAllKnown, type Candidates, findCandidates } from './candidates.ts';
import { changeTeamMembers, lockTeam, teamNotFound } from './change-team.ts';
import { planTeamChanges } from './plan-team-changes.ts';
import type { MemberOfTeam } from './team-members.present.ts';
import type { TeamMemberPosition } from './team-members.queries.ts';
import { listTeamMemberRows } from './team-members.repository.ts';
import type { UpdateTeamMembersBody } from './team-members.schemas.ts';
import type { TeamKey } from './teams.queries.ts';
import { findTeamTitle } from './teams.repository.ts';

export const teamMemberNotFound = defineNotFound('team-member-not-found', 'member of the team');

/** Throws a 404 when the organization of the caller has no such team. */
export async function listTeamMembers(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  list: { teamId: string; after: TeamMemberPosition | undefined; limit: number },
): Promise<PageOfRows<MemberOfTeam, TeamMemberPosition>> {
  const key = { organizationId: caller.organizationId, teamId: list.teamId };
  if (!isId(key.teamId) || (await findTeamTitle(db, key)) === undefined) throw teamNotFound();
  const page = await listTeamMemberRows(db, key, list);
  const userIds = page.rows.map((row) => row.user_id);
  const roles = new Map(page.rows.map((row) => [row.user_id, row.role]));
  const members = await findMemberRows(db, caller, userIds);
  return {
    ...page,
    rows: members.map((member) => ({ member, role: roles.get(member.user_id) as TeamRole })),
  };
}

/** Adds, removes and changes many members at once; if any key is unknown, changes nothing. */
export async function updateTeamMembers(
  { transact, clock }: Context,
  cause: Cause,
  key: TeamKey,
  { add = [], remove = [], memberships = {} }: Static<typeof UpdateTeamMembersBody>,
): Promise<void> {
  const roles = Object.entries(memberships);
  await transact(async (unit) => {
    const team = await lockTeam(unit, key);
    const named = [...add, ...remove, ...roles.map(([userKey]) => userKey)];
    const candidates = await findCandidates(unit, key, named);
    assertAllKnown(candidates, [
      ...add.map((userKey, n) => ({ userKey, path: `add.${n}` })),
      ...roles.map(([userKey]) => ({ userKey, path: `memberships.${userKey}` })),
    ]);
    const changes = planTeamChanges(candidates.present, {
      add: candidates.idsOf(add),
      // Users outside the organization are in none of its teams.
      remove: candidates.idsOf(remove),
      roles: rolesOf(candidates, roles),
    });
    await changeTeamMembers(unit, cause, team, { changes, candidates, at: clock() });
  });
}

/** An id and an address may name the same user: then both must request the same role. */
function rolesOf(candidates: Candidates, named: [string, { role: TeamRole }][]): Map<string, TeamRole> {
  const roles = new Map<string, TeamRole>();
  for (const [userKey, { role }] of named) {
    const userId = candidates.find(userKey)?.user_id as string;
    if ((roles.get(userId) ?? role) !== role) {
      const message = 'is listed more than once, with different roles';
      throw invalidField(`memberships.${userKey}`, message);
    }
    roles.set(userId, role);
  }
  return roles;
}

/**
 * Puts a member into a team, with the role if there is one. Throws a 404 if the organization has no such team or
 * member.
 */
export async function putTeamMember(
  { transact, clock }: Context,
  cause: Cause,
  member: TeamKey & { userId: string; role?: TeamRole | undefined },
): Promise<void> {
  await transact((unit) => addTeamMember(unit, cause, member, clock()));
}

/**
 * One step of a transaction: the member is in the team from its commit on. Without a `role`, a new user joins as a
 * member and an existing one keeps their role. Throws a 404 if the organization has no such team or member.
 */
export async function addTeamMember(
  unit: UnitOfWork,
  cause: Cause,
  { organizationId, teamId, userId, role }: TeamKey & { userId: string; role?: TeamRole | undefined },
  at: Date,
): Promise<void> {
  const team = await lockTeam(unit, { organizationId, teamId });
  // An address names a candidate too, but not here.
  if (!isId(userId)) throw memberNotFound();
  const candidates = await findCandidates(unit, team, [userId]);
  if (!candidates.find(userId)) throw memberNotFound();
  const changes = planTeamChanges(candidates.present, {
    add: [userId],
    remove: [],
    roles: new Map(role ? [[userId, role]] : []),
  });
  await changeTeamMembers(unit, cause, team, { changes, candidates, at });
}

export async function removeTeamMember(
  { transact, clock }: Context,
  cause: Cause,
  { userId, ...key }: TeamKey & { userId: string },
): Promise<void> {
  await transact(async (unit) => {
    const team = await lockTeam(unit, key);
    if (!isId(userId)) throw teamMemberNotFound();
    const candidates = await findCandidates(unit, key, [userId]);
    const changes = planTeamChanges(candidates.present, { add: [], remove: [userId], roles: new Map() });
    if (changes.length === 0) throw teamMemberNotFound();
    await changeTeamMembers(unit, cause, team, { changes, candidates, at: clock() });
  });
}

/** A place in a team that something other than a person gives and takes. */
type GivenPlace = TeamKey & { userId: string; source: object };

/**
 * One step of a transaction: puts a member into a team. False: the member was in it before, or there is no such team
 * anymore.
 */
export async function putIntoTeam(
  unit: UnitOfWork,
  cause: Cause,
  { userId, source, ...key }: GivenPlace,
  at: Date,
): Promise<boolean> {
  const changed = await changePlace(unit, key, userId);
  if (!changed || changed.candidates.present.has(userId)) return false;
  const changes = [{ userId, before: undefined, after: 'member' as const }];
  await changeTeamMembers(unit, cause, changed.team, { ...changed, changes, source, at });
  return true;
}

/** One step of a transaction: takes a member out of a team again, unless somebody made them an owner meanwhile. */
export async function takeFromTeam(
  unit: UnitOfWork,
  cause: Cause,
  { userId, source, ...key }: GivenPlace,
  at: Date,
): Promise<void> {
  const changed = await changePlace(unit, key, userId);
  if (changed?.candidates.present.get(userId) !== 'member') return;
  const changes = [{ userId, before: 'member' as const, after: undefined }];
  await changeTeamMembers(unit, cause, changed.team, { ...changed, changes, source, at });
}

async function changePlace(unit: UnitOfWork, key: TeamKey, userId: string) {
  const title = await findTeamTitle(unit.trx, key);
  if (title === undefined) return undefined;
  const candidates = await findCandidates(unit, key, [userId]);
  return candidates.find(userId) ? { team: { ...key, title }, candidates } : undefined;
}
