import type { SiteSpaceEntry, StructureItem } from '../features/sites/site-structure.ts';
import { titleOfSiteSpace } from '../features/sites/site-structure.ts';
import { webAddress } from '../html/web-address.ts';
import { nameOf } from '../page-parts/name.ts';
import { titleOf } from '../rendering/references.ts';
import type { Crumb, NavigationEntry, NavigationTab, PageData } from './pages/page-data.ts';
import type { PublishedPlace } from './published-place.ts';
import { isListed, type VisiblePage } from './visible-contents.ts';

/** What is the same on all pages of a place. */
export interface PageFrame extends Pick<PageData, 'site' | 'theme' | 'language' | 'preview' | 'assets'> {
  place: PublishedPlace;
  /** Where a link of the table of contents leads. */
  linkHref(page: VisiblePage): string | undefined;
}

/** `page`: undefined for a page that there is not. */
export function buildPageData(
  frame: PageFrame,
  page: VisiblePage | undefined,
  shown: Pick<PageData, 'title' | 'description' | 'canonicalUrl' | 'isIndexed'>,
): PageData {
  const { place, site, theme, language, preview, assets } = frame;
  const { readingOrder } = place.contents;
  const position = page ? readingOrder.indexOf(page) : -1;
  const hasTurns = page?.settings?.layout.pagination !== false && position >= 0;
  const { title } = shown;
  return {
    language,
    site,
    theme,
    assets,
    preview,
    ...shown,
    windowTitle: title === site.title ? title : `${title} · ${site.title}`,
    tabs: listTabs(place, place.shown.items),
    variants: listVariants(place),
    navigation: listEntries(frame, place.contents.top, pathTo(page)),
    crumbs: page ? listCrumbs(place, page) : [],
    previous: hasTurns ? toCrumb(place, readingOrder[position - 1]) : undefined,
    next: hasTurns ? toCrumb(place, readingOrder[position + 1]) : undefined,
  };
}

/** The page and those above it. */
function pathTo(page: VisiblePage | undefined): readonly VisiblePage[] {
  const path: VisiblePage[] = [];
  for (let one = page; one; one = one.parent) path.push(one);
  return path;
}

const toCrumb = (place: PublishedPlace, page: VisiblePage | undefined): Crumb | undefined =>
  page && { title: nameOf(titleOf(page.entry)), href: place.pageHref(page.entry.id) };

function listCrumbs(place: PublishedPlace, page: VisiblePage): Crumb[] {
  const above = pathTo(page.parent)
    .map(({ entry }) => ({
      title: nameOf(titleOf(entry)),
      href: entry.type === 'document' ? place.pageHref(entry.id) : undefined,
    }))
    .reverse();
  return place.section
    ? [{ title: place.section.title, href: place.sectionHref(place.section) }, ...above]
    : above;
}

/** The pages below another one are listed only where the reader is: a table of contents can have thousands. */
function listEntries(
  frame: PageFrame,
  pages: readonly VisiblePage[],
  path: readonly VisiblePage[],
): NavigationEntry[] {
  return pages.flatMap((page) => {
    const { entry } = page;
    if (entry.type === 'computed' || !isListed(page)) return [];
    const isGroup = entry.type === 'group';
    return {
      title: nameOf(titleOf(entry)),
      emoji: entry.emoji,
      href: hrefOf(frame, page),
      isCurrent: page === path[0],
      isGroup,
      children: isGroup || path.includes(page) ? listEntries(frame, page.children, path) : [],
    };
  });
}

function hrefOf({ place, linkHref }: PageFrame, page: VisiblePage): string | undefined {
  if (page.entry.type === 'document') return place.pageHref(page.entry.id);
  return page.entry.type === 'link' ? linkHref(page) : undefined;
}

function listTabs(place: PublishedPlace, items: readonly StructureItem[]): NavigationTab[] {
  return items.map((item) => {
    const { title } = item;
    if (item.kind === 'site-section-group') {
      const children = listTabs(place, item.children);
      return { title, href: undefined, isCurrent: children.some(({ isCurrent }) => isCurrent), children };
    }
    if (item.kind === 'site-external-link')
      return { title, href: webAddress(item.url), isCurrent: false, children: [] };
    const isCurrent = item.siteSectionId === place.section?.siteSectionId;
    return { title, href: place.sectionHref(item), isCurrent, children: [] };
  });
}

function listVariants(place: PublishedPlace): NavigationTab[] {
  const entries: readonly SiteSpaceEntry[] = place.section?.siteSpaces ?? place.shown.siteSpaces;
  const { siteSpaceId } = place.siteSpace;
  return entries
    .filter((entry) => !entry.isHidden || entry.siteSpaceId === siteSpaceId)
    .map((entry) => ({
      title: titleOfSiteSpace(entry),
      href: place.siteSpaceHref(entry),
      isCurrent: entry.siteSpaceId === siteSpaceId,
      children: [],
    }));
}
