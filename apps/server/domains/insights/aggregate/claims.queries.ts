import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';

/** The sets of claims by their ids. */
export async function loadClaims(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
  claimsIds: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ id: string; claims: Record<string, unknown> }>`
    select claims_id::text as id, claims from site_claims
    where organization_id = ${organizationId} and site_id = ${siteId}
      and claims_id = any(${claimsIds}::text[]::bigint[])`.execute(db);
  return new Map(rows.map(({ id, claims }) => [id, claims]));
}
