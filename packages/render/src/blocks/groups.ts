import { type Html, html, type Insertion } from '@lectern/html/html';
import type { BlockOf, Column, Expandable, StepperStep, TabsItem } from '@lectern/markdown/document';
import { classes, widthClass } from '../classes.ts';
import { renderIcon } from '../render-icon.ts';
import {
  noteWidth,
  type Rendering,
  renderBlocks,
  renderInlines,
  takeId,
  withoutLinks,
  withoutOutline,
} from '../rendering.ts';

/** Below each other; a script shows one at a time. */
export const renderTabs = ({ data, nodes }: BlockOf<'tabs'>, rendering: Rendering): Html =>
  html`<div${classes('tabs-block', noteWidth(rendering, data))} data-tabs>${renderBlocks(nodes, rendering)}</div>\n`;

export function renderTab({ data: { title, icon }, meta, nodes }: TabsItem, rendering: Rendering): Html {
  return html`<section class="tab"${idOf(meta, rendering)}><p class="tab-title">${renderIcon(rendering, icon)}${title}</p>${renderBlocks(nodes, withoutOutline(rendering))}</section>\n`;
}

export const renderStepper = ({ data, nodes }: BlockOf<'stepper'>, rendering: Rendering): Html =>
  html`<ol${classes('steps', noteWidth(rendering, data))}>${renderBlocks(nodes, rendering)}</ol>\n`;

export const renderStep = ({ data: { icon }, nodes }: StepperStep, rendering: Rendering): Html => {
  const shape = renderIcon(rendering, icon);
  return html`<li${classes('step', shape && 'step-icon')}>${shape && html`<span class="step-mark">${shape}</span>`}${renderBlocks(nodes, rendering)}</li>\n`;
};

export const renderColumns = ({ data, nodes }: BlockOf<'columns'>, rendering: Rendering): Html =>
  html`<div${classes('columns', noteWidth(rendering, data))}>${renderBlocks(nodes, rendering)}</div>\n`;

export function renderColumn({ data, nodes }: Column, rendering: Rendering): Html {
  const { verticalAlignment, width } = data;
  const look = classes(
    'column',
    widthClass(width),
    verticalAlignment !== undefined && verticalAlignment !== 'top' && `valign-${verticalAlignment}`,
  );
  return html`<div${look}>${renderBlocks(nodes, rendering)}</div>\n`;
}

export function renderExpandable(block: Expandable, rendering: Rendering): Html {
  const { fragments, data, meta } = block;
  const inner = withoutOutline(rendering);
  let title: Insertion;
  let body: Insertion;
  for (const part of fragments ?? []) {
    if (part.type === 'expandable-title')
      title = part.nodes.map(({ nodes }) => renderInlines(nodes, withoutLinks(inner)));
    else body = renderBlocks(part.nodes, inner);
  }
  return html`<details class="expandable"${idOf(meta, rendering)}${data.defaultExpanded === true && html` open`}><summary><span>${title}</span></summary><div class="expandable-body">${body}</div></details>\n`;
}

export const idOf = (meta: { id: string } | undefined, rendering: Rendering): Insertion =>
  meta !== undefined && meta.id !== '' && html` id="${takeId(rendering, meta.id)}"`;
