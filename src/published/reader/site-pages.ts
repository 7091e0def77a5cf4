/** The pages of the site that is read: fetched before they are asked for, and kept for a moment. */

export interface FetchedPage {
  /** Where redirects led. */
  url: URL;
  document: Document;
}

const MAX_KEPT = 20;
/** After that a page is asked for again; if it is the same, the answer is empty. */
const KEPT_MS = 30_000;

interface Kept {
  page: Promise<FetchedPage | undefined>;
  at: number;
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

/** Undefined for what the browser should open itself: everything but a page of this very site. */
export function fetchPage(url: URL): Promise<FetchedPage | undefined> {
  const key = url.origin + url.pathname;
  const known = kept.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known.page;
  kept.delete(key);
  const page = load(key).catch(() => undefined);
  kept.set(key, { page, at: Date.now() });
  page.then((found) => found ?? kept.delete(key));
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return page;
}

async function load(address: string): Promise<FetchedPage | undefined> {
  const answer = await fetch(address, { headers: { accept: 'text/html' }, priority: 'low' });
  const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html');
  const url = new URL(answer.url);
  if (!isPage || !isSitePage(url)) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (!isAlike(page)) return undefined;
  // They are in force already. A copy of them would be empty for a moment, which the policy of pages does not allow.
  for (const style of page.querySelectorAll('style')) style.remove();
  return { url, document: page };
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
