import type {
  Alignment,
  Block,
  BlockType,
  Code,
  CodeLine,
  HeadingType,
  HintStyle,
  InlineNode,
  List,
  Mark,
  Paragraph,
} from '../document.ts';
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  htmlText,
  isElement,
  onlyElements,
} from '../syntax/html.ts';
import { BLOCK_ELEMENTS, RAW_ELEMENTS } from '../syntax/html-elements.ts';
import { type BlockRange, type Build, block, codeLines, type Locate, placeWithin } from './context.ts';
import { headingMeta } from './heading-anchors.ts';
import { addElement, addImage, isDarkSource, marksWithin, shownOfTag } from './inline-elements.ts';
import { createNodeList, type NodeList } from './node-list.ts';

/** A piece of HTML with its source: to keep what is not understood, and to find its targets. */
export interface HtmlSource {
  text: string;
  locate: Locate;
  /** The offset of the text in the body, if the body contains it unchanged. */
  bodyOffset?: number;
}

const collapse = (text: string): string => text.replace(/[ \t\n\r]+/g, ' ');

/** Adds HTML as inline nodes; the tags of unknown elements are kept and not seen. */
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
    else if (node.kind !== 'element') list.text('', [], source.text.slice(node.start, node.end));
    else if (node.name === 'br') list.text('\n', marks);
    else if (node.name === 'img' && addImage(build, list, node.attributes, source.locate)) continue;
    else {
      const content = {
        text: () => htmlText(node.children),
        addTo: (target: NodeList, within: readonly Mark[]) =>
          addHtmlInlines(build, target, source, node.children, within),
        first: (name: string) => firstOf(node, name)?.attributes,
      };
      const { name, attributes } = node;
      const { locate } = source;
      const range = { start: locate(node.start), end: locate(node.innerEnd) + node.end - node.innerEnd };
      if (addElement(build, list, { name, attributes, content, locate, range }, marks)) continue;
      addUnknownElement(build, list, source, node, marks);
    }
  }
}

/** The first element of a name in a picture or a player; of the sources of a picture, that for the dark. */
function firstOf({ children }: HtmlElement, name: string): HtmlElement | undefined {
  const elements = children.filter((child): child is HtmlElement => isElement(child, name));
  return name === 'source'
    ? elements.find(({ attributes }) => attributes.has('src') || isDarkSource(attributes))
    : elements[0];
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
  list.text(shownOfTag(list, node.name, false), marks, opening);
  // The content of a frame is no markup.
  if (RAW_ELEMENTS.has(node.name)) list.text('', [], source.text.slice(node.innerStart, node.innerEnd));
  addHtmlInlines(build, list, source, node.children, marksWithin(node.name, node.attributes, marks));
  const shown = shownOfTag(list, node.name, true);
  if (closing || shown) list.text(shown, marks, closing);
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

/** How the blocks of some HTML are built. */
export interface Flow {
  align?: Alignment | undefined;
  /** The blocks that only pages have, and cells do not. */
  blocksOf?(element: HtmlElement, flow: Flow): Block[] | undefined;
  /** A line of nothing but pictures. */
  imagesOf?(elements: readonly HtmlElement[], flow: Flow): Block | undefined;
}

/** The blocks of HTML: without a flow, those that cells may hold. */
export function htmlBlocks(
  build: Build,
  source: HtmlSource,
  nodes: readonly HtmlNode[],
  flow: Flow = {},
): Block[] {
  const blocks: Block[] = [];
  let inline: HtmlNode[] = [];
  const flush = (): void => {
    const isBlank = inline.every(
      (node) => node.kind === 'text' && textOf(node).trim() === '' && isLayout(source, node),
    );
    if (!isBlank) {
      const line = lineOf(build, source, inline, flow);
      placeWithin(build, line, source.locate, edgesOf(source, inline));
      blocks.push(line);
    }
    inline = [];
  };
  for (const node of nodes) {
    if (node.kind !== 'element' || !isAmongBlocks(node)) {
      inline.push(node);
      continue;
    }
    const made = flow.blocksOf?.(node, flow) ?? blocksOfElement(build, source, node, flow);
    flush();
    for (const one of made) {
      placeWithin(build, one, source.locate, node);
      blocks.push(one);
    }
  }
  flush();
  return blocks;
}

/** The range of some nodes, without the blanks around them. */
function edgesOf({ text }: HtmlSource, nodes: readonly { start: number; end: number }[]): BlockRange {
  const written = text.slice(nodes[0]!.start, nodes.at(-1)!.end);
  const start = nodes[0]!.start + written.length - written.trimStart().length;
  return { start, end: Math.max(start, nodes[0]!.start + written.trimEnd().length) };
}

const isAmongBlocks = ({ name, hasBlocks }: HtmlElement): boolean =>
  BLOCK_ELEMENTS.has(name) || (hasBlocks === true && name !== 'a');

const isLayout = (source: HtmlSource, node: HtmlNode): boolean =>
  /^[ \t\r\n]*$/.test(source.text.slice(node.start, node.end));

function lineOf(build: Build, source: HtmlSource, nodes: readonly HtmlNode[], flow: Flow): Block {
  const elements = flow.imagesOf && onlyElements(nodes);
  const images = elements && flow.imagesOf?.(elements, flow);
  if (images) return images;
  const { align } = flow;
  return block(build, 'paragraph', {
    data: align ? { align } : {},
    nodes: htmlInlines(build, source, nodes),
  });
}

function blocksOfElement(build: Build, source: HtmlSource, element: HtmlElement, flow: Flow): Block[] {
  const { name, children } = element;
  const made = htmlBlock(build, source, element, flow);
  if (made) return [made];
  if (name === 'dt') return termOf(build, source, element);
  const align = readAlignment(
    name === 'center' ? name : attributeOf(element.attributes, 'align')?.toLowerCase(),
  );
  const inner = htmlBlocks(build, source, children, align ? { ...flow, align } : flow);
  // A tag without an end is kept, since its end may follow further down.
  const isClosed = element.end > element.innerEnd || IMPLIED.has(name);
  const isAligning = flow.blocksOf !== undefined && align !== undefined && ALIGNING.has(name);
  if (isClosed && !(isAligning && inner.some(({ type }) => !ALIGNED.has(type)))) return inner;
  return [
    hiddenBlock(build, source.text.slice(element.start, element.innerStart)),
    ...inner,
    ...(isClosed ? [hiddenBlock(build, source.text.slice(element.innerEnd, element.end))] : []),
  ];
}

const ALIGNING = new Set(['div', 'center']);

/** Blocks that have an alignment of their own. Others are aligned by the tags around them. */
const ALIGNED = new Set<BlockType>(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'images', 'divider']);

