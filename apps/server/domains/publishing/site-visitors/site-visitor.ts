import type { FastifyRequest } from 'fastify';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Claims, Visitor } from '../../../platform/access/visitor.ts';
import { earlier, findEndOfLink, findEndOfToken, isForAccounts, type Refusal } from './admission.ts';
import type { OpenSite } from './open-site.ts';
import type { Audience } from './site-view.ts';
import { readVisitorJwt } from './visitor-jwt.ts';
import type { CarriedVisitor, VisitorTokens } from './visitor-token.ts';

/** The credentials of a visitor who opens a site. */
export interface Credentials {
  /** A token signed with the site's key, the token of a preview, or the secret of a preview link. */
  jwt?: string | undefined;
  /** Claims without a signature. */
  unsignedClaims?: Claims | undefined;
  /** The key of a share link. */
  shareKey?: string | undefined;
  /** The token that a browser has kept since an earlier visit to this site: see `asSession`. */
  session?: string | undefined;
  /** The session with which a member enters, as it was proven in this request. */
  enteredBy?: string | undefined;
  /** The token with which a member calls the API. */
  apiToken?: string | undefined;
  /** Whether the password of the site was proven in this request. */
  knowsPassword?: boolean | undefined;
  /** Whether the browser keeps the visit until the visitor's token expires. Otherwise the visit ends with the day. */
  asSession?: boolean | undefined;
}

/** The admitted visitor, or the reason of the refusal. `isInvalidJwt`: whether the visitor sent an invalid token. */
export type Arrival =
  | { visitor: CarriedVisitor; refusal?: undefined }
  | { visitor?: undefined; refusal: Refusal; isInvalidJwt: boolean };

export interface AdmissionParts {
  tokens: VisitorTokens;
  refuse(open: OpenSite, visitor: CarriedVisitor): Promise<Refusal | undefined>;
  mayPreview(site: SitePointer, visitor: CarriedVisitor): Promise<boolean>;
  /** The id of a token of the API; undefined if it is none. */
  findTokenId(token: string | undefined): Promise<string | undefined>;
  /** The visitor whom the secret of a preview link makes. */
  findByLink(site: SitePointer, secret: string): Promise<CarriedVisitor | undefined>;
  now: Date;
}

/** The maximum length of unsigned claims, in characters of JSON. */
const MAX_UNSIGNED_LENGTH = 2048;

/** Identifies a visitor, and admits or refuses them. */
export async function admitVisitor(
  open: OpenSite,
  {
    jwt,
    unsignedClaims,
    shareKey,
    session,
    enteredBy,
    apiToken,
    knowsPassword,
    asSession = false,
  }: Credentials,
  parts: AdmissionParts,
): Promise<Arrival> {
  const { now } = parts;
  const { site } = open;
  const preview =
    jwt === undefined
      ? undefined
      : ((await parts.findByLink(site, jwt)) ?? (await readHeld(open, 'preview', jwt, parts)));
  if (preview) return { visitor: preview };
  const signed = jwt === undefined ? undefined : await readVisitorJwt(jwt, open.readAuthKeys(), now);
  const held = session === undefined ? undefined : await readHeld(open, 'session', session, parts);
  if (held?.preview && !signed) return { visitor: held };
  const { unsigned: heldUnsigned, ...heldClaims } = held?.claims ?? {};
  const isAuthenticated = signed !== undefined || held?.isAuthenticated === true;
  const keyNumber = signed?.keyNumber ?? (isAuthenticated ? held?.keyNumber : undefined);
  const keyLinkId = shareKey === undefined ? undefined : open.findShareLink(shareKey);
  const shareLinkId = keyLinkId ?? held?.shareLinkId;
  const accountId = isForAccounts(site)
    ? (enteredBy ?? (await parts.findTokenId(apiToken)) ?? held?.enteredBy)
    : undefined;
  const visitor: CarriedVisitor = {
    organizationId: site.organizationId,
    siteId: site.siteId,
    epoch: site.visitorEpoch,
    claims: claimsOf(
      site,
      signed?.claims ?? heldClaims,
      unsignedClaims ?? (heldUnsigned as Claims | undefined),
    ),
    isAuthenticated,
    ...(keyNumber === undefined ? {} : { keyNumber }),
    ...(shareLinkId === undefined ? {} : { shareLinkId }),
    ...(accountId === undefined ? {} : { enteredBy: accountId }),
    ...(site.visibility === 'password' && (knowsPassword || held?.knowsPassword)
      ? { knowsPassword: true as const }
      : {}),
    expiresAt: earlier(
      earlier(
        asSession ? endOfSession(now) : endOfDay(now),
        signed?.expiresAt ?? (isAuthenticated ? held?.expiresAt : undefined),
      ),
      findEndOfLink(open, shareLinkId === undefined ? {} : { shareLinkId }),
    ),
  };
  const refusal = await parts.refuse(open, visitor);
  return refusal ? { refusal, isInvalidJwt: jwt !== undefined && !signed } : { visitor };
}

