import { type Kysely, sql } from 'kysely';
import type { StoredSecret } from '../../../platform/access/secrets.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** The keys of share links, and those that sign visitors in, of all sites. */
export async function listSealedKeys(db: Kysely<DB>): Promise<StoredSecret[]> {
  const links = await db
    .selectFrom('site_share_link')
    .select(['organization_id', 'site_id', 'share_link_id', 'sealed_key'])
    .execute();
  const sites = await db
    .selectFrom('site')
    .select(['organization_id', 'site_id', 'auth_key', 'auth_old_key'])
    .where(sql<boolean>`auth_key is not null`)
    .execute();
  return [
    ...links.map((link) => ({
      sealed: link.sealed_key,
      replace: (resealed: Buffer) =>
        db
          .updateTable('site_share_link')
          .set({ sealed_key: resealed })
          .where('organization_id', '=', link.organization_id)
          .where('site_id', '=', link.site_id)
          .where('share_link_id', '=', link.share_link_id)
          .execute(),
    })),
    ...sites.flatMap((site) =>
      (['auth_key', 'auth_old_key'] as const).flatMap((column) => {
        const sealed = site[column];
        return sealed
          ? [
              {
                sealed,
                replace: (resealed: Buffer) => replaceSigningKey(db, site, { column, sealed, resealed }),
              },
            ]
          : [];
      }),
    ),
  ];
}

/** Leaves a key alone that was replaced in the meantime. */
const replaceSigningKey = (
  db: Kysely<DB>,
  site: { organization_id: string; site_id: string },
  { column, sealed, resealed }: { column: 'auth_key' | 'auth_old_key'; sealed: Buffer; resealed: Buffer },
): Promise<unknown> =>
  db
    .updateTable('site')
    .set({ [column]: resealed })
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.site_id)
    .where(column, '=', sealed)
    .execute();
