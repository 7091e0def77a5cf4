import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The ticket with which a browser continues after a response: it names the request and is secret. */
export interface SignOnTicket {
  text: string;
  /** All that is stored. */
  digest: Buffer;
}

const SECRET = /^[\w-]{43}$/;

/** 256 random bits as text; also the secret in the browser's cookie during sign-in. */
export const newSignOnSecret = (): string => randomBytes(32).toString('base64url');

export const isSignOnSecret = (text: string): boolean => SECRET.test(text);

export const digestSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export function newTicket(requestId: string): SignOnTicket {
  const secret = newSignOnSecret();
  return { text: `${requestId}.${secret}`, digest: digestSecret(secret) };
}

/** Returns undefined for a malformed ticket. */
export function readTicket(text: string): { requestId: string; digest: Buffer } | undefined {
  const [requestId = '', secret = '', ...rest] = text.split('.');
  if (rest.length > 0 || !/^_[0-9a-f]{32}$/.test(requestId) || !isSignOnSecret(secret)) return undefined;
  return { requestId, digest: digestSecret(secret) };
}

export const isSameDigest = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
