import {
  attributeOf,
  classesOf,
  descendantsOf,
  elementsOf,
  findByTag,
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTextNode,
  lineOf,
  textOf,
} from '@lectern/html/html-tree';
import {
  divider,
  embedOf,
  expandableOf,
  fileOf,
  headingOf,
  hintOf,
  imagesOf,
  linkOf,
  listItemOf,
  listOf,
  mathOf,
  paragraphOf,
  quoteOf,
  tabsOf,
} from '@lectern/markdown/block-factories';
import type { Block, ImageData, InlineNode, ListItem, Mark } from '@lectern/markdown/document';
import { isText, plainText } from '@lectern/markdown/document';
import { slugOf } from '@lectern/markdown/slug';
import {
  BLOCK_ELEMENTS,
  IGNORED_ELEMENTS,
  UNSUPPORTED_ELEMENTS,
} from '@lectern/markdown/syntax/html-elements';
import { appendTo } from '@lectern/std/long-lists';
import { buildAdmonition } from './build-admonition.ts';
import { buildCode, findCodeOfTable } from './build-code.ts';
import { addInlines, isHidden, isPermalink, marksOf, readImage } from './build-inlines.ts';
import { readFormula } from './build-math.ts';
import { buildTable } from './build-table.ts';
import { readTabs } from './build-tabs.ts';
import type { HtmlContext, HtmlRules } from './html-context.ts';
import { InlineRun } from './inline-run.ts';

/** Deeper elements are kept as text: people nest a few dozen at most. */
const MAX_DEPTH = 200;

export interface BuildOptions {
  rules?: HtmlRules | undefined;
  target(href: string): string | undefined;
  report(reason: string, message: string): void;
}

/** The blocks of the nodes of a page. */
export function buildBlocks(
  nodes: readonly HtmlNode[],
  { rules = {}, target, report }: BuildOptions,
): Block[] {
  let depth = 0;
  const known = new Map<HtmlElement, boolean>();
  const context: HtmlContext = {
    rules,
    target,
    report,
    blocks(inner, marks = []) {
      if (depth >= MAX_DEPTH) return flatText(context, inner);
      depth += 1;
      try {
        return collectBlocks(context, inner, marks);
      } finally {
        depth -= 1;
      }
    },
    inlines(inner, marks = []) {
      const run = new InlineRun();
      context.addInlines(run, inner, marks);
      return run.end();
    },
    addInlines(run, inner, marks) {
      if (depth >= MAX_DEPTH) {
        for (const node of inner) run.text(textOf(node), marks);
        return;
      }
      depth += 1;
      try {
        addInlines(context, run, inner, marks);
      } finally {
        depth -= 1;
      }
    },
    hasBlocks(element) {
      let has = known.get(element);
      if (has === undefined) {
        has = findElement(element, isBlock) !== undefined;
        known.set(element, has);
      }
      return has;
    },
  };
  return context.blocks(nodes);
}

const isBlock = (element: HtmlElement): boolean =>
  BLOCK_ELEMENTS.has(element.tagName) || readFormula(element)?.isBlock === true;

function flatText(context: HtmlContext, nodes: readonly HtmlNode[]): Block[] {
  context.report('nested-too-deeply', 'Elements are nested too deeply; their text was kept.');
  const run = new InlineRun();
  for (const node of nodes) run.text(textOf(node), []);
  const inner = run.end();
  return inner.length > 0 ? [paragraphOf(inner)] : [];
}

/** Lines between blocks become paragraphs of their own. */
function collectBlocks(context: HtmlContext, nodes: readonly HtmlNode[], marks: readonly Mark[]): Block[] {
  const blocks: Block[] = [];
  let line: HtmlNode[] = [];
  const endLine = (): void => {
    if (line.length > 0) appendTo(blocks, buildLine(context, line, marks));
    line = [];
  };
  for (const node of nodes) {
    if (isTextNode(node)) line.push(node);
    if (!isElement(node)) continue;
    const own = context.rules.block?.(node, context);
    if (own) {
      endLine();
      appendTo(blocks, own);
    } else if (isBlock(node) || context.hasBlocks(node)) {
      endLine();
      appendTo(blocks, buildElement(context, node, marks));
    } else line.push(node);
  }
  endLine();
  return blocks;
}

