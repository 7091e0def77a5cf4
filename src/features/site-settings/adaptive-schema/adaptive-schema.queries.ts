import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import type { ClaimsSchema } from './claim-schema.ts';

export interface AdaptiveSchemaRow {
  schema: ClaimsSchema;
  updatedAt: Date;
}

/** Undefined if nobody described the claims of the site's visitors. */
export async function findAdaptiveSchema(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, siteId }: SiteKey,
): Promise<AdaptiveSchemaRow | undefined> {
  const row = await db
    .selectFrom('site')
    .select(['adaptive_schema', 'adaptive_schema_updated_at'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  if (!row?.adaptive_schema || !row.adaptive_schema_updated_at) return undefined;
  return { schema: row.adaptive_schema as ClaimsSchema, updatedAt: row.adaptive_schema_updated_at };
}
