import type { Reason } from '../apps/server/domains/access/sign-on/refusal.ts';
import {
  ENVELOPED,
  EXCLUSIVE,
  type Fields,
  type Honest,
  honestResponse,
  newXmlId,
  sign,
  signatureOf,
  TRANSIENT_FORMAT,
  withSignature,
  writeAssertion,
  writeResponse,
} from './saml-forger.ts';
import { makeCertificate } from './x509.ts';

export interface Forgery {
  title: string;
  reason: Reason;
  /** Turns the response of an honest provider into the flawed one. */
  forge: (honest: Honest) => string;
}

const MALLORY = makeCertificate({ name: 'Mallory' });
const EVIL = 'mallory@example.com';

/** The signed assertion of the honest provider. */
const signed = ({ idp, fields }: Honest): string => sign(writeAssertion(fields), idp);
/** An unsigned assertion that impersonates another user. */
const evil = ({ fields }: Honest, id = newXmlId()): string => writeAssertion({ ...fields, id, nameId: EVIL });
const withFields = (honest: Honest, fields: Partial<Fields>): string =>
  honestResponse({ ...honest, fields: { ...honest.fields, ...fields } });
/** Signed properly by the provider itself, with a flaw that only it could make. */
const flawed =
  (flaw: (assertion: string, honest: Honest) => string) =>
  (honest: Honest): string =>
    writeResponse(honest.envelope, sign(flaw(writeAssertion(honest.fields), honest), honest.idp));
const extensions = (inside: string): string => `<samlp:Extensions>${inside}</samlp:Extensions>`;

const unsigned: Forgery[] = [
  {
    title: 'no signature',
    reason: 'unsigned',
    forge: (honest) => writeResponse(honest.envelope, writeAssertion(honest.fields)),
  },
  {
    title: 'a signature of the response alone',
    reason: 'unsigned',
    forge: (honest) => sign(writeResponse(honest.envelope, writeAssertion(honest.fields)), honest.idp),
  },
  {
    title: 'the signature taken off',
    reason: 'unsigned',
    forge: (honest) => honestResponse(honest).replace(/<ds:Signature.*<\/ds:Signature>/, ''),
  },
];

