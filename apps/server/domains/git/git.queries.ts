import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../platform/access/space-key.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { GitReport } from '../content/spaces/spaces.schemas.ts';

export type Database = Kysely<DB> | Transaction<DB>;

/** Returns the report of the space's last operation; undefined while one runs and before the first. */
export async function findLastReport(db: Database, key: SpaceKey): Promise<GitReport | undefined> {
  const row = await db
    .selectFrom('git_operation')
    .select(sql<GitReport | null>`outcome -> 'report'`.as('report'))
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .orderBy('operation_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.report ?? undefined;
}

/** Whether changes of the space are sent to a repository: for a statement that is executed anyway. */
export const isExported = ({
  organizationId,
  spaceId,
}: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from git_connection
  where organization_id = ${organizationId} and space_id = ${spaceId} and direction <> 'import' and paused_at is null)`;
