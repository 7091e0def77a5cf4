import { type Html, html } from '@lectern/html/html';
import { assertNever } from '@lectern/markdown/assert-never';
import type { OpenApiBlock } from '@lectern/markdown/document';
import { renderMethod } from '../../method.ts';
import type { Rendering } from '../../rendering.ts';
import { namePart, partOf } from '../../spec-parts.ts';
import { SYMBOLS } from '../../symbols.ts';
import { idOf } from '../groups.ts';
import { renderOperation } from './operation.ts';
import { renderSchemas } from './schemas.ts';

/** Renders an operation, a webhook or schemas of a spec; only their names if the spec does not have them. */
export function renderOpenApi(block: OpenApiBlock, rendering: Rendering): Html {
  const wanted = partOf(block);
  const part = rendering.parts?.get(namePart(wanted));
  if (!part || part.kind === 'changelog') return renderCard(block, rendering);
  const anchor = block.meta?.id ?? '';
  return part.kind === 'schemas'
    ? renderSchemas(part, anchor, rendering)
    : renderOperation(part, { anchor, part: wanted }, rendering);
}

function renderCard(block: OpenApiBlock, rendering: Rendering): Html {
  const { method, text } = describeOperation(block);
  const isGone = rendering.parts !== undefined;
  return html`<div class="api-card"${idOf(block.meta, rendering)}>${
    method === '' ? SYMBOLS.api : renderMethod(method)
  }<code>${text}</code>${isGone && html`<span class="api-note">${rendering.words.apiGone}</span>`}</div>\n`;
}

function describeOperation(block: OpenApiBlock): { method: string; text: string } {
  switch (block.type) {
    case 'swagger':
    case 'openapi-operation':
      return { method: block.data.method, text: block.data.path };
    case 'openapi-webhook':
      return { method: block.data.method, text: block.data.name };
    case 'openapi-schemas':
      return { method: '', text: block.data.schemas.join(', ') };
    default:
      return assertNever(block);
  }
}
