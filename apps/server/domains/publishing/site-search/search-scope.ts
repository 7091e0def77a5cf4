import {
  hasSections,
  listSections,
  listSiteSpaces,
  type SiteSpaceEntry,
  type SiteStructure,
} from '../sites/site-structure.ts';
import type { SiteSearchScope } from './site-search.schemas.ts';

/**
 * The site spaces that a search covers, of those that its reader sees: each space once, and the current one first. Site
 * spaces that the reader does not see are not named by any scope.
 */
export function listSearched(structure: SiteStructure, scope: SiteSearchScope): SiteSpaceEntry[] {
  const all = listSiteSpaces(structure);
  const current =
    scope.mode === 'default' && scope.currentSiteSpace !== undefined
      ? all.find(({ siteSpaceId }) => siteSpaceId === scope.currentSiteSpace)
      : undefined;
  const searched = [...(current ? [current] : []), ...listOf(structure, scope, current)];
  const bySpace = new Map<string, SiteSpaceEntry>();
  for (const entry of searched) if (!bySpace.has(entry.spaceId)) bySpace.set(entry.spaceId, entry);
  return restrict([...bySpace.values()], scope, current);
}

function listOf(
  structure: SiteStructure,
  scope: SiteSearchScope,
  current: SiteSpaceEntry | undefined,
): readonly SiteSpaceEntry[] {
  const all = listSiteSpaces(structure);
  if (scope.mode === 'all') return all;
  if (scope.mode === 'specific') {
    const wanted = new Set(scope.siteSpaceIds);
    return all.filter(({ siteSpaceId }) => wanted.has(siteSpaceId));
  }
  const groups = hasSections(structure)
    ? listSections(structure).map(({ siteSpaces }) => siteSpaces)
    : [structure.siteSpaces];
  const included = new Set(scope.includedSiteSpaces);
  return [
    ...groups.flatMap((siteSpaces) => variantFor(siteSpaces, current) ?? []),
    ...all.filter(({ siteSpaceId }) => included.has(siteSpaceId)),
  ];
}

/**
 * The variant of a section that a search from a site space covers: this one if it is in the section. Undefined if the
 * reader sees no such section.
 */
export function chooseVariant(
  structure: SiteStructure,
  siteSectionId: string,
  currentSiteSpace: string,
): SiteSpaceEntry | undefined {
  const section = listSections(structure).find((one) => one.siteSectionId === siteSectionId);
  const current = listSiteSpaces(structure).find(({ siteSpaceId }) => siteSpaceId === currentSiteSpace);
  if (!section) return undefined;
  return current?.sectionId === siteSectionId ? current : variantFor(section.siteSpaces, current);
}

/** The default variant, unless it is in another language than the current site space and a variant is in that one. */
function variantFor(
  siteSpaces: readonly SiteSpaceEntry[],
  current: SiteSpaceEntry | undefined,
): SiteSpaceEntry | undefined {
  const byDefault = siteSpaces.find(({ isDefault }) => isDefault);
  const language = current?.space.language ?? null;
  if (language === null || byDefault?.space.language === language) return byDefault;
  return siteSpaces.find(({ space }) => space.language === language) ?? byDefault;
}

function restrict(
  searched: SiteSpaceEntry[],
  scope: SiteSearchScope,
  current: SiteSpaceEntry | undefined,
): SiteSpaceEntry[] {
  if (scope.mode !== 'default' || scope.restrictTo === undefined) return searched;
  const isCurrent = ({ spaceId }: SiteSpaceEntry): boolean => spaceId === current?.spaceId;
  return searched.filter((entry) => isCurrent(entry) === (scope.restrictTo === 'currentSiteSpace'));
}
