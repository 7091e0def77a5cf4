import { resealSecrets } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { listTotpSecrets, replaceTotpSecret } from './totp.repository.ts';

/** Seals the secrets of second factors under the present secret of the instance. */
export const resealTotpSecrets = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listTotpSecrets(db)).map(({ user_id: userId, secret }) => ({
      sealed: secret,
      replace: (sealed) => replaceTotpSecret(db, { userId, secret, sealed }),
    })),
  );
