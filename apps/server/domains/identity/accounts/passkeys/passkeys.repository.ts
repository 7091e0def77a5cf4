import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import { violates } from '../../../../platform/db/violations.ts';

export type PasskeyRow = Selectable<DB['user_passkey']>;

export const listPasskeyRows = (db: Kysely<DB>, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('user_passkey').selectAll().where('user_id', '=', userId).orderBy('passkey_id').execute();

export const findPasskeyRow = (db: Kysely<DB>, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db.selectFrom('user_passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Returns false if an account has this credential already. */
export async function insertPasskey(trx: Transaction<DB>, row: PasskeyRow): Promise<boolean> {
  try {
    await trx.insertInto('user_passkey').values(row).execute();
    return true;
  } catch (error) {
    if (violates(error, 'user_passkey_credential_id_key')) return false;
    throw error;
  }
}

/** Records a use. Returns false if the passkey was used or removed meanwhile. */
export async function advancePasskey(
  trx: Transaction<DB>,
  { row, counter, at }: { row: PasskeyRow; counter: number; at: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('user_passkey')
    .set({ counter, last_used_at: at })
    .where('passkey_id', '=', row.passkey_id)
    .where('counter', '=', row.counter)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const renamePasskeyRow = (
  trx: Transaction<DB>,
  { userId, passkeyId, title }: { userId: string; passkeyId: string; title: string },
): Promise<PasskeyRow | undefined> =>
  trx
    .updateTable('user_passkey')
    .set({ title })
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();

export const deletePasskeyRow = (
  trx: Transaction<DB>,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<PasskeyRow | undefined> =>
  trx
    .deleteFrom('user_passkey')
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();

export async function deletePasskeysOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('user_passkey').where('user_id', '=', userId).execute();
}

/** Marks a challenge as answered. Returns false if it was before. Forgets some that have expired. */
export async function takeChallenge(
  trx: Transaction<DB>,
  { digest, expiresAt, now }: { digest: Buffer; expiresAt: Date; now: Date },
): Promise<boolean> {
  await sql`
    delete from used_passkey_challenge where digest = any(array(
      select digest from used_passkey_challenge where expires_at < ${now} limit 100
      for update skip locked))`.execute(trx);
  const result = await trx
    .insertInto('used_passkey_challenge')
    .values({ digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
