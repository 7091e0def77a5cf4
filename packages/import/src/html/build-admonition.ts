import {
  attributeOf,
  classesOf,
  elementsOf,
  findElement,
  type HtmlElement,
  lineOf,
} from '@lectern/html/html-tree';
import { hintOf, paragraphOf, textNode } from '@lectern/markdown/block-factories';
import type { Block, HintStyle } from '@lectern/markdown/document';
import type { HtmlContext } from './html-context.ts';

/** Classes that always mark an element as an admonition. */
const CONTAINER =
  /^(?:admonition|theme-admonition|callout|alert|notice|custom-block|hint|markdown-alert|admonitionblock|message-box|starlight-aside|confluence-information-macro|docs-callout|nextra-callout|infobox)$/i;
const TITLE =
  /^(?:admonition-?(?:title|heading)|admonitionheading.*|markdown-alert-title|custom-block-title|starlight-aside__title|callout-title|alert-(?:title|heading)|title|confluence-information-macro-title)$/i;

/** The kind of an admonition, by the last part of a class: `alert-warning`, `theme-admonition-tip`. */
const STYLES: readonly (readonly [RegExp, HintStyle])[] = [
  [/(?:^|-|_)(?:danger|error|caution|failure|bug|critical|severe)$/i, 'danger'],
  [/(?:^|-|_)(?:warning|warn|attention|important)$/i, 'warning'],
  [/(?:^|-|_)(?:tip|success|check|done|hint|good)$/i, 'success'],
  [
    /(?:^|-|_)(?:note|info|information|abstract|summary|question|example|quote|secondary|primary|details|seealso)$/i,
    'info',
  ],
];

/** Titles that generators write if the author gave none. */
const DEFAULT_TITLE =
  /^(?:note|info|information|tip|hint|warning|caution|danger|important|attention|error|success|see also)[.:!]?$/i;

export const isDefaultTitle = (text: string): boolean => DEFAULT_TITLE.test(text.trim());

export const isAdmonition = (element: HtmlElement): boolean =>
  attributeOf(element, 'role') === 'note' || classesOf(element).some((name) => CONTAINER.test(name));

/** Builds a hint from a note, warning or the like of a documentation generator; undefined for any other element. */
export function buildAdmonition(context: HtmlContext, element: HtmlElement): Block[] | undefined {
  if (!isAdmonition(element)) return undefined;
  const style = styleOf(
    classesOf(element).filter((name) => !/^(?:hint|custom-block|callout|alert)$/i.test(name)),
  );
  // These classes have other uses, too: `<div class="alert">` without a kind is an admonition, but not around a page.
  if (findElement(element, ({ tagName }) => tagName === 'h1')) return undefined;
  const title = findElement(element, (inner) => classesOf(inner).some((name) => TITLE.test(name)));
  const heading = title ? lineOf(title) : '';
  const nodes = contentOf(context, element, title);
  if (heading !== '' && !isDefaultTitle(heading))
    nodes.unshift(paragraphOf([textNode(heading, [{ object: 'mark', type: 'bold' }])]));
  return nodes.length === 0 ? [] : [hintOf(style, nodes)];
}

function styleOf(classes: readonly string[]): HintStyle {
  for (const [pattern, style] of STYLES) if (classes.some((name) => pattern.test(name))) return style;
  return 'info';
}

function contentOf(context: HtmlContext, element: HtmlElement, title: HtmlElement | undefined): Block[] {
  // AsciiDoc writes an admonition as a table with the icon and the content.
  const content = findElement(
    element,
    (inner) => inner.tagName === 'td' && classesOf(inner).includes('content'),
  );
  const from = content ?? element;
  if (!title) return context.blocks(from.childNodes);
  if (elementsOf(from).includes(title))
    return context.blocks(from.childNodes.filter((node) => node !== title));
  const { parentNode } = title;
  if (parentNode) parentNode.childNodes = parentNode.childNodes.filter((node) => node !== title);
  return context.blocks(from.childNodes);
}
