import { reseal } from '../../access/keys.ts';
import type { Context } from '../../context.ts';
import { listSealedSecrets, replaceSealedSecret } from './webhooks.repository.ts';

/** Seals the secrets of webhooks under the present secret of the instance. */
export async function resealWebhookSecrets({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> {
  const keys = keyRing.keys('credentials');
  if (keys.length === 1) return;
  for (const { key, secret } of await listSealedSecrets(db)) {
    const sealed = reseal(keys, secret);
    if (sealed) await replaceSealedSecret(db, key, { secret, sealed });
  }
}
