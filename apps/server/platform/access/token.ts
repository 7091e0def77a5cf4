import { createHash, randomBytes } from 'node:crypto';

/** The prefix lets secret scanners and people recognize a token. */
const PREFIX = 'lct_';

/** The prefix of session secrets in cookies; a session secret is not a token, nor the reverse. */
const SESSION_PREFIX = 'lcs_';

/** 256 random bits after the prefix. Shown once, never stored. */
export const newToken = (): string => PREFIX + newSecret();

export const newSessionSecret = (): string => SESSION_PREFIX + newSecret();

export const isSessionSecret = (text: string): boolean => text.startsWith(SESSION_PREFIX);

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a token. Tokens are random, so a plain digest is enough. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();
