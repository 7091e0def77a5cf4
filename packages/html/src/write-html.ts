/** Writing parts of trees as HTML: the tags of an element can be written apart from what is between them. */
import { type HtmlElement, type HtmlNode, isElement, isTextNode } from './html-tree.ts';

export interface HtmlAttribute {
  name: string;
  value: string;
  prefix?: string | undefined;
}

/** Elements that have no end tag. */
const VOID_TAGS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

export const escapeText = (text: string): string =>
  text.replace(/[&<>\u00a0]/g, (character) => ESCAPED[character] as string);

const escapeValue = (value: string): string =>
  value.replace(/[&<>"\u00a0]/g, (character) => ESCAPED[character] as string);

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

/** `attributes`: those to write instead of its own. */
export function startTag(
  { tagName, attrs }: HtmlElement,
  attributes: readonly HtmlAttribute[] = attrs,
): string {
  let tag = `<${tagName}`;
  for (const { name, value, prefix } of attributes)
    tag += ` ${prefix ? `${prefix}:${name}` : name}="${escapeValue(value)}"`;
  return `${tag}>`;
}

/** Empty for elements that have none. */
export const endTag = ({ tagName }: HtmlElement): string => (VOID_TAGS.has(tagName) ? '' : `</${tagName}>`);

/** A node with all that it contains. `startOf`: writes the start tag of an element. */
export function writeNode(node: HtmlNode, startOf: (element: HtmlElement) => string = startTag): string {
  if (isTextNode(node)) return escapeText(node.value);
  if (!isElement(node)) return '';
  const content = node.childNodes.map((child) => writeNode(child, startOf)).join('');
  return startOf(node) + content + endTag(node);
}
