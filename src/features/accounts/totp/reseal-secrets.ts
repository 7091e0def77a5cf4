import { seal, unseal } from '../../../access/keys.ts';
import type { Context } from '../../../context.ts';

/**
 * Seals the secrets of second factors under the present secret of the instance, where they are sealed under the one
 * before: that may be given up a day after a rotation began.
 */
export async function resealTotpSecrets({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> {
  const [present, ...earlier] = keyRing.keys('credentials') as [Buffer, ...Buffer[]];
  if (earlier.length === 0) return;
  const rows = await db.selectFrom('user_totp').select(['user_id', 'secret']).execute();
  for (const { user_id: userId, secret } of rows) {
    if (isSealedUnder(present, secret)) continue;
    const sealed = seal(present, unseal(earlier, secret));
    await db
      .updateTable('user_totp')
      .set({ secret: sealed })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .execute();
  }
}

function isSealedUnder(key: Buffer, sealed: Buffer): boolean {
  try {
    unseal([key], sealed);
    return true;
  } catch {
    // Sealed with another key of the ring.
    return false;
  }
}
