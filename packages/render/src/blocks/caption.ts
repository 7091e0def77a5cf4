import type { Html, Insertion } from '@lectern/html/html';
import { html } from '@lectern/html/html';
import type { Block, Caption } from '@lectern/markdown/document';
import { type Rendering, withoutOutline } from '../rendering.ts';
import { renderTight } from './text.ts';

/** The caption of a figure; nothing if it is empty. */
export function renderCaption(
  { fragments }: { fragments?: readonly Caption[] },
  rendering: Rendering,
): Html | undefined {
  const blocks: readonly Block[] = fragments?.[0]?.nodes ?? [];
  const content: Insertion = renderTight(blocks, withoutOutline(rendering));
  return blocks.length > 0 ? html`<figcaption>${content}</figcaption>` : undefined;
}
