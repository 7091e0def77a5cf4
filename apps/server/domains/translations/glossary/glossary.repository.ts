import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import { lockInOrganization } from '../../../platform/db/organization-lock.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

export type EntryRow = Omit<Selectable<DB['glossary_entry']>, 'translations'> & {
  translations: Record<string, string>;
};

export interface EntryKey {
  organizationId: string;
  glossaryEntryId: string;
}

/** The position at which a list continues: the term by which it is sorted, if there is one, and the id. */
export type EntryPosition = [term: string | null, entryId: string];

interface EntryList {
  organizationId: string;
  orderBy: string | undefined;
  after: EntryPosition | undefined;
  limit: number;
}

export async function listEntryRows(
  db: Database,
  { organizationId, orderBy, after, limit }: EntryList,
): Promise<PageOfRows<EntryRow, EntryPosition>> {
  const count = await countEntries(db, organizationId);
  const term = orderBy === undefined ? sql`null::text` : sql`(translations ->> ${orderBy}) collate "C"`;
  const [afterTerm = null, afterId = null] = after ?? [];
  const isAfter = sql`${afterId}::uuid is null or case
    when ${afterTerm}::text is null then ${term} is null and entry_id > ${afterId}
    else ${term} is null or (${term}, entry_id) > (${afterTerm}::text collate "C", ${afterId}::uuid) end`;
  const { rows } = await sql<EntryRow>`
    select * from glossary_entry where organization_id = ${organizationId} and (${isAfter})
    order by ${term} nulls last, entry_id limit ${limit + 1}`.execute(db);
  return cutPage(
    rows,
    limit,
    count,
    (row): EntryPosition => [
      orderBy === undefined ? null : (row.translations[orderBy] ?? null),
      row.entry_id,
    ],
  );
}

export async function countEntries(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from glossary_entry where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findEntryRow(
  db: Database,
  { organizationId, glossaryEntryId }: EntryKey,
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select * from glossary_entry
    where organization_id = ${organizationId} and entry_id = ${glossaryEntryId}`.execute(db);
  return rows[0];
}

/** Changes of a glossary happen one after the other, so that its size can be limited. */
export async function lockGlossary(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await lockInOrganization(trx, { organizationId, things: 'glossary' });
}

interface NewEntry extends EntryKey {
  translations: Record<string, string>;
  at: Date;
}

export async function insertEntry(trx: Transaction<DB>, entry: NewEntry): Promise<void> {
  await sql`
    insert into glossary_entry (organization_id, entry_id, translations, created_at, updated_at)
    values (${entry.organizationId}, ${entry.glossaryEntryId}, ${toJsonText(entry.translations)}::text::jsonb,
      ${entry.at}, ${entry.at})`.execute(trx);
}

/** Tells whether there is such an entry. */
export async function updateEntry(trx: Transaction<DB>, entry: NewEntry): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update glossary_entry set translations = ${toJsonText(entry.translations)}::text::jsonb, updated_at = ${entry.at}
    where organization_id = ${entry.organizationId} and entry_id = ${entry.glossaryEntryId}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Tells whether there was such an entry. */
export async function deleteEntry(
  trx: Transaction<DB>,
  { organizationId, glossaryEntryId }: EntryKey,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from glossary_entry
    where organization_id = ${organizationId} and entry_id = ${glossaryEntryId}`.execute(trx);
  return numAffectedRows === 1n;
}
