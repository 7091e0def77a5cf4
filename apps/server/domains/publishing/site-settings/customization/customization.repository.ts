import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import { toJsonText } from '../../../../platform/db/json-text.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { updateSiteRow } from '../../sites/sites.queries.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import type { CustomizationRow } from './customization.queries.ts';
import type { SparseCustomization } from './customization.schemas.ts';

export interface SiteSpaceKey extends SiteKey {
  siteSpaceId: string;
}

export async function findSiteCustomization(
  db: Database,
  { organizationId, siteId }: SiteKey,
): Promise<CustomizationRow | undefined> {
  return db
    .selectFrom('site')
    .select(['customization', 'customization_updated_at as updatedAt'])
    .$narrowType<{ customization: SparseCustomization }>()
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
}

/** The site space's own customization is null if it has none. */
export async function findSiteSpaceCustomization(
  db: Database,
  { organizationId, siteId, siteSpaceId }: SiteSpaceKey,
): Promise<{ customization: SparseCustomization | null; updatedAt: Date | null } | undefined> {
  return db
    .selectFrom('site_space')
    .select(['customization', 'customization_updated_at as updatedAt'])
    .$narrowType<{ customization: SparseCustomization | null }>()
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('site_space_id', '=', siteSpaceId)
    .executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockSiteSpaceCustomization(
  trx: Transaction<DB>,
  { organizationId, siteId, siteSpaceId }: SiteSpaceKey,
): Promise<{ customization: SparseCustomization | null } | undefined> {
  return trx
    .selectFrom('site_space')
    .select('customization')
    .$narrowType<{ customization: SparseCustomization | null }>()
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('site_space_id', '=', siteSpaceId)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the site exists. */
export const updateSiteCustomization = (
  trx: Transaction<DB>,
  key: SiteKey,
  { customization, at }: { customization: SparseCustomization; at: Date },
): Promise<boolean> =>
  updateSiteRow(trx, key, {
    customization: toJson(customization),
    customization_updated_at: at,
    updated_at: at,
  });

/** Whether the site space exists. */
export async function updateSiteSpaceCustomization(
  trx: Transaction<DB>,
  { organizationId, siteId, siteSpaceId }: SiteSpaceKey,
  { customization, at }: { customization: SparseCustomization | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('site_space')
    .set({
      customization: customization && toJson(customization),
      customization_updated_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('site_space_id', '=', siteSpaceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const toJson = (customization: SparseCustomization): RawBuilder<string> =>
  sql`${toJsonText(customization)}::text::jsonb`;
