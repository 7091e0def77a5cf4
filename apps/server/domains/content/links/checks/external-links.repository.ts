import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ExternalUrl } from './external-url.ts';
import type { CheckState, LinkCheck } from './link-check.ts';

export interface DueLink {
  organizationId: string;
  hash: Hash;
  url: string;
  host: string;
  failures: number;
}

/** Nothing is requested for a suspended organization. */
const isOfOpenOrganization = sql<boolean>`organization_id not in (
  select organization_id from organization where suspended_at is not null)`;

/**
 * Lists due addresses, at most `perHost` of one host. Organizations take turns, for each host and overall: however many
 * addresses one has, and however slow they are, the others do not wait for it. Within one organization, the first
 * address of each host comes before its second.
 */
export async function listDueLinks(
  db: Database,
  due: { now: Date; perHost: number; limit: number },
): Promise<DueLink[]> {
  // Sorted without the addresses themselves, which are most of the bytes.
  const { rows } = await sql<Omit<DueLink, 'hash'> & { hash: Buffer }>`
    with due as (
      select organization_id, url_hash, host, next_check_at,
        row_number() over (partition by organization_id, host order by next_check_at) as own_turn
      from external_link where next_check_at <= ${due.now} and ${isOfOpenOrganization}),
    of_hosts as (
      select *, row_number() over (partition by host order by own_turn, next_check_at) as host_turn
      from due where own_turn <= ${due.perHost}),
    of_organizations as (
      select *, row_number() over (partition by organization_id order by host_turn, next_check_at) as turn
      from of_hosts where host_turn <= ${due.perHost}),
    chosen as (
      select * from of_organizations order by turn, next_check_at limit ${due.limit})
    select organization_id as "organizationId", url_hash as hash, l.url, l.host, l.failures
    from chosen join external_link l using (organization_id, url_hash)
    order by chosen.turn, chosen.next_check_at`.execute(db);
  return rows.map((row) => ({ ...row, hash: hashFromBytes(row.hash) }));
}

