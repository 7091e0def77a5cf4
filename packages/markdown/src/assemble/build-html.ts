import { textForAnchor } from '../arrange-conditions.ts';
import type {
  Alignment,
  Anchor,
  Block,
  Code,
  CodeLine,
  HeadingType,
  HintStyle,
  InlineNode,
  List,
  Mark,
} from '../document.ts';
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  htmlText,
  isElement,
  onlyElements,
} from '../syntax/html.ts';
import { type Build, block, type Locate, report } from './context.ts';
import { addElement, addImage } from './inline-elements.ts';
import { createNodeList, type NodeList } from './node-list.ts';

/** A piece of HTML with its source: for what stays as it is, and for where its targets stand. */
export interface HtmlSource {
  text: string;
  locate: Locate;
  /** The offset of the text in the body, if the body contains it unchanged. */
  bodyOffset?: number;
}

const collapse = (text: string): string => text.replace(/[ \t\n\r]+/g, ' ');

/** Adds HTML as inline nodes; unknown constructs stay as text. */
function addHtmlInlines(
  build: Build,
  list: NodeList,
  source: HtmlSource,
  nodes: readonly HtmlNode[],
  marks: readonly Mark[] = [],
): void {
  for (const node of nodes) {
    if (node.kind === 'text')
      list.text(collapse(source.text.slice(node.start, node.end)) === ' ' ? ' ' : textOf(node), marks);
    else if (node.kind === 'comment') list.text('', [], source.text.slice(node.start, node.end));
    else if (node.name === 'br') list.text('\n', marks);
    else if (node.name === 'img' && addImage(build, list, node.attributes, source.locate)) continue;
    else {
      const content = {
        text: () => htmlText(node.children),
        addTo: (target: NodeList, within: readonly Mark[]) =>
          addHtmlInlines(build, target, source, node.children, within),
        first: (name: string) => node.children.find((child) => isElement(child, name))?.attributes,
      };
      const { name, attributes } = node;
      const { locate } = source;
      const range = { start: locate(node.start), end: locate(node.innerEnd) + node.end - node.innerEnd };
      if (addElement(build, list, { name, attributes, content, locate, range }, marks)) continue;
      addUnknownElement(build, list, source, node, marks);
    }
  }
}

/** Line breaks in HTML are blanks; blanks that were written as entities are kept. */
const textOf = (node: { text: string }): string =>
  node.text.replace(/(?<![ \t\r])[ \t\r]*\n[ \t\r\n]*/g, ' ');

function addUnknownElement(
  build: Build,
  list: NodeList,
  source: HtmlSource,
  node: HtmlElement,
  marks: readonly Mark[],
): void {
  if (
    node.name === 'a' &&
    node.children.length === 0 &&
    (node.attributes.has('id') || node.attributes.has('name'))
  ) {
    list.text('', [], source.text.slice(node.start, node.end));
    return;
  }
  const opening = source.text.slice(node.start, node.innerStart);
  const closing = source.text.slice(node.innerEnd, node.end);
  report(build, `The HTML <${node.name}>`, build.lineOfSource(source.locate(node.start)));
  list.text(opening, marks, opening);
  addHtmlInlines(build, list, source, node.children, marks);
  if (closing) list.text(closing, marks, closing);
}

export function htmlInlines(build: Build, source: HtmlSource, nodes: readonly HtmlNode[]): InlineNode[] {
  const list = createNodeList(build);
  addHtmlInlines(build, list, source, trimEdges(nodes, source));
  return list.end();
}

/** Removes leading and trailing blanks that only lay out the source. */
function trimEdges(nodes: readonly HtmlNode[], source: HtmlSource): HtmlNode[] {
  const isBlank = (node: HtmlNode | undefined): boolean =>
    node?.kind === 'text' && /^[ \t\r\n]*$/.test(source.text.slice(node.start, node.end));
  let from = 0;
  let to = nodes.length;
  while (from < to && isBlank(nodes[from])) from++;
  while (to > from && isBlank(nodes[to - 1])) to--;
  const trimmed = nodes.slice(from, to);
  const first = trimmed[0];
  if (first?.kind === 'text' && /^[ \t\r\n]/.test(source.text.slice(first.start, first.end)))
    trimmed[0] = { ...first, text: first.text.replace(/^[ \t\r\n]+/, '') };
  const last = trimmed.at(-1);
  if (last?.kind === 'text' && /[ \t\r\n]$/.test(source.text.slice(last.start, last.end)))
    trimmed[trimmed.length - 1] = { ...last, text: last.text.replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '') };
  return trimmed;
}

