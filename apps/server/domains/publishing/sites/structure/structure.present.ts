import type { Static } from 'typebox';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import { type SitesOrigin, siteUrl } from '../../../../platform/http/site-url.ts';
import type { SpaceSchema } from '../../../content/spaces/spaces.schemas.ts';
import { sectionPath, siteSpacePath } from '../site-address.ts';
import {
  type ExternalLinkEntry,
  hasSections,
  idOf,
  type LocalizedTexts,
  listShown,
  type SectionEntry,
  type SectionGroupEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
  titleOfSiteSpace,
} from '../site-structure.ts';
import type {
  PresentedItem,
  SectionGroup,
  SiteExternalLinkSchema,
  SiteSectionSchema,
  SiteSpaceSchema,
  SiteStructureSchema,
} from './structure.schemas.ts';

/** The facts that are needed for presenting the parts of a structure. */
export interface StructureParts {
  /** The structure of the whole site, without deleted spaces: addresses are the same for everyone who sees a part. */
  whole: SiteStructure;
  /** The address of the site, with the share key if there is one; undefined while it is not published. */
  publishedUrl: string | undefined;
  /** The ids of the parts that readers can see: see `listShown`. */
  shown: ReadonlySet<string>;
  /** The Space objects of the site spaces, by the id of the space. */
  spaces: ReadonlyMap<string, Static<typeof SpaceSchema>>;
  /** Whether to omit the conditions, which readers must not see. */
  isForReaders?: boolean;
}

/** Collects the facts for the structure of a whole site. `shareKey` is an active key of this site. */
export function createStructureParts(
  site: SitePointer,
  structure: SiteStructure,
  {
    origin,
    shareKey,
    spaces,
  }: { origin: SitesOrigin; shareKey: string | undefined; spaces: StructureParts['spaces'] },
): StructureParts {
  const key = shareKey !== undefined && site.visibility === 'share-link' ? `${shareKey}/` : '';
  return {
    publishedUrl: site.isPublished ? `${siteUrl(origin, site)}${key}` : undefined,
    whole: structure,
    shown: listShown(structure),
    spaces,
  };
}

export function presentStructure(
  structure: SiteStructure,
  parts: StructureParts,
): Static<typeof SiteStructureSchema> {
  if (hasSections(structure))
    return { type: 'sections', structure: structure.items.map((item) => presentItem(item, parts)) };
  const { siteSpaces } = structure;
  return {
    type: 'siteSpaces',
    structure: siteSpaces.map((entry) => presentSiteSpace(entry, parts)),
  };
}

function presentItem(item: StructureItem, parts: StructureParts): PresentedItem {
  if (item.kind === 'site-section') return presentSection(item, parts);
  return item.kind === 'site-external-link' ? presentExternalLink(item, parts) : presentGroup(item, parts);
}

export const presentSection = (
  section: SectionEntry,
  parts: StructureParts,
): Static<typeof SiteSectionSchema> => ({
  object: 'site-section',
  id: section.siteSectionId,
  title: section.title,
  ...localizedTitle(section),
  ...descriptions(section),
  default: section.isDefault,
  draft: section.isDraft,
  path: section.path,
  ...conditionOf(section, parts),
  ...(section.groupId === null ? {} : { sectionGroup: section.groupId }),
  siteSpaces: section.siteSpaces.map((entry) => presentSiteSpace(entry, parts)),
  urls: publishedAt(section, parts),
  ...iconOf(section),
});

export function presentSiteSpace(
  entry: SiteSpaceEntry,
  parts: StructureParts,
): Static<typeof SiteSpaceSchema> {
  const space = parts.spaces.get(entry.spaceId);
  if (!space) throw new Error('Every space of the structure has been loaded.');
  return {
    object: 'site-space',
    id: entry.siteSpaceId,
    path: entry.path,
    ...(entry.sectionId === null ? {} : { section: entry.sectionId }),
    space,
    title: titleOfSiteSpace(entry),
    ...localizedTitle(entry),
    default: entry.isDefault,
    ...conditionOf(entry, parts),
    pageId: entry.pageId,
    draft: entry.isDraft,
    hidden: entry.isHidden,
    hasAdvancedCustomizationFeature: true,
    urls: publishedAt(entry, parts),
  };
}

export function presentGroup(group: SectionGroupEntry, parts: StructureParts): SectionGroup {
  const children = group.children.map((item) => presentItem(item, parts));
  return {
    object: 'site-section-group',
    id: group.siteSectionGroupId,
    title: group.title,
    ...localizedTitle(group),
    sections: children.filter((child) => child.object === 'site-section'),
    ...(group.groupId === null ? {} : { sectionGroup: group.groupId }),
    draft: group.isDraft,
    children,
    ...iconOf(group),
  };
}

export const presentExternalLink = (
  link: ExternalLinkEntry,
  parts: StructureParts,
): Static<typeof SiteExternalLinkSchema> => ({
  object: 'site-external-link',
  id: link.siteExternalLinkId,
  title: link.title,
  ...localizedTitle(link),
  ...descriptions(link),
  ...iconOf(link),
  url: link.url,
  ...(link.groupId === null ? {} : { sectionGroup: link.groupId }),
  draft: link.isDraft,
  ...conditionOf(link, parts),
});

const localizedTitle = ({ localizedTitles }: { localizedTitles: LocalizedTexts | null }) =>
  localizedTitles ? { localizedTitle: { ...localizedTitles } } : {};

const descriptions = ({
  description,
  localizedDescriptions,
}: Pick<SectionEntry, 'description' | 'localizedDescriptions'>) => ({
  ...(description === null ? {} : { description }),
  ...(localizedDescriptions ? { localizedDescription: { ...localizedDescriptions } } : {}),
});

const iconOf = ({ icon }: { icon: string | null }) => (icon === null ? {} : { icon });

const conditionOf = ({ condition }: { condition: string | null }, { isForReaders }: StructureParts) =>
  condition === null || isForReaders ? {} : { condition };

function publishedAt(
  entry: SectionEntry | SiteSpaceEntry,
  { publishedUrl, shown, whole }: StructureParts,
): { published?: string } {
  if (publishedUrl === undefined || !shown.has(idOf(entry))) return {};
  const path = entry.kind === 'site-section' ? sectionPath(whole, entry) : siteSpacePath(whole, entry);
  return { published: publishedUrl + path };
}
