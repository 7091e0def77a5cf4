import {
  contentNotFound,
  type ResolvedContent,
  resolveUrl,
  type VisitorRedirect as ToSignIn,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { SiteReaders } from '../../server/domains/publishing/site-visitors/site-readers.ts';
import type { CarriedVisitor } from '../../server/domains/publishing/site-visitors/visitor-token.ts';
import type { Context } from '../../server/platform/context.ts';
import { defineError } from '../../server/platform/http/errors.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { withoutParameters, withQuery } from '../../server/platform/http/written-query.ts';
import { createSiteCookie } from './site-cookie.ts';
import { joinPath, type SiteRequest } from './site-request.ts';
import { isVisitorParameter, readVisitorQuery } from './visitor-query.ts';

/** A visitor at a place of a site, or where they are sent first. */
type SiteVisit = { place: ResolvedContent; setCookie: string | undefined } | { redirect: VisitRedirect };

interface VisitRedirect {
  location: string;
  status: 303 | 307;
  /** Whether they are sent to sign in with their account of this instance. */
  isForAccount?: true | undefined;
  setCookie?: string | undefined;
}

const claimsTooLong = defineError(
  { status: 400, reason: 'visitor-claims-too-long' },
  'Your browser cannot keep you signed in, because the token that you signed in with is too long. Ask the owner of the site to put fewer claims into it.',
);

export type EnterSite = (request: SiteRequest) => Promise<SiteVisit>;

/**
 * Lets visitors in, and remembers them in a cookie of the site. What an address says about a visitor is taken out of it
 * at once, so that it is in no history and no bookmark; a share key stays, since the address is the link.
 */
export function createEnterSite(
  context: Pick<Context, 'config' | 'pointers' | 'clock'>,
  readers: SiteReaders,
): EnterSite {
  const { config, pointers, clock } = context;
  const cookie = createSiteCookie(config);

  return async (request) => {
    const { jwt, unsignedClaims } = readVisitorQuery(request.query);
    const search = withoutParameters(request.search, isVisitorParameter);
    let held: CarriedVisitor | undefined;
    const resolved = await resolveUrl(
      {
        clock,
        config,
        pointers,
        openSites: readers.openSites,
        async admit(open, credentials) {
          const session = cookie.read(request.cookies, open.site.siteId);
          held = session === undefined ? undefined : await readers.tokens.read('session', session);
          const { bearer: apiToken } = request;
          return readers.admit(open, { ...credentials, session, apiToken, asSession: true });
        },
      },
      {
        url: `http://${request.host}${joinPath(request.segments, false)}`,
        jwt,
        unsignedClaims,
        redirectOnError: true,
      },
    );
    if ('location' in resolved) return { redirect: leadToSignIn(resolved, search) };
    const { open, visitor } = resolved;
    await assertPreviewed(resolved);
    const canonical = new URL(siteUrl(config, open.site));
    if (canonical.host !== request.host) {
      // The query goes along: the cookie is set where the site lives.
      const path = new URL(resolved.canonicalUrl).pathname;
      return { redirect: { location: canonical.origin + withQuery(path, request.search), status: 307 } };
    }
    // A program that enters by a token sends it each time.
    const isByToken = visitor.enteredBy !== undefined && visitor.enteredBy !== held?.enteredBy;
    const setCookie = isByToken ? undefined : await remember(canonical, visitor, held);
    const isUsed = jwt !== undefined || (unsignedClaims !== undefined && open.site.allowsUnsignedClaims);
    return isUsed
      ? {
          redirect: {
            location: withQuery(request.pathname, search),
            status: 303,
            setCookie,
          },
        }
      : { place: resolved, setCookie };
  };

  async function remember(
    { pathname }: URL,
    visitor: CarriedVisitor,
    held: CarriedVisitor | undefined,
  ): Promise<string | undefined> {
    if (!isRemembered(visitor) || (held && isSame(visitor, held))) return undefined;
    const token = await readers.tokens.sign('session', visitor);
    if (!cookie.fits(visitor.siteId, token)) throw claimsTooLong();
    return cookie.issue({ siteId: visitor.siteId, path: pathname.slice(0, -1) }, token, visitor.expiresAt);
  }

  /** A preview shows no space that its member may not read. */
  async function assertPreviewed({ open, visitor, spaceId }: ResolvedContent): Promise<void> {
    if (!visitor.preview) return;
    const space = await pointers.spaces.find(spaceId);
    if (!space || !(await readers.mayPreview(open.site, visitor, space))) throw contentNotFound();
  }
}

/** The whole address that the visitor wanted goes along where it comes back to us. */
function leadToSignIn({ location, isForAccount }: ToSignIn, search: string): VisitRedirect {
  if (!isForAccount) return { location, status: 307 };
  const url = new URL(location);
  url.searchParams.set('location', withQuery(url.searchParams.get('location') ?? '/', search));
  return { location: url.href, status: 307, isForAccount };
}

const isRemembered = (visitor: CarriedVisitor): boolean =>
  visitor.isAuthenticated ||
  visitor.shareLinkId !== undefined ||
  visitor.enteredBy !== undefined ||
  visitor.knowsPassword === true ||
  visitor.claims.unsigned !== undefined;

/** Whether the browser already holds a token for the visitor. */
function isSame(visitor: CarriedVisitor, held: CarriedVisitor): boolean {
  const isEnding = visitor.isAuthenticated && visitor.expiresAt.getTime() !== held.expiresAt.getTime();
  return !isEnding && describe(visitor) === describe(held);
}

const describe = (visitor: CarriedVisitor): string => {
  const { siteId, epoch, claims, isAuthenticated, shareLinkId, preview, previewedBy, previewLinkId } =
    visitor;
  return JSON.stringify([
    siteId,
    epoch,
    claims,
    isAuthenticated,
    shareLinkId,
    visitor.enteredBy,
    visitor.knowsPassword,
    preview,
    previewedBy,
    previewLinkId,
  ]);
};
