import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { isUnclaimed } from '../../identity/users/pending.queries.ts';
import type { ArchivedColumn } from './archive-rows.queries.ts';
import { DIRECTORIES } from './archive-tables.ts';

/** Writes what an archive has into a new organization, in the transaction of the import. */

/** Columns that the import decides itself: their types, and their values for each row. */
export interface GivenColumns {
  types: Readonly<Record<string, string>>;
  make: () => Readonly<Record<string, string>>;
}

export async function insertRows(
  trx: Transaction<DB>,
  {
    organizationId,
    table,
    columns,
    rows,
    given = { types: {}, make: () => ({}) },
  }: {
    organizationId: string;
    table: string;
    columns: readonly Pick<ArchivedColumn, 'name' | 'type'>[];
    rows: readonly (readonly (string | null)[])[];
    given?: GivenColumns | undefined;
  },
): Promise<void> {
  // What the archive has is not given.
  const records = rows.map((row) => ({
    ...given.make(),
    ...Object.fromEntries(columns.map(({ name }, place) => [name, row[place] ?? null])),
  }));
  const present = new Set(columns.map(({ name }) => name));
  const all = [
    ...columns,
    ...Object.entries(given.types)
      .filter(([name]) => !present.has(name))
      .map(([name, type]) => ({ name, type })),
  ];
  const names = sql.join([sql.ref('organization_id'), ...all.map(({ name }) => sql.ref(name))]);
  const values = sql.join([
    sql`${organizationId}::uuid`,
    ...all.map(({ name, type }) => sql`x.${sql.ref(name)}::${sql.raw(type)}`),
  ]);
  const texts =
    all.length === 0 ? sql`nothing text` : sql.join(all.map(({ name }) => sql`${sql.ref(name)} text`));
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${values} from jsonb_to_recordset(${toJsonText(records)}::text::jsonb) as x(${texts})`.execute(
    trx,
  );
}

/** Which of these ids name something on this instance already. */
export async function findTakenIds(trx: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id::text as id from unnest(${ids}::uuid[]) as wanted(id)
    where ${sql.join(
      DIRECTORIES.map(
        ({ directory, column }) =>
          sql`exists (select 1 from ${sql.table(directory)} d where d.${sql.ref(column)} = wanted.id)`,
      ),
      sql` or `,
    )}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Whether one of the ids is that of another organization, or of a space, collection or site of one. */
export async function areForeign(
  trx: Transaction<DB>,
  organizationId: string,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const inDirectory = DIRECTORIES.map(
    ({ directory, column }) => sql`
      select 1 from ${sql.table(directory)} d
      where d.${sql.ref(column)} = any(${ids}::uuid[]) and d.organization_id <> ${organizationId}`,
  );
  const { rows } = await sql`
    select 1 from organization where organization_id = any(${ids}::uuid[]) and organization_id <> ${organizationId}
    union all ${sql.join(inDirectory, sql` union all `)} limit 1`.execute(trx);
  return rows.length > 0;
}

export async function insertDirectoryRows(trx: Transaction<DB>, organizationId: string): Promise<void> {
  for (const { table, directory, column } of DIRECTORIES)
    await sql`
      insert into ${sql.table(directory)} (${sql.ref(column)}, organization_id)
      select ${sql.ref(column)}, organization_id from ${sql.table(table)}
      where organization_id = ${organizationId}`.execute(trx);
}

/** Gives every site its address; one that is taken by another site becomes one that is not. */
export async function takeAddresses(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<{ title: string; basename: string }[]> {
  const { rows } = await sql<{ title: string; basename: string }>`
    update site s set basename = left(s.basename, 19) || '-' || right(replace(s.site_id::text, '-', ''), 12)
    where organization_id = ${organizationId}
      and exists (select 1 from site_address a where a.kind = 'basename' and a.name = s.basename)
    returning title, basename`.execute(trx);
  await sql`
    insert into site_address (kind, name, organization_id, site_id)
    select 'basename', basename, organization_id, site_id from site
    where organization_id = ${organizationId}`.execute(trx);
  return rows;
}

/** The hostname of the organization, unless another organization has it. Returns whether it lost it. */
export async function takeHostname(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<string | undefined> {
  await sql`
    insert into hostname_directory (hostname, organization_id)
    select hostname, organization_id from organization
    where organization_id = ${organizationId} and hostname is not null
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ hostname: string }>`
    with lost as (
      select organization_id, hostname from organization o
      where organization_id = ${organizationId} and hostname is not null and not exists (
        select 1 from hostname_directory d where d.hostname = o.hostname and d.organization_id = o.organization_id))
    update organization o set hostname = null from lost where o.organization_id = lost.organization_id
    returning lost.hostname`.execute(trx);
  return rows[0]?.hostname;
}

