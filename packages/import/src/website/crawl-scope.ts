/** Which addresses a crawl may read: those of one origin, below one path. */
import { parseUrl } from '@lectern/std/parse-url';

export interface CrawlScope {
  includes(url: string): boolean;
}

const MAX_URL_LENGTH = 1000;
/** A segment that repeats as often is a link that leads into itself. */
const MAX_REPEATED_SEGMENTS = 3;
/** Addresses of files that are not pages. */
const NO_PAGE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|json|xml|rss|atom|pdf|zip|gz|tgz|exe|dmg|mp[34]|webm|woff2?|ttf|txt|csv)$/i;

/** The pages below the folder of an address; an address without an extension is a folder itself. */
export function createScope(start: string): CrawlScope {
  const { origin, pathname } = new URL(start);
  const prefix = /\.\w+$|\/$/.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : pathname;
  return {
    includes(url) {
      const parsed = url.length > MAX_URL_LENGTH ? undefined : parseUrl(url);
      if (!parsed) return false;
      const { origin: other, pathname: path } = parsed;
      if (other !== origin || NO_PAGE.test(path) || isTrap(path)) return false;
      return (
        path === prefix ||
        path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) ||
        `${path}/` === prefix
      );
    },
  };
}

function isTrap(path: string): boolean {
  const counts = new Map<string, number>();
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_REPEATED_SEGMENTS) return true;
    counts.set(segment, count);
  }
  return false;
}

/** One key for all spellings of the address of a page. */
export function pageKey(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname.replace(/\/(?:index\.\w+)?$/i, '')}${search}`;
}
