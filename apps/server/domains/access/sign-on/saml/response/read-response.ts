import { SignOnRefusal } from '../../refusal.ts';
import type { Certificate } from '../certificates.ts';
import { decodeResponse } from './decode-response.ts';
import { type Assertion, assertIssuer, type Expectation, readAssertion } from './read-assertion.ts';
import { findParts } from './response-parts.ts';
import { verifyAssertion } from './verify-assertion.ts';
import { assertion, attributeOf, childrenNamed, parseXml, type XmlElement } from './xml-element.ts';

/**
 * Reads the response of an identity provider from the field `SAMLResponse`. Throws a `SignOnRefusal` unless it is a
 * response for this service, signed by the provider. The caller checks in the database whether it answers a request of
 * ours, and for the first time.
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
  const inResponseTo = attributeOf(parts.response, 'InResponseTo');
  if (inResponseTo !== undefined && inResponseTo !== read.requestId) {
    throw new SignOnRefusal('wrapped', 'response and assertion answer different requests');
  }
  return read;
}

/** Checks the envelope only to explain a misdirected response. The assertion is what counts. */
function assertAddress(response: XmlElement, { recipient, issuer }: Expectation): void {
  const destination = attributeOf(response, 'Destination');
  if (destination !== undefined && destination !== recipient) {
    throw new SignOnRefusal('destination', destination);
  }
  if (childrenNamed(response, assertion('Issuer')).length > 0) assertIssuer(response, issuer);
}
