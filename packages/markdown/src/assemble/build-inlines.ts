import { decodeHTMLStrict } from 'entities';
import type { Token } from 'markdown-it';
import { readConditionTags } from '../condition-tags.ts';
import { urlRef } from '../content-ref.ts';
import { type InlineNode, type Mark, plainText } from '../document.ts';
import { type HtmlTag, readHtmlTag } from '../syntax/html.ts';
import { isElementName, RAW_ELEMENTS } from '../syntax/html-elements.ts';
import type { Destination } from '../syntax/inline-rules.ts';
import { addTarget, type Build, type Locate } from './context.ts';
import {
  addAnnotation,
  addElement,
  addImage,
  canAnnotate,
  isDarkSource,
  marksWithin,
  shownOfTag,
} from './inline-elements.ts';
import { createNodeList, type NodeList, withMark } from './node-list.ts';

/** The inline nodes of some Markdown. */
export function buildInlines(build: Build, content: string, locate: Locate): InlineNode[] {
  const list = createNodeList(build);
  addInlineTokens(build, list, readTokens(build, content, locate));
  return list.end();
}

/** The tokens of one piece of content, with the HTML tags among them read and paired. */
export interface InlineTokens {
  content: string;
  tokens: Token[];
  tags: (HtmlTag | undefined)[];
  /** For each opening token, the index of its closing token; -1 without one. */
  partners: Int32Array;
  /** Finds the first tag of a name from an index on. Asked in any order; nested pictures ask about the same tokens. */
  first(name: 'img' | 'source', from: number): number | undefined;
  locate: Locate;
}

export function readTokens(build: Build, content: string, locate: Locate): InlineTokens {
  const tokens = build.inlineTokens(content);
  const partners = new Int32Array(tokens.length).fill(-1);
  const tags: (HtmlTag | undefined)[] = new Array(tokens.length);
  const open: { name: string; level: number; index: number }[] = [];
  const openLinks: number[] = [];
  const counts = new Map<string, number>();
  const places = { img: [] as number[], source: [] as number[] };
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'link_open') openLinks.push(index);
    if (token.type === 'link_close') partners[openLinks.pop() ?? index] = index;
    if (token.type !== 'html_inline') continue;
    const tag = readHtmlTag(token.content, 0);
    tags[index] = tag;
    if (tag?.name === 'img' || (tag?.name === 'source' && isShownSource(tag))) places[tag.name].push(index);
    if (!tag || tag.isVoid) continue;
    const id = `${tag.name} ${token.level}`;
    if (!tag.isClosing) {
      open.push({ name: id, level: token.level, index });
      count(id, 1);
    } else if ((counts.get(id) ?? 0) > 0) {
      // Elements opened in between have no partner.
      for (let last = open.pop(); last; last = open.pop()) {
        count(last.name, -1);
        if (last.name !== id) continue;
        partners[last.index] = index;
        break;
      }
    }
  }
  return { content, tokens, tags, partners, locate, first: (name, from) => firstFrom(places[name], from) };
}

/** A `<source>` of a player, or of a picture in the dark. */
const isShownSource = ({ attributes }: HtmlTag): boolean => attributes.has('src') || isDarkSource(attributes);

/** The first of ascending numbers that is not below `from`. */
function firstFrom(positions: readonly number[], from: number): number | undefined {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return positions[low];
}

const MAX_ELEMENT_DEPTH = 30;

/** The mark before the definition of a term, as MkDocs and Pandoc write it on the line below. */
const definitionMarker = (token: Token | undefined): string | undefined =>
  token?.type === 'text' ? /^:[ \t]{1,3}(?=\S|$)/.exec(token.content)?.[0] : undefined;

export function addInlineTokens(
  build: Build,
  list: NodeList,
  source: InlineTokens,
  from = 0,
  to = source.tokens.length,
  outerMarks: readonly Mark[] = [],
  depth = 0,
): void {
  const { tokens, partners, locate } = source;
  const outer: (readonly Mark[])[] = [];
  let marks = outerMarks;
  const open = (type: 'bold' | 'italic' | 'strikethrough'): void => {
    outer.push(marks);
    marks = withMark(marks, type);
  };
  for (let i = from; i < to; i++) {
    const token = tokens[i]!;
    switch (token.type) {
      case 'softbreak': {
        const marker = depth === 0 && marks.length === 0 && definitionMarker(tokens[i + 1]);
        if (marker) {
          list.text('\n\u2003', [], `\n${marker}`);
          list.text(tokens[++i]!.content.slice(marker.length), []);
        } else if (!isBetweenCjk(tokens, i)) list.text(' ', marks);
        break;
      }
      case 'emoji':
        list.text(token.content, marks, token.markup);
        break;
      case 'hardbreak':
        list.text('\n', marks);
        break;
      case 'code_inline':
        list.text(token.content, withMark(marks, 'code'));
        break;
      case 'text_special':
        list.text(token.content, marks, isQuotedTag(token, tokens[i + 1]) ? token.markup : undefined);
        break;
      case 'strong_open':
        open('bold');
        break;
      case 'em_open':
        open('italic');
        break;
      case 's_open':
        open('strikethrough');
        break;
      case 'strong_close':
      case 'em_close':
      case 's_close':
        marks = outer.pop() ?? outerMarks;
        break;
      case 'math_inline':
        list.inline('inline-math', { data: { formula: token.content } });
        break;
      case 'image':
        addMarkdownImage(build, list, token, locate);
        break;
      case 'footnote_reference':
        addFootnoteReference(build, list, String(token.meta!.label), marks);
        break;
      case 'link_open': {
        const close = partners[i]!;
        const end = close < 0 || close >= to ? to : close;
        const inner = createNodeList(build);
        addInlineTokens(build, inner, source, i + 1, end, marks, depth + 1);
        const next = tokens[end + 1];
        if (addLink(build, list, token, inner.end(), next, locate)) i = end + 1;
        else i = end;
        break;
      }
      case 'html_inline':
        i = addTag(build, list, source, { at: i, to, marks, depth });
        break;
      default:
        list.text(token.content, marks);
    }
  }
}

