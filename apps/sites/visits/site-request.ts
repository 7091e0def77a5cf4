import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import { readBearer } from '../../server/platform/access/authorize.ts';

/** A request of a browser to the sites origin. */
export interface SiteRequest {
  /** In lower case, with the port if the browser named one. */
  host: string;
  /** The decoded segments of the path, without empty ones. */
  segments: readonly string[];
  /** The path of these segments, with a slash at the end if the request had one. */
  pathname: string;
  /** Whether the requested path had no empty segments. */
  isTidy: boolean;
  query: URLSearchParams;
  /** The query as it was sent, without its question mark. */
  search: string;
  cookies: string | undefined;
  /** The token of the `Authorization` header. */
  bearer?: string | undefined;
}

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Reads a request for a page; undefined if no site can have its host or path. Neither is used in a response before it
 * has been read here.
 */
export function readSiteRequest({
  host: askedHost,
  url,
  cookies,
  authorization,
}: {
  host: string;
  url: string;
  cookies: string | undefined;
  authorization?: string | undefined;
}): SiteRequest | undefined {
  const host = askedHost.toLowerCase();
  const [path = '', search = ''] = splitOnce(url.split('#', 1)[0] as string);
  if (!HOST.test(host) || !path.startsWith('/')) return undefined;
  const segments = readSegments(path);
  if (!segments) return undefined;
  return {
    host,
    segments,
    pathname: joinPath(segments, path.endsWith('/')),
    isTidy: !path.includes('//'),
    // After the prefix, a second question mark is a part of a name.
    query: new URLSearchParams(`?${search}`),
    search,
    cookies,
    ...(authorization === undefined ? {} : { bearer: readBearer(authorization) }),
  };
}

function splitOnce(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** A path of decoded segments. It begins with exactly one slash, so that it never leads to another host. */
export const joinPath = (segments: readonly string[], endsWithSlash: boolean): string =>
  segments.length === 0 ? '/' : `/${segments.map(encodeURIComponent).join('/')}${endsWithSlash ? '/' : ''}`;
