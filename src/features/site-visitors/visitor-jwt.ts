import { errors, jwtVerify } from 'jose';
import type { Claims } from '../../access/visitor.ts';

/** What a site knows of a visitor from a token that the site's owner signed. */
export interface SignedVisitor {
  claims: Claims;
  expiresAt: Date;
}

/** A key that signs visitors' tokens. `until`: when it is no longer accepted; null: it is the current one. */
export interface AuthKey {
  key: Uint8Array;
  until: Date | null;
}

/** Clocks of the owner's servers may differ by this many seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Longer tokens are refused: cookies and headers carry the claims from then on. */
const MAX_JWT_LENGTH = 4096;

/** Claims about the token itself. */
const REGISTERED = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti']);

/**
 * Reads a visitor's token (HS256, `exp` required). Undefined if none of the keys signed it, or if it is not valid at
 * this time.
 */
export async function readVisitorJwt(
  token: string,
  keys: readonly AuthKey[],
  now: Date,
): Promise<SignedVisitor | undefined> {
  if (token.length > MAX_JWT_LENGTH) return undefined;
  for (const { key, until } of keys) {
    if (until && until <= now) continue;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
      const claims = Object.entries(payload).filter(([name]) => !REGISTERED.has(name) && name !== 'unsigned');
      const end = new Date(((payload.exp as number) + CLOCK_TOLERANCE_SECONDS) * 1000);
      return { claims: Object.fromEntries(claims), expiresAt: until && until < end ? until : end };
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}
