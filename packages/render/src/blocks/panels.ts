import { type Html, html } from '@lectern/html/html';
import type { BlockOf, If } from '@lectern/markdown/document';
import { renderIcon } from '../render-icon.ts';
import { type Rendering, renderBlocks, withoutOutline } from '../rendering.ts';
import { SYMBOLS } from '../symbols.ts';

/** A text for an assistant, to copy. */
export function renderPrompt({ data, nodes }: BlockOf<'prompt'>, rendering: Rendering): Html {
  const { description, icon, defaultExpanded = 'partial' } = data;
  const symbol = renderIcon(rendering, icon) ?? SYMBOLS.prompt;
  return html`<details class="prompt"${defaultExpanded !== 'hidden' && html` open`} data-prompt><summary>${symbol}<span>${description || rendering.words.prompt}</span></summary>${renderBlocks(nodes, rendering)}</details>\n`;
}

/** Blocks under a condition that was not evaluated. */
export const renderIf = ({ data: { expression }, nodes }: If, rendering: Rendering): Html =>
  html`<section class="part"><p class="label">Shown if <code>${expression}</code></p>${renderBlocks(nodes, withoutOutline(rendering))}</section>\n`;
