import type { Static } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import { ApiError, forbidden, notFound } from '../../http/errors.ts';
import { isId } from '../../http/ids.ts';
import { displayNameFromEmail } from './email.ts';
import {
  findVisibleUserRow,
  type UserChanges,
  updateUserRow,
  type VisibleUserRow,
} from './users.repository.ts';
import type { UpdateUserBody } from './users.schemas.ts';

const userNotFound = (): ApiError => notFound('user');
const nobodySignedIn = (): ApiError =>
  new ApiError(404, 'This token belongs to a service account of an organization, not to a user.');
const notOneself = (): ApiError => forbidden('Only the user themself may change this.');

/** The user that a URL names (`me` is accepted), as the caller sees them. Throws a 404 for strangers. */
export async function getVisibleUser(
  db: Context['db'],
  viewer: Actor,
  userIdOrMe: string,
): Promise<VisibleUserRow> {
  const userId = resolveUserId(viewer, userIdOrMe);
  const row = isId(userId) ? await findVisibleUserRow(db, viewer, userId) : undefined;
  if (!row) throw userNotFound();
  return row;
}

/** Absent fields stay as they are; null removes the photo and returns the name to its default. */
export async function updateUser(
  { transact }: Context,
  actor: Actor,
  userIdOrMe: string,
  body: Static<typeof UpdateUserBody>,
): Promise<VisibleUserRow> {
  return transact(async ({ trx }) => {
    const row = await getVisibleUser(trx, actor, userIdOrMe);
    if (actor.kind !== 'user' || row.user_id !== actor.userId) throw notOneself();
    const changes: UserChanges = {};
    if (body.displayName !== undefined) {
      changes.display_name = body.displayName ?? displayNameFromEmail(row.email ?? '');
    }
    if (body.photoURL !== undefined) changes.photo_url = body.photoURL;
    if (Object.keys(changes).length === 0) return row;
    await updateUserRow(trx, row.user_id, changes);
    return getVisibleUser(trx, actor, row.user_id);
  });
}

/** The id of the user that a URL names, by it or as `me`. */
export function resolveUserId(actor: Actor, userIdOrMe: string): string {
  if (userIdOrMe !== 'me') return userIdOrMe;
  if (actor.kind !== 'user') throw nobodySignedIn();
  return actor.userId;
}