/** A paragraph; one of images alone becomes a block of images. */
function buildLine(context: HtmlContext, nodes: readonly HtmlNode[], marks: readonly Mark[]): Block[] {
  const run = new InlineRun();
  context.addInlines(run, nodes, marks);
  const line = run.end();
  if (line.length === 0 || (line.every(isText) && plainText(line).trim() === '')) return [];
  const images = imagesAlone(line);
  return images ? [imagesOf(images.map((data) => ({ data })))] : [paragraphOf(line)];
}

function imagesAlone(line: readonly InlineNode[]): ImageData[] | undefined {
  const images: ImageData[] = [];
  for (const node of line) {
    if (node.object === 'inline' && node.type === 'inline-image') images.push(node.data);
    else if (!isText(node) || plainText([node]).trim() !== '') return undefined;
  }
  return images;
}

function buildElement(context: HtmlContext, element: HtmlElement, marks: readonly Mark[]): Block[] {
  const { tagName, childNodes } = element;
  const formula = readFormula(element);
  if (formula) return [mathOf(formula.text)];
  if (IGNORED_ELEMENTS.has(tagName) || isHidden(element)) return [];
  if (UNSUPPORTED_ELEMENTS.has(tagName)) {
    context.report('unsupported-element', `A <${tagName}> element has no counterpart and was left out.`);
    return [];
  }
  const admonition = buildAdmonition(context, element);
  if (admonition) return admonition;
  switch (tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return buildHeading(context, element);
    case 'pre':
      return [buildCode(element)];
    case 'hr':
      return [divider()];
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return buildList(context, element, marks);
    case 'dl':
      return buildDefinitions(context, element);
    case 'blockquote': {
      const inner = context.blocks(childNodes, marks);
      return inner.length > 0 ? [quoteOf(inner)] : [];
    }
    case 'table':
      return buildTableOrCode(context, element);
    case 'figure':
      return buildFigure(context, element);
    case 'details':
      return buildDetails(context, element);
    case 'iframe':
    case 'video':
    case 'audio':
      return buildMedia(context, element);
    case 'a':
      return buildLinkedBlocks(context, element, marks);
    case 'aside':
      return buildAside(context, element);
    default:
      return buildDivision(context, element, marks);
  }
}

function buildHeading(context: HtmlContext, element: HtmlElement): Block[] {
  const nodes = context.inlines(element.childNodes.filter((node) => !(isElement(node) && isPermalink(node))));
  const text = plainText(nodes);
  if (text.trim() === '') return [];
  const id = attributeOf(element, 'id') ?? anchorWithin(element);
  const isNeeded = id !== undefined && /^[\p{L}\p{N}_.:-]{1,200}$/u.test(id) && id !== slugOf(text);
  // A bold heading is a heading.
  const plain = nodes.map((node) =>
    isText(node)
      ? {
          ...node,
          leaves: node.leaves.map((leaf) => ({
            ...leaf,
            marks: leaf.marks.filter(({ type }) => type !== 'bold'),
          })),
        }
      : node,
  );
  return [headingOf(Number(element.tagName[1]), plain, isNeeded ? id : undefined)];
}

const anchorWithin = (heading: HtmlElement): string | undefined => {
  const anchor = findByTag(heading, 'a');
  return anchor && (attributeOf(anchor, 'id') ?? attributeOf(anchor, 'name'));
};

