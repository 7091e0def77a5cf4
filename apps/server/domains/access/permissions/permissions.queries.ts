import { sql, type Transaction } from 'kysely';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { TargetKey } from './grant-target.ts';

export interface TargetRow {
  title: string;
  parentId: string | null;
  defaultLevel: DefaultLevel;
}

/** Undefined if the place does not exist or is a deleted space. */
export async function findTargetRow(
  db: Database,
  { kind, organizationId, id }: TargetKey,
): Promise<TargetRow | undefined> {
  const { rows } = await sql<TargetRow>`
    select title, ${kind === 'site' ? sql`null` : sql`parent_id`} as "parentId", default_level as "defaultLevel" from ${sql.table(kind)}
    where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id}
      ${kind === 'space' ? sql`and deleted_at is null` : sql``}`.execute(db);
  return rows[0];
}

/** Like `findPlaceRow`, and prevents the place from being deleted until the transaction ends. */
export async function lockTargetRow(
  trx: Transaction<DB>,
  { kind, organizationId, id }: TargetKey,
): Promise<Pick<TargetRow, 'title'> | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title from ${sql.table(kind)}
    where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id}
      ${kind === 'space' ? sql`and deleted_at is null` : sql``}
    for key share`.execute(trx);
  return rows[0];
}
