import { type Html, html } from '@lectern/html/html';
import type { BlockOf, ListItem } from '@lectern/markdown/document';
import { type Rendering, renderBlocks } from '../rendering.ts';
import { renderTight } from './text.ts';

export const renderBullets = ({ nodes }: BlockOf<'list-unordered'>, rendering: Rendering): Html =>
  html`<ul>${renderBlocks(nodes, rendering)}</ul>\n`;

export const renderTasks = ({ nodes }: BlockOf<'list-tasks'>, rendering: Rendering): Html =>
  html`<ul class="tasks">${renderBlocks(nodes, rendering)}</ul>\n`;

export const renderNumbers = (
  { data: { start }, nodes }: BlockOf<'list-ordered'>,
  rendering: Rendering,
): Html =>
  html`<ol${start !== undefined && html` start="${start}"`}>${renderBlocks(nodes, rendering)}</ol>\n`;

export function renderListItem({ data: { checked }, nodes }: ListItem, rendering: Rendering): Html {
  const blocks = renderTight(nodes, rendering);
  if (checked === undefined) return html`<li>${blocks}</li>`;
  const { done, notDone } = rendering.words;
  return html`<li class="task"><input type="checkbox" disabled${checked && html` checked`} aria-label="${checked ? done : notDone}"><div>${blocks}</div></li>`;
}
