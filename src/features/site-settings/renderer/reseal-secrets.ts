import { reseal } from '../../../access/keys.ts';
import type { Context } from '../../../context.ts';
import { listSealedSecrets, replaceSealedSecret } from './renderer.repository.ts';

/** Seals the secrets of renderers under the present secret of the instance. */
export async function resealRendererSecrets({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> {
  const keys = keyRing.keys('credentials');
  if (keys.length === 1) return;
  for (const { secret, ...key } of await listSealedSecrets(db)) {
    const sealed = reseal(keys, secret);
    if (sealed) await replaceSealedSecret(db, key, { secret, sealed });
  }
}
