import {
  attributeOf,
  classesOf,
  elementsOf,
  findByClass,
  findByTag,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  lineOf,
  type parseHtml,
  textOf,
} from '@lectern/html/html-tree';
import {
  codeOf,
  expandableOf,
  fileOf,
  hintOf,
  listItemOf,
  listOf,
  paragraphOf,
  textNode,
} from '@lectern/markdown/block-factories';
import type { Block, InlineNode } from '@lectern/markdown/document';
import type { HtmlConverter, HtmlRules } from '../../html/html-context.ts';
import { columnsOf } from '../shared/columns-block.ts';
import { demoteHeadings } from '../shared/demote-headings.ts';
import type { HintStyle } from '../shared/markup/write-containers.ts';

const findById = (document: ReturnType<typeof parseHtml>, id: string): HtmlElement | undefined =>
  findElement(document, (element) => attributeOf(element, 'id') === id);

/** The title of a page follows the name of its space: `Space : Title`. */
export function readConfluenceTitle(document: ReturnType<typeof parseHtml>): string | undefined {
  const element = findById(document, 'title-text') ?? findByTag(document, 'title');
  const text = element && lineOf(element);
  if (!text) return undefined;
  const at = text.indexOf(' : ');
  return at < 0 ? text : text.slice(at + 3).trim();
}

/** The content of a page, without what Confluence lists around it. */
export function selectConfluenceContent(document: ReturnType<typeof parseHtml>): HtmlNode[] {
  const content = findById(document, 'main-content') ?? findById(document, 'content');
  if (!content) return [];
  demoteHeadings(content);
  return content.childNodes;
}

/** How the macros of Confluence are written in exported pages. */
export const CONFLUENCE_RULES: HtmlRules = {
  omits: (element) => classesOf(element).some((name) => OMITTED.has(name)),
  block(element, converter) {
    const macro =
      attributeOf(element, 'data-macro-name') ??
      (hasClass(element, 'ap-container') ? 'of an app' : undefined);
    if (macro !== undefined && isEmpty(element)) return reportMacro(macro, element, converter);
    for (const name of classesOf(element)) {
      const read = MACROS.get(name);
      const blocks = read?.(element, converter);
      if (blocks) return blocks;
    }
    return undefined;
  },
  inline(element, converter) {
    if (element.tagName === 'img' && hasClass(element, 'emoticon')) return readEmoticon(element);
    if (hasClass(element, 'status-macro')) return [textNode(lineOf(element), [BOLD])];
    if (element.tagName === 'a' && hasClass(element, 'confluence-userlink'))
      return converter.inlines(element.childNodes);
    return undefined;
  },
};

const isEmpty = (element: HtmlElement): boolean =>
  textOf(element, ({ tagName }) => tagName === 'script').trim() === '' &&
  !findByTag(element, 'img', 'iframe', 'video', 'object');

/** A macro of which the export has nothing to show. */
function reportMacro(macro: string, element: HtmlElement, converter: HtmlConverter): Block[] {
  const parameters = attributeOf(element, 'data-macro-parameters');
  converter.report(
    'unsupported-element',
    `The macro ${macro === 'of an app' ? macro : `“${macro}”`} has no content in the export and was left out${parameters ? `: ${parameters.slice(0, 200)}` : ''}.`,
  );
  return [];
}

const BOLD = { object: 'mark', type: 'bold' } as const;

function readEmoticon(image: HtmlElement): InlineNode[] {
  const fallback = attributeOf(image, 'data-emoji-fallback') ?? attributeOf(image, 'alt') ?? '';
  return fallback === '' ? [] : [textNode(fallback)];
}

type ReadMacro = (element: HtmlElement, converter: HtmlConverter) => Block[] | undefined;

const PANEL_STYLES: ReadonlyMap<string, HintStyle> = new Map([
  ['confluence-information-macro-information', 'info'],
  ['confluence-information-macro-tip', 'success'],
  ['confluence-information-macro-note', 'warning'],
  ['confluence-information-macro-warning', 'danger'],
]);

const readPanel: ReadMacro = (element, converter) => {
  const style = classesOf(element)
    .map((name) => PANEL_STYLES.get(name))
    .find((found) => found !== undefined);
  const title = elementsOf(element).find((child) => hasClass(child, 'title'));
  const body =
    elementsOf(element).find((child) => hasClass(child, 'confluence-information-macro-body')) ?? element;
  return makeHint(style ?? 'info', title && lineOf(title), converter.blocks(body.childNodes));
};

function makeHint(style: HintStyle, title: string | undefined, nodes: Block[]): Block[] {
  const all = title ? [paragraphOf([textNode(title, [BOLD])]), ...nodes] : nodes;
  return all.length === 0 ? [] : [hintOf(style, all)];
}

