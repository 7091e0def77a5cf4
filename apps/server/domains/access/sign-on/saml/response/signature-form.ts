import { SignOnRefusal } from '../../refusal.ts';
import { SIGNATURE_METHODS } from './signed-info.ts';
import { attributeOf, childrenOf, isNamed, type Name, signature, type XmlElement } from './xml-element.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** The text contains no comments, so both produce the same result. */
const CANONICALIZATIONS = new Set([EXCLUSIVE, `${EXCLUSIVE}WithComments`]);
const DIGESTS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/**
 * Requires the one form that SAML gives a signature (core, 5.4): one reference, to the element that contains it, two
 * transforms, algorithms of a short list. Libraries find the parts of a signature by name, wherever they are; here each
 * part is in its place, exactly once, with nothing beside it.
 */
export function assertSignatureForm(found: XmlElement, signed: XmlElement): void {
  const [signedInfo, value, keyInfo] = childrenOf(found);
  assertSequence(found, ['SignedInfo', 'SignatureValue', ...(keyInfo ? ['KeyInfo'] : [])]);
  const [canonicalization, method, reference] = childrenIn(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  const [transforms, digestMethod, digestValue] = childrenIn(reference, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const [enveloped, exclusive] = childrenIn(transforms, ['Transform', 'Transform']);
  const id = attributeOf(signed, 'ID');
  if (!id || attributeOf(reference as XmlElement, 'URI') !== `#${id}`) throw refuse('reference');
  assertAlgorithm(method, SIGNATURE_METHODS, 'weak-algorithm');
  assertAlgorithm(digestMethod, DIGESTS, 'weak-algorithm');
  assertAlgorithm(canonicalization, CANONICALIZATIONS, 'signature-form');
  assertAlgorithm(enveloped, new Set([ENVELOPED]), 'signature-form');
  assertAlgorithm(exclusive, CANONICALIZATIONS, 'signature-form');
  for (const leaf of [value, digestValue, canonicalization, method, digestMethod, enveloped]) {
    childrenIn(leaf, []);
  }
  assertPrefixList(exclusive as XmlElement);
}

function assertAlgorithm(
  element: XmlElement | undefined,
  allowed: Set<string>,
  reason: 'weak-algorithm' | 'signature-form',
): void {
  const algorithm = element && attributeOf(element, 'Algorithm');
  if (!algorithm || !allowed.has(algorithm)) throw new SignOnRefusal(reason, algorithm ?? 'no algorithm');
}

/** The canonicalization of the assertion may name prefixes; nothing else may be said of it. */
function assertPrefixList(canonical: XmlElement): void {
  const inclusive: Name = { namespace: EXCLUSIVE, local: 'InclusiveNamespaces' };
  const children = childrenOf(canonical);
  if (children.length > 1 || children.some((child) => !isNamed(child, inclusive)))
    throw refuse('prefix list');
}

function childrenIn(parent: XmlElement | undefined, names: string[]): XmlElement[] {
  if (!parent) throw refuse('a part is missing');
  assertSequence(parent, names);
  return childrenOf(parent);
}

function assertSequence(parent: XmlElement, names: string[]): void {
  const children = childrenOf(parent);
  const isSo =
    children.length === names.length &&
    children.every((child, n) => isNamed(child, signature(names[n] as string)));
  if (!isSo)
    throw refuse(`${parent.localName} holds ${children.map(({ localName }) => localName).join(', ')}`);
}

const refuse = (detail: string): SignOnRefusal => new SignOnRefusal('signature-form', detail);
