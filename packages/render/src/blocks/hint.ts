import { type Html, html } from '@lectern/html/html';
import type { BlockOf, HintStyle } from '@lectern/markdown/document';
import { renderIcon } from '../render-icon.ts';
import { type Rendering, renderBlocks, withoutOutline } from '../rendering.ts';
import { SYMBOLS } from '../symbols.ts';
import type { DocumentWords } from '../words.ts';

const NAMES: Record<HintStyle, keyof DocumentWords> = {
  info: 'note',
  success: 'goodToKnow',
  warning: 'warning',
  danger: 'danger',
};

/** A heading that a hint begins with is its title. */
export function renderHint({ data: { style, icon }, nodes }: BlockOf<'hint'>, rendering: Rendering): Html {
  return html`<aside class="hint hint-${style}" role="note" aria-label="${rendering.words[NAMES[style]]}">${renderIcon(rendering, icon) ?? SYMBOLS[style]}<div class="hint-body">${renderBlocks(nodes, withoutOutline(rendering))}</div></aside>\n`;
}
