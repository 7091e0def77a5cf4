import { nameOfTarget } from '../build/build-tags.ts';
import { hasSameMarks } from '../build/node-list.ts';
import { joinTexts } from '../canonical.ts';
import {
  type ContentRef,
  type DocumentNode,
  type Fragment,
  type Inline,
  isText,
  type Leaf,
  type Mark,
  type MarkType,
} from '../document.ts';
import { escapeDestination } from './destination.ts';
import { escapeAll, escapeHtmlWithin, escapeText } from './escape.ts';
import { markTag, writeImageElement, writeInlineElement } from './inline-html.ts';
import { targetOf } from './target.ts';

/** Hands out the labels of footnotes and keeps what they stand for. */
export interface FootnoteWriter {
  add(body: Fragment): string;
  /** Forgets what was added since a mark. */
  mark(): number;
  reset(mark: number): void;
}

export interface InlineStyle {
  /** HTML marks and full escapes, for what the usual way does not write faithfully. */
  isCareful: boolean;
  /** No line breaks: headings and cells. */
  isOneLine: boolean;
  footnotes: FootnoteWriter;
}

/** The inline nodes as Markdown. */
export function writeInlines(nodes: readonly DocumentNode[], style: InlineStyle): string {
  const joined = joinTexts(nodes);
  return joined
    .map((node, i) =>
      isText(node)
        ? writeLeaves(node.leaves, style, {
            isStart: i === 0,
            isEnd: i === joined.length - 1,
            isInLink: false,
          })
        : writeInline(node as Inline, style, joined[i - 1]),
    )
    .join('');
}

interface Place {
  isStart: boolean;
  isEnd: boolean;
  isInLink: boolean;
}

/** Marks from the outermost to the innermost. */
const NESTING: readonly MarkType[] = [
  'color',
  'superscript',
  'subscript',
  'keyboard',
  'strikethrough',
  'italic',
  'bold',
  'code',
];

const DELIMITERS: Partial<Record<MarkType, string>> = { bold: '**', italic: '_', strikethrough: '~~' };
const ELEMENTS: Partial<Record<MarkType, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

function writeLeaves(leaves: readonly Leaf[], style: InlineStyle, place: Place, from = 0): string {
  let text = '';
  for (let i = 0; i < leaves.length; ) {
    const level = NESTING.findIndex(
      (type, at) => at >= from && leaves[i]!.marks.some((mark) => mark.type === type),
    );
    const type = NESTING[level];
    let end = i + 1;
    const outermost = (leaf: Leaf): Mark | undefined => {
      const at = NESTING.findIndex((name, n) => n >= from && leaf.marks.some((mark) => mark.type === name));
      return leaf.marks.find((mark) => mark.type === NESTING[at]);
    };
    const mark = outermost(leaves[i]!);
    while (end < leaves.length && sameMark(outermost(leaves[end]!), mark)) end++;
    const group = leaves.slice(i, end);
    const inner: Place = {
      isStart: place.isStart && i === 0,
      isEnd: place.isEnd && end === leaves.length,
      isInLink: place.isInLink,
    };
    if (!mark || !type)
      text += group
        .map((leaf, n) =>
          writePlain(leaf, style, {
            ...inner,
            isStart: inner.isStart && n === 0,
            isEnd: inner.isEnd && n === group.length - 1,
          }),
        )
        .join('');
    else if (type === 'code') text += group.map((leaf) => writeCode(leaf, style, inner)).join('');
    else {
      // Within a mark the edges are not those of the line.
      const content = writeLeaves(
        group,
        style,
        { ...inner, isStart: inner.isStart && style.isCareful, isEnd: false },
        level + 1,
      );
      text += wrap(mark, type, content, style);
    }
    i = end;
  }
  return text;
}

const sameMark = (left: Mark | undefined, right: Mark | undefined): boolean =>
  left && right ? hasSameMarks([left], [right]) : left === right;

function wrap(mark: Mark, type: MarkType, content: string, style: InlineStyle): string {
  if (type === 'color') return `${markTag(mark.data)}${content}</mark>`;
  const delimiter = style.isCareful ? undefined : DELIMITERS[type];
  if (delimiter) return `${delimiter}${content}${delimiter}`;
  return `<${ELEMENTS[type]}>${content}</${ELEMENTS[type]}>`;
}

