import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a browser goes on with after an answer: names the request, and is a secret. */
export interface SignOnTicket {
  text: string;
  /** All that is stored. */
  digest: Buffer;
}

const SECRET = /^[\w-]{43}$/;

/** 256 random bits as text: also what a browser keeps in its cookie while it signs in. */
export const newSignOnSecret = (): string => randomBytes(32).toString('base64url');

export const isSignOnSecret = (text: string): boolean => SECRET.test(text);

export const digestSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export function newTicket(requestId: string): SignOnTicket {
  const secret = newSignOnSecret();
  return { text: `${requestId}.${secret}`, digest: digestSecret(secret) };
}

/** Undefined for what is no ticket at all. */
export function readTicket(text: string): { requestId: string; digest: Buffer } | undefined {
  const [requestId = '', secret = '', ...rest] = text.split('.');
  if (rest.length > 0 || !/^_[0-9a-f]{32}$/.test(requestId) || !isSignOnSecret(secret)) return undefined;
  return { requestId, digest: digestSecret(secret) };
}

export const isSameDigest = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
