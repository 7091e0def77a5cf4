import { type Kysely, sql, type Transaction } from 'kysely';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { PlaceKey } from './place.ts';

export type Database = Kysely<DB> | Transaction<DB>;

export interface PlaceRow {
  title: string;
  parentId: string | null;
  defaultLevel: DefaultLevel;
}

/** Undefined if the place does not exist or is a deleted space. */
export async function findPlaceRow(
  db: Database,
  { kind, organizationId, id }: PlaceKey,
): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select title, ${kind === 'site' ? sql`null` : sql`parent_id`} as "parentId", default_level as "defaultLevel" from ${sql.table(kind)}
    where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id}
      ${kind === 'space' ? sql`and deleted_at is null` : sql``}`.execute(db);
  return rows[0];
}

/** Like `findPlaceRow`, and prevents the place from being deleted until the transaction ends. */
export async function holdPlaceRow(
  trx: Transaction<DB>,
  { kind, organizationId, id }: PlaceKey,
): Promise<Pick<PlaceRow, 'title'> | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title from ${sql.table(kind)}
    where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id}
      ${kind === 'space' ? sql`and deleted_at is null` : sql``}
    for key share`.execute(trx);
  return rows[0];
}
