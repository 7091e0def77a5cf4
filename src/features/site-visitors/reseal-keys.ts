import { resealSecrets } from '../../access/secrets.ts';
import type { Context } from '../../context.ts';
import { listSealedKeys } from './sealed-keys.repository.ts';

/** Seals the keys of sites under the present secret of the instance. */
export const resealSiteKeys = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, () => listSealedKeys(db));
