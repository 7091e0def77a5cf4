import {
  attributeOf,
  classesOf,
  findByTag,
  type HtmlElement,
  type HtmlNode,
  type parseHtml,
} from '@lectern/html/html-tree';
import { hintOf } from '@lectern/markdown/block-factories';
import type { HtmlRules } from '../../html/html-context.ts';
import { demoteHeadings } from '../shared/demote-headings.ts';
import { HINT_STYLES } from '../shared/markup/write-containers.ts';

/** `<p class="callout info">`. */
export const BOOKSTACK_RULES: HtmlRules = {
  block(element, converter) {
    const classes = classesOf(element);
    if (!classes.includes('callout')) return undefined;
    const named = classes.find((name) => name !== 'callout' && HINT_STYLES.has(name));
    const style = HINT_STYLES.get(named ?? 'info');
    const nodes = converter.blocks(element.childNodes);
    return [hintOf(style ?? 'info', nodes)];
  },
};

/** All of a part of a page. */
export function selectBookStackContent(document: ReturnType<typeof parseHtml>): HtmlNode[] {
  const body = findByTag(document, 'body');
  if (body) demoteHeadings(body);
  return body?.childNodes ?? [];
}

/** A heading of an exported book that begins a chapter or a page. */
export function readBoundary(
  node: HtmlNode,
): { kind: 'chapter' | 'page'; id: string; element: HtmlElement } | undefined {
  if (!('tagName' in node)) return undefined;
  const match = /^(chapter|page)-(\d+)$/.exec(attributeOf(node, 'id') ?? '');
  return match ? { kind: match[1] as 'chapter' | 'page', id: match[2]!, element: node } : undefined;
}
