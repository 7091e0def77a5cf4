import type { ChangeSummary } from '@lectern/openapi/changes/summarize-changes';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toJsonText } from '../../platform/db/json-text.ts';
import type { DB } from '../../platform/db/schema.ts';

export interface NewsRow {
  version_id: string;
  created_at: Date;
  news: ChangeSummary | null;
}

/** The last versions of a spec with what changed, newest first. */
export async function listNews(
  db: Kysely<DB>,
  { organizationId, specId }: Omit<VersionKey, 'versionId'>,
  limit: number,
): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select version_id, created_at, news from openapi_version
    where organization_id = ${organizationId} and spec_id = ${specId}
    order by version_id desc limit ${limit}`.execute(db);
  return rows;
}

interface VersionKey {
  organizationId: string;
  specId: string;
  versionId: string;
}

/**
 * Records that everybody was notified of a version, with its changes; null if they are not known. Returns false if this
 * was recorded before, or if the version is gone.
 */
export async function markAnnounced(
  trx: Transaction<DB>,
  { organizationId, specId, versionId }: VersionKey,
  { at, news }: { at: Date; news: ChangeSummary | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update openapi_version set announced_at = ${at}, news = ${news && toJsonText(news)}::text::jsonb
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
