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
} from '@lectern/html/html-tree';
import {
  embedOf,
  expandableOf,
  fileOf,
  hintOf,
  linkOf,
  listItemOf,
  listOf,
  paragraphOf,
  textNode,
} from '@lectern/markdown/block-factories';
import type { Block } from '@lectern/markdown/document';
import type { HtmlConverter, HtmlRules } from '../../html/html-context.ts';
import { columnsOf } from '../shared/columns-block.ts';
import { demoteHeadings } from '../shared/demote-headings.ts';
import type { HintStyle } from '../shared/markup/write-containers.ts';
import { isExternal } from '../shared/paths.ts';
import { styleOfEmoji } from './notion-markdown.ts';

/** The header above the content of a page. */
export interface NotionHeader {
  title?: string | undefined;
  description?: string | undefined;
  emoji?: string | undefined;
  /** The address of the cover, as it is written in the page. */
  cover?: string | undefined;
}

/** Reads the header into `header`, and returns the content. */
export function selectNotionContent(
  document: ReturnType<typeof parseHtml>,
  header: NotionHeader,
): HtmlNode[] {
  const find = (name: string) => findByClass(document, name);
  const title = find('page-title');
  const description = find('page-description');
  const icon = findByClass(document, 'page-header-icon');
  const cover = find('page-cover-image');
  header.title = title && lineOf(title);
  header.description = (description && lineOf(description)) || undefined;
  header.emoji = (icon && lineOf(icon)) || undefined;
  header.cover = cover && attributeOf(cover, 'src');
  const body = find('page-body');
  if (body) demoteHeadings(body);
  return [find('properties'), body].filter((element) => element !== undefined);
}

/** Rules for the elements that have a special meaning in Notion. */
export const NOTION_RULES: HtmlRules = {
  omits: (element) => hasClass(element, 'table_of_contents') || hasClass(element, 'icon'),
  block(element, converter) {
    switch (element.tagName) {
      case 'figure':
        return readFigure(element, converter);
      case 'ul':
        return readList(element, converter);
      case 'nav':
        return hasClass(element, 'table_of_contents') ? [] : undefined;
      case 'div':
        return hasClass(element, 'column-list')
          ? [columnsOf(elementsOf(element).map((column) => converter.blocks(column.childNodes)))]
          : undefined;
      default:
        return undefined;
    }
  },
};

function readFigure(figure: HtmlElement, converter: HtmlConverter): Block[] | undefined {
  if (hasClass(figure, 'callout')) return readCallout(figure, converter);
  if (hasClass(figure, 'link-to-page')) return [paragraphOf(converter.inlines(figure.childNodes))];
  if (hasClass(figure, 'equation') || hasClass(figure, 'image')) return undefined;
  const bookmark = findElement(figure, (element) => element.tagName === 'a' && hasClass(element, 'bookmark'));
  if (bookmark) return [...readBookmark(bookmark, converter), ...readCaption(figure, converter)];
  const source = findByClass(figure, 'source');
  const link = source && findByTag(source, 'a');
  const href = link && converter.target(attributeOf(link, 'href') ?? '');
  if (!href) return undefined;
  return [isExternal(href) ? embedOf(href) : fileOf(href), ...readCaption(figure, converter)];
}

const readCaption = (figure: HtmlElement, converter: HtmlConverter): Block[] => {
  const caption = findByTag(figure, 'figcaption');
  return caption ? converter.blocks(caption.childNodes) : [];
};

const COLOR_STYLES: readonly (readonly [RegExp, HintStyle])[] = [
  [/^block-color-red/, 'danger'],
  [/^block-color-(?:yellow|orange)/, 'warning'],
  [/^block-color-green/, 'success'],
];

function readCallout(figure: HtmlElement, converter: HtmlConverter): Block[] {
  const [icon, ...others] = elementsOf(figure);
  const content = others.length > 0 ? others : icon ? [icon] : [];
  if (content.length === 0) return [hintOf('info', converter.blocks(figure.childNodes))];
  const color = COLOR_STYLES.find(([pattern]) => classesOf(figure).some((name) => pattern.test(name)))?.[1];
  const style = color ?? styleOfEmoji(icon ? lineOf(icon) : '');
  const nodes = content.flatMap((element) => converter.blocks(element.childNodes));
  return nodes.length > 0 ? [hintOf(style, nodes)] : [];
}

function readBookmark(bookmark: HtmlElement, converter: HtmlConverter): Block[] {
  const href = converter.target(attributeOf(bookmark, 'href') ?? '');
  const title = findByClass(bookmark, 'bookmark-title');
  if (href === undefined) return [];
  const description = findByClass(bookmark, 'bookmark-description');
  const text = description ? lineOf(description) : '';
  return [
    paragraphOf([linkOf(href, [textNode((title && lineOf(title)) || href)])]),
    ...(text === '' ? [] : [paragraphOf([textNode(text)])]),
  ];
}

function readList(list: HtmlElement, converter: HtmlConverter): Block[] | undefined {
  if (hasClass(list, 'toggle'))
    return elementsOf(list).flatMap((item) => {
      const details = findByTag(item, 'details');
      if (!details || details.parentNode !== item) return converter.blocks(item.childNodes);
      const others = item.childNodes.filter((node) => node !== details);
      return [...converter.blocks(others), readToggle(details, converter)];
    });
  if (!hasClass(list, 'to-do-list')) return undefined;
  const items = elementsOf(list).map((item) => {
    const isDone = findByClass(item, 'checkbox-on') !== undefined;
    const nodes = converter.blocks(item.childNodes.filter((node) => !isCheckbox(node)));
    return listItemOf(nodes.length > 0 ? nodes : [paragraphOf([])], isDone);
  });
  return [listOf('list-tasks', items)];
}

const isCheckbox = (node: HtmlNode): boolean => 'tagName' in node && hasClass(node, 'checkbox');

function readToggle(details: HtmlElement, converter: HtmlConverter): Block {
  const summary = elementsOf(details).find(({ tagName }) => tagName === 'summary');
  const body = converter.blocks(details.childNodes.filter((node) => node !== summary));
  return expandableOf(
    summary ? converter.inlines(summary.childNodes) : [],
    body,
    attributeOf(details, 'open') !== undefined,
  );
}
