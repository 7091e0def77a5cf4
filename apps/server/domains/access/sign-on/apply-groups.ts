import type { Cause } from '../../../platform/access/cause.ts';
import { isAbove, type Role, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import {
  findMemberState,
  hasAdministrator,
  updateMemberRow,
} from '../../identity/members/members.queries.ts';
import { putIntoTeam, takeFromTeam } from '../../identity/teams/team-members.service.ts';
import type { GroupMapping } from './oidc/oidc-providers.queries.ts';

/** Who knows the groups of a person: it gives teams and a role of one organization, and takes back only what it gave. */
export interface GroupGiver {
  organizationId: string;
  /** The role of members whose groups give none anymore. */
  defaultRole: RoleOrGuest;
  /** For the audit. */
  source: object;
  findGivenTeams(): Promise<string[]>;
  insertGivenTeam(teamId: string): Promise<void>;
  /** Null: the groups gave none. */
  findGivenRole(): Promise<RoleOrGuest>;
  setGivenRole(role: RoleOrGuest): Promise<void>;
}

interface Application {
  groups: readonly string[];
  userId: string;
  mapping: GroupMapping;
  cause: Cause;
  at: Date;
}

/**
 * Gives the member the teams and the role of their groups, and takes back what earlier groups gave. What people gave
 * stays. Runs in the transaction that opens the session, under the lock of the members.
 */
export async function applyGroups(
  unit: UnitOfWork,
  giver: GroupGiver,
  application: Application,
): Promise<void> {
  await applyTeams(unit, giver, application);
  await applyRole(unit, giver, application);
}

async function applyTeams(
  unit: UnitOfWork,
  giver: GroupGiver,
  { groups: own, userId, mapping, cause, at }: Application,
): Promise<void> {
  const { organizationId, source } = giver;
  const groups = new Set(own);
  const wanted = new Set(mapping.teams.filter(({ group }) => groups.has(group)).map(({ teamId }) => teamId));
  const given = new Set(await giver.findGivenTeams());
  for (const teamId of wanted) {
    if (given.has(teamId)) continue;
    const isNew = await putIntoTeam(unit, cause, { organizationId, teamId, userId, source }, at);
    if (isNew) await giver.insertGivenTeam(teamId);
  }
  for (const teamId of given) {
    if (wanted.has(teamId)) continue;
    await takeFromTeam(unit, cause, { organizationId, teamId, userId, source }, at);
  }
}

async function applyRole(
  unit: UnitOfWork,
  giver: GroupGiver,
  { groups: own, userId, mapping, cause, at }: Application,
): Promise<void> {
  const { trx, announce } = unit;
  const member = { organizationId: giver.organizationId, userId };
  const groups = new Set(own);
  const mapped = highest(mapping.roles.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  const given = await giver.findGivenRole();
  const state = await findMemberState(trx, member);
  if (!state) return;
  // A role that somebody gave since then is theirs to take back.
  const isFromGroups = given !== null && given === state.role;
  const role: RoleOrGuest = mapped ?? (isFromGroups ? giver.defaultRole : state.role);
  if (role !== state.role) {
    await updateMemberRow(trx, member, { role });
    if (state.role === 'admin' && !(await hasAdministrator(trx, member.organizationId))) {
      // The organization keeps its last administrator, whatever the groups say.
      await updateMemberRow(trx, member, { role: state.role });
      return;
    }
    await recordEvent(trx, {
      organizationId: member.organizationId,
      cause,
      action: 'member.updated',
      target: { type: 'member', id: userId, label: state.displayName },
      payload: { before: { role: state.role }, after: { role }, ...giver.source },
      at,
    });
    announce({ kind: 'member', ...member });
  }
  if (mapped !== (given ?? undefined)) await giver.setGivenRole(mapped ?? null);
}

const highest = (roles: Role[]): Role | undefined =>
  roles.reduce<Role | undefined>(
    (one, other) => (one === undefined || isAbove(other, one) ? other : one),
    undefined,
  );
