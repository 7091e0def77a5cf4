import {
  authenticationRequired,
  contentNotFound,
  type ResolvedContent,
  resolveUrl,
  signInRequired,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import { findEndOfToken } from '../../server/domains/publishing/site-visitors/admission.ts';
import type { OpenSite } from '../../server/domains/publishing/site-visitors/open-site.ts';
import type { SiteReaders } from '../../server/domains/publishing/site-visitors/site-readers.ts';
import type { Arrival } from '../../server/domains/publishing/site-visitors/site-visitor.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { joinPath } from '../visits/site-request.ts';

/** A request of a program, with the token of the visitor on whose behalf it is made. */
interface ProgramRequest {
  host: string;
  segments: readonly string[];
  token: string | undefined;
}

export type EnterAsProgram = (asked: ProgramRequest) => Promise<ResolvedContent>;

/**
 * Admits programs. They keep no cookies and are not sent to sign in: each request has a token, either of a visitor,
 * which the site’s own sign-in issued, of a renderer, or on sites for members one of the API. Cookies do not count, so that no page elsewhere can make
 * requests on behalf of its reader.
 */
export function createEnterAsProgram(
  { config, pointers, clock }: Pick<Context, 'config' | 'pointers' | 'clock'>,
  readers: SiteReaders,
): EnterAsProgram {
  /** Finds the visitor of a renderer's token, as long as the visitor still has access to the site. */
  async function admitHeld(open: OpenSite, token: string): Promise<Arrival | undefined> {
    const visitor = await readers.tokens.read('site', token);
    if (!visitor || !findEndOfToken(open, visitor, clock())) return undefined;
    if (await readers.refuse(open, visitor)) return undefined;
    return !visitor.preview || (await readers.mayPreview(open.site, visitor)) ? { visitor } : undefined;
  }

  return async ({ host, segments, token }) => {
    const resolved = await resolveUrl(
      {
        clock,
        config,
        pointers,
        openSites: readers.openSites,
        admit: async (open, credentials) =>
          (token === undefined ? undefined : await admitHeld(open, token)) ??
          readers.admit(open, { ...credentials, apiToken: token }),
      },
      { url: `http://${host}${joinPath(segments, false)}`, jwt: token, redirectOnError: false },
    );
    if ('location' in resolved) throw resolved.isForAccount ? signInRequired() : authenticationRequired();
    const { open, visitor, spaceId } = resolved;
    // A redirect must not send a token to another host, so there is no redirect to the right one.
    if (new URL(siteUrl(config, open.site)).host !== host) throw contentNotFound();
    if (!visitor.preview) return resolved;
    const space = await pointers.spaces.find(spaceId);
    if (!space || !(await readers.mayPreview(open.site, visitor, space))) throw contentNotFound();
    return resolved;
  };
}
