import type { Static } from 'typebox';
import type { Cause } from '../../access/cause.ts';
import type { TeamRole } from '../../access/pointers.ts';
import type { Caller } from '../../access/role-sql.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import type { Context } from '../../context.ts';
import { type ApiError, badRequest, notFound } from '../../http/errors.ts';
import { isId } from '../../http/ids.ts';
import type { PageOfRows } from '../../http/lists.ts';
import { recordEvents } from '../audit/record-event.ts';
import { findMemberRows, lockMembers } from '../members/members.repository.ts';
import { foldEmail } from '../users/email.ts';
import { planTeamChanges, type TeamMemberChange } from './plan-team-changes.ts';
import type { MemberOfTeam } from './team-members.present.ts';
import {
  applyTeamChanges,
  type CandidateRow,
  listTeamMemberRows,
  lockCandidateRows,
  type TeamMemberPosition,
} from './team-members.repository.ts';
import type { UpdateTeamMembersBody } from './team-members.schemas.ts';
import { findTeamTitle, type TeamKey } from './teams.repository.ts';

export const teamNotFound = (): ApiError => notFound('team');
const memberNotFound = (): ApiError => notFound('member');
const teamMemberNotFound = (): ApiError => notFound('member of the team');

type Means = Pick<Context, 'transact' | 'clock'>;
type Role = TeamRole | undefined;

/** The team as its events call it. */
type LockedTeam = TeamKey & { title: string };

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

/** Adds, removes and changes many at once: all of it or, when a key names nobody, nothing. */
export async function updateTeamMembers(
  { transact, clock }: Means,
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
      // Who is no member of the organization is in none of its teams.
      remove: candidates.idsOf(remove),
      roles: rolesOf(candidates, roles),
    });
    await changeTeamMembers(unit, cause, team, { changes, candidates, at: clock() });
  });
}

/** One id and one address may be the same user: then both must say the same. */
function rolesOf(candidates: Candidates, named: [string, { role: TeamRole }][]): Map<string, TeamRole> {
  const roles = new Map<string, TeamRole>();
  for (const [userKey, { role }] of named) {
    const userId = candidates.find(userKey)?.user_id as string;
    if ((roles.get(userId) ?? role) !== role) {
      const message = 'names somebody whom another entry gives another role';
      throw badRequest(`memberships.${userKey} ${message}.`, [{ path: `memberships.${userKey}`, message }]);
    }
    roles.set(userId, role);
  }
  return roles;
}

/**
 * One step of a transaction: the member is in the team from its commit on. Without a `role` who is new is a member of
 * it, and everybody else stays what they are. Throws a 404 when the organization has no such team or member.
 */
export async function addTeamMember(
  unit: UnitOfWork,
  cause: Cause,
  { organizationId, teamId, userId, role }: TeamKey & { userId: string; role?: TeamRole | undefined },
  at: Date,
): Promise<void> {
  const team = await lockTeam(unit, { organizationId, teamId });
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
  { transact, clock }: Means,
  cause: Cause,
  { userId, ...key }: TeamKey & { userId: string },
): Promise<void> {
  await transact(async (unit) => {
    const team = await lockTeam(unit, key);
    const candidates = await findCandidates(unit, key, [userId]);
    const changes = planTeamChanges(candidates.present, { add: [], remove: [userId], roles: new Map() });
    if (changes.length === 0) throw teamMemberNotFound();
    await changeTeamMembers(unit, cause, team, { changes, candidates, at: clock() });
  });
}

/** From here on no other transaction changes the teams of the organization, or who is in them. */
export async function lockTeam({ trx }: UnitOfWork, key: TeamKey): Promise<LockedTeam> {
  await lockMembers(trx, key.organizationId);
  const title = isId(key.teamId) ? await findTeamTitle(trx, key) : undefined;
  if (title === undefined) throw teamNotFound();
  return { ...key, title };
}

/** Members of the organization, by the ids and addresses that a request names. */
export interface Candidates {
  find(userKey: string): CandidateRow | undefined;
  /** Of those that are members of the organization. */
  idsOf(userKeys: readonly string[]): string[];
  /** Those of them who are in the team. */
  present: ReadonlyMap<string, TeamRole>;
}

export async function findCandidates(
  { trx }: UnitOfWork,
  team: TeamKey,
  userKeys: readonly string[],
): Promise<Candidates> {
  const userIds = [...new Set(userKeys.filter(isId))];
  const emails = [...new Set(userKeys.filter((userKey) => userKey.includes('@')).map(foldEmail))];
  const rows = await lockCandidateRows(trx, team, { userIds, emails });
  const byId = new Map(rows.map((row) => [row.user_id, row]));
  const byEmail = new Map(rows.map((row) => [row.email_folded, row]));
  const find = (userKey: string) => byId.get(userKey) ?? byEmail.get(foldEmail(userKey));
  return {
    find,
    idsOf: (asked) => asked.flatMap((userKey) => find(userKey)?.user_id ?? []),
    present: new Map(rows.flatMap((row) => (row.team_role ? [[row.user_id, row.team_role] as const] : []))),
  };
}

/** Every key that names no member is told; whether an account exists elsewhere is not. */
export function assertAllKnown(
  candidates: Candidates,
  asked: readonly { userKey: string; path: string }[],
): void {
  const message = 'names no member of the organization';
  const details = asked
    .filter(({ userKey }) => !candidates.find(userKey))
    .map(({ path }) => ({ path, message }));
  const [first] = details;
  if (!first) return;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  throw badRequest(`${first.path} ${message}${more}.`, details);
}

/** Of more than this many, every process forgets all members of the organization. */
const MOST_ANNOUNCED = 100;

/** Makes the changes, records each of them and lets what is cached of these members be forgotten. */
export async function changeTeamMembers(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  team: LockedTeam,
  { changes, candidates, at }: { changes: readonly TeamMemberChange[]; candidates: Candidates; at: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const { organizationId, teamId, title } = team;
  await applyTeamChanges(trx, team, { changes, at });
  await recordEvents(
    trx,
    changes.map(({ userId, before, after }) => ({
      organizationId,
      cause,
      action: actionOf(before, after),
      target: { type: 'member', id: userId, label: candidates.find(userId)?.display_name ?? null },
      payload: {
        team: { id: teamId, title },
        ...(before ? { before: { role: before } } : {}),
        ...(after ? { after: { role: after } } : {}),
      },
      at,
    })),
  );
  if (changes.length > MOST_ANNOUNCED) announce({ kind: 'members', organizationId });
  else for (const { userId } of changes) announce({ kind: 'member', organizationId, userId });
}

function actionOf(before: Role, after: Role) {
  if (!before) return 'team-member.added';
  return after ? 'team-member.updated' : 'team-member.removed';
}
