import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../../platform/db/json-text.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { updateSiteRow } from '../../sites/sites.queries.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { allowsUnsignedClaims, type ClaimsSchema } from './claim-schema.ts';

/** Whether the site exists. Whether visitors may have unsigned claims follows from the schema. */
export function updateAdaptiveSchema(
  trx: Transaction<DB>,
  key: SiteKey,
  { schema, at }: { schema: ClaimsSchema; at: Date },
): Promise<boolean> {
  return updateSiteRow(trx, key, {
    adaptive_schema: sql`${toJsonText(schema)}::text::jsonb`,
    adaptive_schema_updated_at: at,
    allows_unsigned_claims: allowsUnsignedClaims(schema),
    updated_at: at,
  });
}
