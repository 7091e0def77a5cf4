import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { UserActor } from '../../../platform/access/actor.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { NewSpaceEvent } from '../../../platform/access/space-event.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { PREFERENCE_KINDS } from './notification-kinds.ts';
import {
  changePreference,
  listPreferences,
  listSpacesOf,
  markAllRead,
  markNotification,
  type NotificationFilter,
  type NotificationRow,
} from './notifications.repository.ts';
import type { Preferences, UpdatePreferencesBody } from './notifications.schemas.ts';

export const notificationNotFound = defineNotFound('notification-not-found', 'notification');

/** The notifications of a user that are about spaces, and change requests, which they may read now. */
export async function findOwnFilter(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  actor: UserActor,
): Promise<Omit<NotificationFilter, 'isUnread'>> {
  const spaceIds: string[] = [];
  const editedSpaceIds: string[] = [];
  for (const spaceId of await listSpacesOf(db, actor.userId)) {
    const space = await pointers.spaces.find(spaceId);
    if (!space || space.deletedAt) continue;
    const standing = await findStanding(pointers, actor, space.organizationId);
    const role = await findRole(pointers, standing, space);
    if (isAtLeast(role, 'read')) spaceIds.push(spaceId);
    if (isAtLeast(role, 'edit')) editedSpaceIds.push(spaceId);
  }
  return { userId: actor.userId, spaceIds, editedSpaceIds };
}

export async function setRead(
  context: Pick<Context, 'db' | 'pointers' | 'transact' | 'clock'>,
  actor: UserActor,
  notificationId: string,
  isRead: boolean,
): Promise<NotificationRow> {
  if (!isId(notificationId)) throw notificationNotFound();
  const filter = await findOwnFilter(context, actor);
  return context.transact(async (unit) => {
    const marked = await markNotification(unit.trx, filter, { notificationId, isRead });
    if (!marked) throw notificationNotFound();
    const { row, isChanged } = marked;
    if (isChanged) {
      const change = isRead ? 'read' : 'unread';
      const body = { type: 'notification', change, notification: notificationId, kind: row.kind } as const;
      unit.record({
        ...placeOf(row),
        userId: actor.userId,
        actorId: actor.userId,
        at: context.clock(),
        body,
      });
    }
    return row;
  });
}

export async function readAll(
  context: Pick<Context, 'db' | 'pointers' | 'transact' | 'clock'>,
  actor: UserActor,
): Promise<void> {
  const filter = await findOwnFilter(context, actor);
  await context.transact(async (unit) => {
    const { userId } = actor;
    const body = { type: 'notification', change: 'all-read' } as const;
    for (const row of await markAllRead(unit.trx, filter))
      unit.record({ ...placeOf(row), userId, actorId: userId, at: context.clock(), body });
  });
}

const placeOf = (
  row: Pick<NotificationRow, 'organization_id' | 'space_id' | 'change_request_id'>,
): Pick<NewSpaceEvent, 'organizationId' | 'spaceId' | 'changeRequestId'> => ({
  organizationId: row.organization_id,
  spaceId: row.space_id,
  changeRequestId: row.change_request_id ?? undefined,
});

const DELIVERED = { inApp: true, mail: true };

export async function getPreferences(
  { db }: Pick<Context, 'db'>,
  { userId }: UserActor,
): Promise<Preferences> {
  const changed = new Map(
    (await listPreferences(db, userId)).map(({ kind, inApp, mail }) => [kind, { inApp, mail }]),
  );
  const waysOf = (kind: keyof Preferences) => changed.get(kind) ?? DELIVERED;
  return {
    'review-requested': waysOf('review-requested'),
    'changes-requested': waysOf('changes-requested'),
    'sync-conflict': waysOf('sync-conflict'),
    'scheduled-merge-failed': waysOf('scheduled-merge-failed'),
    merged: waysOf('merged'),
    mentioned: waysOf('mentioned'),
    'openapi-breaking': { mail: waysOf('openapi-breaking').mail },
  };
}

/** They are for all organizations: a session that acts in one of them cannot change them. */
export async function updatePreferences(
  context: Pick<Context, 'db' | 'transact'>,
  actor: UserActor,
  body: Static<typeof UpdatePreferencesBody>,
): Promise<Preferences> {
  assertUnbound(actor);
  await context.transact(async ({ trx }) => {
    for (const kind of PREFERENCE_KINDS) {
      const ways = body[kind];
      if (ways) await changePreference(trx, actor.userId, { kind, ...ways });
    }
  });
  return getPreferences(context, actor);
}
