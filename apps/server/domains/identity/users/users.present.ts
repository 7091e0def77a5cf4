import type { Static } from 'typebox';
import type { Actor } from '../../../platform/access/actor.ts';
import { presentPictureUrl } from './receive-picture.ts';
import type { ShownUserRow } from './users.queries.ts';
import type { UserSchema } from './users.schemas.ts';

/** The User object as this caller sees it. */
export function presentUser(row: ShownUserRow, baseUrl: string): Static<typeof UserSchema> {
  return {
    object: 'user' as const,
    id: row.user_id,
    displayName: row.display_name,
    ...(row.shows_email && row.email ? { email: row.email } : {}),
    ...(row.photo_url ? { photoURL: presentPictureUrl(row.photo_url, baseUrl) } : {}),
    urls: { location: `${baseUrl}/v1/users/${row.user_id}` },
  };
}

/** The User object of the caller, who learns what they can do on the whole instance. */
export function presentOwnUser(
  row: ShownUserRow,
  { actor, baseUrl }: { actor: Actor; baseUrl: string },
): Static<typeof UserSchema> {
  const user = presentUser(row, baseUrl);
  const isAdministrator = actor.kind === 'user' && actor.isInstanceAdministrator;
  return isAdministrator ? { ...user, instanceAdministrator: true as const } : user;
}
