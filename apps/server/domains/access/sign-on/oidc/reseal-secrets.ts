import { resealSecrets } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { listClientSecrets, replaceClientSecret } from './oidc.repository.ts';

/** Seals the client secrets of providers under the present secret of the instance. */
export const resealClientSecrets = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listClientSecrets(db)).map((provider) => ({
      sealed: provider.secret,
      replace: (resealed) => replaceClientSecret(db, { ...provider, resealed }),
    })),
  );