function buildList(context: HtmlContext, list: HtmlElement, marks: readonly Mark[]): Block[] {
  const items: ListItem[] = [];
  let hasBoxes = false;
  for (const child of list.childNodes) {
    if (isElement(child) && (child.tagName === 'ul' || child.tagName === 'ol')) {
      // A list right within a list belongs to the item before it.
      const inner = context.blocks([child], marks);
      const last = items.at(-1);
      if (last) appendTo(last.nodes, inner);
      else items.push(listItemOf(inner));
      continue;
    }
    if (isTextNode(child) ? child.value.trim() === '' : !isElement(child)) continue;
    const inner = isElement(child) && child.tagName === 'li' ? child.childNodes : [child];
    const box = isElement(child) ? boxOf(child) : undefined;
    hasBoxes ||= box !== undefined;
    const nodes = context.blocks(inner, marks);
    if (nodes.length > 0 || box !== undefined)
      items.push(listItemOf(nodes.length > 0 ? nodes : [paragraphOf([])], box));
  }
  if (items.length === 0) return [];
  if (list.tagName === 'ol') {
    const start = Number.parseInt(attributeOf(list, 'start') ?? '1', 10);
    return [listOf('list-ordered', items, start >= 0 && start < 1e9 ? start : 1)];
  }
  if (!hasBoxes) return [listOf('list-unordered', items)];
  return [
    listOf(
      'list-tasks',
      items.map(({ nodes, data }) => listItemOf(nodes, data.checked ?? false)),
    ),
  ];
}

/** A box stands at the beginning of its item. */
const MAX_BEFORE_BOX = 20;

/** Whether the box of a task is ticked; undefined if the item has none of its own. */
function boxOf(item: HtmlElement): boolean | undefined {
  let count = 0;
  for (const element of descendantsOf(item)) {
    count += 1;
    if (count > MAX_BEFORE_BOX) return undefined;
    if (element.tagName === 'ul' || element.tagName === 'ol') return undefined;
    if (element.tagName === 'input' && attributeOf(element, 'type') === 'checkbox')
      return attributeOf(element, 'checked') !== undefined;
    if (textOf(element).trim() !== '' && element.tagName !== 'p' && element.tagName !== 'label')
      return undefined;
  }
  return undefined;
}

/** Builds a list of definitions: the terms in bold, each with its description. */
function buildDefinitions(context: HtmlContext, list: HtmlElement): Block[] {
  return list.childNodes.flatMap((child): Block[] => {
    if (!isElement(child)) return [];
    // A list may have its terms in groups, but groups have no groups.
    if (child.tagName === 'div' && list.tagName === 'dl') return buildDefinitions(context, child);
    if (child.tagName !== 'dt') return context.blocks(child.childNodes);
    return context.blocks(child.childNodes, [{ object: 'mark', type: 'bold' }]);
  });
}

function buildTableOrCode(context: HtmlContext, table: HtmlElement): Block[] {
  const code = findCodeOfTable(table);
  return code ? [buildCode(code)] : buildTable(context, table);
}

/** Builds a figure: images with a caption, a code block with its title, or other blocks. */
function buildFigure(context: HtmlContext, figure: HtmlElement): Block[] {
  const parts = partsOfFigure(figure);
  if (!parts) return context.blocks(figure.childNodes);
  const caption = parts.find(({ tagName }) => tagName === 'figcaption');
  const rest = parts.filter((element) => element !== caption);
  const code = rest.find(({ tagName }) => tagName === 'pre');
  if (code) return [buildCode(code, caption && lineOf(caption))];
  const images = rest.filter(({ tagName }) => tagName === 'img');
  const isRich = rest.some(({ tagName }) => /^(?:table|video|audio|iframe|ul|ol|blockquote)$/.test(tagName));
  const shown = images.flatMap((image) => readImage(context, image) ?? []);
  if (shown.length === 0 || isRich) return context.blocks(figure.childNodes);
  const text = caption ? context.blocks(caption.childNodes).filter(({ type }) => type === 'paragraph') : [];
  return [imagesOf(shown.map((data, at) => ({ data, caption: at === shown.length - 1 ? text : [] })))];
}

