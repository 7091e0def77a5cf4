import { resealSecrets } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { listVisitorKeys, replaceVisitorKey } from './visitor-claims.repository.ts';

/** Seals the keys that sign tokens about members under the present secret of the instance. */
export const resealVisitorKeys = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listVisitorKeys(db)).map(({ organizationId, key }) => ({
      sealed: key,
      replace: (resealed) => replaceVisitorKey(db, { organizationId, key, resealed }),
    })),
  );
