import { parseAddress } from '@lectern/std/address';
import { parseUrl } from '@lectern/std/parse-url';
import type { Pointers } from '../../../platform/access/pointers.ts';
import type { Claims, PreviewedContent } from '../../../platform/access/visitor.ts';
import type { Config } from '../../../platform/config.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import type { OpenSite, OpenSites } from '../site-visitors/open-site.ts';
import { type Arrival, audienceOf, type Credentials } from '../site-visitors/site-visitor.ts';
import type { CarriedVisitor } from '../site-visitors/visitor-token.ts';
import { locatePath } from '../sites/locate-path.ts';
import { pagePath } from '../sites/site-address.ts';
import { findSiteOfReader, readSegments, type SiteEntrance } from './find-site.ts';

export const contentNotFound = defineError(
  { status: 404, reason: 'content-not-found' },
  'There is no published site at this address.',
);
export const authenticationRequired = defineError(
  { status: 401, reason: 'visitor-authentication-required' },
  'Only visitors who have signed in can read this site. Sign in with the link from the owner of the site.',
);
export const signInRequired = defineError({ status: 401, reason: 'site-sign-in-required' }, () => ({
  message:
    'Only members of the organization can read this site. Sign in in a browser, or send a token of the API.',
  headers: { 'www-authenticate': 'Bearer' },
}));
export const membershipRequired = defineError(
  { status: 403, reason: 'site-membership-required' },
  'This account is not one of those that can read this site. Ask an administrator of the organization for access.',
);
export const passwordRequired = defineError(
  { status: 401, reason: 'site-password-required' },
  'This site is protected by a password. Open it in a browser, and enter the password there.',
);
export const shareLinkEnded = defineError(
  { status: 404, reason: 'share-link-ended' },
  'This share link no longer opens the site. Ask its owner for a new one.',
);
const invalidVisitorToken = defineError(
  { status: 401, reason: 'invalid-visitor-token' },
  'The token of the visitor is not valid: it has expired, or was not signed with the key of this site.',
);

/** A visitor at a place of a site. */
export interface ResolvedContent {
  open: OpenSite;
  visitor: CarriedVisitor;
  /** The key in the path, of a site that is published by share links. */
  shareKey?: string;
  sectionId?: string;
  siteSpaceId: string;
  spaceId: string;
  changeRequest?: string;
  revision?: string;
  /** The segments before the page, in the URL that was resolved. */
  base: readonly string[];
  /** The segments that name the site, with its share key. */
  siteBase: readonly string[];
  /** The path of the page. */
  rest: readonly string[];
  isComplete: boolean;
  canonicalUrl: string;
}

/** Where a visitor must go first: to sign in. */
export interface VisitorRedirect {
  siteId: string;
  location: string;
  /** Whether they sign in with their account of this instance. */
  isForAccount?: true;
}

export interface ResolveParts {
  pointers: Pointers;
  config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>;
  openSites: OpenSites;
  admit(open: OpenSite, credentials: Credentials): Promise<Arrival>;
  clock: () => Date;
}

export interface UrlToResolve {
  url: string;
  jwt?: string | undefined;
  unsignedClaims?: Claims | undefined;
  redirectOnError: boolean;
}

/**
 * Resolves an address of a published site for a visitor: to the place that they see there, or to where they sign in.
 * Throws a 404 for everything that they may not see, as if it was not there.
 */
export async function resolveUrl(
  parts: ResolveParts,
  asked: UrlToResolve,
): Promise<ResolvedContent | VisitorRedirect> {
  const url = parseUrl(asked.url);
  const segments = url && /^https?:$/.test(url.protocol) ? readSegments(url.pathname) : undefined;
  const entrance =
    url && segments && (await findSiteOfReader(parts.pointers, parts.config, url.host, segments));
  if (!entrance) throw contentNotFound();
  const open = await parts.openSites.open(entrance.site);
  const { shareKey, rest } = takeShareKey(open, entrance);
  const arrival = await parts.admit(open, {
    jwt: asked.jwt,
    unsignedClaims: asked.unsignedClaims,
    shareKey,
  });
  if (!arrival.visitor) return refuse(parts, open, arrival, { ...asked, rest });
  return locate(parts, { open, entrance, visitor: arrival.visitor, shareKey, rest });
}

