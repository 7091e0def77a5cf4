import {
  attributeOf,
  classesOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTextNode,
} from '@lectern/html/html-tree';
import { isBlank, isInlineTag, isWhole } from './content-model.ts';
import type { Marking } from './marking.ts';

/** What is compared as one among its neighbors: a block, a run of text between blocks, or a line of code. */
export interface Item {
  /** Items of different kinds are never versions of each other. */
  kind: string;
  /** Equal for items that look the same. */
  signature: string;
  /** What tells whether two items are versions of each other. */
  text: string;
  /** The element of a block; undefined for a run of text. */
  element: HtmlElement | undefined;
  /** The text and inline elements, if it has nothing else. */
  inlines: readonly HtmlNode[] | undefined;
  /** The blanks after it. */
  gap: string;
}

/** How much of the text of an item is read to find its other version. */
const MAX_TEXT = 4000;

/** The blocks among some nodes, and the runs of text between them. */
export function listItems(nodes: readonly HtmlNode[], marking: Marking): Item[] {
  const items: Item[] = [];
  let run: HtmlNode[] = [];
  const closeRun = (): void => {
    if (run.length > 0) items.push(runOf(run, marking));
    run = [];
  };
  for (const node of nodes) {
    const last = items.at(-1);
    if (marking.model.isBlock(node)) {
      closeRun();
      items.push(blockOf(node, marking));
    } else if (run.length === 0 && isBlank(node)) {
      if (last && isTextNode(node)) last.gap += node.value;
    } else run.push(node);
  }
  closeRun();
  return items;
}

/** The lines of code, without the line ends. */
export function listLines(nodes: readonly HtmlNode[], marking: Marking): Item[] {
  const lines: HtmlNode[][] = [[]];
  for (const node of nodes) {
    if (!isTextNode(node)) {
      lines.at(-1)?.push(node);
      continue;
    }
    for (const [n, value] of node.value.split('\n').entries()) {
      if (n > 0) lines.push([]);
      if (value !== '') lines.at(-1)?.push({ ...node, value });
    }
  }
  return lines.map((line) => {
    const [only] = line;
    const element = line.length === 1 && only && isLineElement(only) ? only : undefined;
    const text = textOfItem(line, Number.POSITIVE_INFINITY);
    const signature = element ? `${marking.signatures.ofTag(element)} ${text}` : text;
    return { kind: 'line', signature, text, element, inlines: element?.childNodes ?? line, gap: '' };
  });
}

const isLineElement = (node: HtmlNode): node is HtmlElement =>
  isElement(node) && classesOf(node).includes('line');

function runOf(nodes: readonly HtmlNode[], { signatures }: Marking): Item {
  return {
    kind: 'text',
    signature: nodes.map((node) => signatures.of(node)).join(),
    text: textOfItem(nodes, MAX_TEXT),
    element: undefined,
    inlines: nodes,
    gap: '',
  };
}

function blockOf(element: HtmlElement, { signatures, model }: Marking): Item {
  const { tagName, childNodes } = element;
  const [look = ''] = classesOf(element);
  // A paragraph that stands alone in an item of a list is written as its text.
  const kind = tagName === 'p' && (look === '' || look.startsWith('align-')) ? 'text' : `${tagName} ${look}`;
  return {
    kind,
    signature: `b${signatures.of(element)}`,
    text: textOfItem([element], MAX_TEXT),
    element,
    inlines: model.hasOnlyInlines(element) ? childNodes : undefined,
    gap: '',
  };
}

/** The text of nodes, in which elements without words stand for themselves. */
function textOfItem(nodes: readonly HtmlNode[], maxLength: number): string {
  let text = '';
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node && text.length < maxLength; node = waiting.pop()) {
    if (isTextNode(node)) text += node.value;
    else if (isElement(node)) {
      if (isWhole(node))
        text += ` ${node.tagName} ${attributeOf(node, 'alt') ?? ''} ${attributeOf(node, 'src') ?? ''} `;
      if (isWhole(node) && !isTextual(node)) continue;
      if (!isInlineTag(node)) text += '\n';
      for (let at = node.childNodes.length - 1; at >= 0; at--) waiting.push(node.childNodes[at] as HtmlNode);
    }
  }
  return text;
}

/** Whether an element that is compared as a whole has text or pictures all the same. */
const isTextual = ({ tagName }: HtmlElement): boolean => tagName === 'span' || tagName === 'math';
