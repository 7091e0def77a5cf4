import { type RawBuilder, sql, type Transaction } from 'kysely';
import { allRevisions } from '../../../content/revisions/revision-packs.repository.ts';
import { unpack } from '../../../content/tree/packs.repository.ts';
import { fetchRows } from '../../../platform/db/fetch-rows.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ArchivedTable } from './archive-tables.ts';

/** Reads one organization as it is at one moment. All values are text in the form of PostgreSQL, or null. */

/** The text of values does not depend on the settings of the server. */
export async function fixTextForm(trx: Transaction<DB>): Promise<void> {
  await sql`select set_config('datestyle', 'ISO, YMD', true), set_config('timezone', 'UTC', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '3', true)`.execute(trx);
}

export interface ArchivedColumn {
  name: string;
  /** As in a cast. */
  type: string;
  isNullable: boolean;
}

/** The columns of each table that an archive has: not those that are computed, and not the organization. */
export async function readColumns(
  trx: Transaction<DB>,
  tables: readonly ArchivedTable[],
): Promise<Map<string, ArchivedColumn[]>> {
  const { rows } = await sql<{ table: string } & ArchivedColumn>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables.map(({ name }) => name)}::text[])
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
      and a.attname <> 'organization_id'
    order by c.relname, a.attnum`.execute(trx);
  const omitted = new Map(tables.map(({ name, omitted: columns = [] }) => [name, columns]));
  const columns = new Map<string, ArchivedColumn[]>(tables.map(({ name }) => [name, []]));
  for (const { table, ...column } of rows)
    if (!omitted.get(table)?.includes(column.name)) columns.get(table)?.push(column);
  return columns;
}

export type ArchivedRow = readonly (string | null)[];

const FETCHED = 200;
/** Events are small and many. */
const FETCHED_EVENTS = 2000;

/** The rows of a table, each as the texts of these columns. */
export async function* readRows(
  trx: Transaction<DB>,
  { table, columns, organizationId }: { table: string; columns: readonly string[]; organizationId: string },
): AsyncGenerator<ArchivedRow[]> {
  const values = sql.join(columns.map((name) => sql`r.${sql.ref(name)}::text`));
  const query = sql`select to_jsonb(array[${values}])::text as values from ${sourceOf(table, organizationId)} r`;
  for await (const rows of fetchRows<{ values: string }>(
    trx,
    query,
    table === 'site_event' ? FETCHED_EVENTS : FETCHED,
  ))
    yield rows.map((row) => JSON.parse(row.values) as ArchivedRow);
}

/** Numbers are given anew, in the same order. That of events is the one of their index. */
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  conversation: sql`order by number`,
  site_event: sql`order by site_id, occurred_at, event_id`,
};

function sourceOf(table: string, organizationId: string) {
  if (table === 'revision') return allRevisions({ organizationId });
  // A collection comes after the one that holds it.
  if (table === 'collection')
    return sql`(
      with recursive below as (
        select c.*, 0 as depth from collection c where organization_id = ${organizationId} and parent_id is null
        union all
        select c.*, b.depth + 1 from collection c join below b
          on c.organization_id = b.organization_id and c.parent_id = b.collection_id)
      select * from below order by depth)`;
  const order = ORDERS[table] ?? sql``;
  return sql`(select * from ${sql.table(table)} where organization_id = ${organizationId} ${order})`;
}

export interface ArchivedContent {
  kind: 'document' | 'node';
  content: string;
}

const FETCHED_CONTENT = 20;

/**
 * All documents and nodes, those in packs as well. What could be either is returned as both: superfluous content is
 * swept.
 */
export async function* readContents(
  trx: Transaction<DB>,
  organizationId: string,
  wanted: ArchivedContent['kind'],
): AsyncGenerator<string> {
  const column = wanted === 'document' ? sql`convert_from(source, 'UTF8')` : sql`node`;
  const table = wanted === 'document' ? 'document' : 'tree_node';
  const rows = sql`select ${column} as content from ${sql.table(table)} where organization_id = ${organizationId}`;
  for await (const batch of fetchRows<{ content: string }>(trx, rows, FETCHED_CONTENT))
    for (const { content } of batch) yield content;
  const packs = sql`select content from content_pack where organization_id = ${organizationId}`;
  for await (const [pack] of fetchRows<{ content: Buffer }>(trx, packs, 1))
    for (const item of await unpack((pack as { content: Buffer }).content)) {
      const text = item.toString('utf8');
      if (wanted === 'document' || isNode(text)) yield text;
    }
}

/** Whether a text can be a node. */
function isNode(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A person whom content names. Only members have an address. */
export interface ArchivedPerson {
  userId: string;
  name: string;
  email: string | null;
  /** The membership, which a new instance offers again. */
  member: { role: string | null; joinedAt: string } | null;
}

const PEOPLE_AT_ONCE = 500;

/** The members, and those of the other ids that are people. */
export async function* readPeople(
  trx: Transaction<DB>,
  organizationId: string,
  ids: ReadonlySet<string>,
): AsyncGenerator<ArchivedPerson[]> {
  const { rows: members } = await sql<{ userId: string }>`
    select user_id as "userId" from member where organization_id = ${organizationId}`.execute(trx);
  const all = [...new Set([...members.map(({ userId }) => userId), ...ids])];
  for (let start = 0; start < all.length; start += PEOPLE_AT_ONCE) {
    const { rows } = await sql<ArchivedPerson>`
      select u.user_id as "userId", u.display_name as name,
        case when m.user_id is not null and not (m.disabled and not m.is_invited) then u.email end as email,
        case when m.user_id is not null then jsonb_build_object('role', m.role, 'joinedAt', m.joined_at) end as member
      from user_account u
      left join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
      where u.user_id = any(${all.slice(start, start + PEOPLE_AT_ONCE)}::uuid[])`.execute(trx);
    yield rows;
  }
}

export interface ArchivedFile {
  hash: Buffer;
  size: number;
}

export async function listArchivedFiles(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<ArchivedFile[]> {
  const { rows } = await sql<{ hash: Buffer; size: string }>`
    select hash, size::text as size from blob where organization_id = ${organizationId}`.execute(trx);
  return rows.map(({ hash, size }) => ({ hash, size: Number(size) }));
}
