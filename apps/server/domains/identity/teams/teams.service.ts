import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { PageOfRows } from '../../../platform/http/lists.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockMembers } from '../members/members.queries.ts';
import { assertAllKnown, findCandidates } from './candidates.ts';
import { changeTeamMembers, lockTeam, teamNotFound } from './change-team.ts';
import { planTeamChanges } from './plan-team-changes.ts';
import {
  findTeamRow,
  type TeamKey,
  type TeamPosition,
  type TeamReads,
  type TeamRow,
} from './teams.queries.ts';
import {
  deleteTeamRow,
  insertTeam,
  type ListedTeams,
  listTeamRows,
  updateTeamTitle,
} from './teams.repository.ts';
import type { CreateTeamBody, UpdateTeamBody } from './teams.schemas.ts';

/** A caller who is not a member manages no teams: their list is empty. */
export async function listTeams(
  reads: TeamReads,
  list: ListedTeams,
): Promise<PageOfRows<TeamRow, TeamPosition>> {
  if (list.managerId !== undefined && !isId(list.managerId)) return { rows: [], count: 0, next: undefined };
  return listTeamRows(reads, list);
}

/** Creates the team with its first members, none of whom owns it. */
export async function createTeam(
  { transact, clock, fields }: Context,
  cause: Cause,
  organizationId: string,
  body: Static<typeof CreateTeamBody>,
): Promise<TeamRow> {
  return transact(async (unit) => {
    const key = await addTeam(unit, cause, { organizationId, ...body }, clock());
    return getTeamRow({ db: unit.trx, fields }, key);
  });
}

/** Like `createTeam`, as a step of a transaction. */
export async function addTeam(
  unit: UnitOfWork,
  cause: Cause,
  { organizationId, title, members = [] }: Static<typeof CreateTeamBody> & { organizationId: string },
  at: Date,
): Promise<TeamKey> {
  const team = { organizationId, teamId: newId(), title };
  await lockMembers(unit.trx, organizationId);
  const candidates = await findCandidates(unit, team, members);
  assertAllKnown(
    candidates,
    members.map((userKey, n) => ({ userKey, path: `members.${n}` })),
  );
  await insertTeam(unit.trx, { ...team, createdAt: at });
  await recordEvent(unit.trx, {
    organizationId,
    cause,
    action: 'team.created',
    target: { type: 'team', id: team.teamId, label: title },
    payload: { after: { title } },
    at,
  });
  const changes = planTeamChanges(new Map(), {
    add: candidates.idsOf(members),
    remove: [],
    roles: new Map(),
  });
  await changeTeamMembers(unit, cause, team, { changes, candidates, at });
  return team;
}

export async function updateTeam(
  { transact, clock, fields }: Context,
  cause: Cause,
  key: TeamKey,
  { title }: Static<typeof UpdateTeamBody>,
): Promise<TeamRow> {
  return transact(async (unit) => {
    await renameTeam(unit, cause, { ...key, title }, clock());
    return getTeamRow({ db: unit.trx, fields }, key);
  });
}

/** Gives the team this title, as a step of a transaction. Titles are not cached, so there is nothing to announce. */
export async function renameTeam(
  unit: UnitOfWork,
  cause: Cause,
  { title, ...key }: TeamKey & { title: string },
  at: Date,
): Promise<void> {
  const { organizationId, teamId } = key;
  const team = await lockTeam(unit, key);
  if (title === team.title) return;
  await updateTeamTitle(unit.trx, { ...key, title });
  await recordEvent(unit.trx, {
    organizationId,
    cause,
    action: 'team.updated',
    target: { type: 'team', id: teamId, label: title },
    payload: { before: { title: team.title }, after: { title } },
    at,
  });
}

/** Its grants are deleted with it, effective at the commit. */
export async function deleteTeam(
  { transact, clock, fields }: Context,
  cause: Cause,
  { organizationId, teamId }: TeamKey,
): Promise<void> {
  const key = { organizationId, teamId };
  await transact(async (unit) => {
    const { trx, announce } = unit;
    await lockMembers(trx, organizationId);
    const { title, members } = await getTeamRow({ db: trx, fields }, key);
    const permissions = await unit.followers.teamDeleted(unit, key);
    await deleteTeamRow(trx, key);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'team.deleted',
      target: { type: 'team', id: teamId, label: title },
      payload: { before: { title, members, permissions } },
      at: clock(),
    });
    announce({ kind: 'team', organizationId, teamId });
  });
}

export async function getTeamRow(reads: TeamReads, key: TeamKey): Promise<TeamRow> {
  const row = isId(key.teamId) ? await findTeamRow(reads, key) : undefined;
  if (!row) throw teamNotFound();
  return row;
}
