import { type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type ConnectionRow = Selectable<DB['git_connection']>;

/** `lock` makes other changes of the connection, and requests of syncs, wait until the transaction ends. */
export async function findConnection(
  db: Database,
  key: SpaceKey,
  { lock = false } = {},
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select * from git_connection where ${isOf(key)} ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}

/** Inserts the connection, or replaces all of it. */
export async function upsertConnection(trx: Transaction<DB>, row: ConnectionRow): Promise<void> {
  const { organization_id: _organization, space_id: _space, ...changes } = row;
  await trx
    .insertInto('git_connection')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'space_id']).doUpdateSet(changes))
    .execute();
}

export async function updateConnection(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  changes: Partial<ConnectionRow>,
): Promise<void> {
  await db
    .updateTable('git_connection')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
}

export async function deleteConnectionRow(trx: Transaction<DB>, key: SpaceKey): Promise<void> {
  await sql`delete from git_connection where ${isOf(key)}`.execute(trx);
}

const isOf = ({ organizationId, spaceId }: SpaceKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId}`;
