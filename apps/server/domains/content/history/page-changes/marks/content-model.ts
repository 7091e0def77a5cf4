/** What the elements of a published page are to a comparison: blocks, parts of a line, or pictures of something. */
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  isTextNode,
} from '@lectern/html/html-tree';

const INLINE_TAGS = new Set(
  'a abbr b br button code del em i img input ins kbd label mark math q s select small span strong sub sup svg time u wbr'.split(
    ' ',
  ),
);

/** Elements of which the words are no text. */
const WHOLE_TAGS = new Set('br hr iframe img input math select svg textarea video'.split(' '));

/** Whether an element is compared as a whole, not by its words. */
export const isWhole = (element: HtmlElement): boolean =>
  WHOLE_TAGS.has(element.tagName) ||
  hasClass(element, 'both') ||
  hasClass(element, 'rating') ||
  attributeOf(element, 'popover') !== undefined;

/** Whether a block is compared as a whole: a formula, or a diagram that a script draws. */
export const isWholeBlock = (element: HtmlElement): boolean =>
  WHOLE_TAGS.has(element.tagName) || hasClass(element, 'math') || hasClass(element, 'diagram');

export const isInlineTag = ({ tagName }: HtmlElement): boolean => INLINE_TAGS.has(tagName);

export class ContentModel {
  readonly #blocks = new Map<HtmlElement, boolean>();

  /** Whether a node stands by itself, not in a line of text. */
  isBlock(node: HtmlNode): node is HtmlElement {
    if (!isElement(node)) return false;
    let known = this.#blocks.get(node);
    if (known === undefined) {
      known = !isInlineTag(node) || (!isWhole(node) && node.childNodes.some((child) => this.isBlock(child)));
      this.#blocks.set(node, known);
    }
    return known;
  }

  /** Whether an element has nothing but lines of text. */
  hasOnlyInlines({ childNodes }: HtmlElement): boolean {
    return !childNodes.some((child) => this.isBlock(child));
  }
}

export const isBlank = (node: HtmlNode): boolean =>
  isTextNode(node) ? /^[ \n\t\r\f]*$/.test(node.value) : !isElement(node);
