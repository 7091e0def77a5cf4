import { urlRef } from '../content-ref.ts';
import {
  type AnnotationBody,
  type ButtonLook,
  type ColorMark,
  emojiText,
  type ImageData,
  type InlineImageData,
  type InlineNode,
  type Length,
  MARK_ORDER,
  type Mark,
  type MarkType,
  type PlainMarkType,
  type TargetKind,
} from '../document.ts';
import type { Footnote } from '../syntax/block-rules.ts';
import { attributeOf, type HtmlAttribute, type HtmlAttributes } from '../syntax/html.ts';
import { BLOCK_ELEMENTS, ELEMENTS_LIKE_MARKS } from '../syntax/html-elements.ts';
import { addTarget, type Build, block, type Locate, type NodeRange, place, placeAround } from './context.ts';
import { createNodeList, type NodeList, withColor, withMark } from './node-list.ts';

/** The elements that each mark is read from. */
const ELEMENTS_OF_MARKS: Record<MarkType, readonly string[]> = {
  bold: ['strong', 'b'],
  italic: ['em'],
  strikethrough: ['del', 's', 'strike'],
  code: ['code'],
  keyboard: ['kbd'],
  superscript: ['sup'],
  subscript: ['sub'],
  color: ['mark'],
};

/** The elements that represent a mark by themselves. */
const MARK_ELEMENTS: ReadonlyMap<string, PlainMarkType> = new Map(
  MARK_ORDER.flatMap((type) =>
    type === 'color' ? [] : ELEMENTS_OF_MARKS[type].map((name) => [name, type] as const),
  ),
);

/** The content of an element, as far as it is needed. */
interface ElementContent {
  /** The text between the tags, entities decoded. */
  text(): string;
  /** Adds the content between the tags. */
  addTo(list: NodeList, marks: readonly Mark[]): void;
  /** The attributes of the first element of a name in a `<picture>`. */
  first(name: 'img' | 'source'): HtmlAttributes | undefined;
}

export interface InlineElement {
  name: string;
  attributes: HtmlAttributes;
  content: ElementContent;
  locate: Locate;
  /** The range of the whole element in the source, if it is known. */
  range?: NodeRange;
}

const COLORS = new Set(
  'default green blue red orange yellow purple pink violet cyan $primary $info $success $warning $danger $tint'.split(
    ' ',
  ),
);

/** Adds the node that an element represents. Returns false for an unknown element. */
export function addElement(
  build: Build,
  list: NodeList,
  element: InlineElement,
  marks: readonly Mark[],
): boolean {
  const { name, attributes, content } = element;
  if (name === 'code' && attributeOf(attributes, 'class') === 'expression') {
    const made = list.inline('expression', {
      data: { expression: content.text() },
      ...(marks.length > 0 ? { marks: [...marks] } : {}),
    });
    if (element.range) build.ranges.set(made.key as string, element.range);
    return true;
  }
  const mark = name === 'i' && !attributes.has('class') ? 'italic' : MARK_ELEMENTS.get(name);
  if (mark && (attributes.size === 0 || (name === 'code' && attributes.has('class')))) {
    content.addTo(list, withMark(marks, mark));
    return true;
  }
  switch (name) {
    case 'mark': {
      const style = attributes.size === 1 ? attributeOf(attributes, 'style') : undefined;
      const color = style !== undefined && readColor(style);
      if (!color) return false;
      content.addTo(list, withColor(marks, color));
      return true;
    }
    case 'i':
      return addIcon(list, attributes);
    case 'span':
      return addEmoji(list, attributes);
    case 'picture':
      return addPicture(build, list, element);
    case 'button':
      return addActionButton(list, element);
    case 'a':
      return addAnchor(build, list, element, marks);
    case 'video':
    case 'audio':
    case 'iframe':
    case 'embed':
      return addMediaLink(build, list, element, marks);
    default:
      return false;
  }
}

/** As browsers show a `<mark>`. */
const HIGHLIGHT: ColorMark['data'] = { text: 'default', background: 'yellow' };

/**
 * What an element that no node represents adds to the marks of its text. Its tags are kept as they are written, and
 * not seen.
 */
