import { assertNever } from '../../content/documents/assert-never.ts';
import type { BlockOf, If, OpenApiBlock } from '../../content/documents/document.ts';
import { type Html, html } from '../../html/html.ts';
import { renderIcon } from '../render-icon.ts';
import { type Rendering, renderBlocks, withoutOutline } from '../rendering.ts';
import { SYMBOLS } from '../symbols.ts';
import { idOf } from './groups.ts';

/** A text for an assistant, to copy. */
export function renderPrompt({ data, nodes }: BlockOf<'prompt'>, rendering: Rendering): Html {
  const { description, icon, defaultExpanded = 'partial' } = data;
  const symbol = renderIcon(rendering, icon) ?? SYMBOLS.prompt;
  return html`<details class="prompt"${defaultExpanded !== 'hidden' && html` open`} data-prompt><summary>${symbol}<span>${description || rendering.words.prompt}</span></summary>${renderBlocks(nodes, rendering)}</details>\n`;
}

/** Blocks under a condition that was not evaluated. */
export const renderIf = ({ data: { expression }, nodes }: If, rendering: Rendering): Html =>
  html`<section class="part"><p class="label">Shown if <code>${expression}</code></p>${renderBlocks(nodes, withoutOutline(rendering))}</section>\n`;

export function renderOpenApi(block: OpenApiBlock, rendering: Rendering): Html {
  const { method, text } = describeOperation(block);
  const name = METHODS.has(method) ? method : 'other';
  return html`<div class="api-card"${idOf(block.meta, rendering)}>${
    method === '' ? SYMBOLS.api : html`<span class="method method-${name}">${method.toUpperCase()}</span>`
  }<code>${text}</code></div>\n`;
}

const METHODS = new Set(['delete', 'get', 'head', 'options', 'patch', 'post', 'put']);

function describeOperation(block: OpenApiBlock): { method: string; text: string } {
  switch (block.type) {
    case 'swagger':
    case 'openapi-operation':
      return { method: block.data.method.toLowerCase(), text: block.data.path };
    case 'openapi-webhook':
      return { method: block.data.method.toLowerCase(), text: block.data.name };
    case 'openapi-schemas':
      return { method: '', text: block.data.schemas.join(', ') };
    default:
      return assertNever(block);
  }
}