function writePlain(leaf: Leaf, style: InlineStyle, place: Place): string {
  if (leaf.source !== undefined) return leaf.source;
  if (style.isCareful) return escapeAll(leaf.text).replace(/\n/g, '<br>');
  const escaped = escapeText(leaf.text, {
    isLineStart: place.isStart && !style.isOneLine,
    isLineEnd: place.isEnd,
    isInLink: place.isInLink,
  });
  const edged = place.isStart && style.isOneLine ? escaped.replace(/^[ \t]/, '&#x20;') : escaped;
  return edged.replace(/\n/g, style.isOneLine ? '<br>' : '\\\n');
}

function writeCode(leaf: Leaf, style: InlineStyle, place: Place): string {
  const { text } = leaf;
  if (leaf.source !== undefined) return `<code>${leaf.source}</code>`;
  if (text.includes('\n') || text === '' || (style.isCareful && /[\r\n]|^\s+$/.test(text)))
    return `<code>${style.isCareful ? escapeAll(text).replace(/\n/g, '<br>') : writePlain({ ...leaf, marks: [] }, { ...style, isOneLine: true }, place)}</code>`;
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = '`'.repeat(length);
  const isPadded = /^`|`$|^ .*\S.* $/.test(text);
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function writeInline(node: Inline, style: InlineStyle, before: DocumentNode | undefined): string {
  const element = writeInlineElement(node, escapeHtmlWithin);
  if (element !== undefined) return element;
  const { data } = node;
  switch (node.type) {
    case 'link': {
      const title = typeof data.title === 'string' ? ` "${data.title.replace(/["\\]/g, '\\$&')}"` : '';
      return `[${writeWithin(node.nodes ?? [], style)}](${escapeDestination(targetOf(data.ref as ContentRef))}${title})`;
    }
    case 'inline-math':
      return `$$${String(data.formula)}$$`;
    case 'mention': {
      const target = targetOf(data.ref as ContentRef);
      return `[${escapeAll(nameOfTarget(target))}](${escapeDestination(target)} "mention")`;
    }
    case 'inline-image':
      return writeImage(data);
    case 'annotation':
      return writeAnnotation(node, style, before);
    default:
      return '';
  }
}

function writeWithin(nodes: readonly DocumentNode[], style: InlineStyle): string {
  return joinTexts(nodes)
    .map((node, i, all) =>
      isText(node)
        ? writeLeaves(node.leaves, style, { isStart: false, isEnd: false, isInLink: true })
        : writeInline(node as Inline, style, all[i - 1]),
    )
    .join('');
}

function writeImage(data: Record<string, unknown>): string {
  const isPlain = ['size', 'refDark', 'width', 'height'].every((key) => data[key] === undefined);
  if (!isPlain) return writeImageElement(data, { title: data.caption, 'data-size': data.size });
  const title = typeof data.caption === 'string' ? ` "${data.caption.replace(/["\\]/g, '\\$&')}"` : '';
  return `![${escapeAll(String(data.alt ?? ''))}](${escapeDestination(targetOf(data.ref as ContentRef))}${title})`;
}

/** `word[^1]` for one word, else `[text](#user-content-fn-1)[^1]`. */
function writeAnnotation(node: Inline, style: InlineStyle, before: DocumentNode | undefined): string {
  const body = node.fragments?.find(({ type }) => type === 'annotation-body');
  const text = writeWithin(node.nodes ?? [], style);
  if (!body) return text;
  const label = style.footnotes.add(body);
  const leaves = (node.nodes ?? []).flatMap((child) => (isText(child) ? child.leaves : []));
  const isWord = leaves.length === 1 && /^\S{1,100}$/.test(leaves[0]!.text) && leaves[0]!.text !== label;
  const edge = before && isText(before) ? before.leaves.at(-1)!.text.slice(-1) : '';
  const isFree = before === undefined || edge === ' ';
  if (isWord && isFree && !style.isCareful) return `${text}[^${label}]`;
  return `[${text}](#user-content-fn-${label})[^${label}]`;
}