/** Reads the visitor from a token that Lectern issued, if it is still valid on this site, with its end there. */
async function readHeld(
  open: OpenSite,
  use: 'preview' | 'session',
  token: string,
  { tokens, mayPreview, now }: AdmissionParts,
): Promise<CarriedVisitor | undefined> {
  const visitor = await tokens.read(use, token);
  const expiresAt = visitor && findEndOfToken(open, visitor, now);
  if (!visitor || !expiresAt) return undefined;
  if (visitor.preview && !(await mayPreview(open.site, visitor))) return undefined;
  return expiresAt === visitor.expiresAt ? visitor : { ...visitor, expiresAt };
}

/** Returns the claims to keep: none if the site is not adaptive, and unsigned ones only if the site allows them. */
function claimsOf(site: SitePointer, signed: Claims, unsigned: Claims | undefined): Claims {
  if (!site.isAdaptive) return {};
  const isUsed =
    site.allowsUnsignedClaims &&
    unsigned !== undefined &&
    Object.keys(unsigned).length > 0 &&
    JSON.stringify(unsigned).length <= MAX_UNSIGNED_LENGTH;
  return isUsed ? { ...signed, unsigned } : signed;
}

const DAY_MS = 86_400_000;
/** Tokens of a day are valid for this time after its end, so that no new token is about to expire. */
const OVERLAP_MS = 300_000;

/** All tokens of a day expire at the same time, so that readers with equal tokens share cached responses. */
const endOfDay = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS + OVERLAP_MS);

/** A browser keeps the share link and the unsigned claims of a visitor who is not signed in for this long. */
const SESSION_DAYS = 30;
const endOfSession = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

/** Returns the audience of a visitor. Its claims are the same object for the same visitor. */
export const audienceOf = (site: SitePointer, visitor: Visitor, now: Date): Audience => ({
  claims: claimsSeen(site, visitor),
  seesDrafts: visitor.preview?.isDraft ?? false,
  ...(visitor.previewLinkId === undefined ? {} : { onlySpaceId: visitor.preview?.spaceId ?? '' }),
  now,
});

/** Returns the claims of a visitor for the conditions of a site. */
function claimsSeen({ isAdaptive, allowsUnsignedClaims }: SitePointer, { claims, preview }: Visitor): Claims {
  if (preview) return claims;
  if (!isAdaptive) return NO_CLAIMS;
  if (claims.unsigned === undefined || allowsUnsignedClaims) return claims;
  const known = signedOnly.get(claims);
  if (known) return known;
  const { unsigned: _unsigned, ...signed } = claims;
  signedOnly.set(claims, signed);
  return signed;
}

/** The signed claims. They are kept, because the results of conditions are cached by the object of the claims. */
const signedOnly = new WeakMap<Claims, Claims>();

/** Returns the claims of the calling visitor for conditions. */
export const claimsOfCaller = ({ granted }: Pick<FastifyRequest, 'granted'>): Claims =>
  granted?.site && granted.visitor ? claimsSeen(granted.site, granted.visitor) : NO_CLAIMS;

const NO_CLAIMS: Claims = {};
