import type { SpecOutline } from '@lectern/openapi/outline-spec';
import type { ProcessedSpec } from '@lectern/openapi/process-spec';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { toJsonText } from '../../platform/db/json-text.ts';
import type { DB } from '../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../platform/http/lists.ts';
import type { SpecKey } from './specs.repository.ts';

export type VersionRow = Selectable<DB['openapi_version']>;

/** Lists versions, newest first. `after` is the last version of the previous page. */
export async function listVersionRows(
  db: Database,
  key: SpecKey,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageOfRows<VersionRow, string>> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from openapi_version where ${isOfSpec(key)}`.execute(db);
  const { rows } = await sql<VersionRow>`
    select * from openapi_version
    where ${isOfSpec(key)} and (${after ?? null}::uuid is null or version_id < ${after ?? null})
    order by version_id desc limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => row.version_id);
}

export async function findVersionRow(
  db: Database,
  key: SpecKey,
  versionId: string,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select * from openapi_version where ${isOfSpec(key)} and version_id = ${versionId}`.execute(db);
  return rows[0];
}

/** Finds the version that the spec had before this one. */
export async function findVersionBefore(
  db: Database,
  key: SpecKey,
  versionId: string,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select * from openapi_version where ${isOfSpec(key)} and version_id < ${versionId}
    order by version_id desc limit 1`.execute(db);
  return rows[0];
}

type ContentKey = Pick<VersionRow, 'organization_id' | 'hash'>;

/** Reads the filesystem of a version, compressed with gzip. */
export async function readFilesystem(db: Database, key: ContentKey): Promise<Buffer> {
  const { filesystem } = await db
    .selectFrom('openapi_content')
    .select('filesystem')
    .where('organization_id', '=', key.organization_id)
    .where('hash', '=', key.hash)
    .executeTakeFirstOrThrow();
  return filesystem;
}

/** Reads the outline of a version. */
export async function readOutline(db: Database, key: ContentKey): Promise<SpecOutline> {
  const { outline } = await db
    .selectFrom('openapi_content')
    .select('outline')
    .where('organization_id', '=', key.organization_id)
    .where('hash', '=', key.hash)
    .executeTakeFirstOrThrow();
  return outline as unknown as SpecOutline;
}

/** Reads the text of a version, compressed with gzip. */
export const readSourceText = (db: Database, key: ContentKey): Promise<{ source: Buffer; format: string }> =>
  db
    .selectFrom('openapi_content')
    .select(['source', 'format'])
    .where('organization_id', '=', key.organization_id)
    .where('hash', '=', key.hash)
    .executeTakeFirstOrThrow();

export async function storeContent(
  trx: Transaction<DB>,
  organizationId: string,
  spec: ProcessedSpec,
  at: Date,
): Promise<void> {
  await sql`
    insert into openapi_content (organization_id, hash, format, spec_version, filesystem, source, outline, created_at)
    values (${organizationId}, ${Buffer.from(spec.hash)}, ${spec.format}, ${spec.specVersion},
      ${Buffer.from(spec.filesystem)}, ${Buffer.from(spec.source)}, ${toJsonText(spec.outline)}::text::jsonb, ${at})
    on conflict do nothing`.execute(trx);
}

export async function insertVersion(trx: Transaction<DB>, row: VersionRow): Promise<void> {
  await trx.insertInto('openapi_version').values(row).execute();
}

/** Deletes content that no version of the organization has anymore. The caller must hold the lock of its specs. */
export async function deleteUnusedContents(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await sql`
    delete from openapi_content c where organization_id = ${organizationId} and not exists (
      select 1 from openapi_version v where v.organization_id = c.organization_id and v.hash = c.hash)`.execute(
    trx,
  );
}

const isOfSpec = ({ organizationId, specId }: SpecKey) =>
  sql`organization_id = ${organizationId} and spec_id = ${specId}`;
