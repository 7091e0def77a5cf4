import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../structure.queries.ts';
import { type FormerPath, type FormerPaths, keyOf } from './former-paths.ts';

/** Former paths of one site; the oldest go first. */
const MAX_FORMER_PATHS = 500;

/** Notes where sections and variants were. A path that several had leads to the one that had it last. */
export async function insertFormerPaths(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { paths, at, max = MAX_FORMER_PATHS }: { paths: readonly FormerPath[]; at: Date; max?: number },
): Promise<void> {
  if (paths.length === 0) return;
  const unique = [...new Map(paths.map((one) => [keyOf(one), one])).values()].slice(0, max);
  // What stands at the root of a site has the site as its parent.
  const parentIds = unique.map(({ parentId }) => parentId ?? siteId);
  await sql`
    insert into site_former_path (organization_id, site_id, parent_id, path, part_id, left_at)
    select ${organizationId}::uuid, ${siteId}::uuid, f.parent_id, f.path, f.part_id, ${at}::timestamptz
    from unnest(${parentIds}::uuid[], ${unique.map(({ path }) => path)}::text[],
      ${unique.map(({ partId }) => partId)}::uuid[]) as f(parent_id, path, part_id)
    on conflict (organization_id, site_id, parent_id, path) do update
      set part_id = excluded.part_id, left_at = excluded.left_at`.execute(trx);
  await sql`
    delete from site_former_path
    where organization_id = ${organizationId} and site_id = ${siteId} and (parent_id, path) in (
      select parent_id, path from site_former_path
      where organization_id = ${organizationId} and site_id = ${siteId}
      order by left_at desc, parent_id, path offset ${max})`.execute(trx);
}

export async function loadFormerPaths(
  db: Database,
  { organizationId, siteId }: SiteKey,
): Promise<FormerPaths> {
  const rows = await db
    .selectFrom('site_former_path')
    .select(['parent_id', 'path', 'part_id'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute();
  return new Map(
    rows.map(({ parent_id: parentId, path, part_id: partId }) => [
      keyOf({ parentId: parentId === siteId ? null : parentId, path }),
      partId,
    ]),
  );
}
