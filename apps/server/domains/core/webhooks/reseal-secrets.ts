import { resealSecrets } from '../../../platform/access/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { listSealedSecrets, replaceSealedSecret } from './webhooks.repository.ts';

/** Seals the secrets of webhooks under the present secret of the instance. */
export const resealWebhookSecrets = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listSealedSecrets(db)).map(({ key, secret }) => ({
      sealed: secret,
      replace: (sealed) => replaceSealedSecret(db, key, { secret, sealed }),
    })),
  );
