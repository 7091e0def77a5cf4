import { createPrivateKey, X509Certificate } from 'node:crypto';

/** A certificate for verifying responses of an identity provider. It is trusted because an administrator entered it. */
export interface Certificate {
  pem: string;
  /** SHA-256, as tools show it: `AB:CD:…`. */
  fingerprint: string;
  validFrom: Date;
  validTo: Date;
}

/** Old and new side by side while a provider changes its key, with room for a second such change. */
const MAX_CERTIFICATES = 4;
/** A shorter key can be broken by a determined attacker. */
const MIN_KEY_BITS = 2048;

const PEM = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;
const CERTIFICATE_LABELS = new Set(['CERTIFICATE', 'X509 CERTIFICATE']);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The reason why a text cannot be used as a provider's certificate; `message` continues the name of the field. */
export class CertificateProblem extends Error {}

/**
 * Reads one or several certificates without duplicates: PEM, or a single one as bare base64, as in metadata. Throws a
 * `CertificateProblem`, which never repeats the text: it may be a private key by mistake.
 */
export function readCertificates(text: string): Certificate[] {
  if (isSecret(text)) throw holdsPrivateKey();
  const blocks = [...text.matchAll(PEM)];
  const encoded = blocks.length > 0 ? blocks.map(readBlock) : [text.replaceAll(/\s/g, '')];
  if (text.split('-----BEGIN ').length - 1 !== blocks.length) {
    throw new CertificateProblem('has an incomplete PEM block. Copy it from its BEGIN line to its END line.');
  }
  if (encoded.length > MAX_CERTIFICATES) {
    throw new CertificateProblem(
      `contains ${encoded.length} certificates; at most ${MAX_CERTIFICATES} are allowed.`,
    );
  }
  const certificates = encoded.map((base64, n) => toCertificate(base64, nameOf(n, encoded.length)));
  return certificates.filter(
    ({ fingerprint }, n) => certificates.findIndex((one) => one.fingerprint === fingerprint) === n,
  );
}

/** Whether a text is or contains a private key, as PEM or as bare base64: such a text must never be shown. */
function isSecret(text: string): boolean {
  if (/PRIVATE KEY-----/.test(text)) return true;
  const base64 = text.replaceAll(/\s/g, '');
  return BASE64.test(base64) && isPrivateKey(Buffer.from(base64, 'base64'));
}

/** Throws a `CertificateProblem` that says which one is not valid at this time, and when it is. */
export function assertAllValid(certificates: Certificate[], now: Date): void {
  for (const [n, { validFrom, validTo }] of certificates.entries()) {
    const name = nameOf(n, certificates.length);
    if (now > validTo) throw new CertificateProblem(`${name}expired at ${validTo.toISOString()}.`);
    if (now < validFrom) {
      throw new CertificateProblem(`${name}is not valid before ${validFrom.toISOString()}.`);
    }
  }
}

/** Returns the certificates that are valid now. */
export const validCertificates = (certificates: Certificate[], now: Date): Certificate[] =>
  certificates.filter(({ validFrom, validTo }) => validFrom <= now && now <= validTo);

/** Names the certificate by its number if there are several. */
const nameOf = (n: number, count: number): string => (count === 1 ? '' : `number ${n + 1} of ${count} `);

const holdsPrivateKey = (): CertificateProblem =>
  new CertificateProblem(
    'contains a private key. It was not stored. Send only the certificate, and replace the key, because others may know it now.',
  );

function readBlock([, label = '', base64 = '']: RegExpMatchArray): string {
  if (CERTIFICATE_LABELS.has(label)) return base64.replaceAll(/\s/g, '');
  throw new CertificateProblem(`contains a PEM block “${label}”. Send only certificates.`);
}

function toCertificate(base64: string, name: string): Certificate {
  const der = BASE64.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const parsed = parse(der);
  // OpenSSL reads over what follows a certificate.
  if (!parsed || parsed.raw.length !== der.length) {
    throw new CertificateProblem(`${name}cannot be read. Send an X.509 certificate as PEM or Base64.`);
  }
  const { publicKey } = parsed;
  if (publicKey.asymmetricKeyType !== 'rsa') {
    throw new CertificateProblem(
      `${name}has a key of the type “${publicKey.asymmetricKeyType}”, but only RSA is supported.`,
    );
  }
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_KEY_BITS) {
    throw new CertificateProblem(
      `${name}has a key of ${bits} bits, which is too weak. At least ${MIN_KEY_BITS} bits are required.`,
    );
  }
  return {
    pem: toPem(der),
    fingerprint: parsed.fingerprint256,
    validFrom: new Date(parsed.validFrom),
    validTo: new Date(parsed.validTo),
  };
}

function parse(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function isPrivateKey(der: Buffer): boolean {
  return (['pkcs8', 'pkcs1', 'sec1'] as const).some((type) => {
    try {
      createPrivateKey({ key: der, format: 'der', type });
      return true;
    } catch (error) {
      // An encrypted key is recognized without its passphrase.
      return (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE';
    }
  });
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
