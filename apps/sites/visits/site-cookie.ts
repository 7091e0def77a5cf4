import type { Config } from '../../server/platform/config.ts';
import { readCookies } from '../../server/platform/http/cookies.ts';

/** A cookie of one site in a browser. */
export interface SiteCookie {
  read(cookies: string | undefined, siteId: string): string | undefined;
  /** The header that sets it. `path`: the site's own, without a slash at the end; empty at the root of a host. */
  issue(site: CookieScope, token: string, expiresAt: Date): string;
  /** The header that makes the browser forget it. */
  clear(site: CookieScope): string;
  /** Whether browsers keep a cookie with this content. */
  fits(siteId: string, token: string): boolean;
}

interface CookieScope {
  siteId: string;
  path: string;
}

/** Browsers drop cookies whose name and value are longer together. */
const MAX_LENGTH = 4096;

/**
 * The name has the id of the site in it, and the path is the site's: a browser does not even send the cookie of one
 * site to another. What it holds is checked in any case. `kind`: in `site`, a browser keeps who it is on the site; by
 * `enter`, the site recognizes the browser when it comes back from signing in.
 */
export function createSiteCookie(
  { sitesUrl }: Pick<Config, 'sitesUrl'>,
  kind: 'site' | 'enter' = 'site',
): SiteCookie {
  const isSecure = sitesUrl.startsWith('https:');
  const nameOf = (siteId: string): string => `${isSecure ? '__Secure-' : ''}lectern-${kind}-${siteId}`;
  const attributes = (path: string): string =>
    `Path=${path === '' ? '/' : path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read: (cookies, siteId) => readCookies(cookies, nameOf(siteId))[0] || undefined,
    issue: ({ siteId, path }, token, expiresAt) =>
      `${nameOf(siteId)}=${token}; Expires=${expiresAt.toUTCString()}; ${attributes(path)}`,
    clear: ({ siteId, path }) => `${nameOf(siteId)}=; Max-Age=0; ${attributes(path)}`,
    fits: (siteId, token) => nameOf(siteId).length + token.length <= MAX_LENGTH,
  };
}
