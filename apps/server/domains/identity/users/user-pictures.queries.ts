import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { SmallPicture } from './receive-picture.ts';

export const userPictureAddress = (userId: string, pictureId: string): string =>
  `/v1/users/${userId}/picture/${pictureId}`;

/** Stores the picture of a user. Two requests at once leave the later one, which is also the one in the account. */
export async function replaceUserPicture(
  trx: Transaction<DB>,
  userId: string,
  { pictureId, bytes, at }: SmallPicture,
): Promise<void> {
  await sql`
    insert into user_picture (user_id, picture_id, bytes, created_at)
    values (${userId}, ${pictureId}, ${bytes}, ${at})
    on conflict (user_id) do update set picture_id = excluded.picture_id, bytes = excluded.bytes,
      created_at = excluded.created_at`.execute(trx);
}

export async function deleteUserPicture(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('user_picture').where('user_id', '=', userId).execute();
}

export async function findUserPicture(
  db: Database,
  userId: string,
  pictureId: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('user_picture')
    .select('bytes')
    .where('user_id', '=', userId)
    .where('picture_id', '=', pictureId)
    .executeTakeFirst();
  return row?.bytes;
}
