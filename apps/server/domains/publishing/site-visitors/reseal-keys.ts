import { resealSecrets } from '../../../platform/access/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { listSealedKeys } from './sealed-keys.repository.ts';

/** Seals the keys of sites under the present secret of the instance. */
export const resealSiteKeys = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, () => listSealedKeys(db));