export function marksWithin(
  name: string,
  attributes: HtmlAttributes,
  marks: readonly Mark[],
): readonly Mark[] {
  if (name === 'mark') {
    const style = attributeOf(attributes, 'style');
    return withColor(marks, (style && readColor(style)) || HIGHLIGHT);
  }
  const mark = MARK_ELEMENTS.get(name) ?? (name === 'i' ? 'italic' : ELEMENTS_LIKE_MARKS.get(name));
  return mark ? withMark(marks, mark) : marks;
}

/** The visible text of the tag of an element that no node represents. */
export function shownOfTag(list: NodeList, name: string, isClosing: boolean): string {
  if (name === 'q') return isClosing ? '\u201d' : '\u201c';
  if (!BLOCK_ELEMENTS.has(name)) return '';
  if (isClosing) {
    list.endLine();
    return '';
  }
  return `${list.needsBreak() ? '\n' : ''}${name === 'li' ? '\u2022 ' : ''}`;
}

function readColor(style: string): ColorMark['data'] | undefined {
  const color = { text: 'default', background: 'default' };
  for (const declaration of style.split(';')) {
    if (declaration.trim() === '') continue;
    const [property, value] = declaration.split(':').map((part) => part.trim());
    if (!value || !COLORS.has(value)) return undefined;
    if (property === 'color') color.text = value;
    else if (property === 'background-color') color.background = value;
    else return undefined;
  }
  return color;
}

/** In a line of text, a player or a frame is a link. */
function addMediaLink(build: Build, list: NodeList, element: InlineElement, marks: readonly Mark[]): boolean {
  const { name, attributes, content, locate } = element;
  const source = sourceOfMedia(name, attributes, () => content.first('source'));
  if (!source) return false;
  addHtmlTarget(build, source, 'link', locate);
  const inner = createNodeList(build);
  inner.text(attributeOf(attributes, 'title') || source.value, marks);
  list.inline('link', { data: { ref: urlRef(source.value) }, nodes: inner.end() });
  return true;
}

function addIcon(list: NodeList, attributes: HtmlAttributes): boolean {
  const icon = /^fa-([\w-]+)$/.exec(attributeOf(attributes, 'class') ?? '')?.[1];
  if (!icon) return false;
  const color = readColor(attributeOf(attributes, 'style') ?? '')?.text;
  if (attributes.has('style') && !color) return false;
  list.inline('icon', { data: { icon, ...(color && color !== 'default' ? { color } : {}) } });
  return true;
}

function addEmoji(list: NodeList, attributes: HtmlAttributes): boolean {
  const code = attributeOf(attributes, 'data-code');
  if (attributeOf(attributes, 'data-tag') !== 'emoji' || !code || emojiText(code) === '') return false;
  list.inline('emoji', { data: { code } });
  return true;
}

function addPicture(build: Build, list: NodeList, { content, locate }: InlineElement): boolean {
  const image = content.first('img');
  if (!image) return false;
  return addImage(build, list, image, locate, content.first('source'));
}

/** Adds an `<img>`, with the `<source>` that replaces it in the dark. */
export function addImage(
  build: Build,
  list: NodeList,
  attributes: HtmlAttributes,
  locate: Locate,
  dark?: HtmlAttributes,
): boolean {
  const image = readImage(build, attributes, locate, dark);
  if (!image) return false;
  const data: InlineImageData = image;
  const size = attributeOf(attributes, 'data-size');
  if (size === 'line' || size === 'original') data.size = size;
  const caption = attributeOf(attributes, 'title');
  if (caption) data.caption = caption;
  list.inline('inline-image', { data });
  return true;
}

/** The data of an image; undefined without a source. */
export function readImage(
  build: Build,
  attributes: HtmlAttributes,
  locate: Locate,
  dark?: HtmlAttributes,
  kind: TargetKind = 'image',
): ImageData | undefined {
  const source = attributes.get('src') ?? firstOfSourceSet(attributes.get('srcset'));
  if (!source) return undefined;
  const darkSource = firstOfSourceSet(dark?.get('srcset'));
  if (darkSource) addHtmlTarget(build, darkSource, kind, locate);
  addHtmlTarget(build, source, kind, locate);
  const data: ImageData = { ref: urlRef(source.value) };
  if (darkSource) data.refDark = urlRef(darkSource.value);
  const alt = attributeOf(attributes, 'alt');
  if (alt) data.alt = alt;
  for (const side of ['width', 'height'] as const) {
    const length = readLength(attributeOf(attributes, side)) ?? readLength(styleOf(attributes, side));
    if (length !== undefined) data[side] = length;
  }
  return data;
}

