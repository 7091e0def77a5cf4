import { constants, verify } from 'node:crypto';
import { childrenOf, textOf, type XmlElement } from './xml-element.ts';

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const METHODS: Record<string, { hash: string; padding?: object }> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { hash: 'sha256' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { hash: 'sha512' },
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': { hash: 'sha256', padding: PSS },
};

/** The methods of signatures that are verified. */
export const SIGNATURE_METHODS = new Set(Object.keys(METHODS));

/**
 * Whether a signature of the required form was made with the key of the certificate, whatever it signs. The library
 * checks this last, after work on the whole message that an attacker can make take seconds; checking it first keeps
 * strangers from causing that work. It decides nothing else: the library verifies what is signed.
 */
export function isSignedWith(signature: XmlElement, pem: string): boolean {
  const [signedInfo, value] = childrenOf(signature) as [XmlElement, XmlElement];
  const [, method] = childrenOf(signedInfo) as [XmlElement, XmlElement];
  const known = METHODS[method.getAttribute('Algorithm')];
  if (!known) return false;
  const signed = Buffer.from(canonicalize(signedInfo, new Map()));
  return verify(known.hash, signed, { key: pem, ...known.padding }, Buffer.from(textOf(value), 'base64'));
}

type Namespaces = ReadonlyMap<string, string>;

/** Exclusive XML canonicalization of an element without comments, processing instructions or its own prefix lists. */
function canonicalize(element: XmlElement, above: Namespaces): string {
  const attributes = Array.from(element.attributes).filter(({ name }) => !/^xmlns(?::|$)/.test(name));
  const declared = new Map(above);
  const used = [element, ...attributes.filter(({ prefix }) => prefix && prefix !== 'xml')];
  for (const { prefix, namespaceURI } of used) declared.set(prefix ?? '', namespaceURI ?? '');
  const declarations = [...declared]
    .filter(([prefix, uri]) => (above.get(prefix) ?? '') !== uri)
    .toSorted(([one], [other]) => compare(one, other))
    .map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${escapeAttribute(uri)}"`);
  const written = attributes
    .toSorted(
      (one, other) =>
        compare(one.namespaceURI ?? '', other.namespaceURI ?? '') || compare(one.localName, other.localName),
    )
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`);
  const inside = Array.from(element.childNodes, (node) =>
    'tagName' in (node as object)
      ? canonicalize(node as XmlElement, declared)
      : escapeText((node as { data: string }).data),
  );
  const name = element.tagName;
  return `<${name}${declarations.join('')}${written.join('')}>${inside.join('')}</${name}>`;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const escapeText = (text: string): string => text.replace(/[&<>\r]/g, (mark) => ESCAPES[mark] as string);
const escapeAttribute = (text: string): string =>
  text.replace(/[&<"\t\n\r]/g, (mark) => ESCAPES[mark] as string);