/** The ways to wrap a signature that the literature numbers XSW 1 to 8, and a few more. */
const wrapped: Forgery[] = [
  {
    title: 'XSW 1: the signed response below the signature of another',
    reason: 'wrapped',
    forge: (honest) => {
      const response = writeResponse(honest.envelope, signed(honest));
      const signature = signatureOf(response, { ...honest.idp, more: `<ds:Object>${response}</ds:Object>` });
      return withSignature(writeResponse({ ...honest.envelope, id: newXmlId() }, evil(honest)), signature);
    },
  },
  {
    title: 'XSW 2: the signed response beside the signature of another',
    reason: 'wrapped',
    forge: (honest) => {
      const response = writeResponse(honest.envelope, signed(honest));
      const outer = writeResponse({ ...honest.envelope, id: newXmlId() }, evil(honest));
      return withSignature(outer, response + signatureOf(response, honest.idp));
    },
  },
  {
    title: 'XSW 3: another assertion before the signed one',
    reason: 'several-assertions',
    forge: (honest) => writeResponse(honest.envelope, evil(honest), signed(honest)),
  },
  {
    title: 'XSW 4: the signed assertion in another one',
    reason: 'wrapped',
    forge: (honest) =>
      writeResponse(
        honest.envelope,
        evil(honest).replace('</saml:Assertion>', `${signed(honest)}</saml:Assertion>`),
      ),
  },
  {
    title: 'XSW 5: the signature in another assertion, the signed one at the end',
    reason: 'several-assertions',
    forge: (honest) => {
      const assertion = writeAssertion(honest.fields);
      const signature = signatureOf(assertion, honest.idp);
      return writeResponse(honest.envelope, withSignature(evil(honest), signature), assertion);
    },
  },
  {
    title: 'XSW 6: the signed assertion in the signature of another',
    reason: 'wrapped',
    forge: (honest) => {
      const assertion = writeAssertion(honest.fields);
      const signature = signatureOf(assertion, { ...honest.idp, more: assertion });
      return writeResponse(honest.envelope, withSignature(evil(honest), signature));
    },
  },
  {
    title: 'XSW 7: the signed assertion among extensions, another after them',
    reason: 'wrapped',
    forge: (honest) => writeResponse(honest.envelope, extensions(signed(honest)), evil(honest)),
  },
  {
    title: 'XSW 8: the signed assertion in an object of the signature of another',
    reason: 'wrapped',
    forge: (honest) => {
      const assertion = writeAssertion(honest.fields);
      const signature = signatureOf(assertion, {
        ...honest.idp,
        more: `<ds:Object>${assertion}</ds:Object>`,
      });
      return writeResponse(honest.envelope, withSignature(evil(honest), signature));
    },
  },
  {
    title: 'the signed one hidden in another namespace',
    reason: 'wrapped',
    forge: (honest) =>
      writeResponse(
        honest.envelope,
        extensions(`<x:Assertion xmlns:x="urn:other">${signed(honest)}</x:Assertion>`),
      ),
  },
  {
    title: 'two elements of one id',
    reason: 'wrapped',
    forge: (honest) =>
      writeResponse(
        honest.envelope,
        extensions(`<x:Hidden xmlns:x="urn:other" Id="${honest.fields.id}"></x:Hidden>`),
        signed(honest),
      ),
  },
  {
    title: 'two signatures of the assertion',
    reason: 'wrapped',
    forge: (honest) => {
      const signature = signatureOf(writeAssertion(honest.fields), honest.idp);
      return writeResponse(honest.envelope, withSignature(signed(honest), signature));
    },
  },
  {
    title: 'a signature among extensions',
    reason: 'wrapped',
    forge: (honest) =>
      writeResponse(
        honest.envelope,
        extensions(signatureOf(evil(honest), { key: MALLORY.key })),
        signed(honest),
      ),
  },
  {
    title: 'two assertions, both signed',
    reason: 'several-assertions',
    forge: (honest) => {
      const other = sign(writeAssertion({ ...honest.fields, id: newXmlId(), nameId: EVIL }), honest.idp);
      return writeResponse(honest.envelope, signed(honest), other);
    },
  },
  {
    title: 'an envelope for another request',
    reason: 'wrapped',
    forge: (honest) => writeResponse({ ...honest.envelope, requestId: newXmlId() }, signed(honest)),
  },
];

