import { decodeHTMLStrict } from 'entities';
import { BLOCK_ELEMENTS, RAW_ELEMENTS } from './html-elements.ts';

/** A small reader of HTML as documentation repositories write it: exact ranges, one pass, never an error. */
export interface HtmlAttribute {
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
  /** Whether it contains elements that are blocks. */
  hasBlocks?: boolean;
  /** Range of the whole element, and of the text between its tags. */
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

/** Written, and not seen by readers: a tag that belongs to nothing, or an element whose content is no text. */
interface HiddenHtml {
  kind: 'hidden';
  start: number;
  end: number;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment | HiddenHtml;

const TAG =
  /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?|\s+\/(?!>))*)\s*(\/?)>/y;
const ATTRIBUTE = /\s([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
const LOOSE_ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;
const VOID = new Set([
  'img',
  'br',
  'hr',
  'source',
  'input',
  'wbr',
  'option',
  'meta',
  'link',
  'col',
  'embed',
  'area',
  'base',
  'param',
  'track',
]);
const MAX_ELEMENT_DEPTH = 60;
/** Each becomes an object with its attributes, long before anything is built of it. */
const MAX_ELEMENTS = 500_000;

export interface HtmlTag {
  name: string;
  isClosing: boolean;
  isVoid: boolean;
  isSelfClosed: boolean;
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
    isSelfClosed: match[4] === '/',
    attributes: readAttributes(match[3]!, position + 1 + match[1]!.length + match[2]!.length),
    end: position + match[0].length,
  };
}

function readAttributes(text: string, offset: number, pattern = ATTRIBUTE): HtmlAttributes {
  const attributes: HtmlAttributes = new Map();
  for (const match of text.matchAll(pattern)) {
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

/** Elements that the start of another one beside them ends, and those around them that it does not look past. */
const IMPLIED_ENDS: readonly { by: RegExp; ended: RegExp; within: RegExp }[] = [
  { by: /^li$/, ended: /^li$/, within: /^(?:ul|ol|menu|dir)$/ },
  { by: /^d[td]$/, ended: /^d[td]$/, within: /^dl$/ },
  { by: /^t[dh]$/, ended: /^t[dh]$/, within: /^(?:tr|table)$/ },
  { by: /^tr$/, ended: /^(?:t[rdh]|caption|colgroup)$/, within: /^(?:thead|tbody|tfoot|table)$/ },
  {
    by: /^(?:thead|tbody|tfoot)$/,
    ended: /^(?:thead|tbody|tfoot|t[rdh]|caption|colgroup)$/,
    within: /^table$/,
  },
  {
    by: /^(?:address|article|aside|blockquote|center|details|dir|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|main|menu|nav|ol|p|pre|section|table|ul)$/,
    ended: /^p$/,
    within:
      /^(?:address|article|aside|blockquote|body|button|caption|center|d[dlt]|details|dir|div|fieldset|fig.*|footer|form|h[1-6r]|header|li|main|menu|nav|object|ol|section|summary|t.*|ul)$/,
  },
];

/** Quotes in a tag without an end may be read to the end of the source for each of them. */
const MAX_FAILURES = 1000;

/** Beyond these, a closing tag closes nothing. */
const CELLS = /^(?:t[dh]|caption|table)$/;
/** As a browser reads it: also without blanks between attributes. */
const LOOSE_TAG = /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^"'<>])*)?)>/y;

/**
 * Reads any HTML into a tree, nearly as browsers do: elements that are not closed end with what they are in, and what
 * cannot be read is text. Undefined when there are too many elements.
 */
export function readAnyHtml(source: string): HtmlNode[] | undefined {
  const reader = new LooseReader(source);
  return reader.read();
}

class LooseReader {
  readonly #source: string;
  readonly #root: HtmlNode[] = [];
  readonly #open: HtmlElement[] = [];
  #count = 0;
  #failures = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): HtmlNode[] | undefined {
    const source = this.#source;
    let position = 0;
    while (position < source.length) {
      position = this.#readNode(position);
      if (this.#count > MAX_ELEMENTS) return undefined;
    }
    while (this.#open.length > 0) this.#close(source.length, source.length);
    return this.#root;
  }

  /** Returns where the next node begins. */
  #readNode(position: number): number {
    const source = this.#source;
    if (source.charCodeAt(position) !== 0x3c) {
      const next = source.indexOf('<', position);
      return this.#addText(position, next < 0 ? source.length : next);
    }
    if (source[position + 1] === '!' || source[position + 1] === '?') {
      const closing = source.startsWith('<!--', position) ? '-->' : '>';
      const close = source.indexOf(closing, position + (closing === '>' ? 2 : 4));
      const end = close < 0 ? source.length : close + closing.length;
      this.#add({ kind: 'comment', start: position, end });
      return end;
    }
    const tag = this.#readTag(position);
    if (!tag) return this.#addText(position, position + 1);
    if (tag.isClosing) {
      this.#closeElement(tag.name, position, tag.end);
      return tag.end;
    }
    return this.#openElement(tag, position);
  }

  #readTag(position: number): HtmlTag | undefined {
    if (this.#failures > MAX_FAILURES || !/[a-z/]/i.test(this.#source[position + 1] ?? '')) return undefined;
    const tag = readHtmlTag(this.#source, position) ?? readLooseTag(this.#source, position);
    if (!tag) this.#failures++;
    return tag;
  }

  #add(node: HtmlNode): void {
    (this.#open.at(-1)?.children ?? this.#root).push(node);
  }

  #addText(start: number, end: number): number {
    this.#add({ kind: 'text', text: decodeHTMLStrict(this.#source.slice(start, end)), start, end });
    return end;
  }

  #openElement(tag: HtmlTag, position: number): number {
    const { name, attributes, end } = tag;
    this.#count++;
    for (const { by, ended, within } of IMPLIED_ENDS)
      if (by.test(name)) this.#endOthers(ended, within, position);
    const isRaw = RAW_ELEMENTS.has(name) && !(tag.isVoid && tag.isSelfClosed);
    const innerEnd = isRaw ? this.#endOfRaw(name, end) : end;
    const close = isRaw ? this.#source.indexOf('>', innerEnd) : -1;
    const last = !isRaw ? end : close < 0 ? this.#source.length : close + 1;
    if (isRaw && name !== 'iframe') {
      this.#add({ kind: 'hidden', start: position, end: last });
      return last;
    }
    const element: HtmlElement = {
      kind: 'element',
      name,
      attributes,
      children: [],
      start: position,
      end: last,
      innerStart: end,
      innerEnd,
    };
    if (this.#open.length >= MAX_ELEMENT_DEPTH && !tag.isVoid) {
      this.#add({ kind: 'hidden', start: position, end });
      return end;
    }
    this.#add(element);
    if (BLOCK_ELEMENTS.has(name))
      for (let at = this.#open.length - 1; at >= 0 && !this.#open[at]!.hasBlocks; at--)
        this.#open[at]!.hasBlocks = true;
    if (name === 'option' && this.#source.startsWith('</option>', end)) {
      element.end = end + '</option>'.length;
      return element.end;
    }
    // A slash at the end of a tag means nothing, but those who write it mean an empty element.
    if (!isRaw && !tag.isVoid) this.#open.push(element);
    return last;
  }

  /** The beginning of the closing tag of an element whose content is no markup. */
  #endOfRaw(name: string, from: number): number {
    const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    closing.lastIndex = from;
    return closing.exec(this.#source)?.index ?? this.#source.length;
  }

  /** Ends the elements of some names that are open up to one around them. */
  #endOthers(ended: RegExp, within: RegExp, position: number): void {
    let last = -1;
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const { name } = this.#open[at]!;
      if (ended.test(name)) last = at;
      else if (within.test(name)) break;
    }
    if (last >= 0) while (this.#open.length > last) this.#close(position, position);
  }

  #closeElement(name: string, position: number, end: number): void {
    let at = this.#open.length - 1;
    while (at >= 0 && this.#open[at]!.name !== name) {
      const isEdge = CELLS.test(this.#open[at]!.name) && !/^(?:t[rdh]|thead|tbody|tfoot|table)$/.test(name);
      at = isEdge ? -1 : at - 1;
    }
    if (at < 0) {
      this.#add({ kind: 'hidden', start: position, end });
      return;
    }
    while (this.#open.length > at + 1) this.#close(position, position);
    this.#close(position, end);
  }

  #close(innerEnd: number, end: number): void {
    const element = this.#open.pop()!;
    element.innerEnd = innerEnd;
    element.end = end;
  }
}

function readLooseTag(source: string, position: number): HtmlTag | undefined {
  LOOSE_TAG.lastIndex = position;
  const match = LOOSE_TAG.exec(source);
  if (!match) return undefined;
  const name = match[2]!.toLowerCase();
  const isSelfClosed = match[3]!.endsWith('/');
  return {
    name,
    isClosing: match[1] === '/',
    isVoid: isSelfClosed || VOID.has(name),
    isSelfClosed,
    attributes: readAttributes(
      match[3]!,
      position + 1 + match[1]!.length + match[2]!.length,
      LOOSE_ATTRIBUTE,
    ),
    end: position + match[0].length,
  };
}

export const attributeOf = (attributes: HtmlAttributes, name: string): string | undefined =>
  attributes.get(name)?.value;

/** The elements among some nodes, if there is nothing beside them but blanks. */
export function onlyElements(nodes: readonly HtmlNode[]): HtmlElement[] | undefined {
  const elements: HtmlElement[] = [];
  for (const node of nodes) {
    if (node.kind === 'element') elements.push(node);
    else if (node.kind !== 'text' || node.text.trim() !== '') return undefined;
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
