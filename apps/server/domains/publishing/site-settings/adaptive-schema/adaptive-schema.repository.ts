import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../../platform/db/json-text.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { allowsUnsignedClaims, type ClaimsSchema } from './claim-schema.ts';

/** Whether the site exists. Whether visitors may have unsigned claims follows from the schema. */
export async function updateAdaptiveSchema(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { schema, at }: { schema: ClaimsSchema; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('site')
    .set({
      adaptive_schema: sql`${toJsonText(schema)}::text::jsonb`,
      adaptive_schema_updated_at: at,
      allows_unsigned_claims: allowsUnsignedClaims(schema),
      updated_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
