import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { collectionNotFound, siteNotFound, spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import { isAbove, type Role, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import {
  type ApiError,
  defineError,
  type ErrorDetail,
  invalidFields,
  invalidRequest,
} from '../../../platform/http/errors.ts';
import { type NewEvent, recordEvents } from '../../core/audit/record-event.ts';
import { lockMembers } from '../../identity/members/members.queries.ts';
import { memberNotFound } from '../../identity/members/members.service.ts';
import { teamNotFound } from '../../identity/teams/change-team.ts';
import type { GranteeKind, TargetKey } from './grant-target.ts';
import { lockTargetRow } from './permissions.queries.ts';
import { type GranteeRow, holdGranteeRows, writeGrants } from './permissions.repository.ts';
import type { InviteBody } from './permissions.schemas.ts';

const TARGET_NOT_FOUND = {
  space: spaceNotFound,
  collection: collectionNotFound,
  site: siteNotFound,
} as const;
export const targetNotFound = ({ kind }: TargetKey): ApiError => TARGET_NOT_FOUND[kind]();
const granteeNotFound = (grantee: GranteeKind): ApiError =>
  grantee === 'user' ? memberNotFound() : teamNotFound();
export const permissionNotFound = defineError(
  { status: 404, reason: 'permission-not-found' },
  'There is no permission to remove.',
);
const nobodyInvited = (): ApiError =>
  invalidRequest('Specify teams, users, or both.', [
    { path: 'teams', message: 'is required unless users is sent' },
  ]);

/** A member by the id of the user, or a team. */
export interface Grantee {
  grantee: GranteeKind;
  id: string;
}

/**
 * The access rule requires `admin`, so no caller grants a role above their own. Null removes the grant; undefined
 * changes nothing.
 */
export async function setPermission(
  { transact, clock }: Context,
  cause: Cause,
  key: TargetKey,
  { grantee, id, role }: Grantee & { role: RoleOrGuest | undefined },
): Promise<void> {
  await transact(async (unit) => {
    const target = await lockTarget(unit, key);
    const found = await getGrantee(unit, target, { grantee, id });
    if (role !== undefined)
      await changeGrants(unit, cause, target, { grantee, found: [found], role, at: clock() });
  });
}

/** A step of a transaction: grants the member the role, unless they have an equal or higher grant. */
export async function raisePermission(
  unit: UnitOfWork,
  cause: Cause,
  key: TargetKey,
  { userId, role, at }: { userId: string; role: Role; at: Date },
): Promise<void> {
  const target = await lockTarget(unit, key);
  const found = await getGrantee(unit, target, { grantee: 'user', id: userId });
  if (isAbove(role, found.role))
    await changeGrants(unit, cause, target, { grantee: 'user', found: [found], role, at });
}

/** Throws a 404 when there is nothing to take. */
export async function removePermission(
  { transact, clock }: Context,
  cause: Cause,
  key: TargetKey,
  { grantee, id }: Grantee,
): Promise<void> {
  await transact(async (unit) => {
    const target = await lockTarget(unit, key);
    const found = await getGrantee(unit, target, { grantee, id });
    if (found.role === null) throw permissionNotFound();
    await changeGrants(unit, cause, target, { grantee, found: [found], role: null, at: clock() });
  });
}

/** Grants everyone named the same role, replacing earlier grants; if one of them is unknown, changes nothing. */
export async function invite(
  { transact, clock }: Context,
  cause: Cause,
  key: TargetKey,
  { role, teams, users }: Static<typeof InviteBody>,
): Promise<void> {
  if (!teams && !users) throw nobodyInvited();
  await transact(async (unit) => {
    const target = await lockTarget(unit, key);
    const invited = [
      { grantee: 'team', field: 'teams', ids: teams ?? [] },
      { grantee: 'user', field: 'users', ids: users ?? [] },
    ] as const;
    const known = new Map<GranteeKind, GranteeRow[]>();
    const unknown: ErrorDetail[] = [];
    for (const { grantee, field, ids } of invited) {
      const found = await holdGranteeRows(unit.trx, target, { grantee, ids: ids.filter(isId) });
      known.set(grantee, found);
      const present = new Set(found.map(({ id }) => id));
      const message = `is not a ${grantee === 'user' ? 'member' : 'team'} of the organization`;
      for (const [n, id] of ids.entries())
        if (!present.has(id)) unknown.push({ path: `${field}.${n}`, message: `(“${id}”) ${message}` });
    }
    if (unknown.length > 0) throw invalidFields(unknown);
    const at = clock();
    for (const [grantee, found] of known)
      await changeGrants(unit, cause, target, { grantee, found, role, at });
  });
}

/** A place, its members and their grants are locked against removal until the transaction ends. */
type LockedTarget = TargetKey & { title: string };

async function lockTarget({ trx }: UnitOfWork, key: TargetKey): Promise<LockedTarget> {
  await lockMembers(trx, key.organizationId);
  const row = await lockTargetRow(trx, key);
  if (!row) throw targetNotFound(key);
  return { ...key, title: row.title };
}

async function getGrantee(
  { trx }: UnitOfWork,
  target: LockedTarget,
  { grantee, id }: Grantee,
): Promise<GranteeRow> {
  const [found] = isId(id) ? await holdGranteeRows(trx, target, { grantee, ids: [id] }) : [];
  if (!found) throw granteeNotFound(grantee);
  return found;
}

/** If more members than this change, every process forgets all members of the organization. */
const MAX_ANNOUNCED = 100;

/**
 * Writes the grants that differ, records each change, and makes every process forget the roles of the people concerned.
 */
async function changeGrants(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  target: LockedTarget,
  change: { grantee: GranteeKind; found: readonly GranteeRow[]; role: RoleOrGuest; at: Date },
): Promise<void> {
  const { grantee, role, at } = change;
  const { organizationId } = target;
  const changed = change.found.filter((found) => found.role !== role);
  const ids = changed.map(({ id }) => id);
  if (ids.length === 0) return;
  await writeGrants(trx, target, { grantee, ids, role });
  await recordEvents(
    trx,
    changed.map(({ id, name, role: before }) => ({
      organizationId,
      cause,
      action: actionOf(before, role),
      target: { type: target.kind, id: target.id, label: target.title },
      payload: {
        [grantee]: grantee === 'user' ? { id, displayName: name } : { id, title: name },
        ...(before === null ? {} : { before: { role: before } }),
        ...(role === null ? {} : { after: { role } }),
      },
      at,
    })),
  );
  if (ids.length > MAX_ANNOUNCED) announce({ kind: 'members', organizationId });
  else if (grantee === 'user') for (const userId of ids) announce({ kind: 'member', organizationId, userId });
  else for (const teamId of ids) announce({ kind: 'team', organizationId, teamId });
}

function actionOf(before: RoleOrGuest, after: RoleOrGuest): NewEvent['action'] {
  if (before === null) return 'permission.granted';
  return after === null ? 'permission.removed' : 'permission.updated';
}