const MEDIA = new Set(['video', 'audio', 'iframe', 'embed']);

/** The address of a player or a frame, which its element or a `<source>` in it has. */
export function sourceOfMedia(
  name: string,
  attributes: HtmlAttributes,
  first: () => HtmlAttributes | undefined,
): HtmlAttribute | undefined {
  if (!MEDIA.has(name)) return undefined;
  const source = attributes.get('src') ?? first()?.get('src');
  // Anything but an address of the web or of the repository shows nothing.
  return source && /^(?!\s*(?!https?:)[a-z][a-z0-9+.-]*:)/i.test(source.value) && source.value.trim() !== ''
    ? source
    : undefined;
}

/** An address may contain blanks unless a size or another address follows it. Undefined if nothing follows. */
function firstAddress(sourceSet: string): string | undefined {
  let start: number | undefined;
  let end = 0;
  for (const { 0: word, index } of sourceSet.matchAll(/\S+/g)) {
    start ??= index;
    if (/^[\d.]+[wx],?$/.test(word)) return sourceSet.slice(start, end);
    end = index + word.length;
    if (word.endsWith(',') && end < sourceSet.length) return sourceSet.slice(start, end - 1);
  }
  return undefined;
}

/** The first of the addresses in a `srcset`. */
function firstOfSourceSet(attribute: HtmlAttribute | undefined): HtmlAttribute | undefined {
  if (!attribute) return undefined;
  const { value, start, end } = attribute;
  const first = firstAddress(value);
  if (!first) return attribute;
  // References to characters make positions in the value differ from those in the source.
  if (end - start !== value.length) return undefined;
  const at = start + value.indexOf(first);
  return { value: first, start: at, end: at + first.length };
}

const styleOf = (attributes: HtmlAttributes, property: 'width' | 'height'): string | undefined =>
  (attributeOf(attributes, 'style') ?? '')
    .split(';')
    .map((declaration) => declaration.split(':'))
    .find(([name]) => name?.trim().toLowerCase() === property)?.[1]
    ?.trim();

/** Whether the `<source>` of a picture replaces it in the dark. */
export const isDarkSource = (attributes: HtmlAttributes): boolean =>
  /prefers-color-scheme\s*:\s*dark/i.test(attributeOf(attributes, 'media') ?? '');

function readLength(written: string | undefined): Length | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)(px|%)?\s*$/.exec(written ?? '');
  if (!match) return undefined;
  return match[2] === '%' ? { unit: '%', value: Number(match[1]) } : Number(match[1]);
}

export function addHtmlTarget(
  build: Build,
  attribute: { value: string; start: number; end: number },
  kind: TargetKind,
  locate: Locate,
): void {
  const start = locate(attribute.start);
  addTarget(build, {
    raw: attribute.value,
    kind,
    form: 'html',
    start,
    end: start + attribute.end - attribute.start,
  });
}

function readButton(element: InlineElement): ButtonLook {
  const classes = (attributeOf(element.attributes, 'class') ?? '').split(/\s+/);
  const size = (['small', 'medium', 'large'] as const).find((word) => classes.includes(word));
  const icon = attributeOf(element.attributes, 'data-icon');
  return {
    label: element.content.text(),
    kind: classes.includes('secondary') ? 'secondary' : 'primary',
    ...(size ? { size } : {}),
    ...(icon ? { icon } : {}),
  };
}

function addActionButton(list: NodeList, element: InlineElement): boolean {
  const action = attributeOf(element.attributes, 'data-action');
  if (action !== 'ask' && action !== 'search') return false;
  const query = attributeOf(element.attributes, 'data-query');
  list.inline('button', {
    data: { ...readButton(element), action: { action, ...(query === undefined ? {} : { query }) } },
  });
  return true;
}

