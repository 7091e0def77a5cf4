import { messagesOf } from '../messages/messages.ts';
import { plainContent } from '../missing-page.ts';
import { operationOf } from '../page-operations.ts';
import { PLAIN_THEME } from '../pages/document-head.ts';
import type { NavigationEntry, OutlineEntry, PageAssets, PageData } from '../pages/page-data.ts';
import type { ReferencePage, ReferencePages } from './list-reference-pages.ts';

/** The addresses of the reference, below the path of the service. */
export interface ReferenceAddresses {
  site: string;
  search: { href: string; answersHref: string };
  console: string;
  document: string;
  page(page: ReferencePage): string;
}

export function createReferenceAddresses(baseUrl: string): ReferenceAddresses {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const site = `${prefix}/reference`;
  return {
    site,
    search: { href: `${site}/~/search`, answersHref: `${site}/~/search.json` },
    console: `${prefix}/app`,
    document: `${prefix}/v1/openapi.json`,
    page: ({ path }) => (path === '' ? site : `${site}/${path}`),
  };
}

const SITE_TITLE = 'Lectern API';
const MESSAGES = messagesOf('en');

interface Shown {
  pages: ReferencePages;
  addresses: ReferenceAddresses;
  assets: PageAssets;
}

/** The surroundings of the page of an operation, of a tag, or of all tags. */
export function buildReferencePage(
  { pages, addresses, assets }: Shown,
  page: ReferencePage,
  { outline, isWide }: { outline: readonly OutlineEntry[]; isWide: boolean },
): PageData {
  const position = pages.readingOrder.indexOf(page);
  const crumbOf = (one: ReferencePage | undefined) => one && { title: one.title, href: addresses.page(one) };
  const isOperation = page.sections.length > 0;
  return {
    ...frameOf({ pages, addresses, assets }, page),
    title: page.title,
    windowTitle: `${page.title} · ${SITE_TITLE}`,
    crumbs: page.parent ? [{ title: page.parent.title, href: addresses.page(page.parent) }] : [],
    // The heading of an operation is its title.
    layout: { hasTitle: !isOperation, hasNavigation: true, isWide },
    outline,
    previous: crumbOf(pages.readingOrder[position - 1]),
    next: crumbOf(pages.readingOrder[position + 1]),
  };
}

/** The surroundings of a page that is none of an operation: results of a search, or a missing page. */
export const buildPlainReferencePage = (shown: Shown, title: string): PageData => ({
  ...frameOf(shown, undefined),
  title,
  windowTitle: `${title} · ${SITE_TITLE}`,
});

function frameOf({ pages, addresses, assets }: Shown, page: ReferencePage | undefined): PageData {
  return {
    ...plainContent(''),
    language: 'en',
    direction: 'ltr',
    messages: MESSAGES,
    look: {
      theme: PLAIN_THEME,
      classes: '',
      mode: 'system',
      shippedFonts: [],
      canChooseMode: true,
      logo: undefined,
      footerLogo: undefined,
    },
    assets,
    site: { title: SITE_TITLE, href: addresses.site },
    search: addresses.search,
    loadsExternalPictures: false,
    callsOwnServers: false,
    policy: undefined,
    announcement: undefined,
    headerLinks: [
      { title: 'OpenAPI document', href: addresses.document, style: 'link', links: [] },
      { title: 'Open Lectern', href: addresses.console, style: 'link', links: [] },
    ],
    tabs: [],
    variants: [],
    navigation: listEntries(pages, addresses, page),
    crumbs: [],
    icons: new Map(),
    windowTitle: SITE_TITLE,
    previous: undefined,
    next: undefined,
    footer: { logo: undefined, groups: [], copyright: undefined, accounts: [], privacyPolicy: undefined },
    eventsHref: undefined,
    pageId: undefined,
    feedback: undefined,
    preview: undefined,
    framed: undefined,
    listsSections: false,
  };
}

const findOperation = ({ sections: [section] }: ReferencePage): NavigationEntry['operation'] =>
  section && operationOf(section);

/** All tags, and the operations of the one that the page is in. */
function listEntries(
  { first, tags }: ReferencePages,
  addresses: ReferenceAddresses,
  current: ReferencePage | undefined,
): NavigationEntry[] {
  const toEntry = (page: ReferencePage): NavigationEntry => {
    const isOpen = page === current || (current !== undefined && page === current.parent);
    return {
      title: page.title,
      emoji: undefined,
      icon: undefined,
      href: addresses.page(page),
      operation: findOperation(page),
      isCurrent: page === current,
      isGroup: false,
      isOpen,
      children: isOpen ? page.children.map(toEntry) : [],
    };
  };
  return [first, ...tags].map(toEntry);
}
