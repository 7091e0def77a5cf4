import { nameOfTarget } from '../assemble/build-tags.ts';
import { hasSameMarks } from '../assemble/node-list.ts';
import { assertNever } from '../assert-never.ts';
import { joinTexts } from '../canonical.ts';
import {
  type Annotation,
  type AnnotationBody,
  type Inline,
  type InlineImageData,
  type InlineNode,
  isText,
  type Leaf,
  type Mark,
  type MarkType,
  plainText,
} from '../document.ts';
import { writeDestination } from './destination.ts';
import { escapeAll, escapeHtmlWithin, escapeText } from './escape.ts';
import { MARK_ELEMENTS, markTag, writeInlineElement, writeInlineImageElement } from './inline-html.ts';
import type { WrittenStyle } from './style.ts';
import { targetOf } from './target.ts';

/** Assigns the labels of footnotes and stores their content. */
export interface FootnoteWriter {
  add(body: AnnotationBody): string;
  /** Discards the footnotes added since a mark. */
  mark(): number;
  reset(mark: number): void;
}

/** `address`, which is `<address>` beside letters; always `<address>`; always `[address](address)`. */
export type AddressForm = 'bare' | 'angle' | 'link';

export interface InlineStyle {
  /** Uses HTML marks and full escapes, for text that the usual form does not reproduce faithfully. */
  isCareful: boolean;
  /** No line breaks: headings and cells. */
  isOneLine: boolean;
  footnotes: FootnoteWriter;
  /** How a link that shows its address is written. By default, it is `address`, or `[address](address)` beside letters. */
  addresses?: AddressForm;
  marks: Pick<WrittenStyle, 'italic' | 'bold' | 'hardBreak'>;
}

/** The inline nodes as Markdown, one text for each. */
export function writeInlines(nodes: readonly InlineNode[], style: InlineStyle): string[] {
  const joined = joinTexts(nodes);
  return joined.map((node, i) =>
    isText(node)
      ? writeLeaves(node.leaves, style, {
          isStart: i === 0,
          isEnd: i === joined.length - 1,
          isInLink: false,
        })
      : (writeAddress(node, style, joined[i - 1], joined[i + 1]) ?? writeInline(node, style, joined[i - 1])),
  );
}

interface InlineContext {
  isStart: boolean;
  isEnd: boolean;
  isInLink: boolean;
}

/** The nesting depth of each mark: the outermost is at 0. */
const DEPTHS: Record<MarkType, number> = {
  color: 0,
  superscript: 1,
  subscript: 2,
  keyboard: 3,
  strikethrough: 4,
  italic: 5,
  bold: 6,
  code: 7,
};

/** The outermost of a leaf's marks, without those outside `from`. */
function outermostMark({ marks }: Leaf, from: number): Mark | undefined {
  let outermost: Mark | undefined;
  for (const mark of marks)
    if (DEPTHS[mark.type] >= from && (!outermost || DEPTHS[mark.type] < DEPTHS[outermost.type]))
      outermost = mark;
  return outermost;
}

function writeLeaves(leaves: readonly Leaf[], style: InlineStyle, place: InlineContext, from = 0): string {
  let text = '';
  for (let i = 0; i < leaves.length; ) {
    const mark = outermostMark(leaves[i]!, from);
    let end = i + 1;
    while (end < leaves.length && sameMark(outermostMark(leaves[end]!, from), mark)) end++;
    const group = leaves.slice(i, end);
    const inner: InlineContext = {
      isStart: place.isStart && i === 0,
      isEnd: place.isEnd && end === leaves.length,
      isInLink: place.isInLink,
    };
    if (!mark)
      text += group
        .map((leaf, n) =>
          writePlain(leaf, style, {
            ...inner,
            isStart: inner.isStart && n === 0,
            isEnd: inner.isEnd && n === group.length - 1,
          }),
        )
        .join('');
    else if (mark.type === 'code') text += group.map((leaf) => writeCode(leaf, style, inner)).join('');
    else {
      // Within a mark the edges are not those of the line.
      const content = writeLeaves(
        group,
        style,
        { ...inner, isStart: inner.isStart && style.isCareful, isEnd: false },
        DEPTHS[mark.type] + 1,
      );
      text += wrap(mark, content, style);
    }
    i = end;
  }
  return text;
}

const sameMark = (left: Mark | undefined, right: Mark | undefined): boolean =>
  left && right ? hasSameMarks([left], [right]) : left === right;

function wrap(mark: Mark, content: string, style: InlineStyle): string {
  if (mark.type === 'color') return `${markTag(mark.data)}${content}</mark>`;
  const delimiters: Partial<Record<MarkType, string>> = {
    italic: style.marks.italic,
    bold: style.marks.bold,
    strikethrough: '~~',
  };
  const delimiter = style.isCareful ? undefined : delimiters[mark.type];
  if (delimiter) return `${delimiter}${content}${delimiter}`;
  return `<${MARK_ELEMENTS[mark.type]}>${content}</${MARK_ELEMENTS[mark.type]}>`;
}

