import { randomBytes } from 'node:crypto';
import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { updateSiteRow } from '../../sites/sites.queries.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { recordHostname } from './hostname-events.ts';
import { lockHostname, releaseHostname } from './hostnames.repository.ts';
import { readHostname } from './read-hostname.ts';

const PROOF_BYTES = 16;

/**
 * Gives a site another hostname, or none. The site is served under it from when its DNS record is found, and no longer
 * under the former one. Several sites may want one hostname; the one that proves it gets it.
 */
export const createChangeHostname =
  ({ config, clock }: Pick<Context, 'config' | 'clock'>) =>
  async (unit: UnitOfWork, cause: Cause, key: SiteKey, wanted: string | null): Promise<void> => {
    const hostname = wanted === null ? null : readHostname(wanted, config);
    const { trx, announce } = unit;
    const before = await lockHostname(trx, key);
    if (!before) throw siteNotFound();
    if (before.hostname === hostname) return;
    if (before.hostname !== null && before.verifiedAt) {
      await releaseHostname(trx, key, before.hostname);
      announce({ kind: 'site-address', address: 'hostname', name: before.hostname });
    }
    await updateSiteRow(trx, key, {
      hostname,
      // Another text for each listing: the record of an earlier one proves nothing.
      hostname_proof: hostname === null ? null : randomBytes(PROOF_BYTES).toString('hex'),
      hostname_verified_at: null,
      hostname_checked_at: null,
      hostname_failed_at: null,
    });
    announce({ kind: 'site', siteId: key.siteId });
    const change = { before: { hostname: before.hostname }, after: { hostname } };
    await recordHostname(trx, { cause, site: before, action: 'changed', payload: change, at: clock() });
  };
