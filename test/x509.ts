import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface KeyAndCertificate {
  /** PKCS #8 as PEM. */
  key: string;
  certificate: string;
}

interface CertificateOptions {
  validFrom?: Date;
  validTo?: Date;
  name?: string;
  /** The size of the RSA key, or another kind of key. */
  key?: number | 'ec';
  /** The hash of the signature. */
  hash?: 'sha1' | 'sha256';
}

const HOUR_MS = 3_600_000;

/** Makes a self-signed certificate: Node.js reads certificates, but cannot make them. */
export function makeCertificate(options: CertificateOptions = {}): KeyAndCertificate {
  const { key = 2048, hash = 'sha256', name = 'Identity provider' } = options;
  const { privateKey, publicKey } =
    key === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: key });
  const algorithm = algorithmOf(privateKey, hash);
  const commonName = sequence(set(sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))));
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName,
    sequence(
      time(options.validFrom ?? new Date(Date.now() - HOUR_MS)),
      time(options.validTo ?? new Date(Date.now() + 1000 * HOUR_MS)),
    ),
    commonName,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = createSign(hash).update(toBeSigned).sign(privateKey);
  const der = sequence(toBeSigned, algorithm, tagged(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    certificate: toPem('CERTIFICATE', der),
  };
}

/** The base64 of a PEM text, without its lines. */
export const bare = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '');

function algorithmOf(key: KeyObject, hash: 'sha1' | 'sha256'): Buffer {
  if (key.asymmetricKeyType === 'ec') return sequence(oid('2a8648ce3d040302'));
  return sequence(oid(hash === 'sha1' ? '2a864886f70d010105' : '2a864886f70d01010b'), tagged(0x05));
}

function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts);
const set = (...parts: Buffer[]): Buffer => tagged(0x31, ...parts);
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
/** GeneralizedTime, which knows every year. */
const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-T:]|\.\d+/g, '')}`));
