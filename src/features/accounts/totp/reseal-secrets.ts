import { reseal } from '../../../access/keys.ts';
import type { Context } from '../../../context.ts';
import { listTotpSecrets, replaceTotpSecret } from './totp.repository.ts';

/** Seals the secrets of second factors under the present secret of the instance. */
export async function resealTotpSecrets({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> {
  const keys = keyRing.keys('credentials');
  if (keys.length === 1) return;
  for (const { user_id: userId, secret } of await listTotpSecrets(db)) {
    const sealed = reseal(keys, secret);
    if (sealed) await replaceTotpSecret(db, { userId, secret, sealed });
  }
}
