import { errors, jwtVerify } from 'jose';
import type { Claims } from '../../access/visitor.ts';

/** A visitor, as identified by a token that the site's owner signed. */
export interface SignedVisitor {
  claims: Claims;
  expiresAt: Date;
}

/** A key that signs visitors' tokens. It is accepted before `until`, which is null for the current key. */
export interface AuthKey {
  key: Uint8Array;
  until: Date | null;
}

/** The clocks of the owner's servers may differ by this many seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Longer tokens are refused, because their claims are copied into cookies and headers. */
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