const IMPLIED = new Set('p li dt dd tr td th thead tbody tfoot iframe video audio embed'.split(' '));

/** A term is distinguished from its description by its weight. */
function termOf(build: Build, source: HtmlSource, { children }: HtmlElement): Block[] {
  const list = createNodeList(build);
  addHtmlInlines(build, list, source, trimEdges(children, source), [{ object: 'mark', type: 'bold' }]);
  return [block(build, 'paragraph', { nodes: list.end() })];
}

/** Source that is kept, and not seen by readers. */
export function hiddenBlock(build: Build, written: string): Paragraph {
  const list = createNodeList(build);
  list.text('', [], written);
  return block(build, 'paragraph', { nodes: list.end() });
}

function htmlBlock(build: Build, source: HtmlSource, element: HtmlElement, flow: Flow): Block | undefined {
  const { name, attributes, children } = element;
  const heading = HEADINGS[name];
  // The content of a heading without an end may be the Markdown after it.
  const isBegun = element.end === element.innerEnd && htmlText(children).trim() === '';
  if (heading && !isBegun) {
    const align = readAlignment(attributeOf(attributes, 'align')?.toLowerCase()) ?? flow.align;
    const nodes = htmlInlines(build, source, children);
    return block(build, heading, {
      data: { ...headingLevel(name), ...(align ? { align } : {}) },
      nodes,
      ...headingMeta(build, nodes),
    });
  }
  switch (name) {
    case 'p': {
      if (element.hasBlocks) return undefined;
      const align = readAlignment(attributeOf(attributes, 'align')?.toLowerCase()) ?? flow.align;
      return block(build, 'paragraph', {
        data: align ? { align } : {},
        nodes: htmlInlines(build, source, children),
      });
    }
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return htmlList(build, source, element, flow);
    case 'hr':
      return block(build, 'divider', {});
    case 'blockquote':
      return block(build, 'blockquote', {
        nodes: orEmpty(build, htmlBlocks(build, source, children, { ...flow, align: undefined })),
      });
    case 'pre':
      return htmlCode(build, element) ?? plainCode(build, element);
    case 'div': {
      if (attributeOf(attributes, 'data-tag') !== 'hint') return undefined;
      const style = attributeOf(attributes, 'data-style') ?? 'info';
      const icon = attributeOf(attributes, 'data-icon');
      const others = [...attributes].filter(([key]) => !HINT_ATTRIBUTES.has(key));
      return block(build, 'hint', {
        data: { style: HINT_STYLES[style] ?? 'info', ...(icon ? { icon } : {}) },
        nodes: orEmpty(build, htmlBlocks(build, source, children, flow)),
        ...(others.length > 0
          ? { attributes: Object.fromEntries(others.map(([key, { value }]) => [key, value])) }
          : {}),
      });
    }
    default:
      return undefined;
  }
}

