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
import { describe } from './admit-person.ts';
import type { AssertedPerson } from './asserted-person.ts';
import {
  findGivenRole,
  findGivenTeams,
  insertGivenTeam,
  setGivenRole,
} from './group-memberships.repository.ts';
import type { GroupMapping } from './oidc/oidc-providers.queries.ts';
import { keyOf, type ProviderRow } from './providers.queries.ts';

interface Application {
  person: AssertedPerson & { groups: string[] };
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
  provider: ProviderRow,
  application: Application,
): Promise<void> {
  await applyTeams(unit, provider, application);
  await applyRole(unit, provider, application);
}

async function applyTeams(
  unit: UnitOfWork,
  provider: ProviderRow,
  { person, userId, mapping, cause, at }: Application,
): Promise<void> {
  const key = keyOf(provider);
  const { organizationId } = key;
  const groups = new Set(person.groups);
  const wanted = new Set(mapping.teams.filter(({ group }) => groups.has(group)).map(({ teamId }) => teamId));
  const given = new Set(await findGivenTeams(unit.trx, key, userId));
  const source = { provider: describe(provider, person) };
  for (const teamId of wanted) {
    if (given.has(teamId)) continue;
    const isNew = await putIntoTeam(unit, cause, { organizationId, teamId, userId, source }, at);
    if (isNew) await insertGivenTeam(unit.trx, key, { teamId, userId });
  }
  for (const teamId of given) {
    if (wanted.has(teamId)) continue;
    await takeFromTeam(unit, cause, { organizationId, teamId, userId, source }, at);
  }
}

async function applyRole(
  unit: UnitOfWork,
  provider: ProviderRow,
  { person, userId, mapping, cause, at }: Application,
): Promise<void> {
  const { trx, announce } = unit;
  const key = keyOf(provider);
  const member = { organizationId: key.organizationId, userId };
  const groups = new Set(person.groups);
  const mapped = highest(mapping.roles.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  const given = await findGivenRole(trx, key, person.nameId);
  const state = await findMemberState(trx, member);
  if (!state) return;
  // A role that somebody gave since then is theirs to take back.
  const isFromGroups = given !== null && given === state.role;
  const role: RoleOrGuest = mapped ?? (isFromGroups ? provider.default_role : state.role);
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
      payload: { before: { role: state.role }, after: { role }, provider: describe(provider, person) },
      at,
    });
    announce({ kind: 'member', ...member });
  }
  if (mapped !== (given ?? undefined))
    await setGivenRole(trx, key, { nameId: person.nameId, role: mapped ?? null });
}

const highest = (roles: Role[]): Role | undefined =>
  roles.reduce<Role | undefined>(
    (one, other) => (one === undefined || isAbove(other, one) ? other : one),
    undefined,
  );
