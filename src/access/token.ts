import { createHash, randomBytes } from 'node:crypto';

/** The prefix lets secret scanners and people recognize a token. */
const PREFIX = 'lct_';

/** What a browser keeps in its cookie; it is no token, and a token is no cookie. */
const SESSION_PREFIX = 'lcs_';

/** 256 random bits behind the prefix. Shown once, never stored. */
export const newToken = (): string => PREFIX + newSecret();

export const newSessionSecret = (): string => SESSION_PREFIX + newSecret();

export const isSessionSecret = (text: string): boolean => text.startsWith(SESSION_PREFIX);

const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. Tokens are random, so that a plain digest is enough. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();