const signatures: Forgery[] = [
  {
    title: 'another name than was signed',
    reason: 'signature',
    forge: (honest) => honestResponse(honest).replace(honest.fields.nameId, EVIL),
  },
  {
    title: 'another key, under the certificate of the provider',
    reason: 'signature',
    forge: (honest) =>
      honestResponse({ ...honest, idp: { key: MALLORY.key, certificate: honest.idp.certificate } }),
  },
  {
    title: 'another key, without a certificate',
    reason: 'signature',
    forge: (honest) =>
      writeResponse(honest.envelope, sign(writeAssertion(honest.fields), { key: MALLORY.key })),
  },
  {
    title: 'another key and its certificate in the message',
    reason: 'other-certificate',
    forge: (honest) => honestResponse({ ...honest, idp: MALLORY }),
  },
  {
    title: 'a response that somebody else signed around the signed assertion',
    reason: 'other-certificate',
    forge: (honest) => sign(writeResponse(honest.envelope, signed(honest)), MALLORY),
  },
  {
    title: 'a signed response that was changed around the signed assertion',
    reason: 'signature',
    forge: (honest) =>
      sign(writeResponse(honest.envelope, signed(honest)), honest.idp).replace(
        '<samlp:Status>',
        '<samlp:Status x="">',
      ),
  },
  {
    title: 'SHA-1 for the signature',
    reason: 'weak-algorithm',
    forge: (honest) =>
      writeResponse(
        honest.envelope,
        sign(writeAssertion(honest.fields), { ...honest.idp, hash: 'sha1', digest: 'sha256' }),
      ),
  },
  {
    title: 'SHA-1 for the digest',
    reason: 'weak-algorithm',
    forge: (honest) =>
      writeResponse(honest.envelope, sign(writeAssertion(honest.fields), { ...honest.idp, digest: 'sha1' })),
  },
  {
    title: 'SHA-1 for the response around the signed assertion',
    reason: 'weak-algorithm',
    forge: (honest) => sign(writeResponse(honest.envelope, signed(honest)), { ...honest.idp, hash: 'sha1' }),
  },
  ...(
    [
      ['no canonicalization of the assertion', [ENVELOPED]],
      [
        'another canonicalization of the assertion',
        [ENVELOPED, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
      ],
      ['a transform by XPath', [ENVELOPED, 'http://www.w3.org/TR/1999/REC-xpath-19991116', EXCLUSIVE]],
      ['a transform by XSLT', ['http://www.w3.org/TR/1999/REC-xslt-19991116', EXCLUSIVE]],
    ] as const
  ).map(
    ([title, transforms]): Forgery => ({
      title,
      reason: 'signature-form',
      forge: ({ idp, fields, envelope }) =>
        writeResponse(envelope, sign(writeAssertion(fields), { ...idp, transforms: [...transforms] })),
    }),
  ),
  {
    title: 'another canonicalization of the signature',
    reason: 'signature-form',
    forge: ({ idp, fields, envelope }) => {
      const canonicalization = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
      return writeResponse(envelope, sign(writeAssertion(fields), { ...idp, canonicalization }));
    },
  },
  {
    title: 'an object in the signature',
    reason: 'signature-form',
    forge: ({ idp, fields, envelope }) =>
      writeResponse(envelope, sign(writeAssertion(fields), { ...idp, more: '<ds:Object></ds:Object>' })),
  },
  {
    title: 'a signature of something else',
    reason: 'signature-form',
    forge: (honest) => {
      const response = writeResponse(honest.envelope, writeAssertion(honest.fields));
      const signature = signatureOf(response, honest.idp);
      return response.replace(/(<saml:Assertion.*?<\/saml:Issuer>)/, (start) => start + signature);
    },
  },
  {
    title: 'two references',
    reason: 'signature-form',
    forge: (honest) =>
      honestResponse(honest).replace(
        /<ds:Reference.*?<\/ds:Reference>/,
        (reference) => reference + reference,
      ),
  },
];

const addressees: Forgery[] = [
  {
    title: 'another audience',
    reason: 'audience',
    forge: (honest) => withFields(honest, { audience: 'https://other.example/metadata' }),
  },
  {
    title: 'an audience that begins like ours',
    reason: 'audience',
    forge: (honest) => withFields(honest, { audience: `${honest.fields.audience}/more` }),
  },
  {
    title: 'no audience',
    reason: 'audience',
    forge: flawed((assertion) =>
      assertion.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    ),
  },
  {
    title: 'a second audience restriction without us',
    reason: 'audience',
    forge: flawed((assertion) =>
      assertion.replace(
        '</saml:Conditions>',
        '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
      ),
    ),
  },
  {
    title: 'no conditions',
    reason: 'audience',
    forge: flawed((assertion) => assertion.replace(/<saml:Conditions.*<\/saml:Conditions>/, '')),
  },
  {
    title: 'another recipient',
    reason: 'recipient',
    forge: (honest) => withFields(honest, { recipient: 'https://other.example/acs' }),
  },
  {
    title: 'no recipient',
    reason: 'recipient',
    forge: flawed((assertion) => assertion.replace(/ Recipient="[^"]*"/, '')),
  },
  {
    title: 'another destination',
    reason: 'destination',
    forge: (honest) =>
      writeResponse({ ...honest.envelope, destination: 'https://other.example/acs' }, signed(honest)),
  },
  {
    title: 'another issuer of the assertion',
    reason: 'issuer',
    forge: (honest) => withFields(honest, { issuer: 'https://other-idp.example' }),
  },
  {
    title: 'another issuer of the response',
    reason: 'issuer',
    forge: (honest) =>
      writeResponse({ ...honest.envelope, issuer: 'https://other-idp.example' }, signed(honest)),
  },
  {
    title: 'an issuer of another format',
    reason: 'issuer',
    forge: flawed((assertion) =>
      assertion.replace('<saml:Issuer>', `<saml:Issuer Format="${TRANSIENT_FORMAT}">`),
    ),
  },
  {
    title: 'a condition that nobody knows',
    reason: 'condition',
    forge: flawed((assertion) =>
      assertion.replace('</saml:Conditions>', '<saml:Condition></saml:Condition></saml:Conditions>'),
    ),
  },
];

const times: Forgery[] = [
  {
    title: 'conditions that ended over a minute ago',
    reason: 'expired',
    forge: (honest) => withFields(honest, { from: -300, to: -60 }),
  },
  {
    title: 'conditions that begin in over a minute',
    reason: 'not-yet-valid',
    forge: (honest) => withFields(honest, { from: 61, to: 300 }),
  },
  {
    title: 'a confirmation that ended over a minute ago',
    reason: 'expired',
    forge: (honest) => withFields(honest, { confirmedTo: -60 }),
  },
  {
    title: 'a confirmation without an end',
    reason: 'time',
    forge: flawed((assertion) =>
      assertion.replace(/(<saml:SubjectConfirmationData.*?) NotOnOrAfter="[^"]*"/, '$1'),
    ),
  },
  {
    title: 'a time that is none',
    reason: 'time',
    forge: flawed((assertion) => assertion.replace(/(<saml:Conditions NotBefore)="[^"]*"/, '$1="yesterday"')),
  },
  {
    title: 'a time without its zone',
    reason: 'time',
    forge: flawed((assertion) => assertion.replace(/(<saml:Conditions NotBefore="[^"]*)Z"/, '$1"')),
  },
  ...[
    ...['', '0', '-1', '9e12', '9000000000000', '1e999', 'NaN', 'null', '2026-02-30T00:00:00Z'],
    ...['2026-13-01T00:00:00Z', '2026-12-31T23:59:60Z', '+275761-01-01T00:00:00Z', '2026-12-31'],
    ...['2026-12-31T23:59:59.5e9Z', '-2026-12-31T00:00:00Z', '9999-12-31T23:59:59+99:99'],
  ].flatMap((time): Forgery[] => [
    ...['SubjectConfirmationData', 'Conditions'].map((element) => ({
      title: `“${time}” as the end of ${element}`,
      reason: 'time' as const,
      forge: flawed((assertion) =>
        assertion.replace(new RegExp(`(<saml:${element}.*? NotOnOrAfter)="[^"]*"`), `$1="${time}"`),
      ),
    })),
    {
      title: `“${time}” as the end of the session`,
      reason: 'time',
      forge: flawed((assertion) =>
        assertion.replace(/( AuthnInstant="[^"]*")/, `$1 SessionNotOnOrAfter="${time}"`),
      ),
    },
  ]),
  {
    title: 'a session that has ended at the provider',
    reason: 'expired',
    forge: flawed((assertion, { fields }) =>
      assertion
        .replace(
          '<saml:AuthnStatement AuthnInstant',
          `<saml:AuthnStatement SessionNotOnOrAfter="${fields.now.toISOString()}" AuthnInstant`,
        )
        .replace(/( SessionNotOnOrAfter="[^"]*")( AuthnInstant="[^"]*")/, '$2$1'),
    ),
  },
];

const people: Forgery[] = [
  {
    title: 'a comment in the name',
    reason: 'comment',
    // Comments are not part of what is signed.
    forge: (honest) =>
      withFields(honest, { nameId: 'ada@example.com.evil.example' }).replace(
        'ada@example.com.evil.example',
        'ada@example.com<!-- -->.evil.example',
      ),
  },
  {
    title: 'an element in the name',
    reason: 'name',
    forge: flawed((assertion) => assertion.replace('ada@', '<saml:X></saml:X>ada@')),
  },
  { title: 'an empty name', reason: 'name', forge: (honest) => withFields(honest, { nameId: ' ' }) },
  {
    title: 'two names',
    reason: 'name',
    forge: flawed((assertion) => assertion.replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&')),
  },
  {
    title: 'no subject',
    reason: 'name',
    forge: flawed((assertion) => assertion.replace(/<saml:Subject>.*<\/saml:Subject>/, '')),
  },
  {
    title: 'no confirmation of a bearer',
    reason: 'confirmation',
    forge: flawed((assertion) => assertion.replace('cm:bearer', 'cm:holder-of-key')),
  },
  {
    title: 'nobody who signed in',
    reason: 'no-sign-in',
    forge: flawed((assertion) => assertion.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')),
  },
];

const requests: Forgery[] = [
  {
    title: 'an answer that nobody asked for',
    reason: 'unsolicited',
    forge: (honest) =>
      flawed((assertion) => assertion.replace(/ InResponseTo="[^"]*"/, ''))(honest).replace(
        / InResponseTo="[^"]*"/,
        '',
      ),
  },
];

const messages: Forgery[] = [
  {
    title: 'a document type with an entity of a file',
    reason: 'document-type',
    forge: (honest) =>
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${honestResponse(honest).replace('ada@', '&x;ada@')}`,
  },
  {
    title: 'a document type alone',
    reason: 'document-type',
    forge: (honest) => `<!DOCTYPE r SYSTEM "https://evil.example/r.dtd">${honestResponse(honest)}`,
  },
  {
    title: 'entities that grow',
    reason: 'document-type',
    forge: (honest) =>
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${honestResponse(honest)}`,
  },
  {
    title: 'an entity that is not declared',
    reason: 'document-type',
    forge: (honest) => honestResponse(honest).replace('ada@', '&x;ada@'),
  },
  {
    title: 'a section of raw text',
    reason: 'markup',
    forge: (honest) => honestResponse(honest).replace('ada@', '<![CDATA[ada@]]>'),
  },
  {
    title: 'an instruction',
    reason: 'markup',
    forge: (honest) => honestResponse(honest).replace('ada@', '<?x?>ada@'),
  },
  {
    title: 'a status of failure',
    reason: 'status',
    forge: (honest) =>
      writeResponse(
        { ...honest.envelope, status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
        signed(honest),
      ),
  },
  { title: 'no assertion', reason: 'no-assertion', forge: (honest) => writeResponse(honest.envelope) },
  {
    title: 'an encrypted assertion',
    reason: 'encrypted',
    forge: (honest) =>
      writeResponse(
        honest.envelope,
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>',
      ),
  },
  {
    title: 'an encrypted name',
    reason: 'encrypted',
    forge: flawed((assertion) =>
      assertion.replace(/<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID></saml:EncryptedID>'),
    ),
  },
  { title: 'an assertion alone', reason: 'not-a-response', forge: signed },
  {
    title: 'another version of SAML',
    reason: 'not-a-response',
    forge: (honest) => honestResponse(honest).replace(/Version="2.0">/, 'Version="1.1">'),
  },
  {
    title: 'XML that is cut off',
    reason: 'not-xml',
    forge: (honest) => honestResponse(honest).slice(0, -1),
  },
  {
    title: 'more elements than anybody sends',
    reason: 'too-large',
    forge: (honest) => writeResponse(honest.envelope, signed(honest), extensions('<x></x>'.repeat(5000))),
  },
  {
    title: 'more bytes than anybody sends',
    reason: 'too-large',
    forge: (honest) => writeResponse(honest.envelope, signed(honest), extensions('x'.repeat(262_144))),
  },
];

/** Each is what an honest provider would answer but for one flaw, and is refused for that flaw. */
export const FORGERIES: Forgery[] = [
  ...unsigned,
  ...wrapped,
  ...signatures,
  ...addressees,
  ...times,
  ...people,
  ...requests,
  ...messages,
];
