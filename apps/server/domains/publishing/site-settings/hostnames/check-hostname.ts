import type { Cause } from '../../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { RECORD_PREFIX, recordOf } from '../../../identity/domains/domain-record.ts';
import { type Finding, lookUpTexts } from '../../../identity/domains/look-up-record.ts';
import { updateSiteRow } from '../../sites/sites.queries.ts';
import { recordHostname } from './hostname-events.ts';
import { type HostnameRow, lockHostname, releaseHostname, takeHostname } from './hostnames.repository.ts';

/** How long the record of a proven hostname may be missing. */
const PATIENCE_MS = 3 * 24 * 3_600_000;

/**
 * `taken`: the record is there, but another site has proven the hostname. `different`: there is a record with another
 * text, for example of the time before the hostname was set again.
 */
export type HostnameFinding = Finding | 'taken' | 'different';

/** The record that proves the hostname of a site. */
export const recordOfHostname = ({ hostname, proof }: Pick<HostnameRow, 'hostname' | 'proof'>) =>
  recordOf({ domain: hostname, challenge: proof });

/** The record that leads readers of a hostname to the service. */
export const addressRecordOf = (hostname: string, sitesUrl: string) => ({
  type: 'CNAME' as const,
  name: hostname,
  value: new URL(sitesUrl).hostname,
});

/** Asks DNS about the hostname of a site, and serves the site under it, or no longer, as the answer says. */
export async function checkHostname(
  context: Context,
  cause: Cause,
  listed: HostnameRow,
): Promise<HostnameFinding> {
  const finding = await lookUpHostname(context, listed);
  const at = context.clock();
  return context.transact(async (unit) => {
    const before = await lockHostname(unit.trx, listed);
    // Another hostname, or another text that proves it: the answer is about something else.
    if (!before?.hostname || before.hostname !== listed.hostname || before.proof !== listed.proof)
      return 'absent';
    const check = { before, cause, at };
    if (finding === 'there') return prove(unit, check);
    if (finding !== 'unknown' && before.verifiedAt) await noteMissing(unit, check);
    else await updateSiteRow(unit.trx, before, { hostname_checked_at: at });
    return finding;
  });
}

async function lookUpHostname(
  { config }: Pick<Context, 'config'>,
  listed: HostnameRow,
): Promise<Finding | 'different'> {
  const { name, value } = recordOfHostname(listed);
  const texts = await lookUpTexts(config.dnsServers, name);
  if (!texts) return 'unknown';
  if (texts.includes(value)) return 'there';
  return texts.some((text) => text.startsWith(RECORD_PREFIX)) ? 'different' : 'absent';
}

interface Check {
  before: HostnameRow;
  cause: Cause;
  at: Date;
}

async function prove({ trx, announce }: UnitOfWork, { before, cause, at }: Check): Promise<HostnameFinding> {
  const { hostname, siteId } = before;
  const isFree = before.verifiedAt !== null || (await takeHostname(trx, before, hostname));
  if (!isFree) {
    await updateSiteRow(trx, before, { hostname_checked_at: at });
    return 'taken';
  }
  await updateSiteRow(trx, before, {
    hostname_verified_at: before.verifiedAt ?? at,
    hostname_checked_at: at,
    hostname_failed_at: null,
  });
  if (before.verifiedAt) return 'there';
  announce({ kind: 'site-address', address: 'hostname', name: hostname });
  announce({ kind: 'site', siteId });
  await recordHostname(trx, {
    cause,
    site: before,
    action: 'verified',
    payload: { after: { hostname } },
    at,
  });
  return 'there';
}

/** Names whose record is gone may belong to somebody else by now: after some days the site leaves. */
async function noteMissing({ trx, announce }: UnitOfWork, { before, cause, at }: Check): Promise<void> {
  const { hostname, siteId, failedAt } = before;
  const isLost = failedAt !== null && at.getTime() - failedAt.getTime() >= PATIENCE_MS;
  await updateSiteRow(trx, before, {
    hostname_checked_at: at,
    ...(isLost
      ? { hostname_verified_at: null, hostname_failed_at: null }
      : { hostname_failed_at: failedAt ?? at }),
  });
  if (!isLost) return;
  await releaseHostname(trx, before, hostname);
  announce({ kind: 'site-address', address: 'hostname', name: hostname });
  announce({ kind: 'site', siteId });
  await recordHostname(trx, { cause, site: before, action: 'lost', payload: { before: { hostname } }, at });
}