/** The elements of a figure, also those of figures in it; undefined if these have figures, too. */
function partsOfFigure(figure: HtmlElement, depth = 0): HtmlElement[] | undefined {
  const parts: HtmlElement[] = [];
  const waiting = elementsOf(figure).toReversed();
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    parts.push(element);
    if (element.tagName !== 'figure') {
      for (const inner of elementsOf(element).toReversed()) waiting.push(inner);
      continue;
    }
    const inner = depth === 0 ? partsOfFigure(element, 1) : undefined;
    if (!inner) return undefined;
    appendTo(parts, inner);
  }
  return parts;
}

function buildDetails(context: HtmlContext, details: HtmlElement): Block[] {
  const summary = elementsOf(details).find(({ tagName }) => tagName === 'summary');
  const title = summary ? context.inlines(summary.childNodes) : [];
  const body = context.blocks(details.childNodes.filter((node) => node !== summary));
  const isOpen = attributeOf(details, 'open') !== undefined;
  return [expandableOf(title.length > 0 ? title : context.inlines([]), body, isOpen)];
}

/** Builds a player or frame from the address that it shows. */
function buildMedia(context: HtmlContext, element: HtmlElement): Block[] {
  const inner = findByTag(element, 'source');
  const written =
    attributeOf(element, 'src') ?? attributeOf(element, 'data-src') ?? (inner && attributeOf(inner, 'src'));
  const target = written && context.target(written.trim());
  if (!target || target.startsWith('data-image:')) {
    context.report('unsupported-element', `A <${element.tagName}> element without an address was left out.`);
    return [];
  }
  const absolute = target.startsWith('//') ? `https:${target}` : target;
  return [/^https?:/i.test(absolute) ? embedOf(watchAddress(absolute)) : fileOf(absolute)];
}

/** The page of a video in place of the address of its player. */
function watchAddress(url: string): string {
  const youtube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/i.exec(url)?.[1];
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/i.exec(url)?.[1];
  return vimeo ? `https://vimeo.com/${vimeo}` : url;
}

/** A link around blocks, such as a card: the first line becomes the link. */
function buildLinkedBlocks(context: HtmlContext, element: HtmlElement, marks: readonly Mark[]): Block[] {
  const href = attributeOf(element, 'href');
  const target = href && context.target(href.trim());
  const blocks = context.blocks(element.childNodes, marks);
  const first = blocks.find(({ type }) => type === 'paragraph' || type.startsWith('heading'));
  if (!target || !first || (first.type !== 'paragraph' && !first.type.startsWith('heading'))) return blocks;
  const line = first as Extract<Block, { type: 'paragraph' | 'heading-1' | 'heading-2' | 'heading-3' }>;
  if (line.nodes.some((node) => node.object === 'inline' && node.type === 'link')) return blocks;
  line.nodes = [linkOf(target, line.nodes)];
  return blocks;
}

/** Builds an aside, which becomes a hint within the text. */
function buildAside(context: HtmlContext, element: HtmlElement): Block[] {
  const blocks = context.blocks(element.childNodes);
  return blocks.length > 0 ? [hintOf('info', blocks)] : [];
}

function buildDivision(context: HtmlContext, element: HtmlElement, marks: readonly Mark[]): Block[] {
  const tabs = readTabs(element);
  if (tabs)
    return [tabsOf(tabs.map(({ title, panel }) => ({ title, nodes: context.blocks(panel.childNodes) })))];
  const title = codeTitleOf(element);
  const pre = title && findByTag(element, 'pre');
  if (title && pre) return [buildCode(pre, lineOf(title))];
  if (element.tagName === 'p' && element.childNodes.length === 0) return [];
  return context.blocks(element.childNodes, marksOf(element, marks));
}

/** `<div class="code-block"><div class="codeBlockTitle">a.js</div><pre>` with nothing else in it. */
function codeTitleOf(element: HtmlElement): HtmlElement | undefined {
  const [first, ...others] = elementsOf(element);
  if (!first || others.length === 0 || others.length > 2) return undefined;
  const isTitle = classesOf(first).some((name) =>
    /^(?:code-?(?:block)?-?title|filename|code-header|file-name)/i.test(name),
  );
  return isTitle && others.some((other) => other.tagName === 'pre' || findByTag(other, 'pre'))
    ? first
    : undefined;
}
