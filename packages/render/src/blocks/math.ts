import { type Html, html } from '@lectern/html/html';
import type { BlockOf } from '@lectern/markdown/document';
import { renderMath } from '../render-math.ts';
import type { Rendering } from '../rendering.ts';

export const renderMathBlock = ({ data: { formula } }: BlockOf<'math'>, rendering: Rendering): Html =>
  html`<div class="math" tabindex="0" role="group">${renderMath(rendering, { formula, isBlock: true })}</div>\n`;
