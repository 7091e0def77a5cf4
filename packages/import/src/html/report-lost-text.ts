import {
  attributeOf,
  classesOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTextNode,
} from '@lectern/html/html-tree';
import type { Block } from '@lectern/markdown/document';
import { IGNORED_ELEMENTS } from '@lectern/markdown/syntax/html-elements';
import { createWordIndex, stringsIn } from '../word-index.ts';
import { isDefaultTitle } from './build-admonition.ts';
import { findCodeOfTable } from './build-code.ts';
import { isHidden, isPermalink } from './build-inlines.ts';
import { readFormula } from './build-math.ts';
import type { HtmlRules } from './html-context.ts';
import { quote } from './report-omitted.ts';

interface Conversion {
  nodes: readonly HtmlNode[];
  blocks: readonly Block[];
  /** What else the import keeps or reports: the title, and messages. */
  others: readonly string[];
  rules: HtmlRules;
}

/**
 * Finds text of a page that is nowhere in its blocks, whichever rule left it out, so that no text goes away without a
 * problem. A word that the page has in another place, too, is not missed.
 */
export function* findLostText({ nodes, blocks, others, rules }: Conversion): Generator<{
  element: HtmlElement | undefined;
  message: string;
}> {
  const words = createWordIndex([...others, ...stringsIn(blocks)]);
  const waiting = nodes.toReversed();
  let last: HtmlElement | undefined;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) {
      if (isLeftOut(node, rules)) continue;
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1)
        waiting.push(node.childNodes[at] as HtmlNode);
    }
    if (!isTextNode(node) || isDefaultTitle(node.value)) continue;
    if (words.hasAllOf(node.value)) continue;
    const { parentNode } = node;
    const element = parentNode && isElement(parentNode) ? parentNode : undefined;
    if (element !== undefined && element === last) continue;
    last = element;
    yield {
      element,
      message: `A part of the text was left out: ${quote(node.value.replace(/\s+/g, ' ').trim())}.`,
    };
  }
}

/** Whether the text of an element is nothing that readers see, or was reported, or is code that is kept as a whole. */
function isLeftOut(element: HtmlElement, rules: HtmlRules): boolean {
  const { tagName } = element;
  return (
    tagName === 'pre' ||
    tagName === 'rp' ||
    IGNORED_ELEMENTS.has(tagName) ||
    isHidden(element) ||
    (tagName === 'a' && isPermalink(element)) ||
    readFormula(element) !== undefined ||
    (tagName === 'table' && findCodeOfTable(element) !== undefined) ||
    attributeOf(element, 'role') === 'tooltip' ||
    classesOf(element).some((name) => /^(?:linenos?|line-numbers|gutter|aui-icon)$/.test(name)) ||
    rules.omits?.(element) === true
  );
}