const HINT_ATTRIBUTES = new Set('data-gb-custom-block data-tag data-style data-icon class'.split(' '));

/** Code in which nothing but its text means anything here. */
function plainCode(build: Build, { children }: HtmlElement): Code {
  const [only] = onlyElements(children) ?? [];
  const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(
    (only && attributeOf(only.attributes, 'class')) ?? '',
  )?.[1];
  const written = htmlText(children).replace(/^\n/, '').replace(/\n$/, '');
  return block(build, 'code', {
    data: language ? { syntax: language } : {},
    nodes: codeLines(build, written),
  });
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

/** The written level of a heading, if its kind does not determine it. */
const headingLevel = (tag: string): { level?: number } =>
  ['h1', 'h5', 'h6'].includes(tag) ? { level: Number(tag[1]) } : {};

export const readAlignment = (align: string | undefined): Alignment | undefined =>
  align === 'center' ? 'center' : align === 'right' ? 'end' : align === 'left' ? 'start' : undefined;

function htmlList(build: Build, source: HtmlSource, element: HtmlElement, flow: Flow): List | undefined {
  const items = itemsOf(element);
  if (items.length === 0) return undefined;
  const checkboxOf = ([first]: readonly HtmlNode[]): HtmlElement | undefined =>
    first?.kind === 'element' &&
    first.name === 'input' &&
    attributeOf(first.attributes, 'type') === 'checkbox'
      ? first
      : undefined;
  const written = items.map(({ nodes }) =>
    nodes.filter((node, i) => i > 0 || node.kind !== 'text' || !isLayout(source, node)),
  );
  const isTasks = written.every(checkboxOf);
  const inner = { ...flow, align: undefined };
  const nodes = written.map((children, i) => {
    const checkbox = isTasks ? checkboxOf(children)! : undefined;
    const item = block(build, 'list-item', {
      data: checkbox ? { checked: checkbox.attributes.has('checked') } : {},
      nodes: orEmpty(build, htmlBlocks(build, source, checkbox ? children.slice(1) : children, inner)),
    });
    placeWithin(build, item, source.locate, items[i]!);
    return item;
  });
  if (isTasks) return block(build, 'list-tasks', { nodes });
  if (element.name !== 'ol') return block(build, 'list-unordered', { nodes });
  const start = Number(attributeOf(element.attributes, 'start') ?? 1);
  return block(build, 'list-ordered', {
    data: start === 1 || !Number.isSafeInteger(start) || start < 0 ? {} : { start },
    nodes,
  });
}

/** The content of the items of a list; text between two items belongs to the first. */
function itemsOf({ children }: HtmlElement): ({ nodes: HtmlNode[] } & BlockRange)[] {
  const items: ({ nodes: HtmlNode[] } & BlockRange)[] = [];
  for (const child of children) {
    const { start, end } = child;
    const last = items.at(-1);
    if (child.kind === 'element' && child.name === 'li')
      items.push({ nodes: [...child.children], start, end });
    else if (child.kind === 'text' && child.text.trim() === '') continue;
    else if (!last) items.push({ nodes: [child], start, end });
    else {
      last.nodes.push(child);
      last.end = end;
    }
  }
  return items;
}

/** `<pre><code>`, with lines highlighted by `<strong>`. */
export function htmlCode(build: Build, element: HtmlElement): Code | undefined {
  const [code, ...others] = onlyElements(element.children) ?? [];
  if (code?.name !== 'code' || others.length > 0) return undefined;
  const { attributes } = element;
  const syntax =
    /(?:^|\s)lang(?:uage)?-(\S+)/.exec(attributeOf(code.attributes, 'class') ?? '')?.[1] ??
    /(?:^|\s)language-(\S+)/.exec(attributeOf(attributes, 'class') ?? '')?.[1];
  const lines = codeLinesOf(build, code);
  if (!lines) return undefined;
  const known = [
    'class',
    'data-info',
    'data-title',
    'data-overflow',
    'data-line-numbers',
    'data-expandable',
    'data-full-width',
  ];
  if ([...attributes.keys()].some((key) => !known.includes(key))) return undefined;
  const info = attributeOf(attributes, 'data-info');
  const title = attributeOf(attributes, 'data-title');
  const overflow = attributeOf(attributes, 'data-overflow');
  return block(build, 'code', {
    data: {
      ...(syntax ? { syntax } : {}),
      ...(info ? { info } : {}),
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
      if (node.kind === 'comment' || node.kind === 'hidden') return false;
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
