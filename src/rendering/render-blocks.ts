import {
  type Block,
  type ContentRef,
  type DocumentNode,
  isText,
  type JSONDocument,
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

function renderBlocks(nodes: readonly DocumentNode[] | undefined, references: References): Insertion {
  return (nodes ?? []).map((node) =>
    !isText(node) && node.object === 'block'
      ? renderBlock(node, references)
      : renderInlines([node], references),
  );
}

function renderBlock(block: Block, references: References): Insertion {
  const { data, nodes, meta } = block;
  const id = meta?.id !== undefined && html` id="${meta.id}"`;
  const blocks = (): Insertion => renderBlocks(nodes, references);
  const inlines = (): Insertion => renderInlines(nodes, references);
  switch (block.type) {
    case 'paragraph':
      // A comment is a paragraph of which a reader sees nothing.
      return isEmpty(nodes) ? undefined : html`<p>${inlines()}</p>\n`;
    case 'heading-1':
      return html`<h2${id}>${inlines()}</h2>\n`;
    case 'heading-2':
      return html`<h3${id}>${inlines()}</h3>\n`;
    case 'heading-3':
      return html`<h4${id}>${inlines()}</h4>\n`;
    case 'list-unordered':
    case 'list-tasks':
      return html`<ul>${blocks()}</ul>\n`;
    case 'list-ordered':
      return html`<ol${typeof data.start === 'number' && html` start="${data.start}"`}>${blocks()}</ol>\n`;
    case 'list-item':
      return html`<li>${renderCheck(data.checked)}${blocks()}</li>`;
    case 'blockquote':
      return html`<blockquote>${blocks()}</blockquote>\n`;
    case 'divider':
      return html`<hr>\n`;
    case 'code':
      return renderCode(block);
    case 'hint':
      return html`<div class="hint" role="note"><p class="label">${HINTS[String(data.style)] ?? 'Note'}</p>${blocks()}</div>\n`;
    case 'math':
      return html`<pre class="math"><code>${String(data.formula)}</code></pre>\n`;
    case 'images':
      return renderPictures((nodes ?? []) as Block[], references, (image) =>
        renderCaption(image, references),
      );
    case 'image':
      return renderPictures([block], references, (image) => renderCaption(image, references));
    case 'drawing':
      return html`<figure>${renderPicture(data, references)}</figure>\n`;
    case 'file':
    case 'content-ref':
    case 'reusable-content':
      return html`<p class="card">${renderLink(data.ref as ContentRef, undefined, references)}</p>${withCaption(block, references)}\n`;
    case 'embed':
    case 'integration':
      return html`<p class="card">${renderOutside(block)}</p>${withCaption(block, references)}\n`;
    case 'table':
      return html`${renderTable(block, references, (cell) => renderBlocks(cell.nodes, references))}\n`;
    case 'tabs-item':
      return html`<section class="part"${id}><p class="label">${textOf(data.title)}</p>${blocks()}</section>\n`;
    case 'expandable':
      return renderExpandable(block, id, references);
    case 'stepper':
      return html`<ol class="steps">${blocks()}</ol>\n`;
    case 'stepper-step':
      return html`<li>${blocks()}</li>`;
    case 'column':
      return html`<section class="part">${blocks()}</section>\n`;
    case 'update':
      return html`<section class="part"><p class="label">${renderTime(String(data.date))}</p>${blocks()}</section>\n`;
    case 'prompt':
      return html`<section class="part"><p class="label">${textOf(data.description)}</p>${blocks()}</section>\n`;
    case 'if':
      return html`<section class="part"><p class="label">Shown if <code>${textOf(data.expression)}</code></p>${blocks()}</section>\n`;
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
    case 'swagger':
      return html`<p class="card"${id}>Operation of an API: <code>${operationOf(data)}</code></p>\n`;
    default:
      return html`${blocks()}${block.fragments?.map((fragment) => renderBlocks(fragment.nodes, references))}`;
  }
}

const HINTS: Record<string, string> = {
  info: 'Note',
  success: 'Good to know',
  warning: 'Warning',
  danger: 'Danger',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isEmpty = (nodes: readonly DocumentNode[] | undefined): boolean =>
  (nodes ?? []).every((node) => isText(node) && node.leaves.every(({ text }) => text === ''));

const renderCheck = (checked: unknown): Insertion =>
  typeof checked === 'boolean' &&
  html`<span class="check" role="img" aria-label="${checked ? 'done' : 'to do'}">${checked ? '☑' : '☐'}</span> `;

function renderCode({ data, nodes }: Block): Html {
  const lines = (nodes ?? []).map((line) => plainText([line]));
  const title = textOf(data.title);
  return html`<figure class="code">${title !== '' && html`<figcaption>${title}</figcaption>`}<pre tabindex="0" role="region" aria-label="${title || 'Code'}"><code>${lines.join('\n')}</code></pre></figure>\n`;
}

function renderCaption(block: Block, references: References): Insertion {
  const caption = block.fragments?.find(({ fragment }) => fragment === 'caption');
  return caption && renderBlocks(caption.nodes, references);
}

const withCaption = (block: Block, references: References): Insertion =>
  block.fragments && html`<div class="caption">${renderCaption(block, references)}</div>`;

function renderOutside({ type, data }: Block): Insertion {
  const url = textOf(data.url);
  const href = webAddress(url);
  const name = type === 'embed' ? url : `${textOf(data.integration)}/${textOf(data.block)} ${url}`.trim();
  return href === undefined ? name : html`<a href="${href}" rel="noreferrer">${name}</a>`;
}

function renderExpandable(block: Block, id: Insertion, references: References): Html {
  const part = (type: string): Insertion =>
    block.fragments
      ?.filter((fragment) => fragment.type === type)
      .map(({ nodes }) => renderBlocks(nodes, references));
  const title = block.fragments?.find(({ type }) => type === 'expandable-title');
  return html`<details${id}${block.data.defaultExpanded === true && html` open`}><summary>${plainText(title?.nodes ?? [])}</summary>${part('expandable-body')}</details>\n`;
}

const operationOf = (data: Record<string, unknown>): string =>
  [textOf(data.method).toUpperCase(), textOf(data.path) || textOf(data.name), ...schemasOf(data.schemas)]
    .filter((part) => part !== '')
    .join(' ');

const schemasOf = (schemas: unknown): string[] => (Array.isArray(schemas) ? schemas.map(String) : []);
