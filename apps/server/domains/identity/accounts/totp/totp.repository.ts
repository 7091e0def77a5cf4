import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';

export type TotpRow = Selectable<DB['user_totp']>;

export async function findTotpRow(db: Database, userId: string): Promise<TotpRow | undefined> {
  return db.selectFrom('user_totp').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Replaces one that was started and never confirmed. */
export async function putUnconfirmed(
  trx: Transaction<DB>,
  { userId, secret }: { userId: string; secret: Buffer },
): Promise<void> {
  await trx
    .insertInto('user_totp')
    .values({ user_id: userId, secret })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ secret, last_step: 0, confirmed_at: null }))
    .execute();
}

export async function setConfirmed(
  trx: Transaction<DB>,
  { userId, step, at }: { userId: string; step: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('user_totp')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .execute();
}

/** Takes a step. Returns false if a code of this or a later step was used; of simultaneous calls, one returns true. */
export async function takeStep(trx: Transaction<DB>, userId: string, step: number): Promise<boolean> {
  const result = await trx
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  trx: Transaction<DB>,
  userId: string,
  digests: Buffer[],
): Promise<void> {
  await trx.deleteFrom('user_recovery_code').where('user_id', '=', userId).execute();
  const rows = digests.map((digest) => ({ user_id: userId, digest }));
  await trx.insertInto('user_recovery_code').values(rows).execute();
}

/** Marks it as used; returns false if it does not exist or was already used. */
export async function takeRecoveryCode(
  trx: Transaction<DB>,
  userId: string,
  digest: Buffer,
): Promise<boolean> {
  const result = await trx
    .deleteFrom('user_recovery_code')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from user_recovery_code where user_id = ${userId}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Deletes it with its recovery codes. Returns whether it had been confirmed. */
export async function deleteTotp(trx: Transaction<DB>, userId: string): Promise<boolean> {
  await trx.deleteFrom('user_recovery_code').where('user_id', '=', userId).execute();
  const row = await trx
    .deleteFrom('user_totp')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** The sealed secrets of all second factors of the instance. */
export const listTotpSecrets = (db: Kysely<DB>): Promise<{ user_id: string; secret: Buffer }[]> =>
  db.selectFrom('user_totp').select(['user_id', 'secret']).execute();

/** Replaces a sealed secret, unless its user has set up another one meanwhile. */
export async function replaceTotpSecret(
  db: Kysely<DB>,
  { userId, secret, sealed }: { userId: string; secret: Buffer; sealed: Buffer },
): Promise<void> {
  await db
    .updateTable('user_totp')
    .set({ secret: sealed })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .execute();
}
