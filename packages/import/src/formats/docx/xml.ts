import { decodeXML } from 'entities';

/** An element of a part of a document. Names have the usual prefixes, such as `w:p`, whichever the part declares. */
export interface XmlElement {
  name: string;
  /** As written, for writing it again. */
  tag: string;
  /** As written, with the space before them. */
  written: string;
  children: XmlNode[];
}

/** Text is kept as it is written, with its entities. */
export type XmlNode = XmlElement | string;

/** The usual prefixes of namespaces, by the last parts of their addresses in both forms of the standard. */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, 'w'],
  [/\/officeDocument\/(?:2006\/)?relationships$/, 'r'],
  [/\/officeDocument\/(?:2006\/)?math$/, 'm'],
  [/\/drawingml\/(?:2006\/)?chart$/, 'c'],
  [/\/drawingml\/(?:2006\/)?diagram$/, 'dgm'],
  [/\/markup-compatibility\/2006$/, 'mc'],
  [/\/office\/word\/2010\/wordml$/, 'w14'],
  [/^urn:schemas-microsoft-com:office:office$/, 'o'],
];

/** Each alternative ends at the next `<`, or takes the rest of the text, so that a hostile text is read once. */
const TOKEN =
  /<!--(?:[\s\S]*?-->|[\s\S]*)|<\?(?:[\s\S]*?\?>|[\s\S]*)|<!\[CDATA\[(?:([\s\S]*?)\]\]>|[\s\S]*)|<!(?!--|\[)[^>]*(?:>|$)|<\/([^\s<>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<=>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;

/** Parses a part. Returns its root; undefined if it is not XML. */
export function parseXml(text: string): XmlElement | undefined {
  const prefixes = new Map<string, string>();
  const root: XmlElement = { name: '', tag: '', written: '', children: [] };
  const open = [root];
  for (const [token, cdata, closed, opened, written = '', slash] of text.matchAll(TOKEN)) {
    const parent = open.at(-1) as XmlElement;
    if (opened !== undefined) {
      readPrefixes(written, prefixes);
      const element = { name: nameOf(opened, prefixes), tag: opened, written, children: [] };
      parent.children.push(element);
      if (slash === '') open.push(element);
    } else if (closed !== undefined) {
      if (open.length > 1) open.pop();
    } else if (cdata !== undefined) parent.children.push(escapeXml(cdata));
    else if (token[0] !== '<') parent.children.push(token);
  }
  return root.children.find(isXmlElement);
}

function readPrefixes(written: string, prefixes: Map<string, string>): void {
  if (!written.includes('xmlns')) return;
  for (const [, prefix = '', double, single] of written.matchAll(
    /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const known = PREFIXES.find(([pattern]) => pattern.test(double ?? single ?? ''));
    if (known) prefixes.set(prefix, known[1]);
  }
}

function nameOf(tag: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = tag.indexOf(':');
  const prefix = prefixes.get(colon < 0 ? '' : tag.slice(0, colon));
  return prefix === undefined ? tag : `${prefix}:${tag.slice(colon + 1)}`;
}

export const isXmlElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';

/** The value of an attribute, by its name without the prefix. */
export function xmlAttribute({ written }: XmlElement, name: string): string | undefined {
  for (const [, own, double, single] of written.matchAll(
    /\s(?:[^\s=:]+:)?([^\s=:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    if (own === name) return decodeXML(double ?? single ?? '');
  return undefined;
}

/** The first child with a name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => isXmlElement(child) && child.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child): child is XmlElement => isXmlElement(child) && child.name === name) ?? [];

/** The attribute `val` of a child. */
export function valOf(element: XmlElement | undefined, name: string): string | undefined {
  const child = childOf(element, name);
  return child && xmlAttribute(child, 'val');
}

/** Whether a property that is on or off is on: `<w:b/>`, `<w:b w:val="0"/>`. */
export function isOn(element: XmlElement | undefined, name: string): boolean {
  const child = childOf(element, name);
  return child !== undefined && !/^(?:0|false|off)$/.test(xmlAttribute(child, 'val') ?? '');
}

/** All elements within an element, in the order of the document; without the content of those that are `closed`. */
export function* elementsWithin(element: XmlElement, closed?: string): Generator<XmlElement> {
  const waiting = element.children.filter(isXmlElement).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    if (next.name === closed) continue;
    for (let at = next.children.length - 1; at >= 0; at -= 1) {
      const child = next.children[at] as XmlNode;
      if (isXmlElement(child)) waiting.push(child);
    }
  }
}

/** The text in elements with one of these names. */
export function textWithin(element: XmlElement, names: readonly string[] = ['w:t']): string {
  let text = '';
  for (const inner of elementsWithin(element))
    if (names.includes(inner.name))
      text += decodeXML(inner.children.filter((child) => typeof child === 'string').join(''));
  return text;
}

export const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Makes an element of the namespace of the document, whose prefix is that of `like`. */
export function makeXml(
  like: XmlElement,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: XmlNode[] = [],
): XmlElement {
  const colon = like.tag.indexOf(':');
  const prefix = colon < 0 ? '' : like.tag.slice(0, colon + 1);
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${prefix}${key}="${escapeXml(value).replace(/"/g, '&quot;')}"`)
    .join('');
  return { name: `w:${name}`, tag: prefix + name, written, children };
}

export function writeXml(root: XmlElement): string {
  const parts: string[] = [];
  const waiting: XmlNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (node.children.length === 0) parts.push(`<${node.tag}${node.written}/>`);
    else {
      parts.push(`<${node.tag}${node.written}>`);
      waiting.push(`</${node.tag}>`);
      for (let at = node.children.length - 1; at >= 0; at -= 1) waiting.push(node.children[at] as XmlNode);
    }
  }
  return parts.join('');
}
