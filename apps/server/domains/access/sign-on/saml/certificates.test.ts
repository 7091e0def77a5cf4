import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bare, makeCertificate } from '../../../../../../test/x509.ts';
import { assertAllValid, CertificateProblem, readCertificates, validCertificates } from './certificates.ts';

const one = makeCertificate();
const other = makeCertificate({ name: 'Next year’s' });
const derOf = (pem: string): Buffer => Buffer.from(bare(pem), 'base64');
const problemOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(CertificateProblem);
    return (error as Error).message;
  }
  throw new Error('Nothing was wrong with it.');
};
const problem = (text: string): string => problemOf(() => readCertificates(text));

describe('what is read', () => {
  test('PEM and base64 alone are the same certificate', () => {
    const [pem] = readCertificates(one.certificate);
    expect(pem?.pem).toBe(one.certificate);
    expect(pem?.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const base64 = bare(one.certificate);
    for (const text of [base64, `  ${base64.slice(0, 100)}\r\n\t${base64.slice(100)}\n`]) {
      expect(readCertificates(text)).toEqual([pem]);
    }
  });

  test('ends of lines, indentation and words around PEM do not matter', () => {
    const windows = `Bag Attributes\r\n  friendlyName: x\r\n${one.certificate.replaceAll('\n', '\r\n  ')}`;
    expect(readCertificates(windows)).toEqual(readCertificates(one.certificate));
  });

  test('a few certificates, each once, in their order', () => {
    const several = readCertificates(other.certificate + one.certificate + other.certificate);
    expect(several.map(({ pem }) => pem)).toEqual([other.certificate, one.certificate]);
  });

  test('it does not matter what the certificate itself was signed with: nothing but its key counts', () => {
    expect(readCertificates(makeCertificate({ hash: 'sha1' }).certificate)).toHaveLength(1);
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', ''],
    ['words', 'my certificate'],
    ['base64 of anything', Buffer.from('my certificate').toString('base64')],
    ['a URL', 'https://idp.example/metadata.xml'],
    ['a certificate that lacks its end', bare(one.certificate).slice(0, -40)],
    [
      'a certificate and more',
      Buffer.concat([derOf(one.certificate), Buffer.from('more')]).toString('base64'),
    ],
    ['PEM of nothing', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'],
  ])('%s cannot be read', (_what, text) => {
    expect(problem(text)).toContain('cannot be read. Send an X.509 certificate');
  });

  test('PEM that is cut off', () => {
    const cut = one.certificate.slice(0, -10);
    expect(problem(cut)).toContain('incomplete');
    expect(problem(other.certificate + cut)).toContain('incomplete');
  });

  test('a public key or a request, by its name', () => {
    const key = createPublicKey(one.certificate).export({ format: 'pem', type: 'spki' }) as string;
    expect(problem(key)).toContain('“PUBLIC KEY”');
  });

  test('a private key, in every form that people have one, and without repeating it', () => {
    const secret = bare(one.key);
    const forms = [
      one.key,
      one.certificate + one.key,
      one.key.slice(0, 200),
      one.key.replaceAll('PRIVATE', 'RSA PRIVATE'),
      one.key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'),
      secret,
      bare(makeCertificate({ key: 'ec' }).key),
    ];
    for (const text of forms) {
      expect(problem(text)).toContain('contains a private key');
      expect(problem(text)).not.toContain(secret.slice(0, 20));
    }
  });

  test('weak keys and keys of kinds that signatures are not verified with', () => {
    expect(problem(makeCertificate({ key: 1024 }).certificate)).toContain('1024 bits');
    expect(problem(makeCertificate({ key: 'ec' }).certificate)).toContain('“ec”');
  });

  test('more than a few; and it is said which of several is wrong', () => {
    expect(problem(one.certificate.repeat(5))).toContain('contains 5 certificates');
    const weak = makeCertificate({ key: 1024 }).certificate;
    expect(problem(one.certificate + weak)).toMatch(/^number 2 of 2 has a key/);
  });
});

describe('time', () => {
  const from = new Date('2030-01-01T00:00:00Z');
  const to = new Date('2031-01-01T00:00:00Z');
  const made = makeCertificate({ validFrom: from, validTo: to }).certificate;
  const [certificate] = readCertificates(made);
  const at = (iso: string) => () => assertAllValid(readCertificates(made), new Date(iso));

  test('it is valid from its first to its last second', () => {
    expect(certificate).toMatchObject({ validFrom: from, validTo: to });
    for (const iso of ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z']) {
      expect(at(iso)).not.toThrow();
      expect(validCertificates(readCertificates(made), new Date(iso))).toHaveLength(1);
    }
  });

  test('it is said which one is expired or not valid yet, and since or until when', () => {
    expect(problemOf(at('2031-01-01T00:00:01Z'))).toBe('expired at 2031-01-01T00:00:00.000Z.');
    expect(problemOf(at('2029-12-31T23:59:59Z'))).toBe('is not valid before 2030-01-01T00:00:00.000Z.');
    const both = readCertificates(one.certificate + made);
    expect(problemOf(() => assertAllValid(both, new Date()))).toMatch(/^number 2 of 2 is not valid before/);
    expect(validCertificates(both, new Date()).map(({ pem }) => pem)).toEqual([one.certificate]);
  });
});
