import type { Selectable } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

/** An operation without its credentials. */
export type ShownOperationRow = Omit<Selectable<DB['git_operation']>, 'credentials'>;

const SHOWN = [
  'organization_id',
  'space_id',
  'operation_id',
  'direction',
  'state',
  'started_at',
  'ended_at',
  'request',
  'progress',
  'outcome',
  'error',
] as const;

/** Newest first. `after`: the last operation of the page before. */
export async function listOperationRows(
  db: Database,
  { organizationId, spaceId, after, limit }: SpaceKey & { after: string | undefined; limit: number },
): Promise<PageOfRows<ShownOperationRow, string>> {
  const all = db
    .selectFrom('git_operation')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId);
  const { count } = await all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const page = after === undefined ? all : all.where('operation_id', '<', after);
  const rows = await page
    .select(SHOWN)
    .orderBy('operation_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, Number(count), (row) => row.operation_id);
}

export async function findOperationRow(
  db: Database,
  { organizationId, spaceId, operationId }: SpaceKey & { operationId: string },
): Promise<ShownOperationRow | undefined> {
  return db
    .selectFrom('git_operation')
    .select(SHOWN)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('operation_id', '=', operationId)
    .executeTakeFirst();
}

/** The last operation of a space. */
export async function findLastOperationRow(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
): Promise<ShownOperationRow | undefined> {
  return db
    .selectFrom('git_operation')
    .select(SHOWN)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .orderBy('operation_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
