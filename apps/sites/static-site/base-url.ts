import { parseUrl } from '@lectern/std/parse-url';
import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import { joinPath } from '../visits/site-request.ts';
import { StaticSiteError } from './static-site-error.ts';

/** The address at which the files will be. */
export interface BaseUrl {
  origin: string;
  hostname: string;
  /** Begins and ends with a slash. */
  path: string;
  segments: readonly string[];
  href: string;
}

export function readBaseUrl(written: string): BaseUrl {
  const url = parseUrl(written);
  const segments = url && readSegments(url.pathname);
  const isPlain =
    url &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (!isPlain || !segments || segments.includes('~'))
    throw new StaticSiteError(
      `“${written}” is not a valid base URL. Use an address such as https://docs.example.com/ or https://example.com/docs/.`,
    );
  const path = joinPath(segments, true);
  return { origin: url.origin, hostname: url.hostname, path, segments, href: url.origin + path };
}

/** The file of a page of the site. */
export function fileOf(base: BaseUrl, href: string): string {
  const file = fileAt(base, href);
  if (file === undefined) throw new StaticSiteError(`No file can have the address ${href}. Rename the page.`);
  return file;
}

/** The file that a host sends for an address below the base; undefined for any other address. */
export function fileAt(base: BaseUrl, href: string): string | undefined {
  const url = parseUrl(href, base.href);
  if (url?.origin !== base.origin || !url.pathname.startsWith(base.path)) return undefined;
  const below = url.pathname.slice(base.path.length);
  const segments = readSegments(below);
  if (!segments) return undefined;
  if (segments.length === 0 || below.endsWith('/')) return [...segments, 'index.html'].join('/');
  return segments.join('/');
}
