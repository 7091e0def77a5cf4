/**
 * Reading the trees that parse5 makes of HTML as a browser does. No function recurses: documents nest as deep as they
 * like.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/**
 * Text and elements in a table that belong to no cell are put before the table, which is nearly always the last child:
 * then they are put there without moving or searching the other children.
 */
const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  insertBefore(parent: ParentNode, node: HtmlNode, reference: HtmlNode) {
    const { childNodes } = parent;
    if (childNodes.at(-1) !== reference) {
      defaultTreeAdapter.insertBefore(parent, node, reference);
      return;
    }
    childNodes[childNodes.length - 1] = node;
    childNodes.push(reference);
    node.parentNode = parent;
  },
  insertTextBefore(parent: ParentNode, text: string, reference: HtmlNode) {
    const { childNodes } = parent;
    const before = childNodes.at(-2);
    if (childNodes.at(-1) !== reference) defaultTreeAdapter.insertTextBefore(parent, text, reference);
    else if (before && isTextNode(before)) before.value += text;
    else treeAdapter.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference);
  },
};

/** `hasLines`: whether the elements know their lines, for `lineNumberOf`. */
export const parseHtml = (html: string, { hasLines = false } = {}): DefaultTreeAdapterTypes.Document =>
  parse(html, { treeAdapter, sourceCodeLocationInfo: hasLines });

/** The line on which an element begins, counted from 1; that of what contains it if only the parser adds it. */
export function lineNumberOf(element: HtmlElement): number | undefined {
  let at: HtmlParent | null = element;
  while (at && isElement(at) && !at.sourceCodeLocation) at = at.parentNode;
  return at && isElement(at) ? at.sourceCodeLocation?.startLine : undefined;
}

/**
 * Writes a tree as HTML, without the content of templates, which is no part of the page. It recurses, so the tree must
 * not be deep.
 */
export const serializeHtml = (document: DefaultTreeAdapterTypes.Document): string =>
  serialize(document, {
    treeAdapter: {
      ...defaultTreeAdapter,
      getTemplateContent: (template) => ({ ...template.content, childNodes: [] }),
    },
  });

export const isElement = (node: DefaultTreeAdapterTypes.Node): node is HtmlElement => 'tagName' in node;

export const isTextNode = (node: DefaultTreeAdapterTypes.Node): node is DefaultTreeAdapterTypes.TextNode =>
  node.nodeName === '#text';

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

export const classesOf = (element: HtmlElement): string[] =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean);

export const hasClass = (element: HtmlElement, name: string): boolean => classesOf(element).includes(name);

/** The first element below a node with a class. */
export const findByClass = (parent: HtmlParent, name: string): HtmlElement | undefined =>
  findElement(parent, (element) => hasClass(element, name));

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

/** Removes elements from their parents, each of which is gone through once. */
export function removeElements(elements: Iterable<HtmlElement>): void {
  const removed = new Set<HtmlNode>(elements);
  const parents = new Set([...removed].flatMap(({ parentNode }) => parentNode ?? []));
  for (const parent of parents) parent.childNodes = parent.childNodes.filter((node) => !removed.has(node));
  for (const element of removed) element.parentNode = null;
}

export function removeElement(element: HtmlElement): void {
  const { parentNode } = element;
  if (!parentNode) return;
  const at = parentNode.childNodes.indexOf(element);
  if (at >= 0) parentNode.childNodes.splice(at, 1);
  element.parentNode = null;
}
