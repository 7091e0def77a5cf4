import { isId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type ApiError, defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { displayNameFromEmail } from './display-name.ts';
import type { SmallPicture } from './receive-picture.ts';
import { recordUserUpdated } from './user-events.ts';
import { deleteUserPicture, replaceUserPicture, userPictureAddress } from './user-pictures.queries.ts';
import {
  belongsElsewhere,
  findVisibleUserRow,
  type UserChanges,
  updateUserRow,
  type VisibleUserRow,
} from './users.queries.ts';
import type { UpdateUserBody } from './users.schemas.ts';

export const userNotFound = defineNotFound('user-not-found', 'user');
/** For the operator, who may see every address. */
export const userWithEmailNotFound = defineError(
  { status: 404, reason: 'user-not-found' },
  (email: string) => `There is no user with the email address ${email}.`,
);
export const notAUser = defineError(
  { status: 404, reason: 'not-a-user' },
  'This token belongs to a service account of an organization, not to a user.',
);
export const ownAccountOnly = defineError(
  { status: 403, reason: 'own-account-only' },
  'Only the user can change this.',
);
const isSharedName = (): ApiError =>
  passwordSignInRequired(
    'Other organizations show this name and photo too. Sign in with your password to change them.',
  );

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

/** Returns the caller; throws a 403 if the id is another user's. */
export async function getCurrentUser(
  db: Context['db'],
  actor: Actor,
  userIdOrMe: string,
): Promise<VisibleUserRow> {
  const row = await getVisibleUser(db, actor, userIdOrMe);
  if (actor.kind !== 'user' || row.user_id !== actor.userId) throw ownAccountOnly();
  return row;
}

interface Editor {
  actor: Actor;
  cause: Cause;
}

/** Absent fields stay as they are; null removes the photo and returns the name to its default. */
export async function updateUser(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  by: Editor,
  userIdOrMe: string,
  body: Static<typeof UpdateUserBody>,
): Promise<VisibleUserRow> {
  return transact(async ({ trx }) => {
    const row = await getEditableUser(trx, by.actor, userIdOrMe);
    const changes: UserChanges = {};
    if (body.displayName !== undefined) {
      changes.display_name = body.displayName ?? displayNameFromEmail(row.email ?? '');
    }
    if (body.photoURL !== undefined) changes.photo_url = body.photoURL;
    return applyChanges(trx, by, { before: row, changes, at: clock() });
  });
}

/** Makes a picture that was uploaded the photo of the user, instead of the one before. */
export async function setUserPicture(
  { transact }: Pick<Context, 'transact'>,
  by: Editor,
  userIdOrMe: string,
  picture: SmallPicture,
): Promise<VisibleUserRow> {
  return transact(async ({ trx }) => {
    const row = await getEditableUser(trx, by.actor, userIdOrMe);
    const { user_id: userId } = row;
    const changes = { photo_url: userPictureAddress(userId, picture.pictureId) };
    const after = await applyChanges(trx, by, { before: row, changes, at: picture.at });
    await replaceUserPicture(trx, userId, picture);
    return after;
  });
}

/** The caller; throws a 403 if other organizations show the name and the photo, too. */
async function getEditableUser(
  trx: Transaction<DB>,
  actor: Actor,
  userIdOrMe: string,
): Promise<VisibleUserRow> {
  const row = await getCurrentUser(trx, actor, userIdOrMe);
  const onlyIn = actor.kind === 'user' ? actor.onlyIn : undefined;
  const key = { userId: row.user_id, organizationId: onlyIn ?? '' };
  if (onlyIn !== undefined && (await belongsElsewhere(trx, key))) throw isSharedName();
  return row;
}

async function applyChanges(
  trx: Transaction<DB>,
  { actor, cause }: Editor,
  { before, changes, at }: { before: VisibleUserRow; changes: UserChanges; at: Date },
): Promise<VisibleUserRow> {
  if (Object.keys(changes).length === 0) return before;
  const { user_id: userId } = before;
  // The row of the user comes first: two requests that lock the two rows in different orders would deadlock.
  await updateUserRow(trx, userId, changes);
  if (changes.photo_url !== undefined && changes.photo_url !== before.photo_url)
    await deleteUserPicture(trx, userId);
  const after = await getVisibleUser(trx, actor, userId);
  await recordUserUpdated(trx, cause, { before, after, at });
  return after;
}

/** The id of the user that a URL names, by it or as `me`. */
export function resolveUserId(actor: Actor, userIdOrMe: string): string {
  if (userIdOrMe !== 'me') return userIdOrMe;
  if (actor.kind !== 'user') throw notAUser();
  return actor.userId;
}
