import { isId } from '@lectern/std/ids';
import type { Filter } from 'scim2-parse-filter';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { findCandidates } from '../../identity/teams/candidates.ts';
import { changeTeamMembers, lockTeam, teamNotFound } from '../../identity/teams/change-team.ts';
import { planTeamChanges } from '../../identity/teams/plan-team-changes.ts';
import type { TeamKey } from '../../identity/teams/teams.queries.ts';
import { addTeam, deleteTeam, renameTeam } from '../../identity/teams/teams.service.ts';
import type { PatchOperation } from './patch-scim-user.ts';
import { type GroupChanges, readGroupPatch, readScimGroup } from './read-scim-group.ts';
import { provisionedGroupNotFound, scimInvalidValue } from './scim-errors.ts';
import {
  findScimGroupRow,
  listGroupUsers,
  listKnownUsers,
  listScimGroupRows,
  putProvisionedTeam,
  type ScimGroupRow,
} from './scim-groups.repository.ts';
import { changeFormerTeams } from './scim-users.repository.ts';

export const listScimGroups = (
  { db }: Pick<Context, 'db'>,
  list: {
    organizationId: string;
    filter: Filter | undefined;
    offset: number;
    limit: number;
    withMembers: boolean;
  },
): Promise<{ rows: ScimGroupRow[]; count: number }> => listScimGroupRows(db, list);

export async function getScimGroup(
  { db }: Pick<Context, 'db'>,
  key: TeamKey,
  { withMembers }: { withMembers: boolean },
): Promise<ScimGroupRow> {
  const row = isId(key.teamId) ? await findScimGroupRow(db, key, { withMembers }) : undefined;
  if (!row) throw provisionedGroupNotFound();
  return row;
}

/** Creates a team. Its title may be that of another. */
export async function createScimGroup(
  context: Context,
  cause: Cause,
  organizationId: string,
  resource: unknown,
): Promise<ScimGroupRow> {
  const changes = readScimGroup(resource);
  return context.transact(async (unit) => {
    const at = context.clock();
    const key = await addTeam(unit, cause, { organizationId, title: changes.displayName }, at);
    await changeGroup(unit, cause, { key, changes, at });
    return getScimGroup({ db: unit.trx }, key, { withMembers: true });
  });
}

export const replaceScimGroup = (
  context: Context,
  cause: Cause,
  key: TeamKey,
  resource: unknown,
): Promise<ScimGroupRow> => changeScimGroup(context, cause, key, readScimGroup(resource));

export const patchScimGroup = (
  context: Context,
  cause: Cause,
  key: TeamKey,
  operations: readonly PatchOperation[],
): Promise<ScimGroupRow> => changeScimGroup(context, cause, key, readGroupPatch(operations));

async function changeScimGroup(
  context: Context,
  cause: Cause,
  key: TeamKey,
  changes: GroupChanges,
): Promise<ScimGroupRow> {
  return context.transact(async (unit) => {
    await changeGroup(unit, cause, { key, changes, at: context.clock() });
    return getScimGroup({ db: unit.trx }, key, { withMembers: true });
  });
}

async function changeGroup(
  unit: UnitOfWork,
  cause: Cause,
  { key, changes, at }: { key: TeamKey; changes: GroupChanges; at: Date },
): Promise<void> {
  const { trx } = unit;
  const { organizationId } = key;
  const { displayName: title, externalId } = changes;
  const team = await lockTeam(unit, key).catch((error) => {
    throw teamNotFound.matches(error) ? provisionedGroupNotFound() : error;
  });
  if (title !== undefined) await renameTeam(unit, cause, { ...key, title }, at);
  const before = await getScimGroup({ db: trx }, key, { withMembers: false });
  const wantedId = externalId === undefined ? before.external_id : externalId;
  if (wantedId !== before.external_id) await putProvisionedTeam(trx, key, wantedId, at);

  const { set, add, remove } = changes.members;
  const known = await listKnownUsers(trx, organizationId, [...add].filter(isId));
  const unknown = [...add].find((userId) => !known.has(userId));
  if (unknown !== undefined)
    throw scimInvalidValue(`members: ${unknown.slice(0, 100)} is not a user of the organization.`);
  const others = set ? await listGroupUsers(trx, key) : [];
  const leaving = [...new Set([...others, ...remove])].filter((userId) => isId(userId) && !add.has(userId));
  const joining = [...add].filter((userId) => known.get(userId)?.active);
  const candidates = await findCandidates(unit, key, [...joining, ...leaving]);
  const planned = planTeamChanges(candidates.present, {
    add: candidates.idsOf(joining),
    remove: candidates.idsOf(leaving),
    roles: new Map(),
  });
  await changeTeamMembers(
    unit,
    cause,
    { ...team, title: title ?? team.title },
    { changes: planned, candidates, at },
  );
  const inactive = [...add].filter((userId) => !known.get(userId)?.active);
  await changeFormerTeams(trx, key, { add: inactive, remove: leaving });
}

export async function deleteScimGroup(context: Context, cause: Cause, key: TeamKey): Promise<void> {
  if (!isId(key.teamId)) throw provisionedGroupNotFound();
  await deleteTeam(context, cause, key).catch((error) => {
    throw teamNotFound.matches(error) ? provisionedGroupNotFound() : error;
  });
}
