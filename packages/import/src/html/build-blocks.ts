import {
  attributeOf,
  classesOf,
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
  expandableOf,
  headingOf,
  hintOf,
  imagesOf,
  linkOf,
  mathOf,
  paragraphOf,
  quoteOf,
  tabsOf,
} from '@lectern/markdown/block-factories';
import type { Block, ImageData, InlineNode, Mark } from '@lectern/markdown/document';
import { isText, plainText } from '@lectern/markdown/document';
import { slugOf } from '@lectern/markdown/slug';
import { BLOCK_ELEMENTS, IGNORED_ELEMENTS } from '@lectern/markdown/syntax/html-elements';
import { appendTo } from '@lectern/std/long-lists';
import { buildAdmonition } from './build-admonition.ts';
import { buildCode, findCodeOfTable } from './build-code.ts';
import { buildFigure } from './build-figure.ts';
import { addInlines, isHidden, isPermalink, marksOf } from './build-inlines.ts';
import { buildDefinitions, buildList } from './build-list.ts';
import { readFormula } from './build-math.ts';
import { buildMedia } from './build-media.ts';
import { buildTable } from './build-table.ts';
import { readTabs } from './build-tabs.ts';
import type { HtmlContext, HtmlRules } from './html-context.ts';
import { InlineRun } from './inline-run.ts';
import { reportOmitted, reportUnknown } from './report-omitted.ts';

/** Deeper elements are kept as text: people nest a few dozen at most. */
const MAX_DEPTH = 200;

export interface HtmlProblem {
  element: HtmlElement | undefined;
  reason: string;
  message: string;
}

export interface BuildOptions {
  rules?: HtmlRules | undefined;
  target(href: string, report: HtmlContext['report']): string | undefined;
  report(problem: HtmlProblem): void;
}

/** The blocks of the nodes of a page. */
export function buildBlocks(
  nodes: readonly HtmlNode[],
  { rules = {}, target, report }: BuildOptions,
): Block[] {
  let depth = 0;
  let current: HtmlElement | undefined;
  const known = new Map<HtmlElement, boolean>();
  const context: HtmlContext = {
    rules,
    target: (href) => target(href, context.report),
    report: (reason, message) => report({ element: current, reason, message }),
    within(element, read) {
      const outer = current;
      current = element;
      try {
        return read();
      } finally {
        current = outer;
      }
    },
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
    const own = context.within(node, () => context.rules.block?.(node, context));
    if (own) {
      endLine();
      appendTo(blocks, own);
    } else if (isBlock(node) || context.hasBlocks(node)) {
      endLine();
      appendTo(
        blocks,
        context.within(node, () => buildElement(context, node, marks)),
      );
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
  if (isHidden(element)) return [];
  if (IGNORED_ELEMENTS.has(tagName)) {
    reportOmitted(context, element);
    return [];
  }
  reportUnknown(context, element);
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
    case 'object':
    case 'embed':
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

function buildTableOrCode(context: HtmlContext, table: HtmlElement): Block[] {
  const code = findCodeOfTable(table);
  return code ? [buildCode(code)] : buildTable(context, table);
}

function buildDetails(context: HtmlContext, details: HtmlElement): Block[] {
  const summary = elementsOf(details).find(({ tagName }) => tagName === 'summary');
  const title = summary ? context.inlines(summary.childNodes) : [];
  const body = context.blocks(details.childNodes.filter((node) => node !== summary));
  const isOpen = attributeOf(details, 'open') !== undefined;
  return [expandableOf(title.length > 0 ? title : context.inlines([]), body, isOpen)];
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
