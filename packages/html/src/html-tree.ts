/**
 * Reading the trees that parse5 makes of HTML as a browser does. No function recurses: documents nest as deep as they
 * like.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

export const parseHtml = (html: string): DefaultTreeAdapterTypes.Document => parse(html);

export const isElement = (node: DefaultTreeAdapterTypes.Node): node is HtmlElement => 'tagName' in node;

export const isTextNode = (node: DefaultTreeAdapterTypes.Node): node is DefaultTreeAdapterTypes.TextNode =>
  node.nodeName === '#text';

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

export const classesOf = (element: HtmlElement): string[] =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean);

export const elementsOf = (parent: HtmlParent): HtmlElement[] => parent.childNodes.filter(isElement);

/** All elements below a node, in the order of the document. */
export function* descendantsOf(parent: HtmlParent): Generator<HtmlElement> {
  const waiting: HtmlNode[] = [...parent.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let i = node.childNodes.length - 1; i >= 0; i -= 1) waiting.push(node.childNodes[i] as HtmlNode);
  }
}

export function findElement(
  parent: HtmlParent,
  isWanted: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const element of descendantsOf(parent)) if (isWanted(element)) return element;
  return undefined;
}

export const findByTag = (parent: HtmlParent, ...names: string[]): HtmlElement | undefined =>
  findElement(parent, ({ tagName }) => names.includes(tagName));

/** The text of a node as it is written, without collapsing blanks; line breaks for `<br>`. */
export function textOf(node: HtmlNode | HtmlParent, isSkipped?: (element: HtmlElement) => boolean): string {
  const parts: string[] = [];
  const waiting: (HtmlNode | HtmlParent)[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (isTextNode(next)) parts.push(next.value);
    else if ('childNodes' in next) {
      if (isElement(next)) {
        if (next !== node && isSkipped?.(next)) continue;
        if (next.tagName === 'br') parts.push('\n');
      }
      for (let i = next.childNodes.length - 1; i >= 0; i -= 1) waiting.push(next.childNodes[i] as HtmlNode);
    }
  }
  return parts.join('');
}

/** The text of a node on one line. */
export const lineOf = (node: HtmlNode | HtmlParent): string => textOf(node).replace(/\s+/g, ' ').trim();

export function removeElement(element: HtmlElement): void {
  const { parentNode } = element;
  if (!parentNode) return;
  const at = parentNode.childNodes.indexOf(element);
  if (at >= 0) parentNode.childNodes.splice(at, 1);
  element.parentNode = null;
}
