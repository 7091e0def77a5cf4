import { SignOnRefusal } from '../../refusal.ts';
import {
  assertion,
  attributeOf,
  childrenNamed,
  isNamed,
  onlyChild,
  protocol,
  signature,
  textOf,
  walk,
  type XmlElement,
} from './xml-element.ts';

/** The elements of a response that count, each in the one place where it may be. Nothing is verified yet. */
export interface ResponseParts {
  response: XmlElement;
  /** The signature of the response itself, if there is one. */
  responseSignature: XmlElement | undefined;
  assertion: XmlElement;
  assertionSignature: XmlElement;
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const ID_NAMES = new Set(['id', 'ID', 'Id']);

/**
 * A response contains exactly one assertion, as its child. A signature is a child of the element it signs. Ids are
 * unique. Any other structure, in which one part could be verified and another read, is refused.
 */
export function findParts(response: XmlElement): ResponseParts {
  if (!isNamed(response, protocol('Response')) || response.getAttribute('Version') !== '2.0') {
    throw new SignOnRefusal('not-a-response');
  }
  assertSuccess(response);
  const all = [...walk(response)];
  if (all.some(({ localName }) => localName.startsWith('Encrypted'))) throw new SignOnRefusal('encrypted');
  const assertions = childrenNamed(response, assertion('Assertion'));
  const [one, ...others] = assertions;
  if (others.length > 0) throw new SignOnRefusal('several-assertions');
  // Compared by the local name alone, so that a namespace cannot hide an assertion from a less strict reader.
  const anywhere = all.filter(({ localName }) => localName === 'Assertion').length;
  if (anywhere > assertions.length) throw new SignOnRefusal('wrapped', 'an assertion in another place');
  if (!one) throw new SignOnRefusal('no-assertion');
  assertIdsOnce(all);
  // A second one of the same element is in another place than the first.
  const [responseSignature] = childrenNamed(response, signature('Signature'));
  const [assertionSignature] = childrenNamed(one, signature('Signature'));
  const inPlace = [responseSignature, assertionSignature].filter((found) => found !== undefined);
  if (all.filter(({ localName }) => localName === 'Signature').length > inPlace.length) {
    throw new SignOnRefusal('wrapped', 'a signature in another place');
  }
  if (!assertionSignature) throw new SignOnRefusal('unsigned');
  return { response, responseSignature, assertion: one, assertionSignature };
}

function assertSuccess(response: XmlElement): void {
  const status = onlyChild(response, protocol('Status'));
  const code = status && onlyChild(status, protocol('StatusCode'));
  if (!status || !code) throw new SignOnRefusal('not-a-response', 'no status');
  if (attributeOf(code, 'Value') === SUCCESS) return;
  const inner = onlyChild(code, protocol('StatusCode'));
  const message = onlyChild(status, protocol('StatusMessage'));
  const said = [code, inner].map((one) => one && attributeOf(one, 'Value'));
  throw new SignOnRefusal('status', [...said, message && textOf(message)].filter(Boolean).join(' – '));
}

function assertIdsOnce(elements: XmlElement[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const { localName, value } of Array.from(element.attributes)) {
      if (!ID_NAMES.has(localName)) continue;
      if (seen.has(value)) throw new SignOnRefusal('wrapped', 'an id twice');
      seen.add(value);
    }
  }
}