/** A tag among inline tokens, and where its content must end. */
interface PlacedTag {
  at: number;
  to: number;
  marks: readonly Mark[];
  depth: number;
}

/** Adds a tag, and its element if it is one that is shown. Returns the index of its last token. */
function addTag(
  build: Build,
  list: NodeList,
  source: InlineTokens,
  { at, to, marks, depth }: PlacedTag,
): number {
  const { tokens, tags, partners, locate } = source;
  const token = tokens[at]!;
  const tag = tags[at];
  const partner = partners[at]!;
  const close = partner > at && partner < to ? partner : undefined;
  if (tag && !tag.isClosing && depth < MAX_ELEMENT_DEPTH) {
    if (tag.name === 'br') {
      list.text('\n', marks);
      return at;
    }
    const locateTag: Locate = (position) => locate(positionOf(token) + position);
    if (tag.name === 'img' && addImage(build, list, tag.attributes, locateTag)) return at;
    if (close !== undefined && addPair(build, list, source, { tag, at, close, marks, depth })) return close;
  }
  if (tag && !tag.isClosing && RAW_ELEMENTS.has(tag.name)) {
    const end = close ?? to - 1;
    list.text('', [], source.content.slice(positionOf(token), endOfToken(source, end, to)));
    return end;
  }
  // A name that no element has, as in “<your-name>”, is a placeholder for readers to fill in.
  const isPlaceholder = tag && !tag.isClosing && close === undefined && !isElementName(tag.name);
  if (isPlaceholder) list.text(token.content, marks, token.content);
  // Other tags are kept and not seen, as comments are.
  else list.text(tag && tag.name !== 'q' ? shownOfTag(list, tag.name, tag.isClosing) : '', [], token.content);
  return at;
}

interface PairOfTags {
  tag: HtmlTag;
  at: number;
  close: number;
  marks: readonly Mark[];
  depth: number;
}

/** Adds an element with its content. Returns false for one whose content is not shown. */
function addPair(
  build: Build,
  list: NodeList,
  source: InlineTokens,
  { tag, at, close, marks, depth }: PairOfTags,
): boolean {
  const { tokens, tags, locate } = source;
  const token = tokens[at]!;
  const closing = tokens[close]!;
  const locateTag: Locate = (position) => locate(positionOf(token) + position);
  if (isAnchor(tag) && close === at + 1) {
    list.text('', [], token.content + closing.content);
    return true;
  }
  if (isAnchor(tag) && !tag.attributes.has('href')) {
    list.text('', [], token.content);
    addInlineTokens(build, list, source, at + 1, close, marks, depth + 1);
    list.text('', [], closing.content);
    return true;
  }
  const content = {
    text: () =>
      decodeHTMLStrict(
        source.content.slice(positionOf(token) + token.content.length, positionOf(closing)),
      ).replace(/\n/g, ' '),
    addTo: (target: NodeList, within: readonly Mark[]) =>
      addInlineTokens(build, target, source, at + 1, close, within, depth + 1),
    first: (name: 'img' | 'source') => {
      const found = source.first(name, at + 1);
      if (found === undefined || found >= close) return undefined;
      // All attributes of a picture are located from its own beginning.
      const shift = positionOf(tokens[found]!) - positionOf(token);
      return new Map(
        [...tags[found]!.attributes].map(([key, value]) => [
          key,
          { ...value, start: value.start + shift, end: value.end + shift },
        ]),
      );
    },
  };
  const range = { start: locateTag(0), end: locate(positionOf(closing)) + closing.content.length };
  const element = { name: tag.name, attributes: tag.attributes, content, locate: locateTag, range };
  if (addElement(build, list, element, marks)) return true;
  if (RAW_ELEMENTS.has(tag.name)) return false;
  list.text(shownOfTag(list, tag.name, false), marks, token.content);
  content.addTo(list, marksWithin(tag.name, tag.attributes, marks));
  list.text(shownOfTag(list, tag.name, true), marks, closing.content);
  return true;
}

