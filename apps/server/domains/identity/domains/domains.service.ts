import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockMembers } from '../members/members.queries.ts';
import { isPublicMailDomain } from '../organizations/public-mail-domains.ts';
import { recordOf } from './domain-record.ts';
import {
  type DomainKey,
  type DomainRow,
  findDomainRow,
  lockDomainRow,
  updateDomainRow,
} from './domains.repository.ts';
import { type Finding, lookUpRecord } from './look-up-record.ts';

export const domainNotFound = defineNotFound('domain-not-found', 'domain');
export const publicMailProvider = defineError(
  { status: 409, reason: 'public-mail-provider' },
  (domain: string) =>
    `${domain} is a public email provider and cannot be used for joining. Remove it from emailDomains.`,
);

/** A domain loses its verification when its record is missing at this many weekly checks in a row. */
const CHECKS_UNTIL_LOST = 3;

export async function getDomainRow(
  db: Context['db'],
  organizationId: string,
  domain: string,
): Promise<DomainRow> {
  const row = await findDomainRow(db, organizationId, domain);
  if (!row) throw domainNotFound();
  return row;
}

/** Whether a user with a verified address in the domain may join. */
export async function isProvenDomain(
  db: Context['db'],
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const row = await findDomainRow(db, organizationId, domain);
  return row !== undefined && row.verified_at !== null && !isPublicMailDomain(domain);
}

/** Queries DNS now. An existing verification remains, even if the record is missing. */
export async function verifyDomain(
  context: Context,
  cause: Cause,
  { organizationId, domain }: { organizationId: string; domain: string },
): Promise<{ row: DomainRow; finding: Finding }> {
  const listed = await getDomainRow(context.db, organizationId, domain);
  // Listed by an earlier release, which took every domain.
  if (isPublicMailDomain(domain)) throw publicMailProvider(domain);
  const finding = await lookUpRecord(context.config.dnsServers, recordOf(listed));
  if (finding !== 'unknown') await keepFinding(context, cause, listed, { isThere: finding === 'there' });
  return { row: await getDomainRow(context.db, organizationId, domain), finding };
}

/** Checks a verified domain, once a week. If DNS does not respond, the verification does not change. */
export async function checkDomain(context: Context, cause: Cause, listed: DomainRow): Promise<void> {
  const finding = await lookUpRecord(context.config.dnsServers, recordOf(listed));
  await keepFinding(context, cause, listed, {
    ...(finding === 'unknown' ? {} : { isThere: finding === 'there' }),
    isWeekly: true,
  });
}

async function keepFinding(
  { transact, clock }: Context,
  cause: Cause,
  { organization_id, domain, challenge }: DomainKey,
  { isThere, isWeekly = false }: { isThere?: boolean; isWeekly?: boolean },
): Promise<void> {
  const key = { organization_id, domain, challenge };
  const now = clock();
  await transact(async ({ trx }) => {
    // Joining by the domain and removing it from the list happen before or after this check, never during it.
    await lockMembers(trx, organization_id);
    const before = await lockDomainRow(trx, key);
    if (!before) return;
    if (isThere) {
      await updateDomainRow(trx, key, {
        verified_at: before.verified_at ?? now,
        checked_at: now,
        failed_checks: 0,
      });
      if (!before.verified_at) await recordDomainEvent(trx, cause, { key, action: 'verified', at: now });
      return;
    }
    // Otherwise, repeated manual checks could delay the weekly check of a domain that has a new owner.
    if (before.verified_at && !isWeekly) return;
    const failures = before.failed_checks + (isThere === false && before.verified_at ? 1 : 0);
    const isLost = failures >= CHECKS_UNTIL_LOST;
    await updateDomainRow(trx, key, {
      checked_at: now,
      failed_checks: isLost ? 0 : failures,
      ...(isLost ? { verified_at: null } : {}),
    });
    if (isLost) await recordDomainEvent(trx, cause, { key, action: 'lost', at: now });
  });
}

async function recordDomainEvent(
  trx: Transaction<DB>,
  cause: Cause,
  { key, action, at }: { key: DomainKey; action: 'verified' | 'lost'; at: Date },
): Promise<void> {
  const [before, after] = action === 'verified' ? ['pending', 'verified'] : ['verified', 'pending'];
  await recordEvent(trx, {
    organizationId: key.organization_id,
    cause,
    action: `organization.domain-${action}`,
    target: { type: 'organization', id: key.organization_id, label: key.domain },
    payload: { domain: key.domain, before: { state: before }, after: { state: after } },
    at,
  });
}
