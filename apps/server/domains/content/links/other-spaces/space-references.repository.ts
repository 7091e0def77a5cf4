import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceCopy } from '../../../../content/revisions/space-copy.ts';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { queueStatement } from '../../../../platform/db/statement-queue.ts';

/** A page or reusable content, and a space that it may refer to. */
export interface SpaceReference {
  ownerId: string;
  targetSpaceId: string;
}

/** The number of rows in one statement. */
const BATCH = 5000;

export async function insertSpaceReferences(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  references: readonly SpaceReference[],
): Promise<void> {
  for (let start = 0; start < references.length; start += BATCH) {
    const batch = references.slice(start, start + BATCH);
    await sql`
      insert into space_reference (organization_id, space_id, owner_id, target_space_id)
      select ${organizationId}, ${spaceId}, r.owner_id, r.target_space_id
      from unnest(${batch.map(({ ownerId }) => ownerId)}::uuid[],
        ${batch.map(({ targetSpaceId }) => targetSpaceId)}::uuid[]) as r(owner_id, target_space_id)
      on conflict do nothing`.execute(trx);
  }
}

/** Whether a space has references, as a condition for a statement on the space. */
export const hasReferences = ({ organizationId, spaceId }: SpaceKey): RawBuilder<boolean> => sql<boolean>`
  exists (
    select from space_reference r
    where r.organization_id = ${organizationId} and r.space_id = ${spaceId})`;

/** Deletes the references of these pages and reusable contents; of all if none are given. */
export async function deleteSpaceReferences(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  ownerIds?: readonly string[],
): Promise<void> {
  let query = trx
    .deleteFrom('space_reference')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId);
  if (ownerIds) query = query.where(sql<boolean>`owner_id = any(${ownerIds}::uuid[])`);
  await queueStatement(trx, query);
}

/**
 * Copies them in one statement, whatever the size; if the space has not been read yet, its copy must be read as well.
 */
export async function copyReferencesOf(
  trx: Transaction<DB>,
  { from, to }: SpaceCopy,
  job: { kind: string; jobId: string },
): Promise<void> {
  await sql`
    insert into space_reference (organization_id, space_id, owner_id, target_space_id)
    select ${to.organizationId}, ${to.spaceId}, owner_id, target_space_id from space_reference
    where organization_id = ${from.organizationId} and space_id = ${from.spaceId}
    on conflict do nothing`.execute(trx);
  await sql`
    insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, created_at)
    select ${to.organizationId}, ${job.jobId}::uuid, kind, jsonb_build_object('spaceId', ${to.spaceId}::text),
      concurrency_key, run_at, created_at
    from job
    where organization_id = ${from.organizationId} and kind = ${job.kind} and payload->>'spaceId' = ${from.spaceId}
    limit 1`.execute(trx);
}

/** The other spaces of the organization that may refer to a space. */
export async function listReferringSpaces(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select distinct space_id from space_reference
    where organization_id = ${organizationId} and target_space_id = ${spaceId} and space_id <> ${spaceId}
    order by space_id`.execute(db);
  return rows.map(({ space_id }) => space_id);
}

/** The pages and reusable contents of one space that may refer to another one. */
export async function listReferringOwners(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  targetSpaceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from space_reference
    where organization_id = ${organizationId} and space_id = ${spaceId} and target_space_id = ${targetSpaceId}
    order by owner_id`.execute(db);
  return rows.map(({ owner_id }) => owner_id);
}

/** The revision that a space is at, which it stays at until this transaction ends. */
export async function lockRevision(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('space')
    .select('revision_id')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision_id;
}

/** The ids among these that name a space of any organization. */
export async function listKnownSpaces(db: Kysely<DB>, spaceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select space_id from space_directory where space_id = any(${spaceIds}::uuid[])`.execute(db);
  return rows.map(({ space_id }) => space_id);
}
