import {
  attributeOf,
  descendantsOf,
  type HtmlElement,
  isElement,
  isTextNode,
  removeElement,
  textOf,
} from '@lectern/html/html-tree';
import { listItemOf, listOf, paragraphOf } from '@lectern/markdown/block-factories';
import type { Block, ListItem, Mark } from '@lectern/markdown/document';
import { appendTo } from '@lectern/std/long-lists';
import type { HtmlContext } from './html-context.ts';

export function buildList(context: HtmlContext, list: HtmlElement, marks: readonly Mark[]): Block[] {
  const items: ListItem[] = [];
  let hasBoxes = false;
  for (const child of list.childNodes) {
    if (isElement(child) && (child.tagName === 'ul' || child.tagName === 'ol')) {
      // A list right within a list belongs to the item before it.
      const inner = context.blocks([child], marks);
      const last = items.at(-1);
      if (last) appendTo(last.nodes, inner);
      else items.push(listItemOf(inner));
      continue;
    }
    if (isTextNode(child) ? child.value.trim() === '' : !isElement(child)) continue;
    const box = isElement(child) ? findBox(child) : undefined;
    const checked = box && attributeOf(box, 'checked') !== undefined;
    if (box) removeElement(box);
    hasBoxes ||= box !== undefined;
    const inner = isElement(child) && child.tagName === 'li' ? child.childNodes : [child];
    const nodes = context.blocks(inner, marks);
    if (nodes.length > 0 || box !== undefined)
      items.push(listItemOf(nodes.length > 0 ? nodes : [paragraphOf([])], checked));
  }
  if (items.length === 0) return [];
  if (list.tagName === 'ol') {
    reportNumbers(context, list);
    const start = Number.parseInt(attributeOf(list, 'start') ?? '1', 10);
    return [listOf('list-ordered', items, start >= 0 && start < 1e9 ? start : 1)];
  }
  if (!hasBoxes) return [listOf('list-unordered', items)];
  return [
    listOf(
      'list-tasks',
      items.map(({ nodes, data }) => listItemOf(nodes, data.checked ?? false)),
    ),
  ];
}

/** Reports what readers saw of the numbers of a list and do not see here. */
function reportNumbers(context: HtmlContext, list: HtmlElement): void {
  const type = attributeOf(list, 'type') ?? '';
  const style = (attributeOf(list, 'style') ?? '')
    .split(';')
    .some((rule) => /^\s*list-style/i.test(rule) && /\b(?:upper|lower)-/i.test(rule));
  if (/^[ai]$/i.test(type) || style)
    context.report('numbering-format', 'Lists with letters or Roman numerals have numbers.');
  if (attributeOf(list, 'reversed') !== undefined)
    context.report('numbering-format', 'A list that counts down counts up.');
  const counted = list.childNodes.filter(isElement).slice(1);
  if (counted.some((item) => attributeOf(item, 'value') !== undefined))
    context.report('numbering-format', 'A list whose numbers skip some has numbers in sequence.');
}

/** A checkbox is at the beginning of its item. */
const MAX_BEFORE_BOX = 20;

/** The box of a task; undefined if the item has none of its own. */
function findBox(item: HtmlElement): HtmlElement | undefined {
  let count = 0;
  for (const element of descendantsOf(item)) {
    count += 1;
    if (count > MAX_BEFORE_BOX) return undefined;
    if (element.tagName === 'ul' || element.tagName === 'ol') return undefined;
    if (element.tagName === 'input' && attributeOf(element, 'type') === 'checkbox') return element;
    if (textOf(element).trim() !== '' && element.tagName !== 'p' && element.tagName !== 'label')
      return undefined;
  }
  return undefined;
}

/** Builds a list of definitions: the terms in bold, each with its description. */
export function buildDefinitions(context: HtmlContext, list: HtmlElement): Block[] {
  return list.childNodes.flatMap((child): Block[] => {
    // A list may have its terms in groups, but groups have no groups.
    if (isElement(child) && child.tagName === 'div' && list.tagName === 'dl')
      return buildDefinitions(context, child);
    if (!isElement(child) || (child.tagName !== 'dt' && child.tagName !== 'dd'))
      return context.blocks([child]);
    const marks: Mark[] = child.tagName === 'dt' ? [{ object: 'mark', type: 'bold' }] : [];
    return context.within(child, () => context.blocks(child.childNodes, marks));
  });
}
