/** The public half of an SSH key. */

const PRIVATE_KEY = /-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----/;
const MAGIC = 'openssh-key-v1\0';
const LENGTH_BYTES = 4;
const KEY_TYPE = /^[a-z][\w.@-]+$/;

/**
 * Returns the public key of a private key in the format of OpenSSH, as a line for the settings of a host; undefined if
 * the key has another format. No program is started, and nothing is decrypted: the format has the public key in clear.
 */
export function publicKeyOf(privateKey: string): string | undefined {
  const [, encoded = ''] = PRIVATE_KEY.exec(privateKey) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  try {
    let at = MAGIC.length;
    // The names of the cipher and of the derivation of its key, and the options of the latter.
    for (let text = 0; text < 3; text += 1) at += LENGTH_BYTES + bytes.readUInt32BE(at);
    // The number of keys, which is one, and the public key.
    const key = readText(bytes, at + LENGTH_BYTES);
    const type = readText(key, 0).toString('latin1');
    return KEY_TYPE.test(type) ? `${type} ${key.toString('base64')}` : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A text with its length before it. */
const readText = (bytes: Buffer, at: number): Buffer =>
  bytes.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + bytes.readUInt32BE(at));
