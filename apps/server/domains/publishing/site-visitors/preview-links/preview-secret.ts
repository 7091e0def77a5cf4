import { createHash, randomBytes } from 'node:crypto';

/** The prefix tells a secret from the tokens that the same field of an address can have. */
const PREFIX = 'lcp_';

/** 256 random bits behind the prefix: nobody guesses one, however often they try. Shown once, never stored. */
export const newPreviewSecret = (): string => PREFIX + randomBytes(32).toString('base64url');

export const isPreviewSecret = (text: string): boolean => text.startsWith(PREFIX);

/** Returns the stored form of a secret. Secrets are random, so a plain digest is enough. */
export const digestPreviewSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