/** A panel with a title; one of code holds its source in `<pre>`. */
const readCodePanel: ReadMacro = (element) => {
  const pre = findByTag(element, 'pre');
  if (!pre) return undefined;
  const title = findByClass(element, 'codeHeader');
  const parameters = attributeOf(pre, 'data-syntaxhighlighter-params') ?? '';
  const syntax = /brush:\s*([\w+#-]+)/.exec(parameters)?.[1];
  const isNamed = syntax !== undefined && !/^(?:none|text|plain)$/.test(syntax);
  return [
    codeOf(textOf(pre).replace(/\n$/, ''), {
      ...(isNamed ? { syntax } : {}),
      ...(title && lineOf(title) !== '' ? { title: lineOf(title) } : {}),
      ...(/gutter:\s*true/.test(parameters) ? { lineNumbers: true } : {}),
    }),
  ];
};

const readPlainPanel: ReadMacro = (element, converter) => {
  if (findByTag(element, 'pre')) return readCodePanel(element, converter);
  const title = elementsOf(element).find((child) => hasClass(child, 'panelHeader'));
  const body = elementsOf(element).find((child) => hasClass(child, 'panelContent')) ?? element;
  return makeHint('info', title && lineOf(title), converter.blocks(body.childNodes));
};

const readExpand: ReadMacro = (element, converter) => {
  const label = findByClass(element, 'expand-control-text');
  const body = findByClass(element, 'expand-content');
  if (!body) return undefined;
  return [
    expandableOf([textNode((label && lineOf(label)) || 'Details')], converter.blocks(body.childNodes), false),
  ];
};

const readColumns: ReadMacro = (element, converter) => {
  const cells = elementsOf(element).filter((child) => hasClass(child, 'cell'));
  if (cells.length < 2) return undefined;
  return [columnsOf(cells.map((cell) => converter.blocks(cell.childNodes)))];
};

const readTasks: ReadMacro = (list, converter) => {
  const items = elementsOf(list).map((item) => {
    const nodes = converter.blocks(item.childNodes);
    return listItemOf(nodes.length > 0 ? nodes : [paragraphOf([])], hasClass(item, 'checked'));
  });
  return items.length === 0 ? [] : [listOf('list-tasks', items)];
};

/** A file within the page. */
const readEmbeddedFile: ReadMacro = (element, converter) => {
  const link = element.tagName === 'a' ? element : findByTag(element, 'a');
  const target = link && converter.target(attributeOf(link, 'href') ?? '');
  if (!target || (link && findByTag(link, 'img') && !hasClass(link, 'confluence-embedded-file')))
    return undefined;
  return [fileOf(target)];
};

const MACROS: ReadonlyMap<string, ReadMacro> = new Map<string, ReadMacro>([
  ['confluence-information-macro', readPanel],
  ['code', readCodePanel],
  ['preformatted', readCodePanel],
  ['panel', readPlainPanel],
  ['expand-container', readExpand],
  ['columnLayout', readColumns],
  ['inline-task-list', readTasks],
  ['confluence-embedded-file', readEmbeddedFile],
  ...['toc-macro', 'plugin_pagetree', 'hidden'].map((name): [string, ReadMacro] => [name, () => []]),
]);

/** Lists of headings or pages, which readers find beside the page, and invisible elements. */
const OMITTED = new Set(['toc-macro', 'plugin_pagetree', 'hidden']);

/** One entry of the list of pages in `index.html`. */
export interface IndexEntry {
  href: string;
  title: string;
  children: IndexEntry[];
}

/** The deepest list of pages that is read. */
const MAX_DEPTH = 30;

/** The tree of pages that the export lists. */
export function readPageIndex(document: ReturnType<typeof parseHtml>): IndexEntry[] {
  const body = findByTag(document, 'body');
  return body ? readLists(body, 0) : [];
}

function readLists(parent: HtmlElement, depth: number): IndexEntry[] {
  if (depth > MAX_DEPTH) return [];
  return elementsOf(parent).flatMap((child) =>
    child.tagName === 'ul'
      ? elementsOf(child).flatMap((item) => readIndexItem(item, depth))
      : child.tagName === 'div' || child.tagName === 'section'
        ? readLists(child, depth)
        : [],
  );
}

function readIndexItem(item: HtmlElement, depth: number): IndexEntry[] {
  const link = elementsOf(item).find(({ tagName }) => tagName === 'a');
  const children = readLists(item, depth + 1);
  const href = link && attributeOf(link, 'href');
  return link && href !== undefined ? [{ href, title: lineOf(link), children }] : children;
}