const HEADINGS: Record<string, HeadingType> = {
  h1: 'heading-1',
  h2: 'heading-1',
  h3: 'heading-2',
  h4: 'heading-3',
  h5: 'heading-3',
  h6: 'heading-3',
};
const BLOCK_ELEMENTS = new Set([...Object.keys(HEADINGS), 'p', 'ul', 'ol', 'pre', 'blockquote', 'hr', 'div']);

/** The blocks of HTML, as cells hold it. */
export function htmlBlocks(build: Build, source: HtmlSource, nodes: readonly HtmlNode[]): Block[] {
  const blocks: Block[] = [];
  let inline: HtmlNode[] = [];
  const flush = (): void => {
    const isBlank = inline.every(
      (node) => node.kind === 'text' && textOf(node).trim() === '' && isLayout(source, node),
    );
    if (!isBlank) blocks.push(block(build, 'paragraph', { nodes: htmlInlines(build, source, inline) }));
    inline = [];
  };
  for (const node of nodes) {
    const made =
      node.kind === 'element' && BLOCK_ELEMENTS.has(node.name) ? htmlBlock(build, source, node) : undefined;
    if (made) {
      flush();
      blocks.push(made);
    } else inline.push(node);
  }
  flush();
  return blocks;
}

const isLayout = (source: HtmlSource, node: HtmlNode): boolean =>
  /^[ \t\r\n]*$/.test(source.text.slice(node.start, node.end));

function htmlBlock(build: Build, source: HtmlSource, element: HtmlElement): Block | undefined {
  const { name, attributes, children } = element;
  const heading = HEADINGS[name];
  if (heading) {
    if (attributes.size > (attributes.has('id') ? 1 : 0)) return undefined;
    const nodes = htmlInlines(build, source, children);
    return block(build, heading, {
      data: headingLevel(name),
      nodes,
      ...headingMeta(build, textForAnchor(nodes)),
    });
  }
  switch (name) {
    case 'p': {
      const align = readAlignment(attributeOf(attributes, 'align'));
      if (attributes.size > (align ? 1 : 0)) return undefined;
      return block(build, 'paragraph', {
        data: align ? { align } : {},
        nodes: htmlInlines(build, source, children),
      });
    }
    case 'ul':
    case 'ol':
      return htmlList(build, source, element);
    case 'hr':
      return block(build, 'divider', {});
    case 'blockquote':
      return attributes.size > 0
        ? undefined
        : block(build, 'blockquote', { nodes: orEmpty(build, htmlBlocks(build, source, children)) });
    case 'pre':
      return htmlCode(build, element);
    case 'div': {
      if (attributeOf(attributes, 'data-tag') !== 'hint') return undefined;
      const style = attributeOf(attributes, 'data-style') ?? 'info';
      return block(build, 'hint', {
        data: { style: HINT_STYLES[style] ?? 'info' },
        nodes: orEmpty(build, htmlBlocks(build, source, children)),
      });
    }
    default:
      return undefined;
  }
}

export const HINT_STYLES: Record<string, HintStyle> = {
  info: 'info',
  warning: 'warning',
  danger: 'danger',
  success: 'success',
  tip: 'success',
  warn: 'warning',
  infos: 'info',
};

export const orEmpty = (build: Build, blocks: Block[]): Block[] =>
  blocks.length > 0 ? blocks : [block(build, 'paragraph', { nodes: createNodeList(build).end() })];

/** The written level of a heading deeper than the deepest kind. */
const headingLevel = (tag: string): { level?: number } =>
  tag === 'h5' ? { level: 5 } : tag === 'h6' ? { level: 6 } : {};

export function headingMeta(build: Build, text: string): { meta?: Anchor } {
  const slug = build.slugOf(text);
  return slug === '' ? {} : { meta: { id: build.anchors.take(slug) } };
}

export const readAlignment = (align: string | undefined): Alignment | undefined =>
  align === 'center' ? 'center' : align === 'right' ? 'end' : align === 'left' ? 'start' : undefined;

