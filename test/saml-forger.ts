import { createHash, createSign, randomBytes } from 'node:crypto';
import type { KeyAndCertificate } from './x509.ts';
import { bare } from './x509.ts';

/**
 * Responses of an identity provider, true ones and forged ones. Written in the canonical form by hand, so that what is
 * signed is the text itself and every part of it can be bent.
 */

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = `${DSIG}enveloped-signature`;
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const PERSISTENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

export interface Fields {
  id: string;
  issuer: string;
  audience: string;
  recipient: string;
  requestId: string;
  now: Date;
  /** As markup. */
  nameId: string;
  nameFormat: string;
  attributes: Record<string, string | string[]>;
  /** Seconds from now. */
  from: number;
  to: number;
  confirmedTo: number;
}

export const newXmlId = (): string => `_${randomBytes(16).toString('hex')}`;

const at = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

export function writeAssertion(fields: Fields): string {
  const { now } = fields;
  const attributes = Object.entries(fields.attributes).map(([name, values]) => {
    const written = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${written.join('')}</saml:Attribute>`;
  });
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${fields.id}" IssueInstant="${at(now, 0)}" Version="2.0">`,
    `<saml:Issuer>${fields.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${fields.nameFormat}">${fields.nameId}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${fields.requestId}" NotOnOrAfter="${at(now, fields.confirmedTo)}" Recipient="${fields.recipient}"></saml:SubjectConfirmationData>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(now, fields.from)}" NotOnOrAfter="${at(now, fields.to)}">`,
    `<saml:AudienceRestriction><saml:Audience>${fields.audience}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${at(now, 0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('');
}

export interface Envelope {
  id: string;
  destination: string;
  requestId: string;
  issuer: string;
  now: Date;
  status: string;
}

export function writeResponse(envelope: Envelope, ...parts: string[]): string {
  return [
    `<samlp:Response xmlns:samlp="${PROTOCOL}" Destination="${envelope.destination}" ID="${envelope.id}" InResponseTo="${envelope.requestId}" IssueInstant="${at(envelope.now, 0)}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${envelope.issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${envelope.status}"></samlp:StatusCode></samlp:Status>`,
    ...parts,
    '</samlp:Response>',
  ].join('');
}

export interface Signing {
  key: string;
  /** The certificate in the signature; undefined for none. */
  certificate?: string | undefined;
  hash?: 'sha1' | 'sha256' | 'sha512';
  /** The digest of the signed content; the hash of the signature by default. */
  digest?: 'sha1' | 'sha256';
  transforms?: string[];
  canonicalization?: string;
  /** Additional content at the end of the signature. */
  more?: string;
}

const SIGNATURES = {
  sha1: `${DSIG}rsa-sha1`,
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
};
const DIGESTS = {
  sha1: `${DSIG}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
};

/** The signature of an element in its canonical form, by its id. */
export function signatureOf(element: string, signing: Signing): string {
  const { key, certificate, hash = 'sha256', digest = hash, canonicalization = EXCLUSIVE } = signing;
  const id = / ID="([^"]*)"/.exec(element)?.[1];
  const transforms = (signing.transforms ?? [ENVELOPED, EXCLUSIVE]).map(
    (one) => `<ds:Transform Algorithm="${one}"></ds:Transform>`,
  );
  const parts = [
    `<ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${SIGNATURES[hash]}"></ds:SignatureMethod>`,
    `<ds:Reference URI="#${id}"><ds:Transforms>${transforms.join('')}</ds:Transforms>`,
    `<ds:DigestMethod Algorithm="${DIGESTS[digest]}"></ds:DigestMethod>`,
    `<ds:DigestValue>${createHash(digest).update(element).digest('base64')}</ds:DigestValue></ds:Reference>`,
  ].join('');
  const canonical = `<ds:SignedInfo xmlns:ds="${DSIG}">${parts}</ds:SignedInfo>`;
  const value = createSign(hash).update(canonical).sign(key, 'base64');
  const keyInfo = certificate
    ? `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
    : '';
  return `<ds:Signature xmlns:ds="${DSIG}"><ds:SignedInfo>${parts}</ds:SignedInfo><ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}${signing.more ?? ''}</ds:Signature>`;
}

/** Puts a signature where the schema wants it, right after the first issuer. */
export const withSignature = (element: string, signature: string): string =>
  element.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);

export const sign = (element: string, signing: Signing): string =>
  withSignature(element, signatureOf(element, signing));

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');

/** A provider that responds correctly. */
export interface Honest {
  idp: KeyAndCertificate;
  fields: Fields;
  envelope: Envelope;
}

export function honest(
  idp: KeyAndCertificate,
  to: { issuer: string; audience: string; acs: string; requestId: string; now: Date },
  more: Partial<Fields> = {},
): Honest {
  const { issuer, audience, acs, requestId, now } = to;
  return {
    idp,
    fields: {
      id: newXmlId(),
      issuer,
      audience,
      recipient: acs,
      requestId,
      now,
      nameId: 'ada@example.com',
      nameFormat: EMAIL_FORMAT,
      attributes: {},
      from: -5,
      to: 300,
      confirmedTo: 300,
      ...more,
    },
    envelope: {
      id: newXmlId(),
      destination: acs,
      requestId,
      issuer,
      now,
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    },
  };
}

/** The response of an honest provider as XML: the assertion signed, with its certificate beside. */
export const honestResponse = ({ idp, fields, envelope }: Honest): string =>
  writeResponse(envelope, sign(writeAssertion(fields), idp));
