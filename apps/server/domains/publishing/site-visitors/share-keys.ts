import { randomBytes } from 'node:crypto';
import { digestToken } from '../../../platform/access/token.ts';

/** 128 random bits: a key is part of addresses that people pass on. */
const KEY_BYTES = 16;

/** The prefix distinguishes a key from a path. */
const PREFIX = 'k-';

export const newShareKey = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64url');

/** Whether the text has the form of a key. */
export const isShareKey = (text: string): boolean => /^k-[\w-]{22}$/.test(text);

/** The form by which a key is found. */
export const digestShareKey = (key: string): Buffer => digestToken(key);