function addAnchor(build: Build, list: NodeList, element: InlineElement, marks: readonly Mark[]): boolean {
  const { attributes, content, locate } = element;
  const href = attributes.get('href');
  const classes = (attributeOf(attributes, 'class') ?? '').split(/\s+/);
  if (classes.includes('button')) {
    if (href) addHtmlTarget(build, href, 'button', locate);
    list.inline('button', {
      data: {
        ...readButton(element),
        ref: urlRef(href?.value ?? ''),
        ...(href ? {} : { isWithoutTarget: true }),
      },
    });
    return true;
  }
  if (!href) return false;
  if (attributes.has('data-footnote-ref')) {
    return addAnnotation(build, list, href.value.replace(/^#user-content-fn-/, ''), () => {
      const inner = createNodeList(build);
      content.addTo(inner, marks);
      return inner.end();
    });
  }
  if (attributes.has('data-mention')) {
    addHtmlTarget(build, href, 'mention', locate);
    list.inline('mention', { data: { ref: urlRef(href.value) } });
    return true;
  }
  if (attributes.has('id')) return false;
  addHtmlTarget(build, href, 'link', locate);
  const inner = createNodeList(build);
  content.addTo(inner, marks);
  const title = attributeOf(attributes, 'title');
  list.inline('link', {
    data: { ref: urlRef(href.value), ...(title ? { title } : {}) },
    nodes: inner.end(),
  });
  return true;
}

/** Where the text of a footnote's paragraph begins in its first line. */
function startOfText(build: Build, line: number): number {
  const written = build.linesText(line, line + 1);
  return build.bodyOffset(line) + (/^[ \t>]*(?:\[\^[^\]]*\]:)?[ \t]*/.exec(written)?.[0].length ?? 0);
}

/** The limit for the text that repeated footnotes add to a document. */
const MAX_REPEATED_TEXT_LENGTH = 100_000;

/** Footnotes in footnotes: deeper ones, and those that refer to themselves, stay text. */
const MAX_FOOTNOTE_DEPTH = 4;

/** Whether a footnote may be used once more: the text that its repetitions add is limited. */
export function canAnnotate(build: Build, label: string): boolean {
  const footnote = build.env.footnotes?.get(label);
  const { openFootnotes: open } = build;
  if (!footnote || !open || open.has(label) || open.size >= MAX_FOOTNOTE_DEPTH) return false;
  if (!build.footnoteUses.has(label)) return true;
  return build.repeatedText + sizeOf(footnote) <= MAX_REPEATED_TEXT_LENGTH;
}

/** Even an empty body is a node or two. */
const sizeOf = ({ paragraphs }: Footnote): number =>
  paragraphs.reduce((sum, { content }) => sum + content.length, 100);

/**
 * Adds text with its footnote. Returns false if there is no such footnote, without having built the text: the caller
 * then builds other nodes from it, which would double the work at every level of a nesting.
 */
export function addAnnotation(
  build: Build,
  list: NodeList,
  label: string,
  buildText: () => InlineNode[],
): boolean {
  const footnote = build.env.footnotes?.get(label);
  if (!footnote || !canAnnotate(build, label)) return false;
  const uses = build.footnoteUses.get(label) ?? 0;
  if (uses > 0) build.repeatedText += sizeOf(footnote);
  build.footnoteUses.set(label, uses + 1);
  const nodes = buildText();
  build.openFootnotes?.add(label);
  const targets = build.targets;
  if (uses > 0) build.targets = [];
  const body = footnote.paragraphs.map(({ content, line }) =>
    block(build, 'paragraph', { nodes: build.buildInlines(content, build.locateLines(content, line)) }),
  );
  build.targets = targets;
  for (const [i, { line, endLine }] of footnote.paragraphs.entries())
    place(build, body[i]!, startOfText(build, line), build.lineEnd(endLine - 1));
  build.openFootnotes?.delete(label);
  const fragment: AnnotationBody = {
    object: 'fragment',
    key: build.key(),
    fragment: 'annotation-body',
    type: 'annotation-body',
    nodes: body,
  };
  placeAround(build, fragment, body);
  list.inline('annotation', { nodes, fragments: [fragment] });
  return true;
}
