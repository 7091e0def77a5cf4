import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMAIL_FORMAT,
  ENVELOPED,
  EXCLUSIVE,
  encode,
  type Fields,
  honest,
  honestResponse,
  newXmlId,
  sign,
  writeAssertion,
  writeResponse,
} from '../../../../../../../test/saml-forger.ts';
import { FORGERIES } from '../../../../../../../test/saml-forgeries.ts';
import { makeCertificate } from '../../../../../../../test/x509.ts';
import { SignOnRefusal } from '../../refusal.ts';
import { readCertificates } from '../certificates.ts';
import { decodeResponse } from './decode-response.ts';
import { readResponse } from './read-response.ts';

const idp = makeCertificate();
const now = new Date();
const to = {
  issuer: 'https://idp.example/metadata',
  audience: 'https://docs.example/sso/saml/1/2',
  acs: 'https://docs.example/sso/saml/1/2/acs',
  requestId: newXmlId(),
  now,
};
const expected = {
  issuer: to.issuer,
  audience: to.audience,
  recipient: to.acs,
  now,
  certificates: readCertificates(idp.certificate),
};
const response = (more: Partial<Fields> = {}) => honest(idp, to, more);
const read = (xml: string) => readResponse(encode(xml), expected);
const reasonOf = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof SignOnRefusal) return error.reason;
    throw error;
  }
  return 'accepted';
};

describe('a response that is as it should be', () => {
  test('tells who it is about, and which request it answers', async () => {
    const { fields, ...rest } = response({
      attributes: { email: 'ada@example.com', groups: ['a', 'b &amp; c'] },
    });
    expect(await read(honestResponse({ fields, ...rest }))).toEqual({
      assertionId: fields.id,
      requestId: to.requestId,
      nameId: 'ada@example.com',
      nameFormat: EMAIL_FORMAT,
      attributes: new Map([
        ['email', ['ada@example.com']],
        ['groups', ['a', 'b & c']],
      ]),
      expiresAt: new Date(now.getTime() + 300_000),
      sessionEndsAt: undefined,
    });
  });

  test.each([
    ['signed with SHA-512', (one: string) => sign(one, { ...idp, hash: 'sha512' })],
    ['without a certificate in it', (one: string) => sign(one, { key: idp.key })],
    [
      'with a canonicalization that keeps comments, of which there are none',
      (one: string) => sign(one, { ...idp, transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`] }),
    ],
  ])('%s', async (_what, signing) => {
    const { fields, envelope } = response();
    expect(await reasonOf(read(writeResponse(envelope, signing(writeAssertion(fields)))))).toBe('accepted');
  });

  test.each([
    ['signed as a whole too', (xml: string) => sign(xml, idp)],
    [
      'with a declaration and lines of Windows',
      (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\r\n${xml}\r\n`,
    ],
    ['without a destination', (xml: string) => xml.replace(/ Destination="[^"]*"/, '')],
    ['without an issuer of the envelope', (xml: string) => xml.replace(/<saml:Issuer.*?<\/saml:Issuer>/, '')],
    [
      'with quotes of the other kind',
      (xml: string) => xml.replace(/ Destination="([^"]*)"/, " Destination='$1'"),
    ],
    [
      'with other prefixes around the assertion',
      (xml: string) => xml.replaceAll('samlp:', 'p:').replace('xmlns:samlp', 'xmlns:p'),
    ],
  ])('%s', async (_what, vary) => {
    expect(await reasonOf(read(vary(honestResponse(response()))))).toBe('accepted');
  });

  test('for as long as the clocks are a minute apart', async () => {
    for (const fields of [{ from: 60, to: 300 }, { from: -300, to: -59 }, { confirmedTo: -59 }]) {
      expect(await reasonOf(read(honestResponse(response(fields))))).toBe('accepted');
    }
  });

  test('with one good confirmation among others', async () => {
    const { fields, envelope } = response();
    const assertion = writeAssertion(fields);
    const confirmation =
      /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/.exec(assertion)?.[0] ?? '';
    const other = confirmation.replace(to.acs, 'https://other.example/acs');
    const both = assertion.replace(confirmation, other + confirmation);
    expect(await reasonOf(read(writeResponse(envelope, sign(both, idp))))).toBe('accepted');
  });

  test('with one of several certificates; not with those that are not valid now', async () => {
    const next = makeCertificate({ validFrom: new Date(now.getTime() + 86_400_000) });
    const certificates = readCertificates(makeCertificate().certificate + idp.certificate + next.certificate);
    const xml = honestResponse(response());
    const at = (more: object) => readResponse(encode(xml), { ...expected, ...more });
    expect(await reasonOf(at({ certificates }))).toBe('accepted');
    const early = encode(honestResponse({ ...response(), idp: next }));
    expect(await reasonOf(readResponse(early, { ...expected, certificates }))).toBe('other-certificate');
    const expired = readCertificates(
      makeCertificate({ validTo: new Date(now.getTime() - 1000) }).certificate,
    );
    expect(await reasonOf(at({ certificates: expired }))).toBe('certificate-expired');
  });
});

describe('every forgery is refused for its own flaw, and accepted without it', () => {
  test.each(FORGERIES.map((one) => [one.title, one] as const))('%s', async (_title, { forge, reason }) => {
    const one = response();
    expect(await reasonOf(read(forge(one)))).toBe(reason);
    expect(await reasonOf(read(honestResponse(one)))).toBe('accepted');
  });
});

describe('the field', () => {
  const xml = honestResponse(response());

  test('may be broken into lines', async () => {
    const lines = encode(xml).replaceAll(/.{76}/g, '$&\r\n');
    expect(await reasonOf(readResponse(lines, expected))).toBe('accepted');
  });

  test.each([
    ['cut off', encode(xml).slice(0, -3), 'not-base64'],
    ['of other characters', `${encode(xml).slice(0, -4)}-_==`, 'not-base64'],
    ['padded in the middle', `QQ==${encode(xml)}`, 'not-base64'],
    ['empty', '', 'not-xml'],
    ['of a megabyte', 'A'.repeat(1_048_576), 'too-large'],
    ['not UTF-8', Buffer.from([0x3c, 0xff, 0xfe]).toString('base64'), 'not-xml'],
    ['UTF-16', Buffer.from(xml, 'utf16le').toString('base64'), 'not-xml'],
    [
      'compressed, as requests are',
      'fZJdb4IwFIb/Cun9KEUZ2ghGZ5aZuGmE7WI3S1eK1JSW9VTUf7/6MefNvGpO8z59z0kfAAAA',
      'not-xml',
    ],
  ])('%s', async (_what, field, reason) => {
    expect(await reasonOf(readResponse(field, expected))).toBe(reason);
  });
});

test('a change of any one character is refused, or changes nothing of what is read', async () => {
  const one = response({ attributes: { email: 'ada@example.com' } });
  const xml = sign(honestResponse(one), idp);
  const original = await read(xml);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(xml.length - 1),
      fc.oneof(
        fc.constant(''),
        fc.constantFrom(...' <>&"\'=/-!?aA0:_\n'),
        fc.string({ minLength: 1, maxLength: 2 }),
      ),
      async (at, put) => {
        const changed = xml.slice(0, at) + put + xml.slice(at + 1);
        try {
          expect(await read(changed)).toEqual(original);
        } catch (error) {
          expect(error).toBeInstanceOf(SignOnRefusal);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the text that parsers get is the one that was checked', () => {
  expect(decodeResponse(encode('<a>\r\n<b/>\r</a>'))).toBe('<a>\n<b/>\n</a>');
});
