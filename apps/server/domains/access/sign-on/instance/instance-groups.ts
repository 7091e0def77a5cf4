import type { Cause } from '../../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { InstanceGroup } from '../../../../platform/group-settings.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { insertMember } from '../../../identity/members/insert-members.queries.ts';
import { findMemberState, lockMembers } from '../../../identity/members/members.queries.ts';
import { isAnySuspended } from '../../../identity/organizations/organizations.queries.ts';
import { applyGroups, type GroupGiver } from '../apply-groups.ts';
import {
  type DirectoryMember,
  findRoleOfDirectory,
  findTeamsOfDirectory,
  insertTeamOfDirectory,
  isDeactivated,
  listKnownOrganizations,
  putRoleOfDirectory,
} from './instance-groups.repository.ts';

/** A directory or a provider of the instance that knows the groups of people. */
export interface GroupSource {
  /** As it is stored: of a directory, its name. */
  key: string;
  /** For the audit. */
  id: string;
  label: string;
  groups: readonly InstanceGroup[];
}

interface Application {
  person: { nameId: string; groups: readonly string[] };
  userId: string;
  cause: Cause;
  at: Date;
}

/**
 * Locks the members of all organizations that groups of the settings name. Returns these organizations. Must come
 * first in the transaction, as all locks of members.
 */
export async function lockOrganizations(
  { trx }: UnitOfWork,
  { groups }: Pick<GroupSource, 'groups'>,
): Promise<string[]> {
  if (groups.length === 0) return [];
  const named = [...new Set(groups.map(({ organizationId }) => organizationId))];
  const organizationIds = await listKnownOrganizations(trx, named);
  for (const organizationId of organizationIds) await lockMembers(trx, organizationId);
  return organizationIds;
}

/**
 * Gives the person the teams and the roles of their groups, in each organization, and takes back what earlier groups
 * gave. Members whose groups give no role anymore become guests: what others gave them stays.
 */
export async function applyInstanceGroups(
  unit: UnitOfWork,
  source: GroupSource,
  organizationIds: string[],
  application: Application,
): Promise<void> {
  for (const organizationId of organizationIds)
    await applyInOrganization(unit, source, organizationId, application);
}

async function applyInOrganization(
  unit: UnitOfWork,
  source: GroupSource,
  organizationId: string,
  { person, userId, cause, at }: Application,
): Promise<void> {
  const { trx } = unit;
  const member = { organizationId, directory: source.key, userId };
  const here = source.groups.filter((group) => group.organizationId === organizationId);
  const isWanted = here.some(({ group }) => person.groups.includes(group));
  const state = await findMemberState(trx, member);
  // An invitation waits for its own acceptance; who was deactivated stays so; nobody joins a suspended organization.
  if (state?.disabled) return;
  if (!state && (!isWanted || (await isDeactivated(trx, member)))) return;
  if (!state && (await isAnySuspended(trx, [organizationId]))) return;
  const giver = toGiver(unit, source, member, person);
  if (!state) await addMember(unit, giver, { userId, cause, at });
  await applyGroups(unit, giver, {
    groups: person.groups,
    userId,
    mapping: {
      teams: here.flatMap(({ group, teamId }) => (teamId === undefined ? [] : [{ group, teamId }])),
      roles: here.flatMap(({ group, role }) => (role === undefined ? [] : [{ group, role }])),
    },
    cause,
    at,
  });
}

/** As a guest: the role follows at once, if the groups give one. */
async function addMember(
  { trx, announce }: UnitOfWork,
  { organizationId, source }: GroupGiver,
  { userId, cause, at }: Omit<Application, 'person'>,
): Promise<void> {
  await insertMember(trx, { organizationId, userId, role: null, joinedAt: at });
  const state = await findMemberState(trx, { organizationId, userId });
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'member.joined',
    target: { type: 'member', id: userId, label: state?.displayName ?? null },
    payload: { after: { role: null, sso: false, disabled: false }, ...source },
    at,
  });
  announce({ kind: 'member', organizationId, userId });
}

const toGiver = (
  { trx }: UnitOfWork,
  { id, label }: GroupSource,
  member: DirectoryMember,
  { nameId }: Application['person'],
): GroupGiver => ({
  organizationId: member.organizationId,
  defaultRole: null,
  source: { provider: { id, label, nameId } },
  findGivenTeams: () => findTeamsOfDirectory(trx, member),
  insertGivenTeam: (teamId) => insertTeamOfDirectory(trx, member, teamId),
  findGivenRole: () => findRoleOfDirectory(trx, member),
  setGivenRole: (role) => putRoleOfDirectory(trx, member, role),
});