function htmlList(build: Build, source: HtmlSource, element: HtmlElement): List | undefined {
  const items = onlyElements(element.children);
  if (!items || items.length === 0 || items.some(({ name }) => name !== 'li')) return undefined;
  const checkboxOf = (item: HtmlElement): HtmlElement | undefined => {
    const first = item.children.find((child) => child.kind !== 'text' || child.text.trim() !== '');
    return first?.kind === 'element' &&
      first.name === 'input' &&
      attributeOf(first.attributes, 'type') === 'checkbox'
      ? first
      : undefined;
  };
  const isTasks = items.every(checkboxOf);
  const nodes = items.map((item) => {
    const checkbox = isTasks ? checkboxOf(item)! : undefined;
    const children = item.children.filter((child) => child !== checkbox);
    return block(build, 'list-item', {
      data: checkbox ? { checked: checkbox.attributes.has('checked') } : {},
      nodes: orEmpty(build, htmlBlocks(build, source, children)),
    });
  });
  if (isTasks) return block(build, 'list-tasks', { nodes });
  if (element.name === 'ul') return block(build, 'list-unordered', { nodes });
  const start = Number(attributeOf(element.attributes, 'start') ?? 1);
  return block(build, 'list-ordered', { data: start === 1 || Number.isNaN(start) ? {} : { start }, nodes });
}

/** `<pre><code>`, with lines highlighted by `<strong>`. */
export function htmlCode(build: Build, element: HtmlElement): Code | undefined {
  const [code, ...others] = onlyElements(element.children) ?? [];
  if (code?.name !== 'code' || others.length > 0) return undefined;
  const { attributes } = element;
  const syntax =
    /(?:^|\s)lang-(\S+)/.exec(attributeOf(code.attributes, 'class') ?? '')?.[1] ??
    /(?:^|\s)language-(\S+)/.exec(attributeOf(attributes, 'class') ?? '')?.[1];
  const lines = codeLinesOf(build, code);
  if (!lines) return undefined;
  const known = [
    'class',
    'data-title',
    'data-overflow',
    'data-line-numbers',
    'data-expandable',
    'data-full-width',
  ];
  if ([...attributes.keys()].some((key) => !known.includes(key))) return undefined;
  const title = attributeOf(attributes, 'data-title');
  const overflow = attributeOf(attributes, 'data-overflow');
  return block(build, 'code', {
    data: {
      ...(syntax ? { syntax } : {}),
      ...(title ? { title } : {}),
      ...(overflow === 'wrap' || overflow === 'scroll' ? { overflow } : {}),
      ...(attributes.has('data-line-numbers') ? { lineNumbers: true } : {}),
      ...(attributes.has('data-expandable') ? { expandable: true } : {}),
      ...(attributes.has('data-full-width') ? { fullWidth: true } : {}),
    },
    nodes: lines,
  });
}

function codeLinesOf(build: Build, code: HtmlElement): CodeLine[] | undefined {
  const lines: { list: NodeList; isHighlighted: boolean }[] = [
    { list: createNodeList(build), isHighlighted: false },
  ];
  const addText = (text: string, isHighlighted: boolean): void => {
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) lines.push({ list: createNodeList(build), isHighlighted: false });
      if (line === '') continue;
      lines.at(-1)!.list.text(line, []);
      if (isHighlighted) lines.at(-1)!.isHighlighted = true;
    }
  };
  const add = (nodes: readonly HtmlNode[], isHighlighted: boolean): boolean =>
    nodes.every((node) => {
      if (node.kind === 'comment') return false;
      if (node.kind === 'text') {
        addText(node.text, isHighlighted);
        return true;
      }
      if (node.name === 'strong' && !isHighlighted) {
        lines.at(-1)!.isHighlighted = true;
        return add(node.children, true);
      }
      if (node.name !== 'a' && node.name !== 'code') return false;
      const content = {
        text: () => htmlText(node.children),
        addTo: (list: NodeList) => list.text(htmlText(node.children), []),
        first: () => undefined,
      };
      const isKnown =
        node.name === 'code'
          ? attributeOf(node.attributes, 'class') === 'expression'
          : node.attributes.has('data-footnote-ref');
      return (
        isKnown &&
        addElement(
          build,
          lines.at(-1)!.list,
          { name: node.name, attributes: node.attributes, content, locate: () => 0 },
          [],
        )
      );
    });
  if (!add(code.children, false)) return undefined;
  // The last line break only ends the last line.
  if (lines.length > 1 && lines.at(-1)!.list.nodes.length === 0) lines.pop();
  return lines.map(({ list, isHighlighted }) =>
    block(build, 'code-line', { data: isHighlighted ? { highlighted: true } : {}, nodes: list.end() }),
  );
}
