import { assertNever } from '../content/documents/assert-never.ts';
import {
  type Block,
  type Caption,
  type Code,
  type Embed,
  type Expandable,
  type HintStyle,
  type Integration,
  isText,
  type JSONDocument,
  type OpenApiBlock,
  type Paragraph,
  plainText,
} from '../content/documents/document.ts';
import { type Html, html, type Insertion } from '../html/html.ts';
import { renderTime } from '../html/time.ts';
import { webAddress } from '../html/web-address.ts';
import type { References } from './references.ts';
import { renderInlines, renderLink } from './render-inlines.ts';
import { renderPicture, renderPictures } from './render-pictures.ts';
import { renderTable } from './render-table.ts';

/**
 * A document as plain HTML to read: everything that it says, in order, without what needs a script. Tabs and
 * columns stand below each other; what cannot be shown (a diagram, an embedded page) is named or linked.
 */
export const renderDocument = (document: JSONDocument, references: References): Html =>
  html`${renderBlocks(document.nodes, references)}`;

const renderBlocks = (blocks: readonly Block[], references: References): Insertion =>
  blocks.map((block) => renderBlock(block, references));

function renderBlock(block: Block, references: References): Insertion {
  const id = block.meta?.id !== undefined && html` id="${block.meta.id}"`;
  switch (block.type) {
    case 'paragraph':
      // A comment is a paragraph of which a reader sees nothing.
      return isEmpty(block) ? undefined : html`<p>${renderInlines(block.nodes, references)}</p>\n`;
    case 'heading-1':
      return html`<h2${id}>${renderInlines(block.nodes, references)}</h2>\n`;
    case 'heading-2':
      return html`<h3${id}>${renderInlines(block.nodes, references)}</h3>\n`;
    case 'heading-3':
      return html`<h4${id}>${renderInlines(block.nodes, references)}</h4>\n`;
    case 'list-unordered':
    case 'list-tasks':
      return html`<ul>${renderBlocks(block.nodes, references)}</ul>\n`;
    case 'list-ordered': {
      const { start } = block.data;
      return html`<ol${start !== undefined && html` start="${start}"`}>${renderBlocks(block.nodes, references)}</ol>\n`;
    }
    case 'list-item':
      return html`<li>${renderCheck(block.data.checked)}${renderBlocks(block.nodes, references)}</li>`;
    case 'blockquote':
      return html`<blockquote>${renderBlocks(block.nodes, references)}</blockquote>\n`;
    case 'divider':
      return html`<hr>\n`;
    case 'code':
      return renderCode(block);
    case 'code-line':
      return html`${renderInlines(block.nodes, references)}`;
    case 'hint':
      return html`<div class="hint" role="note"><p class="label">${HINTS[block.data.style]}</p>${renderBlocks(block.nodes, references)}</div>\n`;
    case 'math':
      return html`<pre class="math"><code>${block.data.formula}</code></pre>\n`;
    case 'images':
      return renderPictures(block.nodes, references, (image) => renderCaption(image, references));
    case 'image':
      return renderPictures([block], references, (image) => renderCaption(image, references));
    case 'drawing':
      return html`<figure>${renderPicture(block.data, references)}</figure>\n`;
    case 'file':
    case 'content-ref':
    case 'reusable-content':
      return html`<p class="card">${renderLink(block.data.ref, undefined, references)}</p>${withCaption(block, references)}\n`;
    case 'embed':
    case 'integration':
      return html`<p class="card">${renderOutside(block)}</p>${withCaption(block, references)}\n`;
    case 'table':
      return html`${renderTable(block, references, (cell) => renderBlocks(cell.nodes, references))}\n`;
    case 'tabs-item':
      return html`<section class="part"${id}><p class="label">${block.data.title}</p>${renderBlocks(block.nodes, references)}</section>\n`;
    case 'expandable':
      return renderExpandable(block, id, references);
    case 'stepper':
      return html`<ol class="steps">${renderBlocks(block.nodes, references)}</ol>\n`;
    case 'stepper-step':
      return html`<li>${renderBlocks(block.nodes, references)}</li>`;
    case 'tabs':
    case 'columns':
    case 'updates':
      return html`${renderBlocks(block.nodes, references)}`;
    case 'column':
      return html`<section class="part">${renderBlocks(block.nodes, references)}</section>\n`;
    case 'update':
      return html`<section class="part"><p class="label">${renderTime(block.data.date)}</p>${renderBlocks(block.nodes, references)}</section>\n`;
    case 'prompt':
      return html`<section class="part"><p class="label">${block.data.description}</p>${renderBlocks(block.nodes, references)}</section>\n`;
    case 'if':
      return html`<section class="part"><p class="label">Shown if <code>${block.data.expression}</code></p>${renderBlocks(block.nodes, references)}</section>\n`;
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
    case 'swagger':
      return html`<p class="card"${id}>Operation of an API: <code>${operationOf(block)}</code></p>\n`;
    default:
      return assertNever(block);
  }
}

const HINTS: Record<HintStyle, string> = {
  info: 'Note',
  success: 'Good to know',
  warning: 'Warning',
  danger: 'Danger',
};

const isEmpty = ({ nodes }: Paragraph): boolean =>
  nodes.every((node) => isText(node) && node.leaves.every(({ text }) => text === ''));

const renderCheck = (checked: boolean | undefined): Insertion =>
  checked !== undefined &&
  html`<span class="check" role="img" aria-label="${checked ? 'done' : 'to do'}">${checked ? '☑' : '☐'}</span> `;

function renderCode({ data: { title = '' }, nodes }: Code): Html {
  const lines = nodes.map((line) => plainText([line]));
  return html`<figure class="code">${title !== '' && html`<figcaption>${title}</figcaption>`}<pre tabindex="0" role="region" aria-label="${title || 'Code'}"><code>${lines.join('\n')}</code></pre></figure>\n`;
}

interface Captioned {
  fragments?: readonly Caption[];
}

function renderCaption({ fragments }: Captioned, references: References): Insertion {
  const caption = fragments?.[0];
  return caption && renderBlocks(caption.nodes, references);
}

const withCaption = (block: Captioned, references: References): Insertion =>
  block.fragments && html`<div class="caption">${renderCaption(block, references)}</div>`;

function renderOutside({ type, data }: Embed | Integration): Insertion {
  const { url = '' } = data;
  const href = webAddress(url);
  const name = type === 'embed' ? url : `${data.integration}/${data.block} ${url}`.trim();
  return href === undefined ? name : html`<a href="${href}" rel="noreferrer">${name}</a>`;
}

function renderExpandable(block: Expandable, id: Insertion, references: References): Html {
  let title = '';
  let body: Insertion;
  for (const part of block.fragments ?? []) {
    if (part.type === 'expandable-title') title = plainText(part.nodes);
    else body = renderBlocks(part.nodes, references);
  }
  return html`<details${id}${block.data.defaultExpanded === true && html` open`}><summary>${title}</summary>${body}</details>\n`;
}

function operationOf(block: OpenApiBlock): string {
  switch (block.type) {
    case 'swagger':
    case 'openapi-operation':
      return joinParts(block.data.method.toUpperCase(), block.data.path);
    case 'openapi-webhook':
      return joinParts(block.data.method.toUpperCase(), block.data.name);
    case 'openapi-schemas':
      return joinParts(...block.data.schemas);
    default:
      return assertNever(block);
  }
}

const joinParts = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
