import { sql, type Transaction } from 'kysely';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** A space or a collection, as an event names it. */
export interface NamedPlace {
  kind: 'space' | 'collection';
  organizationId: string;
  id: string;
  title: string;
}

/** Returns the default level of a place, locked until the transaction ends. Undefined if the place does not exist. */
export async function lockDefaultLevel(
  trx: Transaction<DB>,
  { kind, organizationId, id }: Omit<NamedPlace, 'title'>,
): Promise<DefaultLevel | undefined> {
  const { rows } = await sql<{ level: DefaultLevel }>`
    select default_level as level from ${sql.table(kind)}
    where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id}
    for no key update`.execute(trx);
  return rows[0]?.level;
}
