import { resealSecrets } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { listSealedSecrets, replaceSealedSecret } from './renderer.repository.ts';

/** Seals the secrets of renderers under the present secret of the instance. */
export const resealRendererSecrets = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listSealedSecrets(db)).map(({ secret, ...key }) => ({
      sealed: secret,
      replace: (sealed) => replaceSealedSecret(db, key, { secret, sealed }),
    })),
  );
