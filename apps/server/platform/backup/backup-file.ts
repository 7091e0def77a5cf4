import { BackupError } from './backup-error.ts';
import { type StoredName, sha256 } from './names.ts';
import type { Seal, Unseal } from './sealing.ts';

export const FORMAT = 1;

/** What everybody may read of a backup: the first line of its file, as JSON. */
export interface BackupHeader {
  format: number;
  id: string;
  /** The mark, in ISO 8601: everything that was committed before is in the backup. */
  takenAt: string;
  /** The version of Lectern that made it. */
  version: string;
  /** Tells instances apart. */
  instance: string;
  /** Fingerprints of the public keys; none: the backup is not encrypted. */
  recipients: string[];
  /** The lengths of the two parts after the line. */
  referencesBytes: number;
  manifestBytes: number;
  /** What it added to the chunks of earlier backups. */
  addedBytes: number;
}

interface TableChunk {
  id: string;
  sha256: string;
  rows: number;
}

export interface TableManifest {
  name: string;
  columns: string[];
  rows: number;
  chunks: TableChunk[];
}

export interface MissingFile {
  organizationId: string;
  hash: string;
  problem: 'missing' | 'damaged';
}

/** The rest of a backup, which is encrypted if it has recipients. */
export interface Manifest {
  postgres: string;
  /** The key by which chunks are named, in hexadecimal. */
  key: string;
  recipients: string[];
  migrations: { name: string; checksum: string }[];
  /** The secret that was in the data directory; null: the operator chose one. */
  secret: string | null;
  tables: TableManifest[];
  /** Parts of tables that no migration makes. */
  partitions: { name: string; parent: string; bound: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
  files: { count: number; bytes: number };
  /** Files that the database named, but that the store did not have when the backup was made. */
  missing: MissingFile[];
}

export interface BackupFile {
  header: BackupHeader;
  references: StoredName[];
  /** As it is stored. */
  sealedManifest: Buffer;
}

const ID_BYTES = 20;
const REFERENCE_BYTES = ID_BYTES + 32;

/** References are not encrypted: by them, damage is found and old chunks are removed without a secret key. */
export async function encodeBackup(
  header: Omit<BackupHeader, 'referencesBytes' | 'manifestBytes'>,
  references: readonly StoredName[],
  { manifest, seal }: { manifest: Manifest; seal: Seal },
): Promise<Buffer> {
  const names = Buffer.concat(references.map((name) => Buffer.from(name.id + name.sha256, 'hex')));
  const sealed = await seal(Buffer.from(JSON.stringify(manifest)));
  const line = { ...header, referencesBytes: names.length, manifestBytes: sealed.length };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), names, sealed]);
}

/** Reads a file of a backup after its bytes have been compared with its name. Throws `BackupError`. */
export function decodeBackup(name: StoredName, bytes: Buffer): BackupFile {
  if (sha256(bytes) !== name.sha256)
    throw new BackupError(`The backup ${name.id} is damaged: its file is not as it was written.`);
  const end = bytes.indexOf('\n');
  const header = readHeader(bytes.subarray(0, end).toString('utf8'), name.id);
  const manifestStart = end + 1 + header.referencesBytes;
  const names = bytes.subarray(end + 1, manifestStart);
  const references: StoredName[] = [];
  for (let at = 0; at < names.length; at += REFERENCE_BYTES)
    references.push({
      id: names.toString('hex', at, at + ID_BYTES),
      sha256: names.toString('hex', at + ID_BYTES, at + REFERENCE_BYTES),
    });
  return {
    header,
    references,
    sealedManifest: bytes.subarray(manifestStart, manifestStart + header.manifestBytes),
  };
}

function readHeader(line: string, id: string): BackupHeader {
  const header = JSON.parse(line) as BackupHeader;
  if (header.format > FORMAT)
    throw new BackupError(
      `The backup ${id} was made by a newer Lectern (${header.version}). Use that version or a newer one.`,
    );
  return header;
}

/** Throws `BackupError` if none of the identities can read the backup. */
export async function openManifest(
  { header, sealedManifest }: BackupFile,
  unseal: Unseal,
): Promise<Manifest> {
  let text: Buffer;
  try {
    text = await unseal(sealedManifest);
  } catch (error) {
    if (header.recipients.length === 0) throw error;
    throw new BackupError(
      `The backup ${header.id} cannot be decrypted with this identity. It was encrypted for ${header.recipients.join(', ')} (fingerprints of recipients).`,
      { cause: error },
    );
  }
  return JSON.parse(text.toString('utf8')) as Manifest;
}
