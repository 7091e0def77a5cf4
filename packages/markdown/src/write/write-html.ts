import { nameOfTarget } from '../assemble/build-tags.ts';
import { assertNever } from '../assert-never.ts';
import { joinTexts } from '../canonical.ts';
import {
  type Alignment,
  type Block,
  type Code,
  type HeadingType,
  type Images,
  type Inline,
  type InlineNode,
  isText,
  type Leaf,
  type ListItem,
} from '../document.ts';
import { escapeHtml } from '../syntax/html.ts';
import { encodeCharacter } from './escape.ts';
import {
  openTag,
  wrapInMarks,
  writeAnchor,
  writeImageElement,
  writeInlineElement,
  writeInlineImageElement,
} from './inline-html.ts';
import { targetOf } from './target.ts';
import type { FootnoteWriter } from './write-inlines.ts';

const escapeLine = (text: string): string => escapeHtml(text).replace(/[\r\n]/g, encodeCharacter);

/** Inline nodes as HTML on one line. */
export function writeHtmlInlines(nodes: readonly InlineNode[], footnotes: FootnoteWriter): string {
  const joined = joinTexts(nodes);
  return joined
    .map((node, i) => {
      if (!isText(node)) return writeInline(node, footnotes);
      return node.leaves
        .map((leaf, n) => {
          const isFirst = i === 0 && n === 0;
          const isLast = i === joined.length - 1 && n === node.leaves.length - 1;
          return writeLeaf(leaf, isFirst, isLast);
        })
        .join('');
    })
    .join('');
}

function writeLeaf(leaf: Leaf, isFirst: boolean, isLast: boolean): string {
  return wrapInMarks(leaf.source ?? writeText(leaf.text, isFirst, isLast), leaf.marks);
}

function writeText(text: string, isFirst: boolean, isLast: boolean): string {
  let escaped = escapeHtml(text).replace(/\r/g, encodeCharacter);
  // Blanks alone between two tags would only lay the source out.
  if (text !== ' ')
    escaped = escaped.replace(/^[ \t]+$/gm, (blanks) => blanks.replace(/./g, encodeCharacter));
  if (isFirst) escaped = escaped.replace(/^[ \t]+/, (blanks) => blanks.replace(/./g, encodeCharacter));
  if (isLast)
    escaped = escaped.replace(/(?<![ \t])[ \t]+$/, (blanks) => blanks.replace(/./g, encodeCharacter));
  return escaped.replace(/\n/g, '<br>');
}

function writeInline(node: Inline, footnotes: FootnoteWriter): string {
  switch (node.type) {
    case 'link':
      return `${openTag('a', { href: targetOf(node.data.ref), title: node.data.title })}${writeHtmlInlines(node.nodes, footnotes)}</a>`;
    case 'emoji':
    case 'icon':
    case 'expression':
    case 'button':
      return writeInlineElement(node, escapeLine);
    case 'mention': {
      const target = targetOf(node.data.ref);
      return `${openTag('a', { 'data-mention': true, href: target })}${escapeLine(nameOfTarget(target))}</a>`;
    }
    case 'inline-math':
      return escapeLine(`$$${node.data.formula}$$`);
    case 'inline-image':
      return writeInlineImageElement(node.data);
    case 'annotation': {
      const inner = writeHtmlInlines(node.nodes, footnotes);
      const [body] = node.fragments ?? [];
      if (!body) return inner;
      const href = `#user-content-fn-${footnotes.add(body)}`;
      return `${openTag('a', { 'data-footnote-ref': true, href })}${inner}</a>`;
    }
    default:
      return assertNever(node);
  }
}

/** The blocks of a cell as HTML on one line. */
export function writeHtmlBlocks(nodes: readonly Block[], footnotes: FootnoteWriter): string {
  const [only] = nodes;
  if (nodes.length === 1 && only?.type === 'paragraph' && !only.data.align)
    return writeHtmlInlines(only.nodes, footnotes);
  return nodes.map((node) => writeHtmlBlock(node, footnotes)).join('');
}

const HEADINGS: Record<HeadingType, string> = { 'heading-1': 'h2', 'heading-2': 'h3', 'heading-3': 'h4' };
/** The values of `align`. */
const ALIGNMENTS: Record<Alignment, string> = { start: 'left', center: 'center', end: 'right' };

