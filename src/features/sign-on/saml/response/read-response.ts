import { SignOnRefusal } from '../../refusal.ts';
import type { Certificate } from '../certificates.ts';
import { decodeResponse } from './decode-response.ts';
import { type Assertion, assertIssuer, type Expectation, readAssertion } from './read-assertion.ts';
import { findParts } from './response-parts.ts';
import { verifyAssertion } from './verify-assertion.ts';
import { assertion, attributeOf, childrenNamed, parseXml, type XmlElement } from './xml-element.ts';

/**
 * What an identity provider answered, from the field `SAMLResponse`. Throws a `SignOnRefusal` for everything that is not
 * a response to here that the provider signed. Whether it answers a request of ours, and for the first time, is asked
 * of the database by the caller.
 */
export async function readResponse(
  field: string,
  { certificates, ...expected }: Expectation & { certificates: Certificate[] },
): Promise<Assertion> {
  const xml = decodeResponse(field);
  const parts = findParts(await parseXml(xml));
  assertAddress(parts.response, expected);
  const signed = await verifyAssertion(xml, parts, { certificates, now: expected.now });
  const read = readAssertion(signed, expected);
  const answered = attributeOf(parts.response, 'InResponseTo');
  if (answered !== undefined && answered !== read.requestId) {
    throw new SignOnRefusal('wrapped', 'response and assertion answer different requests');
  }
  return read;
}

/** What the envelope says: only so that who is wrong here learns why. What counts is in the assertion. */
function assertAddress(response: XmlElement, { recipient, issuer }: Expectation): void {
  const destination = attributeOf(response, 'Destination');
  if (destination !== undefined && destination !== recipient) {
    throw new SignOnRefusal('destination', destination);
  }
  if (childrenNamed(response, assertion('Issuer')).length > 0) assertIssuer(response, issuer);
}
