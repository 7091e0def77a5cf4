/**
 * The structure of a site as one value, which administrators change and of which readers see a part. It is independent
 * of rows, so that moves, deletions and promotions are implemented in one place and tested without a database.
 */

export type LocalizedTexts = Readonly<Record<string, string>>;

export interface SiteSpaceEntry {
  readonly kind: 'site-space';
  readonly siteSpaceId: string;
  /** The section that it is in; null: at the root of a site without sections. */
  readonly sectionId: string | null;
  readonly spaceId: string;
  /** Among the variants of its section. */
  readonly path: string;
  /** Null: the title of the space. */
  readonly title: string | null;
  readonly localizedTitles: LocalizedTexts | null;
  readonly condition: string | null;
  readonly isDefault: boolean;
  readonly isDraft: boolean;
  /** Whether the site space is hidden from the list of variants. It can still be read. */
  readonly isHidden: boolean;
  /** The page that is shown first; null: the first one. */
  readonly pageId: string | null;
  readonly hasCustomization: boolean;
  readonly space: SpaceOnSite;
}

/** The data of a space that its site shows. */
export interface SpaceOnSite {
  readonly title: string;
  readonly language: string | null;
  readonly isDeleted: boolean;
}

export interface SectionEntry {
  readonly kind: 'site-section';
  readonly siteSectionId: string;
  readonly groupId: string | null;
  readonly title: string;
  readonly localizedTitles: LocalizedTexts | null;
  readonly description: string | null;
  readonly localizedDescriptions: LocalizedTexts | null;
  readonly path: string;
  readonly condition: string | null;
  readonly icon: string | null;
  readonly isDefault: boolean;
  readonly isDraft: boolean;
  readonly siteSpaces: readonly SiteSpaceEntry[];
}

export interface SectionGroupEntry {
  readonly kind: 'site-section-group';
  readonly siteSectionGroupId: string;
  /** The group that it is in. */
  readonly groupId: string | null;
  readonly title: string;
  readonly localizedTitles: LocalizedTexts | null;
  readonly icon: string | null;
  readonly isDraft: boolean;
  readonly children: readonly StructureItem[];
}

export interface ExternalLinkEntry {
  readonly kind: 'site-external-link';
  readonly siteExternalLinkId: string;
  readonly groupId: string | null;
  readonly title: string;
  readonly localizedTitles: LocalizedTexts | null;
  readonly description: string | null;
  readonly localizedDescriptions: LocalizedTexts | null;
  readonly icon: string | null;
  readonly url: string;
  readonly condition: string | null;
  readonly isDraft: boolean;
}

export type StructureItem = SectionEntry | SectionGroupEntry | ExternalLinkEntry;

export interface SiteStructure {
  /** Sections, groups and links in order. If there are none, the site spaces are at the root. */
  readonly items: readonly StructureItem[];
  /** The site spaces at the root: only of a site without sections, groups and links. */
  readonly siteSpaces: readonly SiteSpaceEntry[];
}

/** Whether readers choose among sections, and not only among the variants at the root. */
export const hasSections = ({ items }: SiteStructure): boolean => items.length > 0;

/** All items of the structure, groups before what is in them. */
export function* itemsBelow(items: readonly StructureItem[]): Generator<StructureItem> {
  for (const item of items) {
    yield item;
    if (item.kind === 'site-section-group') yield* itemsBelow(item.children);
  }
}

/** All sections, also those in groups, in the order in which readers see them. */
export function listSections({ items }: SiteStructure): SectionEntry[] {
  return [...itemsBelow(items)].filter((item) => item.kind === 'site-section');
}

/** All site spaces in the order in which readers see them. */
export const listSiteSpaces = (structure: SiteStructure): readonly SiteSpaceEntry[] =>
  hasSections(structure)
    ? listSections(structure).flatMap(({ siteSpaces }) => siteSpaces)
    : structure.siteSpaces;

/** The site space that readers see first: the default one of the default section, or of the root. */
export function findDefaultSiteSpace(structure: SiteStructure): SiteSpaceEntry | undefined {
  const filled = listSections(structure).filter(({ siteSpaces }) => siteSpaces.length > 0);
  const section = filled.find(({ isDefault }) => isDefault) ?? filled[0];
  const siteSpaces = section?.siteSpaces ?? structure.siteSpaces;
  return siteSpaces.find(({ isDefault }) => isDefault) ?? siteSpaces[0];
}

export const titleOfSiteSpace = ({ title, space }: SiteSpaceEntry): string => title ?? space.title;

/**
 * The structure without deleted spaces: they are no longer part of the site, until they are restored. Where one of them
 * was the default, the next site space is.
 */
export function withoutDeletedSpaces(structure: SiteStructure): SiteStructure {
  const isAnyDeleted = listSiteSpaces(structure).some(({ space }) => space.isDeleted);
  if (!isAnyDeleted) return structure;
  return { items: structure.items.map(withoutDeletedIn), siteSpaces: liveOnes(structure.siteSpaces) };
}

function withoutDeletedIn(item: StructureItem): StructureItem {
  if (item.kind === 'site-section') return { ...item, siteSpaces: liveOnes(item.siteSpaces) };
  if (item.kind === 'site-external-link') return item;
  return { ...item, children: item.children.map(withoutDeletedIn) };
}

function liveOnes(siteSpaces: readonly SiteSpaceEntry[]): readonly SiteSpaceEntry[] {
  const live = siteSpaces.filter(({ space }) => !space.isDeleted);
  if (live.some(({ isDefault }) => isDefault)) return live;
  return live.map((entry, at) => (at === 0 ? { ...entry, isDefault: true } : entry));
}

/**
 * Lists the ids of the parts that readers can see, regardless of conditions: no drafts, no parts of drafts, and no
 * sections and groups without visible site spaces.
 */
export function listShown(structure: SiteStructure): ReadonlySet<string> {
  const shown = new Set<string>();
  const showSiteSpaces = (siteSpaces: readonly SiteSpaceEntry[]): boolean => {
    const live = siteSpaces.filter(({ isDraft, space }) => !isDraft && !space.isDeleted);
    for (const { siteSpaceId } of live) shown.add(siteSpaceId);
    return live.length > 0;
  };
  const showItem = (item: StructureItem): boolean => {
    if (item.isDraft) return false;
    const hasContent =
      item.kind === 'site-external-link' ||
      (item.kind === 'site-section'
        ? showSiteSpaces(item.siteSpaces)
        : item.children.map(showItem).some(Boolean));
    if (hasContent) shown.add(idOf(item));
    return hasContent;
  };
  for (const item of structure.items) showItem(item);
  showSiteSpaces(structure.siteSpaces);
  return shown;
}

export function idOf(entry: StructureItem | SiteSpaceEntry): string {
  switch (entry.kind) {
    case 'site-section':
      return entry.siteSectionId;
    case 'site-section-group':
      return entry.siteSectionGroupId;
    case 'site-external-link':
      return entry.siteExternalLinkId;
    case 'site-space':
      return entry.siteSpaceId;
  }
}
