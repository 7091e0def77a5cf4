import type { Static } from 'typebox';
import { recordOf } from './domain-record.ts';
import type { DomainRow } from './domains.repository.ts';
import type { EmailDomainSchema } from './domains.schemas.ts';
import type { Finding } from './look-up-record.ts';

/** `finding` is the result of a check that has just ended. */
export function presentDomain(
  row: DomainRow,
  baseUrl: string,
  finding = lastFinding(row),
): Static<typeof EmailDomainSchema> {
  const problem = finding && PROBLEMS[finding];
  return {
    object: 'email-domain' as const,
    domain: row.domain,
    state: row.verified_at ? ('verified' as const) : ('pending' as const),
    record: recordOf(row),
    ...(row.verified_at ? { verifiedAt: row.verified_at.toISOString() } : {}),
    ...(row.checked_at ? { checkedAt: row.checked_at.toISOString() } : {}),
    ...(problem === undefined ? {} : { problem }),
    urls: { location: `${baseUrl}/v1/orgs/${row.organization_id}/domains/${row.domain}` },
  };
}

const PROBLEMS: Record<Finding, string | undefined> = {
  there: undefined,
  absent: 'The record was not found at the last check. New DNS records can take hours to propagate.',
  unknown: 'The DNS lookup of this domain failed. Try again in a moment.',
};

function lastFinding({ checked_at, verified_at, failed_checks }: DomainRow): Finding | undefined {
  if (!checked_at) return undefined;
  return verified_at && failed_checks === 0 ? 'there' : 'absent';
}
