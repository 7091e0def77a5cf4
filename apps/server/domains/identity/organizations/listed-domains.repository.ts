import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/**
 * Keeps a challenge for each domain that the organization lists. Removing a domain also forgets its verification:
 * listing it again requires a new one, with another text.
 */
export async function keepListedDomains(
  trx: Transaction<DB>,
  organizationId: string,
  domains: readonly string[],
): Promise<void> {
  const challenges = domains.map(() => randomBytes(16).toString('hex'));
  await sql`
    delete from organization_domain
    where organization_id = ${organizationId} and domain <> all(${domains}::text[])`.execute(trx);
  await sql`
    insert into organization_domain (organization_id, domain, challenge)
    select ${organizationId}, domain, challenge
    from unnest(${domains}::text[], ${challenges}::text[]) listed(domain, challenge)
    on conflict do nothing`.execute(trx);
}
