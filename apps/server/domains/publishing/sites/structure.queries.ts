import { groupBy } from '@lectern/std/group-by';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type {
  ExternalLinkEntry,
  LocalizedTexts,
  SectionEntry,
  SectionGroupEntry,
  SiteSpaceEntry,
  SiteStructure,
  StructureItem,
} from './site-structure.ts';

export interface SiteKey {
  organizationId: string;
  siteId: string;
}

interface StructureRows {
  groups: Selectable<DB['site_section_group']>[];
  sections: Selectable<DB['site_section']>[];
  links: Selectable<DB['site_external_link']>[];
  site_spaces: (Omit<Selectable<DB['site_space']>, 'customization'> & {
    has_customization: boolean;
    space_title: string;
    space_language: string | null;
    is_space_deleted: boolean;
  })[];
}

/** Loads the structure of a site, deleted spaces included, in one statement. */
export async function loadStructure(
  db: Database,
  { organizationId, siteId }: SiteKey,
): Promise<SiteStructure> {
  const { rows } = await sql<StructureRows>`
    select
      (select coalesce(json_agg(g order by g.position, g.site_section_group_id), '[]') from site_section_group g
        where g.organization_id = ${organizationId} and g.site_id = ${siteId}) as groups,
      (select coalesce(json_agg(s order by s.position, s.site_section_id), '[]') from site_section s
        where s.organization_id = ${organizationId} and s.site_id = ${siteId}) as sections,
      (select coalesce(json_agg(l order by l.position, l.site_external_link_id), '[]') from site_external_link l
        where l.organization_id = ${organizationId} and l.site_id = ${siteId}) as links,
      (select coalesce(json_agg(i order by i.position, i.site_space_id), '[]') from (
        select x.site_space_id, x.site_section_id, x.space_id, x.path, x.title, x.localized_titles, x.condition,
          x.is_default, x.is_draft, x.is_hidden, x.page_id, x.position,
          x.customization is not null as has_customization, p.title as space_title, p.language as space_language,
          p.deleted_at is not null as is_space_deleted
        from site_space x
        join space p on p.organization_id = x.organization_id and p.space_id = x.space_id
        where x.organization_id = ${organizationId} and x.site_id = ${siteId}) i) as site_spaces`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A statement without a table returns one row.');
  return buildStructure(row);
}

/** The structure of what draws previews of a space that is on no site: the space alone. */
export async function loadPlainStructure(
  db: Database,
  { organizationId }: Pick<SiteKey, 'organizationId'>,
  spaceId: string,
): Promise<SiteStructure> {
  const { rows } = await sql<{ title: string; language: string | null; isDeleted: boolean }>`
    select title, language, deleted_at is not null as "isDeleted" from space
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
  const siteSpaces = rows.map(
    (space): SiteSpaceEntry => ({
      kind: 'site-space',
      siteSpaceId: spaceId,
      sectionId: null,
      spaceId,
      path: 'content',
      title: null,
      localizedTitles: null,
      condition: null,
      isDefault: true,
      isDraft: false,
      isHidden: false,
      pageId: null,
      hasCustomization: false,
      space,
    }),
  );
  return { items: [], siteSpaces };
}

function buildStructure({ groups, sections, links, site_spaces }: StructureRows): SiteStructure {
  const siteSpaces = groupBy(site_spaces.map(toSiteSpace), ({ sectionId }) => sectionId);
  const placed = [
    ...groups.map((row) => ({
      parentId: row.parent_id,
      position: row.position,
      row,
      kind: 'group' as const,
    })),
    ...sections.map((row) => ({
      parentId: row.group_id,
      position: row.position,
      row,
      kind: 'section' as const,
    })),
    ...links.map((row) => ({ parentId: row.group_id, position: row.position, row, kind: 'link' as const })),
  ];
  const byParent = groupBy(placed, ({ parentId }) => parentId);
  const itemsIn = (parentId: string | null): StructureItem[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((a, b) => a.position - b.position)
      .map((item) => {
        if (item.kind === 'link') return toLink(item.row);
        if (item.kind === 'section')
          return toSection(item.row, siteSpaces.get(item.row.site_section_id) ?? []);
        return toGroup(item.row, itemsIn(item.row.site_section_group_id));
      });
  return { items: itemsIn(null), siteSpaces: siteSpaces.get(null) ?? [] };
}

const toSiteSpace = (row: StructureRows['site_spaces'][number]): SiteSpaceEntry => ({
  kind: 'site-space',
  siteSpaceId: row.site_space_id,
  sectionId: row.site_section_id,
  spaceId: row.space_id,
  path: row.path,
  title: row.title,
  localizedTitles: row.localized_titles as LocalizedTexts | null,
  condition: row.condition,
  isDefault: row.is_default,
  isDraft: row.is_draft,
  isHidden: row.is_hidden,
  pageId: row.page_id,
  hasCustomization: row.has_customization,
  space: { title: row.space_title, language: row.space_language, isDeleted: row.is_space_deleted },
});

const toSection = (
  row: StructureRows['sections'][number],
  siteSpaces: readonly SiteSpaceEntry[],
): SectionEntry => ({
  kind: 'site-section',
  siteSectionId: row.site_section_id,
  groupId: row.group_id,
  title: row.title,
  localizedTitles: row.localized_titles as LocalizedTexts | null,
  description: row.description,
  localizedDescriptions: row.localized_descriptions as LocalizedTexts | null,
  path: row.path,
  condition: row.condition,
  icon: row.icon,
  isDefault: row.is_default,
  isDraft: row.is_draft,
  siteSpaces,
});

const toGroup = (
  row: StructureRows['groups'][number],
  children: readonly StructureItem[],
): SectionGroupEntry => ({
  kind: 'site-section-group',
  siteSectionGroupId: row.site_section_group_id,
  groupId: row.parent_id,
  title: row.title,
  localizedTitles: row.localized_titles as LocalizedTexts | null,
  icon: row.icon,
  isDraft: row.is_draft,
  children,
});

const toLink = (row: StructureRows['links'][number]): ExternalLinkEntry => ({
  kind: 'site-external-link',
  siteExternalLinkId: row.site_external_link_id,
  groupId: row.group_id,
  title: row.title,
  localizedTitles: row.localized_titles as LocalizedTexts | null,
  description: row.description,
  localizedDescriptions: row.localized_descriptions as LocalizedTexts | null,
  icon: row.icon,
  url: row.url,
  condition: row.condition,
  isDraft: row.is_draft,
});
