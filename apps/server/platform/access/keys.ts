import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The purpose of a derived key. A key never serves two purposes. */
type KeyPurpose =
  | 'cursors'
  | 'documents'
  | 'events'
  | 'files'
  | 'credentials'
  | 'sites'
  | 'sessions'
  | 'csrf'
  | 'tickets'
  | 'unsubscribe'
  | 'pictures'
  | 'responses'
  | 'sign-on';

/** Keys derived by purpose from the instance's secrets. The first of each signs; every one is accepted. */
export interface KeyRing {
  keys(purpose: KeyPurpose): Buffer[];
}

/** `secrets`: the current one first, then the ones that a rotation still accepts. */
export function createKeyRing(secrets: string[]): KeyRing {
  const derived = new Map<KeyPurpose, Buffer[]>();
  return {
    keys(purpose) {
      let keys = derived.get(purpose);
      if (!keys) {
        keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `lectern:${purpose}`, 32)));
        derived.set(purpose, keys);
      }
      return keys;
    },
  };
}

/** AES-256-GCM: nonce, tag and ciphertext in one buffer. */
export function seal(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `seal` closed under any of the keys; throws when none fits. */
export function unseal(keys: Buffer[], sealed: Buffer): string {
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      // Sealed under another key of the ring: try the next one.
    }
  }
  throw new Error(
    'Stored credentials cannot be read, because they were stored with another LECTERN_SECRET. Add that secret to LECTERN_SECRET, after the current one and a comma.',
  );
}

/**
 * Seals again under the current key what was sealed under an earlier one, which may be given up a day after a rotation
 * began. Undefined: it is sealed under the current key.
 */
export function reseal([current, ...earlier]: Buffer[], sealed: Buffer): Buffer | undefined {
  if (!current || earlier.length === 0) return undefined;
  try {
    unseal([current], sealed);
    return undefined;
  } catch {
    return seal(current, unseal(earlier, sealed));
  }
}
