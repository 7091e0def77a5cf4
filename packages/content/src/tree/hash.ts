import { createHash } from 'node:crypto';

/** The SHA-256 of a row's content, as base64url text (43 characters); bytes in the database. */
export type Hash = string;

export const hashOf = (content: string | Buffer): Hash =>
  createHash('sha256').update(content).digest('base64url');

export const hashToBytes = (hash: Hash): Buffer => Buffer.from(hash, 'base64url');

export const hashFromBytes = (bytes: Buffer): Hash => bytes.toString('base64url');
