import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  isTextNode,
} from '@lectern/html/html-tree';

/** Attributes that say where an element is or what it belongs to, not what readers see. */
const IGNORED = new Set([
  'id',
  'for',
  'aria-controls',
  'aria-describedby',
  'aria-labelledby',
  'aria-level',
  'popovertarget',
  'loading',
]);

/**
 * Numbers for what readers see of elements: two elements have the same number if they look the same, in whichever of
 * the two revisions they are.
 */
export class Signatures {
  readonly #revisionPaths: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #ofNodes = new Map<HtmlNode, number>();
  readonly #ofTags = new Map<HtmlElement, number>();

  /** `revisionIds`: of the compared revisions, which links into them contain. */
  constructor(revisionIds: readonly string[]) {
    this.#revisionPaths = revisionIds.map((revisionId) => `/revisions/${revisionId}/`);
  }

  /** Of an element without its content. */
  ofTag(element: HtmlElement): number {
    let known = this.#ofTags.get(element);
    if (known === undefined) {
      known = this.#numberOf(this.#describeTag(element));
      this.#ofTags.set(element, known);
    }
    return known;
  }

  /** Of a node with its content. */
  of(node: HtmlNode): number {
    let known = this.#ofNodes.get(node);
    if (known === undefined) {
      known = this.#numberOf(this.#describe(node));
      this.#ofNodes.set(node, known);
    }
    return known;
  }

  /** An address without the revision that it leads into. */
  withoutRevision(address: string): string {
    return this.#revisionPaths.reduce((text, path) => text.replaceAll(path, '/revisions/-/'), address);
  }

  #describe(node: HtmlNode): string {
    if (isTextNode(node)) return `"${node.value}`;
    if (!isElement(node)) return '';
    return `${this.ofTag(node)}(${node.childNodes.map((child) => this.of(child)).join()})`;
  }

  #describeTag(element: HtmlElement): string {
    const isAnchor = hasClass(element, 'anchor') && attributeOf(element, 'href')?.startsWith('#');
    const attributes = element.attrs.flatMap(({ name, value }) =>
      IGNORED.has(name) || (isAnchor && name === 'href') ? [] : [[name, this.withoutRevision(value)]],
    );
    return `<${element.tagName}${JSON.stringify(attributes)}`;
  }

  #numberOf(description: string): number {
    const known = this.#numbers.get(description);
    if (known !== undefined) return known;
    this.#numbers.set(description, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
