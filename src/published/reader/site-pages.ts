/** The pages of the site that is read: fetched before they are asked for, and kept for a moment. */

export interface FetchedPage {
  /** Where redirects led. */
  url: URL;
  html: string;
  /** Read from `html` and not shown yet. */
  document: Document | undefined;
  /** The entity tag: another one, another page. */
  tag: string | null;
  /** Whether it is the same for everybody. */
  isShared: boolean;
}

/** Whether the pages are files, which are for everybody and stay the same while they are read. */
declare const IS_STATIC: boolean;

const MAX_KEPT = 20;
/** After that a page is fetched again. */
const KEPT_MS = 30_000;
/** After that a page for everybody is shown only if the service says that it is still the same. */
const FRESH_MS = 5000;

interface Kept {
  page: Promise<FetchedPage | undefined>;
  at: number;
  hasCome: boolean;
}

const kept = new Map<string, Kept>();

/** The address of the site for this visitor; undefined: pages are opened by the browser alone. */
function findSiteUrl({ body }: Document): string | undefined {
  const { site } = body.dataset;
  return site === undefined ? undefined : new URL(site, location.href).href;
}

/** Whether an address can be a page of the site. Signing out and files are left to the browser, and so is what is unusual. */
export function isSitePage(url: URL): boolean {
  const site = findSiteUrl(document);
  if (site === undefined || url.search !== '' || !(url.origin + url.pathname).startsWith(site)) return false;
  const [, first] = url.pathname.split('/');
  return first !== 'files' && !/\/~\/(?!changes\/|revisions\/)/.test(url.pathname);
}

const keyOf = ({ origin, pathname }: URL): string => origin + pathname;

/** Fetches a page that is about to be asked for. */
export const prefetchPage = (url: URL): void => {
  keep(keyOf(url));
};

/**
 * The page to show now; undefined for what the browser should open itself: everything but a page of this very site.
 * What was fetched before counts no longer when the reader may not see it anymore.
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

/** The browser asks with the tag that it holds: if the page is the same, the answer is empty. */
async function isStillThere(address: string, { tag, url }: FetchedPage): Promise<boolean> {
  try {
    const answer = await ask(address, 'high');
    answer.body?.cancel();
    return answer.ok && tag !== null && answer.headers.get('etag') === tag && answer.url === url.href;
  } catch {
    return false;
  }
}

const ask = (address: string, priority: 'high' | 'low'): Promise<Response> =>
  fetch(address, { headers: { accept: 'text/html' }, priority });

/** The document of a page, to be shown: its elements move to the window. */
export function takeDocument(page: FetchedPage): Document {
  const { document = removeStyles(parse(page.html)) } = page;
  page.document = undefined;
  return document;
}

async function load(address: string): Promise<FetchedPage | undefined> {
  const answer = await ask(address, 'low');
  const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html');
  const url = new URL(answer.url);
  if (!isPage || !isSitePage(url)) return undefined;
  const html = await answer.text();
  const page = parse(html);
  if (!isAlike(page)) return undefined;
  const isShared = answer.headers.get('cache-control')?.startsWith('public') === true;
  return { url, html, document: removeStyles(page), tag: answer.headers.get('etag'), isShared };
}

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** They are in force already, and the policy of pages does not allow others. */
function removeStyles(page: Document): Document {
  for (const style of page.querySelectorAll('style')) style.remove();
  return page;
}

/** A page of another site, of another look or of a newer build is loaded whole. */
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
