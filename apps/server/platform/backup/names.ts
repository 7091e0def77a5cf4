import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The names of the files of a repository of backups. Each ends with the SHA-256 of the bytes that are stored, so that
 * damage is found without a key:
 * - `lectern-backups`: says what the folder is, and always has the same content;
 * - `chunks/<two digits>/<id>.<sha-256>`: a part of a table or of a file; the id is a keyed digest of its clear content;
 * - `backups/<id>.<sha-256>`: one backup, written last.
 */
export const MARKER = 'lectern-backups';
export const MARKER_TEXT = 'This folder has backups of Lectern, in format 1. See docs/running/backup.md.\n';
export const CHUNKS = 'chunks/';
export const BACKUPS = 'backups/';

export interface StoredName {
  id: string;
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256: string;
}

const CHUNK_ID_BYTES = 20;
const CHUNK = /^chunks\/([0-9a-f]{2})\/(\1[0-9a-f]{38})\.([0-9a-f]{64})$/;
const BACKUP = /^backups\/(\d{8}T\d{6}(?:\d{3})?Z-[0-9a-f]{6})\.([0-9a-f]{64})$/;

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

export const chunkPath = ({ id, sha256: hash }: StoredName): string =>
  `${CHUNKS}${id.slice(0, 2)}/${id}.${hash}`;

export const backupPath = ({ id, sha256: hash }: StoredName): string => `${BACKUPS}${id}.${hash}`;

export function parseChunkPath(path: string): StoredName | undefined {
  const [, , id, hash] = CHUNK.exec(path) ?? [];
  return id === undefined || hash === undefined ? undefined : { id, sha256: hash };
}

export function parseBackupPath(path: string): StoredName | undefined {
  const [, id, hash] = BACKUP.exec(path) ?? [];
  return id === undefined || hash === undefined ? undefined : { id, sha256: hash };
}

/** Ids of backups sort by time, in milliseconds; older ones have seconds. */
export const newBackupId = (at: Date): string =>
  `${at.toISOString().slice(0, 23).replaceAll(/[-:.]/g, '')}Z-${randomBytes(3).toString('hex')}`;

/**
 * The keys by which chunks are named, one for each secret of the instance. A plain hash of the content would let anybody
 * who can list an encrypted repository find out whether it has a certain file.
 */
export const deriveKeys = (secrets: readonly string[]): Buffer[] =>
  secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'lectern:backups', 32)));

/** Tells instances apart, without saying anything about the secret. */
export const instanceMark = (key: Buffer): string =>
  createHmac('sha256', key).update('instance').digest('hex').slice(0, 16);

/** `recipients`: who can read the chunk; others need one of their own. `content`: what determines its clear bytes. */
export const chunkId = (key: Buffer, recipients: readonly string[], content: string): string =>
  createHmac('sha256', key)
    .update(`${[...recipients].sort().join()}\n${content}`)
    .digest('hex')
    .slice(0, 2 * CHUNK_ID_BYTES);
