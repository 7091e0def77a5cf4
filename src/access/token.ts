import { createHash, randomBytes } from 'node:crypto';

/** The prefix lets secret scanners and people recognize a token. */
const PREFIX = 'lct_';

/** 256 random bits behind the prefix. Shown once, never stored. */
export const newToken = (): string => PREFIX + randomBytes(32).toString('base64url');

/** What is stored of a token. Tokens are random, so that a plain digest is enough. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();
