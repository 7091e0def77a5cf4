import {
  hasSections,
  listSections,
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from './site-structure.ts';

/** The paths of the parts of a structure, by their ids. */
const known = new WeakMap<SiteStructure, ReadonlyMap<string, string>>();

/**
 * The paths of a section and of a site space below the address of the site: empty for the default ones, otherwise with
 * a slash at the end. `structure` is that of the whole site. A part that replaces a hidden default for some readers
 * keeps its own address, so that addresses are the same for all readers.
 */
export const sectionPath = (structure: SiteStructure, { siteSectionId }: SectionEntry): string =>
  getPath(structure, siteSectionId);

export const siteSpacePath = (structure: SiteStructure, { siteSpaceId }: SiteSpaceEntry): string =>
  getPath(structure, siteSpaceId);

/**
 * Returns the path of a page below the address of the site. Sections and variants take precedence over pages: a page
 * whose own path begins with the name of one has the names of its section and variant in its path, even if these are
 * the default ones.
 */
export function pagePath(structure: SiteStructure, siteSpace: SiteSpaceEntry, path: string): string {
  const { sectionNames, variantNames } = listNamesAbove(structure, siteSpace);
  const first = (path.split('/', 1)[0] as string).toLowerCase();
  if (!sectionNames.has(first) && !variantNames.has(first)) return siteSpacePath(structure, siteSpace) + path;
  const section = sectionOf(structure, siteSpace);
  const variant = variantNames.has(first) ? `${siteSpace.path}/` : '';
  return `${section ? `${section.path}/` : ''}${variant}${path}`;
}

/** The names of sections and variants with which the path of a page may collide. */
interface NamesAbove {
  sectionNames: ReadonlySet<string>;
  variantNames: ReadonlySet<string>;
}

const knownNames = new WeakMap<SiteStructure, Map<string, NamesAbove>>();
const NONE: ReadonlySet<string> = new Set();

/** Lists the names, which are kept because a table of contents needs them for each of its pages. */
function listNamesAbove(structure: SiteStructure, siteSpace: SiteSpaceEntry): NamesAbove {
  const names = knownNames.get(structure) ?? new Map<string, NamesAbove>();
  knownNames.set(structure, names);
  const found = names.get(siteSpace.siteSpaceId) ?? collectNamesAbove(structure, siteSpace);
  names.set(siteSpace.siteSpaceId, found);
  return found;
}

function collectNamesAbove(structure: SiteStructure, siteSpace: SiteSpaceEntry): NamesAbove {
  // For some readers, another variant is the default than in the whole structure.
  const isDefault = listSiteSpaces(structure).some(
    (entry) => entry.siteSpaceId === siteSpace.siteSpaceId && entry.isDefault,
  );
  // After the name of a variant, there are only pages.
  if (!isDefault) return { sectionNames: NONE, variantNames: NONE };
  const section = sectionOf(structure, siteSpace);
  const variants = section?.siteSpaces ?? structure.siteSpaces;
  const sections = section?.isDefault ? listSections(structure) : [];
  return {
    sectionNames: new Set(sections.map(({ path }) => path)),
    variantNames: new Set(variants.map(({ path }) => path)),
  };
}

const sectionOf = (structure: SiteStructure, { sectionId }: SiteSpaceEntry): SectionEntry | undefined =>
  listSections(structure).find(({ siteSectionId }) => siteSectionId === sectionId);

function getPath(structure: SiteStructure, id: string): string {
  const paths = known.get(structure) ?? collectPaths(structure);
  known.set(structure, paths);
  const path = paths.get(id);
  if (path === undefined) throw new Error('A path is asked for in the structure that the part is in.');
  return path;
}

function collectPaths(structure: SiteStructure): Map<string, string> {
  const sections = hasSections(structure) ? listSections(structure) : [];
  const paths = new Map(sections.map((section) => [section.siteSectionId, ownPath(section)]));
  for (const entry of listSiteSpaces(structure))
    paths.set(entry.siteSpaceId, (paths.get(entry.sectionId ?? '') ?? '') + ownPath(entry));
  return paths;
}

const ownPath = ({ isDefault, path }: SectionEntry | SiteSpaceEntry): string => (isDefault ? '' : `${path}/`);
