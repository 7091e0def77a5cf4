import { webAddress } from '@lectern/html/web-address';
import { titleOf } from '@lectern/render/references';
import type { SiteSpaceEntry, StructureItem } from '../server/domains/publishing/sites/site-structure.ts';
import { titleOfSiteSpace } from '../server/domains/publishing/sites/site-structure.ts';
import { nameOf } from '../server/pages/parts/name.ts';
import { localize } from './localize.ts';
import { directionOf, messagesOf } from './messages/messages.ts';
import { findOnlyOperation, listSectionEntries } from './page-operations.ts';
import type { Crumb, NavigationEntry, NavigationTab, PageData } from './pages/page-data.ts';
import type { PublishedSpace } from './published-space.ts';
import type { SiteChrome } from './site-chrome.ts';
import { isListed } from './visible-contents.ts';
import type { VisiblePage } from './visible-page.ts';

/** The data that is the same on all pages of a place. */
export interface PageFrame
  extends Pick<
    PageData,
    | 'site'
    | 'look'
    | 'language'
    | 'preview'
    | 'assets'
    | 'search'
    | 'policy'
    | 'loadsExternalPictures'
    | 'callsOwnServers'
    | 'eventsHref'
    | 'framed'
  > {
  /** The address for feedback; undefined if readers are not asked for it. */
  feedbackHref: string | undefined;
  /** Whether pages link to the previous and the next page. */
  hasTurns: boolean;
  place: PublishedSpace;
  chrome: SiteChrome;
  /** Returns the target of a link in the table of contents. */
  linkHref(page: VisiblePage): string | undefined;
}

/** The data of one page. */
export type PageContent = Pick<
  PageData,
  | 'title'
  | 'emoji'
  | 'icon'
  | 'description'
  | 'canonicalUrl'
  | 'isIndexed'
  | 'meta'
  | 'layout'
  | 'cover'
  | 'outline'
  | 'actions'
  | 'notice'
  | 'updatedAt'
  | 'contributors'
>;

/**
 * The maximum number of pages for which every page has the whole table of contents. Larger ones are cut to the part
 * near the page.
 */
const MAX_WHOLE_TREE = 500;

/** `page`: undefined for the page that says that there is no such page. */
export function buildPageData(
  frame: PageFrame,
  page: VisiblePage | undefined,
  content: PageContent,
): Omit<PageData, 'icons'> {
  const { place, site, language } = frame;
  const { readingOrder } = place.contents;
  const position = page ? readingOrder.indexOf(page) : -1;
  const hasTurns = frame.hasTurns && page?.settings?.layout.pagination !== false && position >= 0;
  const { title } = content;
  const sections = content.layout.hasNavigation ? listSectionEntries(page, content.outline) : [];
  return {
    language,
    direction: directionOf(language),
    messages: messagesOf(language),
    site,
    look: frame.look,
    assets: frame.assets,
    preview: frame.preview,
    ...frame.chrome,
    ...content,
    search: frame.search,
    policy: frame.policy,
    loadsExternalPictures: frame.loadsExternalPictures,
    callsOwnServers: frame.callsOwnServers,
    eventsHref: frame.eventsHref,
    framed: frame.framed,
    pageId: page?.entry.id,
    feedback: feedbackOf(frame, page),
    windowTitle: title === site.title ? title : `${title} · ${site.title}`,
    tabs: listTabs(place, place.shown.items, language),
    variants: listVariants(place, language),
    navigation: listEntries(frame, place.contents.top, {
      path: pathTo(page),
      isWhole: readingOrder.length <= MAX_WHOLE_TREE,
      sections,
    }),
    listsSections: sections.length > 0,
    crumbs: page ? listCrumbs(place, page, language) : [],
    previous: hasTurns ? toCrumb(place, readingOrder[position - 1]) : undefined,
    next: hasTurns ? toCrumb(place, readingOrder[position + 1]) : undefined,
  };
}

/** Returns the page and its ancestors. */
function pathTo(page: VisiblePage | undefined): readonly VisiblePage[] {
  const path: VisiblePage[] = [];
  for (let one = page; one; one = one.parent) path.push(one);
  return path;
}

function feedbackOf({ place, feedbackHref }: PageFrame, page: VisiblePage | undefined) {
  const path = page && place.pageHref(page.entry.id);
  return feedbackHref !== undefined && path !== undefined ? { href: feedbackHref, path } : undefined;
}

const toCrumb = (place: PublishedSpace, page: VisiblePage | undefined): Crumb | undefined =>
  page && { title: nameOf(titleOf(page.entry)), href: place.pageHref(page.entry.id) };

function listCrumbs(place: PublishedSpace, page: VisiblePage, language: string): Crumb[] {
  const above = pathTo(page.parent)
    .map(({ entry }) => ({
      title: nameOf(titleOf(entry)),
      href: entry.type === 'document' ? place.pageHref(entry.id) : undefined,
    }))
    .reverse();
  if (!place.section) return above;
  const { title, localizedTitles } = place.section;
  return [
    { title: localize(title, localizedTitles, language), href: place.sectionHref(place.section) },
    ...above,
  ];
}

function listEntries(
  frame: PageFrame,
  pages: readonly VisiblePage[],
  shown: { path: readonly VisiblePage[]; isWhole: boolean; sections: readonly NavigationEntry[] },
): NavigationEntry[] {
  const { path, isWhole, sections } = shown;
  return pages.flatMap((page) => {
    const { entry } = page;
    if (!isListed(page)) return [];
    const isGroup = entry.type === 'group';
    const isOpen = path.includes(page);
    const isCurrent = page === path[0];
    const below = isGroup || isOpen || isWhole ? listEntries(frame, page.children, shown) : [];
    return {
      title: nameOf(titleOf(entry)),
      emoji: entry.emoji,
      icon: page.settings?.icon,
      href: hrefOf(frame, page),
      operation: findOnlyOperation(page),
      isCurrent,
      isGroup,
      isOpen,
      children: isCurrent ? [...sections, ...below] : below,
    };
  });
}

function hrefOf({ place, linkHref }: PageFrame, page: VisiblePage): string | undefined {
  if (page.entry.type === 'document') return place.pageHref(page.entry.id);
  return page.entry.type === 'link' ? linkHref(page) : undefined;
}

function listTabs(place: PublishedSpace, items: readonly StructureItem[], language: string): NavigationTab[] {
  return items.map((item) => {
    const title = localize(item.title, item.localizedTitles, language);
    const icon = item.icon ?? undefined;
    if (item.kind === 'site-section-group') {
      const children = listTabs(place, item.children, language);
      return {
        title,
        icon,
        href: undefined,
        isCurrent: children.some(({ isCurrent }) => isCurrent),
        children,
      };
    }
    if (item.kind === 'site-external-link')
      return { title, icon, href: webAddress(item.url), isCurrent: false, children: [] };
    const isCurrent = item.siteSectionId === place.section?.siteSectionId;
    return { title, icon, href: place.sectionHref(item), isCurrent, children: [] };
  });
}

function listVariants(place: PublishedSpace, language: string): NavigationTab[] {
  const entries: readonly SiteSpaceEntry[] = place.section?.siteSpaces ?? place.shown.siteSpaces;
  const { siteSpaceId } = place.siteSpace;
  return entries
    .filter((entry) => !entry.isHidden || entry.siteSpaceId === siteSpaceId)
    .map((entry) => ({
      title: localize(titleOfSiteSpace(entry), entry.localizedTitles, language),
      icon: undefined,
      href: place.siteSpaceHref(entry),
      isCurrent: entry.siteSpaceId === siteSpaceId,
      children: [],
    }));
}
