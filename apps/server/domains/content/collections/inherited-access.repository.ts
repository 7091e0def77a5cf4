import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { CollectionAbove } from './order.queries.ts';

/** Returns those of the collections on which a user or a team has a grant. */
export async function listGranting(
  trx: Transaction<DB>,
  organizationId: string,
  collections: readonly CollectionAbove[],
): Promise<Set<string>> {
  const ids = collections.map(({ collectionId }) => collectionId);
  const { rows } = await sql<{ collection_id: string }>`
    select asked.collection_id from unnest(${ids}::uuid[]) as asked(collection_id)
    where exists (select 1 from collection_user_grant g
        where g.organization_id = ${organizationId} and g.collection_id = asked.collection_id)
      or exists (select 1 from collection_team_grant g
        where g.organization_id = ${organizationId} and g.collection_id = asked.collection_id)`.execute(trx);
  return new Set(rows.map(({ collection_id }) => collection_id));
}
