import type { ResolvedContent } from '../server/domains/publishing/published-content/resolve-url.ts';
import type { SiteView } from '../server/domains/publishing/site-visitors/site-view.ts';
import { pagePath, sectionPath, siteSpacePath } from '../server/domains/publishing/sites/site-address.ts';
import {
  hasSections,
  listSections,
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  titleOfSiteSpace,
} from '../server/domains/publishing/sites/site-structure.ts';
import type { Delivery } from './delivery.ts';
import { findHome } from './locating/find-page.ts';
import type { VisibleContents } from './visible-contents.ts';
import { joinPath } from './visits/site-request.ts';

/** A space of a site as a visitor sees it, and the addresses of what is on the site. */
export interface PublishedSpace {
  spaceId: string;
  siteSpace: SiteSpaceEntry;
  section: SectionEntry | undefined;
  /** The part of the site that the visitor sees. */
  shown: SiteStructure;
  contents: VisibleContents;
  /** The address of the site for this visitor, with their share key if it was in the address. */
  siteHref: string;
  /** The segments that name the change request or revision that is previewed. */
  previewSegments: readonly string[];
  /** The address of the space for this visitor, with what is previewed of it. */
  homeHref: string;
  pageHref(pageId: string): string;
  /** The address of a path below the space, whatever is there. */
  pathHref(path: string): string;
  /** Where a page is as Markdown. */
  markdownHref(pageId: string): string;
  siteSpaceHref(siteSpace: SiteSpaceEntry): string;
  sectionHref(section: SectionEntry): string;
  /** The address and the title of a space on this site. */
  spaceHref(spaceId: string): { href: string; title: string } | undefined;
}

export function createPublishedSpace({
  structure,
  view,
  siteSpace,
  contents,
  siteSegments,
  previewSegments,
  pageEnding,
}: {
  /** The structure of the whole site: addresses are the same for all visitors. */
  structure: SiteStructure;
  view: SiteView;
  siteSpace: SiteSpaceEntry;
  contents: VisibleContents;
  /** The segments that lead to the site, with the share key. */
  siteSegments: readonly string[];
  /** The segments that name the change request or revision that is previewed. */
  previewSegments: readonly string[];
  pageEnding: Delivery['pageEnding'];
}): PublishedSpace {
  const siteHref = joinPath(siteSegments, true);
  const siteSpaceHref = (entry: SiteSpaceEntry): string => siteHref + siteSpacePath(structure, entry);
  const spaceHref =
    siteSpaceHref(siteSpace) + previewSegments.map((one) => `${encodeURIComponent(one)}/`).join('');
  /** A table of contents asks for all of them, on each page. */
  const ownHrefs = new Map<string, string>();
  // The preview is named after the space in the path, and leads to nothing else.
  const pathHref = (path: string): string =>
    previewSegments.length > 0
      ? spaceHref + encodePath(path)
      : siteHref + encodePath(pagePath(structure, siteSpace, path));
  const ownHref = (pageId: string): string => {
    const known = ownHrefs.get(pageId);
    if (known !== undefined) return known;
    const href = pathHref(contents.pathOf(pageId));
    ownHrefs.set(pageId, href);
    return href;
  };
  const home = findHome(contents, siteSpace.pageId);
  const sections = hasSections(view.structure) ? listSections(view.structure) : [];
  return {
    spaceId: siteSpace.spaceId,
    siteSpace,
    section: sections.find(({ siteSectionId }) => siteSectionId === siteSpace.sectionId),
    shown: view.structure,
    contents,
    siteHref,
    homeHref: spaceHref,
    previewSegments,
    pageHref: (pageId) => (pageId === home?.entry.id ? spaceHref : ownHref(pageId) + pageEnding),
    pathHref,
    markdownHref: (pageId) => `${ownHref(pageId)}.md`,
    siteSpaceHref,
    sectionHref: (section) => siteHref + sectionPath(structure, section),
    spaceHref(spaceId) {
      const entry = listSiteSpaces(view.structure).find((one) => one.spaceId === spaceId);
      return entry && { href: siteSpaceHref(entry), title: titleOfSiteSpace(entry) };
    },
  };
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The segments of an address that name what is previewed. */
export function previewSegmentsOf({
  changeRequest,
  revision,
}: Pick<ResolvedContent, 'changeRequest' | 'revision'>): readonly string[] {
  if (changeRequest !== undefined) return ['~', 'changes', changeRequest];
  return revision === undefined ? [] : ['~', 'revisions', revision];
}
