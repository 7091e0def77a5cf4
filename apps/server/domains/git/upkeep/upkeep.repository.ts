import { type RawBuilder, sql } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';

/** Whether any connection is polled. */
export const isAnyPolled = (): RawBuilder<boolean> => sql`
  exists (select 1 from git_connection where poll_seconds is not null)`;

/** Polls that a clock that was ahead put off for longer than any pause are due now. */
export async function runLatePollsNow(
  db: Database,
  { now, longest }: { now: Date; longest: { periods: number; seconds: number } },
): Promise<void> {
  await sql`
    update git_connection set next_poll_at = ${now}
    where next_poll_at > ${now}::timestamptz + make_interval(secs =>
      greatest(least(poll_seconds * ${longest.periods}::float8, ${longest.seconds}::float8), poll_seconds * 1.1))`.execute(
    db,
  );
}

/** The connections whose time has come; the organizations take turns. */
export async function listDueConnections(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<SpaceKey[]> {
  const { rows } = await sql<SpaceKey>`
    select organization_id as "organizationId", space_id as "spaceId"
    from (
      select c.organization_id, c.space_id, c.next_poll_at,
        row_number() over (partition by c.organization_id order by c.next_poll_at) as turn
      from git_connection c
      join space s on s.organization_id = c.organization_id and s.space_id = c.space_id and s.deleted_at is null
      where c.next_poll_at <= ${now} and c.paused_at is null and c.poll_seconds is not null
    ) due
    order by turn, next_poll_at limit ${limit}`.execute(db);
  return rows;
}

/** Whether a sync waits or runs, and how many of the last ones failed in a row, up to a limit. */
export async function readRecentSyncs(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  limit: number,
): Promise<{ isRunning: boolean; failures: number }> {
  const rows = await db
    .selectFrom('git_operation')
    .select('state')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('direction', '=', 'sync')
    .orderBy('operation_id', 'desc')
    .limit(limit)
    .execute();
  const ended = rows.map(({ state }) => state).filter((state) => state !== 'running');
  const firstSuccess = ended.indexOf('success');
  return {
    isRunning: ended.length < rows.length,
    failures: firstSuccess === -1 ? ended.length : firstSuccess,
  };
}

/**
 * Deletes some operations that ended before a time, and polls without changes that ended before another time. The last
 * operation of a space is kept. Returns whether there may be more.
 */
export async function deleteOldOperations(
  db: Database,
  { before, emptyBefore, limit }: { before: Date; emptyBefore: Date; limit: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from git_operation where ctid = any(array(
      select o.ctid from git_operation o
      where o.ended_at < ${emptyBefore}
        and (o.ended_at < ${before}
          or (o.request->>'trigger' = 'poll' and o.outcome->>'isUnchanged' = 'true'))
        and exists (
          select 1 from git_operation newer
          where newer.organization_id = o.organization_id and newer.space_id = o.space_id
            and newer.operation_id > o.operation_id)
      limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0n) === limit;
}

export interface SealedSecrets {
  key: SpaceKey;
  credentials: Buffer | null;
  webhookSecret: Buffer | null;
}

export async function listSealedSecrets(db: Database): Promise<SealedSecrets[]> {
  const rows = await db
    .selectFrom('git_connection')
    .select(['organization_id', 'space_id', 'credentials', 'webhook_secret'])
    .execute();
  return rows.map(({ organization_id, space_id, credentials, webhook_secret }) => ({
    key: { organizationId: organization_id, spaceId: space_id },
    credentials,
    webhookSecret: webhook_secret,
  }));
}

/** Does nothing if the secret was replaced meanwhile. */
export async function replaceSealedSecret(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  { secret, sealed }: { secret: Buffer; sealed: Buffer },
): Promise<void> {
  await sql`
    update git_connection set
      credentials = case when credentials = ${secret} then ${sealed} else credentials end,
      webhook_secret = case when webhook_secret = ${secret} then ${sealed} else webhook_secret end
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
}
