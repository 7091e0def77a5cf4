import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import { idOf, itemsBelow, type SiteStructure, type StructureItem } from '../site-structure.ts';
import type { SiteKey } from '../structure.queries.ts';

/** A row as JSON, by the names of its columns. */
type Row = Record<string, unknown>;
type TableName = 'site_section_group' | 'site_section' | 'site_external_link' | 'site_space';

/** The columns of a structure, the id first, with their types. */
const COLUMNS: Record<TableName, Record<string, string>> = {
  site_section_group: {
    site_section_group_id: 'uuid',
    parent_id: 'uuid',
    title: 'text',
    localized_titles: 'jsonb',
    icon: 'text',
    is_draft: 'boolean',
    position: 'integer',
  },
  site_section: {
    site_section_id: 'uuid',
    group_id: 'uuid',
    title: 'text',
    localized_titles: 'jsonb',
    description: 'text',
    localized_descriptions: 'jsonb',
    path: 'text',
    condition: 'text',
    icon: 'text',
    is_default: 'boolean',
    is_draft: 'boolean',
    position: 'integer',
  },
  site_external_link: {
    site_external_link_id: 'uuid',
    group_id: 'uuid',
    title: 'text',
    localized_titles: 'jsonb',
    description: 'text',
    localized_descriptions: 'jsonb',
    icon: 'text',
    url: 'text',
    condition: 'text',
    is_draft: 'boolean',
    position: 'integer',
  },
  site_space: {
    site_space_id: 'uuid',
    site_section_id: 'uuid',
    space_id: 'uuid',
    path: 'text',
    title: 'text',
    localized_titles: 'jsonb',
    condition: 'text',
    is_default: 'boolean',
    is_draft: 'boolean',
    is_hidden: 'boolean',
    page_id: 'text',
    position: 'integer',
  },
};

interface Difference {
  deleted: string[];
  inserted: Row[];
  updated: Row[];
  /** Rows that are no longer the default one. */
  demoted: string[];
}

/**
 * Writes what differs between two structures of a site. The site must be locked. Unique indexes are checked row by row:
 * a default is taken away before another one is set, and site spaces leave a section before it is deleted.
 */
export async function writeStructure(
  trx: Transaction<DB>,
  key: SiteKey,
  { before, after }: { before: SiteStructure; after: SiteStructure },
): Promise<void> {
  const [old, current] = [toRows(before), toRows(after)];
  const compare = (table: TableName) => findDifference(table, old[table], current[table]);
  const siteSpaces = compare('site_space');
  const sections = compare('site_section');
  await demote(trx, key, 'site_space', siteSpaces.demoted);
  await demote(trx, key, 'site_section', sections.demoted);
  await deleteRows(trx, key, 'site_space', siteSpaces.deleted);
  await insertRows(trx, key, 'site_section', sections.inserted);
  await updateRows(trx, key, 'site_space', siteSpaces.updated);
  await insertRows(trx, key, 'site_space', siteSpaces.inserted);
  await deleteRows(trx, key, 'site_section', sections.deleted);
  await updateRows(trx, key, 'site_section', sections.updated);
  for (const table of ['site_section_group', 'site_external_link'] as const) {
    const { deleted, inserted, updated } = compare(table);
    await deleteRows(trx, key, table, deleted);
    await insertRows(trx, key, table, inserted);
    await updateRows(trx, key, table, updated);
  }
}

type Rows = Record<TableName, Map<string, Row>>;

