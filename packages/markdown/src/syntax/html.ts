import { decodeHTMLStrict } from 'entities';

/** A small reader of HTML as documentation repositories write it: exact ranges, one pass, never an error. */
interface HtmlAttribute {
  value: string;
  /** Range of the value as written, without its quotes. */
  start: number;
  end: number;
}

export type HtmlAttributes = Map<string, HtmlAttribute>;

export interface HtmlElement {
  kind: 'element';
  name: string;
  attributes: HtmlAttributes;
  children: HtmlNode[];
  /** Range of the whole element, and of what stands between its tags. */
  start: number;
  end: number;
  innerStart: number;
  innerEnd: number;
}

interface HtmlText {
  kind: 'text';
  text: string;
  start: number;
  end: number;
}

interface HtmlComment {
  kind: 'comment';
  start: number;
  end: number;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment;

const TAG =
  /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?|\s+\/(?!>))*)\s*(\/?)>/y;
const ATTRIBUTE = /\s([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
const VOID = new Set(['img', 'br', 'hr', 'source', 'input', 'wbr', 'option', 'meta', 'link', 'col']);
const MAX_ELEMENT_DEPTH = 60;
/** Each becomes an object with its attributes, long before anything is built of it. */
const MAX_ELEMENTS = 500_000;

export interface HtmlTag {
  name: string;
  isClosing: boolean;
  isVoid: boolean;
  attributes: HtmlAttributes;
  end: number;
}

/** Reads the tag that begins at `position`. */
export function readHtmlTag(source: string, position: number): HtmlTag | undefined {
  TAG.lastIndex = position;
  const match = TAG.exec(source);
  if (!match) return undefined;
  const name = match[2]!.toLowerCase();
  return {
    name,
    isClosing: match[1] === '/',
    isVoid: match[4] === '/' || VOID.has(name),
    attributes: readAttributes(match[3]!, position + 1 + match[1]!.length + match[2]!.length),
    end: position + match[0].length,
  };
}

function readAttributes(text: string, offset: number): HtmlAttributes {
  const attributes: HtmlAttributes = new Map();
  for (const match of text.matchAll(ATTRIBUTE)) {
    const written = match[2] ?? '';
    const quoted = written.startsWith('"') || written.startsWith("'") ? 1 : 0;
    const start = offset + match.index + match[0].length - written.length + quoted;
    const end = offset + match.index + match[0].length - quoted;
    const value = decodeHTMLStrict(quoted ? written.slice(1, -1) : written);
    if (!attributes.has(match[1]!.toLowerCase()))
      attributes.set(match[1]!.toLowerCase(), { value, start, end });
  }
  return attributes;
}

/**
 * Reads HTML into a tree. Undefined when tags are not balanced, are too many, nest too deeply, or are followed by a `<`
 * that is not a tag: such a source is better shown than guessed at.
 */
export function readHtml(source: string): HtmlNode[] | undefined {
  const root: HtmlNode[] = [];
  const open: HtmlElement[] = [];
  const add = (node: HtmlNode): void => void (open.at(-1)?.children ?? root).push(node);
  let position = 0;
  let count = 0;
  while (position < source.length) {
    if (source.charCodeAt(position) !== 0x3c) {
      const next = source.indexOf('<', position);
      const end = next < 0 ? source.length : next;
      add({ kind: 'text', text: decodeHTMLStrict(source.slice(position, end)), start: position, end });
      position = end;
      continue;
    }
    if (source.startsWith('<!--', position)) {
      const close = source.indexOf('-->', position + 4);
      if (close < 0) return undefined;
      add({ kind: 'comment', start: position, end: close + 3 });
      position = close + 3;
      continue;
    }
    const tag = readHtmlTag(source, position);
    if (!tag) return undefined;
    if (tag.isClosing) {
      const element = open.pop();
      if (element?.name !== tag.name) return undefined;
      element.innerEnd = position;
      element.end = tag.end;
    } else {
      const element: HtmlElement = {
        kind: 'element',
        name: tag.name,
        attributes: tag.attributes,
        children: [],
        start: position,
        end: tag.end,
        innerStart: tag.end,
        innerEnd: tag.end,
      };
      add(element);
      count++;
      if (count > MAX_ELEMENTS) return undefined;
      const closesAtOnce = tag.name === 'option' && source.startsWith('</option>', tag.end);
      if (closesAtOnce) {
        element.end = tag.end + '</option>'.length;
      } else if (!tag.isVoid) {
        open.push(element);
        if (open.length > MAX_ELEMENT_DEPTH) return undefined;
      }
      position = element.end;
      continue;
    }
    position = tag.end;
  }
  return open.length === 0 ? root : undefined;
}

export const attributeOf = (attributes: HtmlAttributes, name: string): string | undefined =>
  attributes.get(name)?.value;

/** The elements among some nodes, when nothing else but blanks stands beside them. */
export function onlyElements(nodes: readonly HtmlNode[]): HtmlElement[] | undefined {
  const elements: HtmlElement[] = [];
  for (const node of nodes) {
    if (node.kind === 'element') elements.push(node);
    else if (node.kind === 'comment' || node.text.trim() !== '') return undefined;
  }
  return elements;
}

export const isElement = (node: HtmlNode, name: string): node is HtmlElement =>
  node.kind === 'element' && node.name === name;

export function htmlText(nodes: readonly HtmlNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (node.kind === 'element') text += htmlText(node.children);
  }
  return text;
}

/** Escapes text for HTML as the dialect writes it. */
export const escapeHtml = (text: string): string => text.replace(/&/g, '&#x26;').replace(/</g, '&#x3C;');

export const escapeAttribute = (text: string): string =>
  text.replace(/&/g, '&#x26;').replace(/"/g, '&#x22;').replace(/</g, '&#x3C;').replace(/\n/g, '&#xA;');