const CJK =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;

/** Chinese and Japanese have no blanks between words, so a break between two lines of them is not seen. */
function isBetweenCjk(tokens: readonly Token[], index: number): boolean {
  const edge = (step: 1 | -1): string => {
    let at = index + step;
    while (tokens[at] && tokens[at]!.content === '') at += step;
    const { type, content } = tokens[at] ?? { type: '', content: '' };
    if (type !== 'text' && type !== 'text_special' && type !== 'code_inline') return '';
    return step === 1 ? content : (/.$/su.exec(content.slice(-2))?.[0] ?? '');
  };
  return CJK.test(edge(-1)) && CJK.test(edge(1));
}

/** Whether a token is the escaped brace of a tag of a condition, which is text. */
function isQuotedTag({ content, info }: Token, next: Token | undefined): boolean {
  if (content !== '{' || info !== 'escape' || next?.type !== 'text' || !next.content.startsWith('%'))
    return false;
  return readConditionTags(content + next.content)[0]?.isCondition === true;
}

/** A place to link to: kept, and not seen. */
const isAnchor = ({ name, attributes }: HtmlTag): boolean =>
  name === 'a' && (attributes.has('id') || attributes.has('name')) && !attributes.has('class');

const positionOf = (token: Token): number => Number(token.meta?.at ?? 0);

/** Where a token of HTML ends in its content, or the content of which a token is the last. */
function endOfToken({ content, tokens }: InlineTokens, index: number, to: number): number {
  const token = tokens[index]!;
  if (token.type === 'html_inline') return positionOf(token) + token.content.length;
  const next = tokens[to];
  return next?.type === 'html_inline' || next?.type === 'link_open' ? positionOf(next) : content.length;
}

function addMarkdownImage(build: Build, list: NodeList, token: Token, locate: Locate): void {
  const destination = token.meta!.destination as Destination;
  addDestination(build, destination, 'image', locate);
  const alt = altText(token.children ?? []);
  list.inline('inline-image', {
    data: {
      ref: urlRef(destination.raw),
      ...(alt ? { alt } : {}),
      ...(destination.title ? { caption: destination.title } : {}),
    },
  });
}

function altText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'image') text += altText(token.children ?? []);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else text += token.content;
  }
  return text;
}

function addDestination(
  build: Build,
  destination: Destination,
  kind: 'image' | 'link' | 'mention',
  locate: Locate,
): void {
  // The target of a reference belongs to its definition, which is listed once.
  if (destination.start === undefined) {
    if (destination.label !== undefined) build.usedDefinitions.add(destination.label);
    return;
  }
  const start = locate(destination.start);
  addTarget(build, {
    raw: destination.raw,
    kind,
    form: 'destination',
    start,
    end: start + destination.end - destination.start,
  });
}

/** Adds a link, a mention or an annotated text. True when the token after it was used too. */
function addLink(
  build: Build,
  list: NodeList,
  token: Token,
  nodes: InlineNode[],
  next: Token | undefined,
  locate: Locate,
): boolean {
  const destination = token.meta?.destination as Destination | undefined;
  const href = String(token.attrGet('href') ?? '');
  if (!destination) {
    const { at, end: endOfLiteral } = (token.meta ?? { at: 0 }) as { at: number; end?: number };
    // Other addresses without a text are written in angle brackets.
    const start = locate(endOfLiteral === undefined ? at + 1 : at);
    const length = endOfLiteral === undefined ? plainText(nodes).length : endOfLiteral - at;
    addTarget(build, { raw: href, kind: 'link', form: 'autolink', start, end: start + length });
    list.inline('link', { data: { ref: urlRef(href) }, nodes });
    return false;
  }
  if (href.startsWith('#user-content-fn-') && next?.type === 'footnote_reference') {
    if (addAnnotation(build, list, String(next.meta!.label), () => nodes)) return true;
  }
  if (destination.title === 'mention') {
    addDestination(build, destination, 'mention', locate);
    list.inline('mention', { data: { ref: urlRef(href) } });
    return false;
  }
  addDestination(build, destination, 'link', locate);
  list.inline('link', {
    data: { ref: urlRef(href), ...(destination.title ? { title: destination.title } : {}) },
    nodes,
  });
  return false;
}

/** `word[^1]`: the word carries the footnote. */
function addFootnoteReference(build: Build, list: NodeList, label: string, marks: readonly Mark[]): void {
  if (!canAnnotate(build, label)) {
    list.text(`[^${label}]`, marks);
    return;
  }
  const word = list.takeWord();
  const inner = createNodeList(build);
  inner.text(word?.text ?? label, word?.marks ?? marks);
  addAnnotation(build, list, label, () => inner.end());
}