function writePlain(leaf: Leaf, style: InlineStyle, place: InlineContext): string {
  if (leaf.source !== undefined) return leaf.source;
  if (style.isCareful) return escapeAll(leaf.text).replace(/\n/g, '<br>');
  const escaped = escapeText(leaf.text, {
    isLineStart: place.isStart && !style.isOneLine,
    isLineEnd: place.isEnd,
    isInLink: place.isInLink,
  });
  const edged = place.isStart && style.isOneLine ? escaped.replace(/^[ \t]/, '&#x20;') : escaped;
  return edged.replace(/\n/g, style.isOneLine ? '<br>' : style.marks.hardBreak);
}

function writeCode(leaf: Leaf, style: InlineStyle, place: InlineContext): string {
  const { text } = leaf;
  if (leaf.source !== undefined) return `<code>${leaf.source}</code>`;
  if (text.includes('\n') || text === '' || (style.isCareful && /[\r\n]|^\s+$/.test(text)))
    return `<code>${style.isCareful ? escapeAll(text).replace(/\n/g, '<br>') : writePlain({ ...leaf, marks: [] }, { ...style, isOneLine: true }, place)}</code>`;
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = '`'.repeat(length);
  const isPadded = /^`|`$|^ (?=.*\S).* $/.test(text);
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** The addresses that can be written in angle brackets. */
const ANGLED = /^[a-z][a-z\d+.-]+:[^\s<>\p{Cc}]*$/iu;

/** An address that is a link by itself, between words. */
function writeAddress(
  node: Inline,
  { isCareful, addresses }: InlineStyle,
  before: InlineNode | undefined,
  after: InlineNode | undefined,
): string | undefined {
  if (isCareful || addresses === 'link' || node.type !== 'link' || node.data.title !== undefined)
    return undefined;
  const url = targetOf(node.data.ref);
  const [text, ...others] = joinTexts(node.nodes);
  const isPlain =
    others.length === 0 &&
    text !== undefined &&
    isText(text) &&
    text.leaves.every(({ marks }) => marks.length === 0);
  if (!isPlain) return undefined;
  const shown = plainText([text]);
  const isWhole = (shown === url || url === `mailto:${shown}`) && ANGLED.test(url);
  if (addresses === 'angle') return isWhole ? `<${shown}>` : undefined;
  if (shown !== url || !/^https?:\/\/[\w-]+(?:[./][\w./-]*)?[A-Za-z0-9/]$/.test(url)) return undefined;
  const isFree = (edge: InlineNode | undefined, pattern: RegExp): boolean =>
    edge === undefined || (isText(edge) && pattern.test(plainText([edge])));
  if (isFree(before, /[\s(]$/) && isFree(after, /^(?:[.,;:!?)]?\s|[.,;:!?)]$)/)) return url;
  return addresses === 'bare' ? `<${url}>` : undefined;
}

function writeInline(node: Inline, style: InlineStyle, before: InlineNode | undefined): string {
  switch (node.type) {
    case 'link': {
      const { ref, title } = node.data;
      return `[${writeWithin(node.nodes, style)}](${writeDestination(targetOf(ref), title)})`;
    }
    case 'emoji':
    case 'icon':
    case 'expression':
    case 'button':
      return writeInlineElement(node, escapeHtmlWithin);
    case 'inline-math':
      return `$$${node.data.formula}$$`;
    case 'mention': {
      const target = targetOf(node.data.ref);
      return `[${escapeAll(nameOfTarget(target))}](${writeDestination(target, 'mention')})`;
    }
    case 'inline-image':
      return writeImage(node.data);
    case 'annotation':
      return writeAnnotation(node, style, before);
    default:
      return assertNever(node);
  }
}

function writeWithin(nodes: readonly InlineNode[], style: InlineStyle): string {
  return joinTexts(nodes)
    .map((node, i, all) =>
      isText(node)
        ? writeLeaves(node.leaves, style, { isStart: false, isEnd: false, isInLink: true })
        : writeInline(node, style, all[i - 1]),
    )
    .join('');
}

function writeImage(data: InlineImageData): string {
  const { ref, refDark, alt, caption, size, width, height } = data;
  const isPlain = [size, refDark, width, height].every((option) => option === undefined);
  if (!isPlain) return writeInlineImageElement(data);
  return `![${escapeAll(alt ?? '')}](${writeDestination(targetOf(ref), caption)})`;
}

/** `word[^1]` for one word, else `[text](#user-content-fn-1)[^1]`. */
function writeAnnotation(node: Annotation, style: InlineStyle, before: InlineNode | undefined): string {
  const [body] = node.fragments ?? [];
  const text = writeWithin(node.nodes, style);
  if (!body) return text;
  const label = style.footnotes.add(body);
  const leaves = node.nodes.flatMap((child) => (isText(child) ? child.leaves : []));
  const isWord = leaves.length === 1 && /^\S{1,100}$/.test(leaves[0]!.text) && leaves[0]!.text !== label;
  const edge = before && isText(before) ? before.leaves.at(-1)!.text.slice(-1) : '';
  const isFree = before === undefined || edge === ' ';
  if (isWord && isFree && !style.isCareful) return `${text}[^${label}]`;
  return `[${text}](#user-content-fn-${label})[^${label}]`;
}
