import type { Transaction } from 'kysely';
import { roleAboveOwn, spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import { NO_GRANTS } from '../../../platform/access/pointers.ts';
import { isAbove, LADDER, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import {
  effectiveRole,
  findStanding,
  type RoleAndGrants,
  type RoleTarget,
  type Standing,
} from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { findMoveTarget } from '../collections/find-move-target.ts';
import { recordMove } from '../collections/inherited-access.ts';
import type { Move } from '../collections/move.schemas.ts';
import { findSibling, listAbove, lockOrder } from '../collections/order.queries.ts';
import { listGrantedStandings, moveSpaceRow } from './move-space.repository.ts';
import type { ShownSpaceRow } from './spaces.queries.ts';
import { getShownSpace } from './spaces.service.ts';

const aboveYourRole = (role: RoleOrGuest): ApiError =>
  roleAboveOwn(
    `This move would give or take away a role above yours (“${role}”) on the space. Ask one of its administrators to move it.`,
  );

/** Moves a space into a collection or to the top level, to a position among its siblings. */
export async function moveSpace(
  { transact, clock, pointers, fields }: Pick<Context, 'transact' | 'clock' | 'pointers' | 'fields'>,
  { actor, cause }: { actor: Actor; cause: Cause },
  { organizationId, spaceId }: SpaceKey,
  move: Move,
): Promise<ShownSpaceRow> {
  const key = { organizationId, spaceId };
  const standing = await findStanding(pointers, actor, organizationId);
  if (!standing) throw spaceNotFound();
  const at = clock();
  return transact(async (unit) => {
    const { trx, announce } = unit;
    await lockOrder(trx, organizationId);
    const moved = await findSibling(trx, organizationId, { kind: 'space', id: spaceId });
    if (!moved) throw spaceNotFound();
    const to = await findMoveTarget(trx, standing, { organizationId, ...moved }, move);
    const above = await listAbove(trx, { organizationId, parentId: moved.parentId });
    const before = { id: spaceId, parentId: moved.parentId, defaultLevel: moved.defaultLevel, above };
    const after = { ...before, parentId: to.parentId, above: to.above };
    const isElsewhere = after.parentId !== before.parentId;
    if (isElsewhere) await assertWithinOwnRole(trx, standing, organizationId, { before, after });
    if (!(await moveSpaceRow(trx, key, { ...to, at }))) throw spaceNotFound();
    announce({ kind: 'space', spaceId });
    const row = await getShownSpace({ db: trx, fields }, key);
    const place = { kind: 'space' as const, organizationId, id: spaceId, title: row.title };
    if (isElsewhere) await recordMove(unit, { place, cause, before, after, at });
    return row;
  });
}

/**
 * Another parent brings other grants and another default. Since no caller may grant a role above their own, a move must
 * not give or take one: from the caller, from members with grants at either place, personal or through teams, or from
 * anyone by default.
 */
async function assertWithinOwnRole(
  trx: Transaction<DB>,
  mover: Standing,
  organizationId: string,
  { before, after }: { before: RoleTarget; after: RoleTarget },
): Promise<void> {
  const own = effectiveRole(mover, before);
  if (own === 'admin') return;
  const ids = [before.id, ...[...before.above, ...after.above].map(({ collectionId }) => collectionId)];
  const standings: RoleAndGrants[] = [
    ...LADDER.map((role) => ({ role, grants: NO_GRANTS })),
    ...(await listGrantedStandings(trx, { organizationId, ids, above: own })),
  ];
  for (const standing of standings) {
    const here = effectiveRole(standing, before);
    const there = effectiveRole(standing, after);
    if (here !== there && (isAbove(here, own) || isAbove(there, own))) throw aboveYourRole(own);
  }
}
