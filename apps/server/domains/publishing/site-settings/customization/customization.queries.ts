import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import type { SparseCustomization } from './customization.schemas.ts';

/** The differences from the default customization, or for a site space from that of its site. */
export interface CustomizationRow {
  customization: SparseCustomization;
  updatedAt: Date | null;
}

/** Loads the customizations of a site, and of the site spaces that have one of their own, in one statement. */
export async function loadCustomizations(
  db: Database,
  { organizationId, siteId }: SiteKey,
): Promise<(CustomizationRow & { siteSpaces: ReadonlyMap<string, CustomizationRow> }) | undefined> {
  const { rows } = await sql<
    CustomizationRow & {
      siteSpaces: { siteSpaceId: string; customization: SparseCustomization; updatedAt: string | null }[];
    }
  >`
    select customization, customization_updated_at as "updatedAt",
      (select coalesce(json_agg(json_build_object('siteSpaceId', i.site_space_id, 'customization', i.customization,
          'updatedAt', i.customization_updated_at)), '[]')
        from site_space i
        where i.organization_id = ${organizationId} and i.site_id = s.site_id and i.customization is not null)
        as "siteSpaces"
    from site s where organization_id = ${organizationId} and site_id = ${siteId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const siteSpaces = row.siteSpaces.map(
    ({ siteSpaceId, customization, updatedAt }) =>
      [siteSpaceId, { customization, updatedAt: updatedAt === null ? null : new Date(updatedAt) }] as const,
  );
  return { ...row, siteSpaces: new Map(siteSpaces) };
}
