import { type Html, html, type Insertion } from '@lectern/html/html';
import {
  type Block,
  type BlockOf,
  type Heading,
  type InlineNode,
  isList,
  isText,
  type Paragraph,
  plainText,
} from '@lectern/markdown/document';
import { classes } from '../classes.ts';
import { type Rendering, renderBlocks, renderInlines, takeId, withoutOutline } from '../rendering.ts';

export function renderParagraph(paragraph: Paragraph, rendering: Rendering): Html | undefined {
  // A comment or a place to link to is a paragraph of which a reader sees nothing.
  if (isEmpty(paragraph)) return html`${renderInlines(paragraph.nodes, rendering)}`;
  const { align } = paragraph.data;
  return html`<p${classes(align && `align-${align}`)}>${renderInlines(paragraph.nodes, rendering)}</p>\n`;
}

const isEmpty = ({ nodes }: Paragraph): boolean =>
  nodes.every((node) => isText(node) && node.leaves.every(({ text }) => text === ''));

/**
 * The blocks of a list item, a cell or a caption. A paragraph that is alone there, or before a list, is only its
 * text: that halves the elements of a long table.
 */
export function renderTight(blocks: readonly Block[], rendering: Rendering): Insertion {
  const [first, ...others] = blocks;
  const isTight = first?.type === 'paragraph' && first.data.align === undefined && others.every(isList);
  if (!isTight || isEmpty(first)) return renderBlocks(blocks, rendering);
  return [renderInlines(first.nodes, rendering), others.length > 0 && '\n', renderBlocks(others, rendering)];
}

const LEVELS = { 'heading-1': 1, 'heading-2': 2, 'heading-3': 3 } as const;

/** A heading with a link to itself. The title of the page is the one above the first level. */
export function renderHeading(heading: Heading, rendering: Rendering): Html | undefined {
  const { type, meta, nodes } = heading;
  if (!hasName(nodes)) return renderUnnamed(heading, rendering);
  const level = announceLevel(type, rendering);
  const text = renderInlines(nodes, rendering);
  const look = heading.data.align && `align-${heading.data.align}`;
  if (meta === undefined || meta.id === '') return wrapHeading(type, [classes(look), level], text);
  const id = takeId(rendering, meta.id);
  const { findings, isOutlined, hasAnchors, isInLink, words } = rendering;
  const title = plainText(nodes).trim();
  if (isOutlined && title !== '') findings.outline.push({ id, title, level: LEVELS[type] });
  const anchor = hasAnchors && !isInLink && renderAnchor(id, words);
  return wrapHeading(type, [html` id="${id}"`, classes('anchored', look), level], [text, anchor]);
}

/** The link of a heading to itself, apart from its last word: screen readers read both as one name. */
export const renderAnchor = (id: string, words: Rendering['words']): Html =>
  html`\u00a0${renderAnchorLink(id, words)}`;

export const renderAnchorLink = (id: string, words: Rendering['words']): Html =>
  html`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${words.linkToSection}">#</a>`;

/** Whether there is anything that a screen reader reads out. */
const hasName = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) => {
    if (isText(node)) return plainText([node]).trim() !== '';
    if (node.type === 'inline-image') return (node.data.alt ?? '').trim() !== '';
    return node.type !== 'icon' && (!('nodes' in node) || hasName(node.nodes ?? []));
  });

/**
 * Cards often begin with an icon that is written as a heading. Without a name, it is not a heading for screen readers.
 */
function renderUnnamed({ type, meta, nodes }: Heading, rendering: Rendering): Html | undefined {
  const id = meta === undefined || meta.id === '' ? undefined : takeId(rendering, meta.id);
  if (id === undefined && nodes.every(isText)) return undefined;
  return html`<p${classes(`like-h${LEVELS[type] + 1}`)}${id !== undefined && html` id="${id}"`}>${renderInlines(nodes, rendering)}</p>\n`;
}

/** Screen readers navigate by level: no level is skipped, whatever the author chose for the look. */
export function announceLevel(type: Heading['type'], { findings }: Rendering): Insertion {
  const written = LEVELS[type] + 1;
  const level = Math.min(written, findings.headingLevel + 1);
  findings.headingLevel = level;
  return level !== written && html` aria-level="${level}"`;
}

function wrapHeading(type: Heading['type'], attributes: Insertion, content: Insertion): Html {
  switch (type) {
    case 'heading-1':
      return html`<h2${attributes}>${content}</h2>\n`;
    case 'heading-2':
      return html`<h3${attributes}>${content}</h3>\n`;
    case 'heading-3':
      return html`<h4${attributes}>${content}</h4>\n`;
  }
}

export const renderQuote = ({ nodes }: BlockOf<'blockquote'>, rendering: Rendering): Html =>
  html`<blockquote>${renderBlocks(nodes, withoutOutline(rendering))}</blockquote>\n`;

export const renderDivider = (): Html => html`<hr>\n`;
