import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The first byte of what is stored or encrypted says how the rest is compressed. */
const PLAIN = 0;
const GZIP = 1;
const LEVEL = 4;
/** Files such as pictures are compressed already: the first bytes tell. */
const SAMPLE_BYTES = 64 * 1024;
const WORTHWHILE = 0.95;

/** Compresses bytes, and encrypts them if the backup has recipients. */
export type Seal = (bytes: Buffer) => Promise<Buffer>;
export type Unseal = (stored: Buffer) => Promise<Buffer>;

/** `recipients`: public keys of age, `age1…`; none: the bytes are only compressed. Throws `BackupError`. */
export async function createSeal(recipients: readonly string[]): Promise<Seal> {
  if (recipients.length === 0) return pack;
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupError(
        `“${recipient}” is not a recipient of age. Recipients begin with age1; create one with “age-keygen”.`,
      );
    }
  }
  return async (bytes) => Buffer.from(await encrypter.encrypt(await pack(bytes)));
}

/** `identities`: secret keys of age, `AGE-SECRET-KEY-…`. Throws `BackupError`. */
export async function createUnseal(identities: readonly string[], isEncrypted: boolean): Promise<Unseal> {
  if (!isEncrypted) return unpack;
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async (stored) => unpack(Buffer.from(await decrypter.decrypt(stored)));
}

/** Reads the secret keys of a file as `age-keygen` writes it. Throws `BackupError` if there is none. */
export async function readIdentities(text: string, file: string): Promise<string[]> {
  const { identityToRecipient } = await import('age-encryption');
  const identities = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const identity of identities) {
    // The line may be a secret with a typing error: it is not repeated.
    await identityToRecipient(identity).catch(() => {
      throw new BackupError(
        `${file} is not an identity file of age: its lines begin with AGE-SECRET-KEY-, or with # for comments.`,
      );
    });
  }
  if (identities.length === 0) throw new BackupError(`${file} contains no identity of age.`);
  return identities;
}

/** Names a recipient in the part of a backup that everybody can read. */
export const fingerprint = (recipient: string): string =>
  createHash('sha256').update(recipient).digest('hex').slice(0, 16);

async function pack(bytes: Buffer): Promise<Buffer> {
  if (await isCompressible(bytes))
    return Buffer.concat([Buffer.of(GZIP), await compress(bytes, { level: LEVEL })]);
  return Buffer.concat([Buffer.of(PLAIN), bytes]);
}

async function isCompressible(bytes: Buffer): Promise<boolean> {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return (await compress(sample, { level: 1 })).length < sample.length * WORTHWHILE;
}

async function unpack(packed: Buffer): Promise<Buffer> {
  const rest = packed.subarray(1);
  if (packed[0] === PLAIN) return rest;
  if (packed[0] === GZIP) return decompress(rest);
  throw new BackupError('A part of the backup is not in a format that this version knows.');
}
