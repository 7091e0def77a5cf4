import { groupBy } from '@lectern/std/group-by';
import {
  listSections,
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from '../site-structure.ts';

/** A path that a section or variant had. */
export interface FormerPath {
  /** The section in which the variant was; null for a section, and for a variant of a site without sections. */
  parentId: string | null;
  path: string;
  /** The section or site space that had it last. */
  partId: string;
}

/** Lists the paths that parts of a structure had before a change, and do not have any more. */
export function listLeftPaths(before: SiteStructure, after: SiteStructure): FormerPath[] {
  const present = new Map(listPaths(after).map((one) => [one.partId, one]));
  return listPaths(before).filter(({ partId, parentId, path }) => {
    const now = present.get(partId);
    return now !== undefined && (now.path !== path || now.parentId !== parentId);
  });
}

const listPaths = (structure: SiteStructure): FormerPath[] => [
  ...listSections(structure).map(({ siteSectionId, path }) => ({
    parentId: null,
    path,
    partId: siteSectionId,
  })),
  ...listSiteSpaces(structure).map(({ siteSpaceId, sectionId, path }) => ({
    parentId: sectionId,
    path,
    partId: siteSpaceId,
  })),
];

/** The former paths of a site: the part by its parent and path. */
export type FormerPaths = ReadonlyMap<string, string>;

export const keyOf = ({ parentId, path }: Pick<FormerPath, 'parentId' | 'path'>): string =>
  `${parentId ?? ''}/${path}`;

function readKey(key: string): Pick<FormerPath, 'parentId' | 'path'> {
  const at = key.indexOf('/');
  return { parentId: key.slice(0, at) || null, path: key.slice(at + 1) };
}

/**
 * Finds the site space to which an old address leads, and the path of the page there. Undefined if no former path is in
 * the address: what is at a present path counts before what was there. `structure`: as the reader sees it.
 */
export function locateFormerPlace(
  structure: SiteStructure,
  former: FormerPaths,
  segments: readonly string[],
): { siteSpace: SiteSpaceEntry; rest: readonly string[] } | undefined {
  const names = segments.slice(0, 2).map((segment) => segment.toLowerCase());
  const sections = listSections(structure);
  const named = sections.find(({ path }) => path === names[0]);
  const moved = named ? undefined : findFormerSection(sections, former, names[0]);
  const section = named ?? moved ?? sections.find(({ isDefault }) => isDefault);
  const depth = named || moved ? 1 : 0;
  const variants = section?.siteSpaces ?? structure.siteSpaces;
  const present = variants.find(({ path }) => path === names[depth]);
  const variant = present ?? findFormerVariant(structure, former, section, names[depth]);
  if (!moved && (variant === undefined || variant === present)) return undefined;
  const siteSpace = variant ?? variants.find(({ isDefault }) => isDefault);
  return siteSpace && { siteSpace, rest: segments.slice(variant ? depth + 1 : depth) };
}

/** Lists the old addresses of site spaces, as segments below the root of the site, each with where it leads. */
export function listFormerRoots(
  structure: SiteStructure,
  former: FormerPaths,
): { siteSpaceId: string; segments: string[] }[] {
  const left = [...former].map(([key, partId]) => ({ ...readKey(key), partId }));
  const leftIn = groupBy(left, ({ parentId }) => parentId);
  const onSite = leftIn.get(null) ?? [];
  const pathsOf = groupBy(onSite, ({ partId }) => partId);
  const starts: { beginnings: string[][]; paths: string[] }[] = [
    { beginnings: [[]], paths: onSite.map(({ path }) => path) },
    ...listSections(structure).map(({ siteSectionId, path, isDefault, siteSpaces }) => ({
      beginnings: [
        [path],
        ...(isDefault ? [[]] : []),
        ...(pathsOf.get(siteSectionId) ?? []).map((one) => [one.path]),
      ],
      paths: [...siteSpaces, ...(leftIn.get(siteSectionId) ?? [])].map((one) => one.path),
    })),
  ];
  const roots = new Map<string, { siteSpaceId: string; segments: string[] }>();
  for (const { beginnings, paths } of starts)
    for (const beginning of beginnings)
      for (const segments of [beginning, ...paths.map((path) => [...beginning, path])]) {
        const found = locateFormerPlace(structure, former, segments);
        if (found?.rest.length === 0)
          roots.set(segments.join('/'), { siteSpaceId: found.siteSpace.siteSpaceId, segments });
      }
  return [...roots.values()];
}

function findFormerSection(
  sections: readonly SectionEntry[],
  former: FormerPaths,
  path: string | undefined,
): SectionEntry | undefined {
  const id = path === undefined ? undefined : former.get(keyOf({ parentId: null, path }));
  return sections.find(({ siteSectionId }) => siteSectionId === id);
}

/** A variant can have been in another section, or on the site before it had sections. */
function findFormerVariant(
  structure: SiteStructure,
  former: FormerPaths,
  section: SectionEntry | undefined,
  path: string | undefined,
): SiteSpaceEntry | undefined {
  if (path === undefined) return undefined;
  const parents = section ? [section.siteSectionId, null] : [null];
  const ids = parents.map((parentId) => former.get(keyOf({ parentId, path })));
  return listSiteSpaces(structure).find(({ siteSpaceId }) => ids.includes(siteSpaceId));
}
