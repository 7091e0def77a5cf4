import { type Kysely, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { DB } from '../../../../platform/db/schema.ts';
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

/** The schemas of at most this many sites are read, because each would lead to the same warning. */
const MAX_SITES = 5;

/** The schemas of the sites that show a space; undefined for a site without one. */
export async function listClaimsSchemas(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<(ClaimsSchema | undefined)[]> {
  const { rows } = await sql<{ schema: ClaimsSchema | null }>`
    select s.adaptive_schema as schema from site s
    where s.organization_id = ${organizationId} and s.site_id in (
      select i.site_id from site_space i
      where i.organization_id = ${organizationId} and i.space_id = ${spaceId})
    order by s.site_id limit ${MAX_SITES}`.execute(db);
  return rows.map(({ schema }) => schema ?? undefined);
}
