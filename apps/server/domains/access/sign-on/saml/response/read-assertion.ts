import { SignOnRefusal } from '../../refusal.ts';
import { assertInTime, timeOf } from './times.ts';
import {
  attributeOf,
  childrenNamed,
  childrenOf,
  assertion as named,
  onlyChild,
  textOf,
  type XmlElement,
} from './xml-element.ts';

/** The statements about a person that a provider vouches for. */
export interface Assertion {
  assertionId: string;
  /** The id of our request that it answers. */
  requestId: string;
  nameId: string;
  nameFormat: string | undefined;
  /** Values by the name of the attribute. */
  attributes: ReadonlyMap<string, readonly string[]>;
  /** The end of the assertion's validity. */
  expiresAt: Date;
  /** The end of the provider's own session, if stated. */
  sessionEndsAt: Date | undefined;
}

/** The values that an assertion must contain to be meant for this service. */
export interface Expectation {
  /** The entity id of the provider. */
  issuer: string;
  /** Our own. */
  audience: string;
  recipient: string;
  now: Date;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';
const KNOWN_CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
const MAX_NAME_LENGTH = 1024;

/** Reads a verified assertion, and checks all requirements of SAML's Web Browser SSO profile. */
export function readAssertion(signed: XmlElement, expected: Expectation): Assertion {
  assertIssuer(signed, expected.issuer);
  assertConditions(signed, expected);
  const subject = onlyChild(signed, named('Subject'));
  if (!subject) throw new SignOnRefusal('name', 'no subject');
  const { requestId, expiresAt } = readConfirmation(subject, expected);
  return {
    assertionId: attributeOf(signed, 'ID') as string,
    requestId,
    ...readName(subject),
    attributes: readAttributes(signed),
    expiresAt,
    sessionEndsAt: readSignIn(signed, expected.now),
  };
}

/** Also of a response, where it need not be said. */
export function assertIssuer(element: XmlElement, expected: string): void {
  const issuer = onlyChild(element, named('Issuer'));
  const format = issuer && attributeOf(issuer, 'Format');
  const isIt = issuer && textOf(issuer) === expected && (format === undefined || format === ENTITY);
  if (!isIt) throw new SignOnRefusal('issuer', issuer ? textOf(issuer) : 'none');
}

function assertConditions(signed: XmlElement, { audience, now }: Expectation): void {
  const conditions = onlyChild(signed, named('Conditions'));
  if (!conditions) throw new SignOnRefusal('audience', 'no conditions');
  assertInTime(conditions, now);
  const unknown = childrenOf(conditions).find(({ localName }) => !KNOWN_CONDITIONS.has(localName));
  if (unknown) throw new SignOnRefusal('condition', unknown.localName);
  const restrictions = childrenNamed(conditions, named('AudienceRestriction'));
  const audiences = restrictions.map((one) => childrenNamed(one, named('Audience')).map(textOf));
  // Every restriction must allow this service; an assertion without one would be valid for everybody.
  if (audiences.length === 0 || !audiences.every((one) => one.includes(audience))) {
    throw new SignOnRefusal('audience', audiences.flat().join(', '));
  }
}

interface Confirmed {
  requestId: string;
  expiresAt: Date;
}

/** One valid confirmation is enough; if none is valid, the first one explains why. */
function readConfirmation(subject: XmlElement, expected: Expectation): Confirmed {
  const bearers = childrenNamed(subject, named('SubjectConfirmation')).filter(
    (one) => attributeOf(one, 'Method') === BEARER,
  );
  let refusal: SignOnRefusal | undefined;
  for (const bearer of bearers) {
    try {
      return confirm(onlyChild(bearer, named('SubjectConfirmationData')), expected);
    } catch (error) {
      if (!(error instanceof SignOnRefusal)) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new SignOnRefusal('confirmation', 'no bearer');
}

function confirm(data: XmlElement | undefined, { recipient, now }: Expectation): Confirmed {
  if (!data) throw new SignOnRefusal('confirmation', 'nothing about the bearer');
  const to = attributeOf(data, 'Recipient');
  if (to !== recipient) throw new SignOnRefusal('recipient', to);
  const expiresAt = timeOf(data, 'NotOnOrAfter');
  if (!expiresAt) throw new SignOnRefusal('time', 'no NotOnOrAfter');
  assertInTime(data, now);
  const requestId = attributeOf(data, 'InResponseTo');
  if (!requestId) throw new SignOnRefusal('unsolicited');
  return { requestId, expiresAt };
}

function readName(subject: XmlElement): Pick<Assertion, 'nameId' | 'nameFormat'> {
  const name = onlyChild(subject, named('NameID'));
  if (!name || childrenOf(name).length > 0) throw new SignOnRefusal('name', 'not one name of text alone');
  const nameId = textOf(name);
  if (nameId === '' || nameId.length > MAX_NAME_LENGTH) throw new SignOnRefusal('name', 'empty or too long');
  return { nameId, nameFormat: attributeOf(name, 'Format') };
}

/** Throws a refusal unless the person signed in at the provider, in a session that has not ended. */
function readSignIn(signed: XmlElement, now: Date): Date | undefined {
  const [statement] = childrenNamed(signed, named('AuthnStatement'));
  if (!statement) throw new SignOnRefusal('no-sign-in');
  const end = timeOf(statement, 'SessionNotOnOrAfter');
  if (end && end <= now) throw new SignOnRefusal('expired', `session to ${end.toISOString()}`);
  return end;
}

function readAttributes(signed: XmlElement): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  const statements = childrenNamed(signed, named('AttributeStatement'));
  for (const attribute of statements.flatMap((one) => childrenNamed(one, named('Attribute')))) {
    const name = attributeOf(attribute, 'Name') ?? '';
    const values = childrenNamed(attribute, named('AttributeValue')).map(textOf);
    attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
  }
  return attributes;
}