/** A key is part of an address only where the site is published by share links, and only if it is one of its keys. */
function takeShareKey(
  { readShareKey }: OpenSite,
  { rest }: SiteEntrance,
): { shareKey?: string; rest: readonly string[] } {
  const shareKey = readShareKey(rest[0]);
  return shareKey === undefined ? { rest } : { shareKey, rest: rest.slice(1) };
}

function refuse(
  { config }: Pick<ResolveParts, 'config'>,
  { site, fallbackUrl, isEndedShareKey }: OpenSite,
  arrival: Extract<Arrival, { visitor?: undefined }>,
  { redirectOnError, rest }: UrlToResolve & { rest: readonly string[] },
): VisitorRedirect {
  if (arrival.refusal === 'sign-in') {
    const location = new URL('~/sign-in', siteUrl(config, site));
    location.searchParams.set('location', pathOf(rest));
    return { siteId: site.siteId, location: location.href, isForAccount: true };
  }
  if (arrival.refusal === 'membership') throw membershipRequired();
  if (arrival.refusal === 'password') throw passwordRequired();
  if (arrival.refusal === 'share-link' && isEndedShareKey(rest[0])) throw shareLinkEnded();
  // A site that is not published, or opens only to those who have a link, is not known to exist.
  if (arrival.refusal !== 'authentication') throw contentNotFound();
  if (arrival.isInvalidJwt && !redirectOnError) throw invalidVisitorToken();
  if (fallbackUrl === null) throw authenticationRequired();
  const location = parseAddress(fallbackUrl);
  // It was stored when more was taken for an address.
  if (!location) throw authenticationRequired();
  location.searchParams.set('location', pathOf(rest));
  return { siteId: site.siteId, location: location.href };
}

const pathOf = (segments: readonly string[]): string => `/${segments.map(encodeURIComponent).join('/')}`;

interface UrlPosition {
  open: OpenSite;
  entrance: SiteEntrance;
  visitor: CarriedVisitor;
  shareKey: string | undefined;
  rest: readonly string[];
}

function locate(
  { config, clock }: ResolveParts,
  { open, entrance, visitor, shareKey, rest }: UrlPosition,
): ResolvedContent {
  const { structure } = open.viewFor(audienceOf(open.site, visitor, clock()));
  const found = locatePath(structure, rest);
  if (!found) throw contentNotFound();
  const { siteSpace, section, depth } = found;
  const previewed = readPreviewedContent(rest.slice(depth), visitor.preview, siteSpace.spaceId);
  const siteBase = [...entrance.base, ...(shareKey === undefined ? [] : [shareKey])];
  const page = rest.slice(depth + previewed.depth);
  // Longer addresses may name a change request, a revision or a share key.
  const isComplete =
    found.isComplete && !visitor.preview && (open.site.visibility !== 'share-link' || shareKey !== undefined);
  const canonical = [
    ...(shareKey === undefined ? [] : [shareKey]),
    ...pagePath(open.structure, siteSpace, page.join('/')).split('/').filter(Boolean),
  ];
  return {
    open,
    visitor,
    ...(shareKey === undefined ? {} : { shareKey }),
    ...(section ? { sectionId: section.siteSectionId } : {}),
    siteSpaceId: siteSpace.siteSpaceId,
    spaceId: siteSpace.spaceId,
    ...previewed.content,
    base: [...siteBase, ...rest.slice(0, depth + previewed.depth)],
    siteBase,
    rest: page,
    isComplete,
    canonicalUrl: siteUrl(config, open.site) + canonical.map(encodeURIComponent).join('/'),
  };
}

/** `~/changes/<id>` and `~/revisions/<id>` before the page: only in the preview that shows just this. */
function readPreviewedContent(
  [mark, kind, id]: readonly string[],
  preview: PreviewedContent | undefined,
  spaceId: string,
): { depth: number; content: { changeRequest?: string; revision?: string } } {
  if (mark !== '~') return { depth: 0, content: {} };
  const isOfPreview = preview?.spaceId === spaceId && id !== undefined;
  if (isOfPreview && kind === 'changes' && id === preview.changeRequestId)
    return { depth: 3, content: { changeRequest: id } };
  if (isOfPreview && kind === 'revisions' && id === preview.revisionId)
    return { depth: 3, content: { revision: id } };
  throw contentNotFound();
}

export const RESOLVE_ERRORS = [
  contentNotFound,
  authenticationRequired,
  invalidVisitorToken,
  membershipRequired,
  passwordRequired,
  shareLinkEnded,
];
