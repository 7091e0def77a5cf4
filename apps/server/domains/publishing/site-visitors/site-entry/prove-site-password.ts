import type { SitePointer } from '../../../../platform/access/pointers.ts';
import { createAttempts } from '../../../identity/accounts/attempts.ts';
import { verifyPassword } from '../../../identity/accounts/passwords.ts';

const fromOneNetwork = createAttempts('site-password-by-network');
/**
 * Limits attempts from all networks together, generously: many people share the password, and a stranger must not lock
 * all of them out. The right password of one reader says nothing about the wrong ones that came from elsewhere.
 */
const fromAnywhere = createAttempts('site-password', { most: 1000, isForgiving: false });

/** Whether somebody knows the password of a site. Throws a 429 after too many wrong ones. */
export const proveSitePassword = (
  { siteId }: Pick<SitePointer, 'siteId'>,
  { stored, password, network, now }: { stored: string | null; password: string; network: string; now: Date },
): Promise<boolean> =>
  fromAnywhere.try(siteId, now, () =>
    fromOneNetwork.try(`${siteId} ${network}`, now, () => verifyPassword(stored, password)),
  );
