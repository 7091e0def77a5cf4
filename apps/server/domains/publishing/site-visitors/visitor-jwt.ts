import { errors, jwtVerify } from 'jose';
import type { Claims } from '../../../platform/access/visitor.ts';

/** A visitor, as identified by a token that the site's owner signed. */
export interface SignedVisitor {
  claims: Claims;
  expiresAt: Date;
  /** The number of the key that signed the token. */
  keyNumber: number;
}

/** A key that signs visitors' tokens. It is accepted before `until`, which is null for the current key. */
export interface AuthKey {
  key: Uint8Array;
  number: number;
  until: Date | null;
}

/** The clocks of the owner's servers may differ by this many seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The end of tokens that are valid for longer. No visit lasts that long. */
const MAX_LIFETIME_MS = 366 * 86_400_000;

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
  for (const { key, number: keyNumber, until } of keys) {
    if (until && until <= now) continue;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
      const seconds = payload.exp as number;
      // JSON can write numbers that are not finite: 1e999.
      if (!Number.isFinite(seconds)) return undefined;
      const claims = Object.entries(payload).filter(([name]) => !REGISTERED.has(name) && name !== 'unsigned');
      const end = Math.min(
        (seconds + CLOCK_TOLERANCE_SECONDS) * 1000,
        now.getTime() + MAX_LIFETIME_MS,
        until?.getTime() ?? Number.POSITIVE_INFINITY,
      );
      return { claims: Object.fromEntries(claims), expiresAt: new Date(end), keyNumber };
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}
