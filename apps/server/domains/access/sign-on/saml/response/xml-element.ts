import { SignOnRefusal } from '../../refusal.ts';
import { loadSamlXml } from '../node-saml.ts';

/** The members of an element, as the signature library's parser provides them, that are used here. */
export interface XmlElement {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly parentNode: unknown;
  readonly childNodes: ArrayLike<unknown>;
  readonly tagName: string;
  readonly prefix: string | null;
  readonly attributes: ArrayLike<XmlAttribute>;
  getAttribute(name: string): string;
  hasAttribute(name: string): boolean;
}

interface XmlAttribute {
  /** The name with its prefix. */
  readonly name: string;
  readonly prefix: string | null;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly value: string;
}

/** A name in a namespace. */
export interface Name {
  namespace: string;
  local: string;
}

export const protocol = (local: string): Name => ({
  namespace: 'urn:oasis:names:tc:SAML:2.0:protocol',
  local,
});
export const assertion = (local: string): Name => ({
  namespace: 'urn:oasis:names:tc:SAML:2.0:assertion',
  local,
});
export const signature = (local: string): Name => ({
  namespace: 'http://www.w3.org/2000/09/xmldsig#',
  local,
});

const ELEMENT_NODE = 1;

/** The root of a text that `assertPlainXml` passed. It is parsed by the very parser that verifies signatures. */
export async function parseXml(xml: string): Promise<XmlElement> {
  const { parseDomFromString } = await loadSamlXml();
  try {
    const document = (await parseDomFromString(xml)) as { documentElement: XmlElement };
    return document.documentElement;
  } catch (error) {
    throw new SignOnRefusal('not-xml', (error as Error).message);
  }
}

export const isNamed = (element: XmlElement, { namespace, local }: Name): boolean =>
  element.localName === local && element.namespaceURI === namespace;

export function childrenOf(element: XmlElement): XmlElement[] {
  const nodes = Array.from(element.childNodes) as (XmlElement & { nodeType: number })[];
  return nodes.filter(({ nodeType }) => nodeType === ELEMENT_NODE);
}

export const childrenNamed = (element: XmlElement, name: Name): XmlElement[] =>
  childrenOf(element).filter((child) => isNamed(child, name));

/** The child of this name, when there is exactly one. */
export function onlyChild(element: XmlElement, name: Name): XmlElement | undefined {
  const [first, ...others] = childrenNamed(element, name);
  return others.length === 0 ? first : undefined;
}

/** The element itself, and everything below it. */
export function* walk(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of childrenOf(element)) yield* walk(child);
}

export const textOf = (element: XmlElement): string => (element.textContent ?? '').trim();

export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.hasAttribute(name) ? element.getAttribute(name) : undefined;
