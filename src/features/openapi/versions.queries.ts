import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';

interface VersionKey {
  organizationId: string;
  specId: string;
  versionId: string;
}

/** Notes that everybody was told of a version. False: they were before, or the version is gone. */
export async function markAnnounced(
  trx: Transaction<DB>,
  { organizationId, specId, versionId }: VersionKey,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update openapi_version set announced_at = ${at}
    where organization_id = ${organizationId} and spec_id = ${specId} and version_id = ${versionId}
      and announced_at is null`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The slug of a spec; undefined if it is gone. */
export async function findSlug(
  db: Kysely<DB>,
  { organizationId, specId }: Omit<VersionKey, 'versionId'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('openapi_spec')
    .select('slug')
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', specId)
    .executeTakeFirst();
  return row?.slug;
}