function toRows(structure: SiteStructure): Rows {
  const rows: Rows = {
    site_section_group: new Map(),
    site_section: new Map(),
    site_external_link: new Map(),
    site_space: new Map(),
  };
  const addItems = (items: readonly StructureItem[]): void => {
    for (const [position, item] of items.entries()) {
      const [table, row] = toRow(item);
      rows[table].set(idOf(item), { ...row, position });
      if (item.kind === 'site-section-group') addItems(item.children);
    }
  };
  addItems(structure.items);
  const lists = [structure.siteSpaces];
  for (const item of itemsBelow(structure.items))
    if (item.kind === 'site-section') lists.push(item.siteSpaces);
  for (const list of lists)
    for (const [position, entry] of list.entries())
      rows.site_space.set(entry.siteSpaceId, {
        site_space_id: entry.siteSpaceId,
        site_section_id: entry.sectionId,
        space_id: entry.spaceId,
        path: entry.path,
        title: entry.title,
        localized_titles: entry.localizedTitles,
        condition: entry.condition,
        is_default: entry.isDefault,
        is_draft: entry.isDraft,
        is_hidden: entry.isHidden,
        page_id: entry.pageId,
        position,
      });
  return rows;
}

function toRow(item: StructureItem): [table: TableName, row: Row] {
  const common = {
    title: item.title,
    localized_titles: item.localizedTitles,
    icon: item.icon,
    is_draft: item.isDraft,
  };
  if (item.kind === 'site-section-group') {
    const { siteSectionGroupId, groupId } = item;
    return [
      'site_section_group',
      { ...common, site_section_group_id: siteSectionGroupId, parent_id: groupId },
    ];
  }
  const more = {
    ...common,
    group_id: item.groupId,
    description: item.description,
    localized_descriptions: item.localizedDescriptions,
    condition: item.condition,
  };
  if (item.kind === 'site-external-link')
    return ['site_external_link', { ...more, site_external_link_id: item.siteExternalLinkId, url: item.url }];
  const { siteSectionId, path, isDefault } = item;
  return ['site_section', { ...more, site_section_id: siteSectionId, path, is_default: isDefault }];
}

function findDifference(
  table: TableName,
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): Difference {
  const columns = Object.keys(COLUMNS[table]);
  const textOf = (row: Row): string => JSON.stringify(columns.map((column) => row[column]));
  const difference: Difference = { deleted: [], inserted: [], updated: [], demoted: [] };
  for (const id of before.keys()) if (!after.has(id)) difference.deleted.push(id);
  for (const [id, row] of after) {
    const old = before.get(id);
    if (!old) difference.inserted.push(row);
    else if (textOf(old) !== textOf(row)) difference.updated.push(row);
  }
  for (const [id, row] of before)
    if (row.is_default === true && after.get(id)?.is_default !== true) difference.demoted.push(id);
  return difference;
}

const idColumn = (table: TableName) => sql.ref(Object.keys(COLUMNS[table])[0] as string);

async function demote(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  table: 'site_section' | 'site_space',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${sql.table(table)} set is_default = false
    where organization_id = ${organizationId} and site_id = ${siteId}
      and ${idColumn(table)} = any(${ids}::uuid[])`.execute(trx);
}

async function deleteRows(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  table: TableName,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from ${sql.table(table)}
    where organization_id = ${organizationId} and site_id = ${siteId}
      and ${idColumn(table)} = any(${ids}::uuid[])`.execute(trx);
}

const columnsOf = (table: TableName) => sql.join(Object.keys(COLUMNS[table]).map((name) => sql.ref(name)));

/** The rows as a table `r`. */
function asTable(table: TableName, rows: readonly Row[]) {
  const typed = Object.entries(COLUMNS[table]).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(${sql.join(typed)})`;
}

async function insertRows(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  table: TableName,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into ${sql.table(table)} (organization_id, site_id, ${columnsOf(table)})
    select ${organizationId}::uuid, ${siteId}::uuid, r.* from ${asTable(table, rows)}`.execute(trx);
}

async function updateRows(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  table: TableName,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const [, ...columns] = Object.keys(COLUMNS[table]);
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`);
  await sql`
    update ${sql.table(table)} t set ${sql.join(changes)} from ${asTable(table, rows)}
    where t.organization_id = ${organizationId} and t.site_id = ${siteId}
      and t.${idColumn(table)} = r.${idColumn(table)}`.execute(trx);
}