export async function hasDueLink(db: Database, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('external_link')
    .select('url_hash')
    .where('next_check_at', '<=', now)
    .where(isOfOpenOrganization)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateCheck(
  db: Database,
  { organizationId, hash }: DueLink,
  check: LinkCheck & { failures: number; nextCheckAt: Date },
): Promise<void> {
  await db
    .updateTable('external_link')
    .set({
      state: check.state,
      status_code: check.statusCode ?? null,
      reason: check.reason ?? null,
      failures: check.failures,
      checked_at: check.checkedAt,
      next_check_at: check.nextCheckAt,
    })
    .where('organization_id', '=', organizationId)
    .where('url_hash', '=', hashToBytes(hash))
    .execute();
}

/** Leaves everything of a host that is due for later. */
export async function postponeHost(
  db: Database,
  host: string,
  times: { now: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('external_link')
    .set({ next_check_at: times.until })
    .where('host', '=', host)
    .where('next_check_at', '<=', times.now)
    .execute();
}

/** Ensures that no address waits longer than the interval, which may have been shortened, from its check or from now. */
export async function shortenWaits(
  db: Database,
  { now, milliseconds }: { now: Date; milliseconds: number },
): Promise<void> {
  const latest = sql<Date>`least(checked_at, ${now}) + make_interval(secs => ${milliseconds / 1000})`;
  await db
    .updateTable('external_link')
    .set({ next_check_at: latest })
    .where('next_check_at', '>', latest)
    .execute();
}

export async function findChecks(
  db: Database,
  organizationId: string,
  hashes: Hash[],
): Promise<Map<Hash, LinkCheck>> {
  const { rows } = await sql<{
    hash: Buffer;
    state: CheckState;
    statusCode: number | null;
    reason: string | null;
    checkedAt: Date;
  }>`
    select url_hash as hash, state, status_code as "statusCode", reason, checked_at as "checkedAt"
    from external_link
    where organization_id = ${organizationId} and url_hash = any(${hashes.map(hashToBytes)}::bytea[])
      and checked_at is not null`.execute(db);
  return new Map(
    rows.map(({ hash, state, statusCode, reason, checkedAt }) => [
      hashFromBytes(hash),
      {
        state,
        ...(statusCode === null ? {} : { statusCode }),
        ...(reason === null ? {} : { reason }),
        checkedAt,
      },
    ]),
  );
}

/** Returns those of some addresses that the last check found in this state. */
export async function listHashesInState(
  db: Database,
  organizationId: string,
  hashes: Hash[],
  state: CheckState,
): Promise<Hash[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select url_hash as hash from external_link
    where organization_id = ${organizationId} and url_hash = any(${hashes.map(hashToBytes)}::bytea[])
      and state = ${state}`.execute(db);
  return rows.map(({ hash }) => hashFromBytes(hash));
}

export interface UnreadSpace {
  organizationId: string;
  spaceId: string;
  revisionId: string;
}

/**
 * Spaces whose current revision has not been read for addresses, or only for an older version of the facts: one of each
 * organization before the second of any.
 */
export async function listUnreadSpaces(db: Database, factsVersion: number): Promise<UnreadSpace[]> {
  const { rows } = await sql<UnreadSpace>`
    select s.organization_id as "organizationId", s.space_id as "spaceId", s.revision_id as "revisionId"
    from space s
    join organization o on o.organization_id = s.organization_id and o.deleted_at is null and o.suspended_at is null
    left join external_link_reading r on r.organization_id = s.organization_id and r.space_id = s.space_id
    where s.deleted_at is null
      and (r.revision_id is distinct from s.revision_id or r.facts_version is distinct from ${factsVersion})
    order by row_number() over (partition by s.organization_id order by s.space_id), s.organization_id`.execute(
    db,
  );
  return rows;
}

/** Notes which addresses a revision of a space refers to. New ones are due at once. */
export async function replaceUses(
  trx: Transaction<DB>,
  reading: UnreadSpace & { urls: readonly ExternalUrl[]; factsVersion: number; now: Date },
): Promise<void> {
  const { organizationId, spaceId, revisionId, urls, factsVersion } = reading;
  const hashes = urls.map(({ hash }) => hashToBytes(hash));
  await sql`
    insert into external_link (organization_id, url_hash, url, host, next_check_at)
    select ${organizationId}, u.hash, u.url, u.host, ${reading.now}
    from unnest(${hashes}::bytea[], ${urls.map(({ url }) => url)}::text[], ${urls.map(({ host }) => host)}::text[])
      as u(hash, url, host)
    on conflict do nothing`.execute(trx);
  await sql`
    delete from external_link_use
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and url_hash not in (select unnest(${hashes}::bytea[]))`.execute(trx);
  await sql`
    insert into external_link_use (organization_id, space_id, url_hash)
    select ${organizationId}, ${spaceId}, unnest(${hashes}::bytea[])
    on conflict do nothing`.execute(trx);
  await sql`
    insert into external_link_reading (organization_id, space_id, revision_id, facts_version)
    values (${organizationId}, ${spaceId}, ${revisionId}, ${factsVersion})
    on conflict (organization_id, space_id) do update
      set revision_id = excluded.revision_id, facts_version = excluded.facts_version`.execute(trx);
}

/**
 * Deletes the references of spaces that were deleted, also with their organizations, and addresses without references.
 */
export async function deleteUnused(trx: Transaction<DB>): Promise<void> {
  await sql`
    delete from external_link_reading r using space s
    join organization o on o.organization_id = s.organization_id
    where s.organization_id = r.organization_id and s.space_id = r.space_id
      and (s.deleted_at is not null or o.deleted_at is not null)`.execute(trx);
  await sql`
    delete from external_link_use u where not exists (
      select 1 from external_link_reading r
      where r.organization_id = u.organization_id and r.space_id = u.space_id)`.execute(trx);
  await sql`
    delete from external_link l where not exists (
      select 1 from external_link_use u
      where u.organization_id = l.organization_id and u.url_hash = l.url_hash)`.execute(trx);
}
