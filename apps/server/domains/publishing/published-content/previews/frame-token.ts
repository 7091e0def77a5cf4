import { jwtVerify, SignJWT } from 'jose';
import type { KeyRing } from '../../../../platform/access/keys.ts';
import type { SparseCustomization } from '../../site-settings/customization/customization.schemas.ts';

/** A page of a site to draw once, for a member who looks at it in a frame. */
export interface FramedPage {
  organizationId: string;
  siteId: string;
  /** `visitorEpoch` of the site when the token was made. */
  epoch: number;
  /** The id of the session or token that asked for it. */
  by: string;
  claims: Record<string, unknown>;
  seesDrafts: boolean;
  /** The path of the page on the site. */
  path: string;
  /** The customization to draw it with; undefined: that of the site. */
  customization?: SparseCustomization;
  /** Whether what the site space overrides is applied to it. */
  hasOverrides?: boolean;
  /** The mode to draw it in, whatever the customization says. */
  mode?: 'light' | 'dark';
}

/** It is used at once. */
const LIFETIME_MS = 5 * 60_000;
const ISSUER = 'lectern';
const AUDIENCE = 'frame';
const ALGORITHM = 'HS256';

/** Signs what to draw. The API has checked it, so the sites origin draws nothing that it has not allowed. */
export function signFramedPage(
  keyRing: KeyRing,
  page: FramedPage,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(Math.floor((now.getTime() + LIFETIME_MS) / 1000) * 1000);
  return new SignJWT({ page })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime(expiresAt)
    .sign(keyRing.keys('sites')[0] as Buffer)
    .then((token) => ({ token, expiresAt }));
}

/** Undefined for anything that was not signed here for this use, or that has expired. */
export async function readFramedPage(
  keyRing: KeyRing,
  token: string,
  now: Date,
): Promise<{ page: FramedPage; expiresAt: Date } | undefined> {
  for (const key of keyRing.keys('sites')) {
    try {
      const { payload } = await jwtVerify<{ page: FramedPage; exp: number }>(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'page'],
        currentDate: now,
      });
      return { page: payload.page, expiresAt: new Date(payload.exp * 1000) };
    } catch {
      // Signed under another key of the ring: try the next one.
    }
  }
  return undefined;
}