function writeHtmlBlock(node: Block, footnotes: FootnoteWriter): string {
  switch (node.type) {
    case 'paragraph': {
      const align = node.data.align && ALIGNMENTS[node.data.align];
      return `${openTag('p', { align })}${writeHtmlInlines(node.nodes, footnotes)}</p>`;
    }
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const tag = node.data.level ? `h${node.data.level}` : HEADINGS[node.type];
      const align = node.data.align && ALIGNMENTS[node.data.align];
      const anchor = node.meta?.isExplicit ? [writeAnchor(node.meta.id)] : [];
      const line = [writeHtmlInlines(node.nodes, footnotes), ...anchor]
        .filter((part) => part !== '')
        .join(' ');
      return `${openTag(tag, { align })}${line}</${tag}>`;
    }
    case 'list-unordered':
      return `<ul>${writeItems(node.nodes, footnotes)}</ul>`;
    case 'list-ordered':
      return `${openTag('ol', { start: node.data.start })}${writeItems(node.nodes, footnotes)}</ol>`;
    case 'list-tasks':
      return `<ul class="contains-task-list">${writeItems(node.nodes, footnotes, true)}</ul>`;
    case 'divider':
      return '<hr>';
    case 'blockquote':
      return `<blockquote>${writeHtmlBlocks(node.nodes, footnotes)}</blockquote>`;
    case 'code':
      return writeHtmlCode(node, footnotes, '&#xA;');
    case 'hint': {
      const { style, icon } = node.data;
      const tag = openTag('div', {
        'data-gb-custom-block': true,
        'data-tag': 'hint',
        'data-style': style,
        class: `hint hint-${style}`,
        'data-icon': icon,
        ...node.attributes,
      });
      return `${tag}${node.nodes.map((child) => writeHtmlBlock(child, footnotes)).join('')}</div>`;
    }
    case 'images':
      return writeImages(node, footnotes);
    // The HTML of a cell has no form for these.
    case 'list-item':
    case 'code-line':
    case 'math':
    case 'image':
    case 'drawing':
    case 'file':
    case 'embed':
    case 'content-ref':
    case 'reusable-content':
    case 'table':
    case 'tabs':
    case 'tabs-item':
    case 'expandable':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
    case 'column':
    case 'updates':
    case 'update':
    case 'prompt':
    case 'if':
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
    case 'integration':
      return '';
    default:
      return assertNever(node);
  }
}

function writeItems(items: readonly ListItem[], footnotes: FootnoteWriter, isTasks = false): string {
  return items
    .map((item) => {
      const box = isTasks ? openTag('input', { type: 'checkbox', checked: item.data.checked === true }) : '';
      return `<li>${box}${writeHtmlBlocks(item.nodes, footnotes)}</li>`;
    })
    .join('');
}

/** Code as `<pre>`: for lines that are highlighted or hold more than text. */
export function writeHtmlCode(node: Code, footnotes: FootnoteWriter, newline: string): string {
  const { syntax, info, title, overflow, lineNumbers, expandable, fullWidth } = node.data;
  const pre = openTag('pre', {
    class: syntax === undefined ? undefined : `language-${syntax}`,
    'data-info': info,
    'data-title': title,
    'data-overflow': overflow,
    'data-line-numbers': lineNumbers === true,
    'data-expandable': expandable === true,
    'data-full-width': fullWidth === true,
  });
  const code = openTag('code', { class: syntax === undefined ? undefined : `lang-${syntax}` });
  const lines = node.nodes.map((line) => {
    const text = joinTexts(line.nodes)
      .map((inner) =>
        isText(inner)
          ? escapeHtml(inner.leaves.map((leaf) => leaf.text).join(''))
          : writeInline(inner, footnotes),
      )
      .join('');
    return line.data.highlighted ? `<strong>${text}${newline}</strong>` : `${text}${newline}`;
  });
  return `${pre}${code}${lines.join('')}</code></pre>`;
}

/** Images as figures, in the division that their layout asks for. */
export function writeImages(node: Images, footnotes: FootnoteWriter): string {
  const figures = node.nodes.map((image) => {
    const caption = image.fragments?.[0]?.nodes ?? [];
    const text = caption.map((paragraph) => writeHtmlBlock(paragraph, footnotes)).join('');
    return `<figure>${writeImageElement(image.data)}<figcaption>${text}</figcaption></figure>`;
  });
  const { align, fullWidth, withFrame } = node.data;
  const hasLayout = align !== undefined || fullWidth !== undefined || withFrame !== undefined;
  if (figures.length === 1 && !hasLayout) return figures[0]!;
  const division = openTag('div', {
    align,
    'data-full-width': text(fullWidth),
    'data-with-frame': text(withFrame),
  });
  return `${division}${figures.join(' ')}</div>`;
}

const text = (flag: boolean | undefined): string | undefined =>
  flag === undefined ? undefined : String(flag);
