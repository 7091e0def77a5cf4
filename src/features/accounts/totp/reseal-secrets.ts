import { seal, unseal } from '../../../access/keys.ts';
import type { Context } from '../../../context.ts';
import { listTotpSecrets, replaceTotpSecret } from './totp.repository.ts';

/**
 * Seals the secrets of second factors under the present secret of the instance, where they are sealed under the one
 * before: that may be given up a day after a rotation began.
 */
export async function resealTotpSecrets({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> {
  const [present, ...earlier] = keyRing.keys('credentials') as [Buffer, ...Buffer[]];
  if (earlier.length === 0) return;
  const rows = await listTotpSecrets(db);
  for (const { user_id: userId, secret } of rows) {
    if (isSealedUnder(present, secret)) continue;
    const sealed = seal(present, unseal(earlier, secret));
    await replaceTotpSecret(db, { userId, secret, sealed });
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
