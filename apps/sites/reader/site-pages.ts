/** Fetches pages of the current site before readers open them, and keeps them for a moment. */

export interface FetchedPage {
  /** The address after redirects. */
  url: URL;
  html: string;
  /** The parsed `html`, as long as it has not been shown. */
  document: Document | undefined;
  /** The entity tag, which differs for every version of the page. */
  tag: string | null;
  /** Whether the page is the same for everybody. */
  isShared: boolean;
}

/** Whether the pages are static files, which are the same for everybody and do not change while they are read. */
declare const IS_STATIC: boolean;

const MAX_KEPT = 20;
/** The time after which a page is fetched again. */
const KEPT_MS = 30_000;
/** The time after which a page that is the same for everybody is revalidated before it is shown. */
const FRESH_MS = 5000;

interface Kept {
  page: Promise<FetchedPage | undefined>;
  at: number;
  hasCome: boolean;
}

const kept = new Map<string, Kept>();

/** Returns the address of the site for this visitor; undefined if the browser is to open pages itself. */
function findSiteUrl({ body }: Document): string | undefined {
  const { site } = body.dataset;
  return site === undefined ? undefined : new URL(site, location.href).href;
}

/**
 * Whether an address can be a page of the site. The browser itself opens everything else, such as files and addresses
 * with a query.
 */
export function isSitePage(url: URL): boolean {
  const site = findSiteUrl(document);
  if (site === undefined || url.search !== '' || !(url.origin + url.pathname).startsWith(site)) return false;
  const [, first] = url.pathname.split('/');
  return first !== 'files' && !/\/~\/(?!changes\/|revisions\/)/.test(url.pathname);
}

const keyOf = ({ origin, pathname }: URL): string => origin + pathname;

/** Fetches a page that the reader is likely to open. */
export const prefetchPage = (url: URL): void => {
  keep(keyOf(url));
};

/**
 * Returns the page to show now; undefined for addresses that the browser should open itself, because they are not pages
 * of this site. A page that was fetched before is not used if the reader may no longer see it.
 */
export async function fetchPage(url: URL): Promise<FetchedPage | undefined> {
  const key = keyOf(url);
  const known = keep(key);
  const mustAsk = known.hasCome;
  const page = await known.page;
  if (IS_STATIC || !mustAsk || !page || (page.isShared && Date.now() - known.at < FRESH_MS)) return page;
  if (await isStillThere(key, page)) {
    known.at = Date.now();
    return page;
  }
  if (kept.get(key) === known) kept.delete(key);
  return keep(key).page;
}

function keep(key: string): Kept {
  const known = kept.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known;
  kept.delete(key);
  const fresh: Kept = { page: load(key).catch(() => undefined), at: Date.now(), hasCome: false };
  kept.set(key, fresh);
  fresh.page.then((found) => {
    fresh.hasCome = true;
    if (!found && kept.get(key) === fresh) kept.delete(key);
  });
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return fresh;
}

/** Asks with the tag of the kept page: if the page has not changed, the response is empty. */
async function isStillThere(address: string, { tag, url }: FetchedPage): Promise<boolean> {
  try {
    const response = await ask(address, 'high');
    response.body?.cancel();
    return response.ok && tag !== null && response.headers.get('etag') === tag && response.url === url.href;
  } catch {
    return false;
  }
}

const ask = (address: string, priority: 'high' | 'low'): Promise<Response> =>
  fetch(address, { headers: { accept: 'text/html' }, priority });

/** Takes the document of a page for showing it: its elements are moved to the window. */
export function takeDocument(page: FetchedPage): Document {
  const { document = removeStyles(parse(page.html)) } = page;
  page.document = undefined;
  return document;
}

async function load(address: string): Promise<FetchedPage | undefined> {
  const response = await ask(address, 'low');
  const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html');
  const url = new URL(response.url);
  if (!isPage || !isSitePage(url)) return undefined;
  const html = await response.text();
  const page = parse(html);
  if (!isAlike(page)) return undefined;
  const isShared = response.headers.get('cache-control')?.startsWith('public') === true;
  return { url, html, document: removeStyles(page), tag: response.headers.get('etag'), isShared };
}

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** Removes style elements. The current page has the same, and its policy does not allow others. */
function removeStyles(page: Document): Document {
  for (const style of page.querySelectorAll('style')) style.remove();
  return page;
}

/**
 * Whether a page can replace the current one. A page of another site, with another look or of a newer build is loaded
 * as a whole.
 */
function isAlike(page: Document): boolean {
  const describe = (one: Document): string =>
    [
      ...one.querySelectorAll(
        'head style, head script:not([type="application/ld+json"]), head link[rel=stylesheet]',
      ),
    ]
      .map((element) => element.outerHTML)
      .join();
  return (
    page.getElementById('_content') !== null &&
    findSiteUrl(page) === findSiteUrl(document) &&
    describe(page) === describe(document)
  );
}
