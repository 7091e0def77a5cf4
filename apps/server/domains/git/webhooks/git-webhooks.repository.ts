import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';

/** The connection of a space that is not deleted, by the digest of its token. */
export async function findConnectionByDigest(
  db: Database,
  digest: Buffer,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select c.* from git_connection c
    join space s on s.organization_id = c.organization_id and s.space_id = c.space_id
    where c.webhook_digest = ${digest} and s.deleted_at is null`.execute(db);
  return rows[0];
}

/** Notes a delivery. Returns whether it had not arrived before. */
export async function insertDelivery(
  trx: Transaction<DB>,
  { organizationId, spaceId, digest, at }: SpaceKey & { digest: Buffer; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('git_webhook_delivery')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      delivery_digest: digest,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes some deliveries from before a time. Returns whether there may be more. */
export async function deleteOldDeliveries(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from git_webhook_delivery where ctid = any(array(
      select ctid from git_webhook_delivery where received_at < ${before} limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0n) === limit;
}