/** A space that is not in the archive is none that a translation can begin with. */
export async function clearDanglingSources(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await sql`
    update translation_settings t set source_space_id = null
    where organization_id = ${organizationId} and source_space_id is not null and not exists (
      select 1 from space s where s.organization_id = t.organization_id and s.space_id = t.source_space_id)`.execute(
    trx,
  );
}

/** Receivers of the audit of this instance get what happens here, not what happened elsewhere. */
export async function forgetImportedNews(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await sql`delete from audit_outbox where organization_id = ${organizationId}`.execute(trx);
}

/** Returns whether every revision has its content. */
export async function areRevisionsComplete(trx: Transaction<DB>, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from revision r where organization_id = ${organizationId} and root <> '' and not exists (
      select 1 from tree_node n where n.organization_id = r.organization_id and n.hash = r.root)
    union all
    select 1 from space s where organization_id = ${organizationId} and not exists (
      select 1 from revision r where r.organization_id = s.organization_id and r.space_id = s.space_id
        and r.revision_id = s.revision_id)
    limit 1`.execute(trx);
  return rows.length === 0;
}

export async function listSpaceIds(trx: Transaction<DB>, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select space_id from space where organization_id = ${organizationId}`.execute(trx);
  return rows.map(({ space_id }) => space_id);
}

export interface KnownAccount {
  folded: string;
  userId: string;
  isVerified: boolean;
  /** An invitation made it, and nobody has used it. */
  isUnclaimed: boolean;
  isBlocked: boolean;
}

export async function findAccounts(trx: Transaction<DB>, folded: readonly string[]): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select u.email_folded as folded, u.user_id as "userId", u.email_verified_at is not null as "isVerified",
      ${isUnclaimed} as "isUnclaimed", u.blocked_at is not null as "isBlocked"
    from user_account u where u.email_folded = any(${folded}::text[]) and u.deleted_at is null for key share of u`.execute(
    trx,
  );
  return rows;
}

/** Accounts without an address, which nobody can use: authors who are no members, and those who could not be matched. */
export async function insertPlaceholders(
  trx: Transaction<DB>,
  people: readonly { userId: string; name: string }[],
  at: Date,
): Promise<void> {
  await sql`
    insert into user_account (user_id, display_name, created_at, deleted_at)
    select p."userId", p.name, ${at}, ${at}
    from jsonb_to_recordset(${toJsonText(people)}::text::jsonb) as p("userId" uuid, name text)`.execute(trx);
}

export async function insertDocuments(
  trx: Transaction<DB>,
  organizationId: string,
  documents: readonly { hash: Buffer; source: Buffer }[],
): Promise<void> {
  await sql`
    insert into document (organization_id, hash, source)
    select ${organizationId}::uuid, d.hash, d.source
    from unnest(${documents.map(({ hash }) => hash)}::bytea[], ${documents.map(({ source }) => source)}::bytea[]) as d(hash, source)
    on conflict do nothing`.execute(trx);
}

export async function listNodeHashes(trx: Transaction<DB>, organizationId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from tree_node where organization_id = ${organizationId}`.execute(trx);
  return rows.map(({ hash }) => hash);
}
