import {
  attributeOf,
  classesOf,
  descendantsOf,
  findByTag,
  type HtmlElement,
  type HtmlNode,
  type parseHtml,
  removeElements,
  textOf,
} from '@lectern/html/html-tree';
import { isAdmonition } from './build-admonition.ts';

type HtmlDocument = ReturnType<typeof parseHtml>;

/** Where generators of documentation put the text of a page. */
const CONTENT_CLASSES = new Set([
  'markdown-body',
  'theme-doc-markdown',
  'md-content__inner',
  'vp-doc',
  'rst-content',
  'wiki-content',
  'sl-markdown-content',
]);

/** Elements within the content that do not belong to it. */
const APART =
  /^(?:breadcrumbs?|toc|table-of-contents|pagination|pager|pagination-nav|edit-page|edit-link|edit-this-page|sidebar|md-sidebar|feedback|theme-doc-toc-mobile|theme-doc-footer|last-updated|skip-link|headerbar|prev-next|share-buttons|cookie-banner)$/i;
const APART_ELEMENTS = new Set(['nav', 'footer', 'script', 'style', 'noscript', 'template']);
const APART_ROLES = new Set(['navigation', 'search', 'banner', 'contentinfo', 'complementary']);

/** The part of all text that an element must have to be the content. */
const LEAST_SHARE = 0.2;

/** The part of a page that is its content, as the page itself says; undefined if it does not. */
export function findMainContent(document: HtmlDocument): HtmlElement | undefined {
  const body = findByTag(document, 'body');
  if (!body) return undefined;
  const all = lengthOf(body);
  const elements = [...descendantsOf(body)];
  const isLarge = (element: HtmlElement): boolean => lengthOf(element) >= all * LEAST_SHARE;
  const marked = elements.find((element) => classesOf(element).some((name) => CONTENT_CLASSES.has(name)));
  if (marked && isLarge(marked)) return marked;
  const articles = elements.filter(({ tagName }) => tagName === 'article');
  if (articles.length === 1 && articles[0] && isLarge(articles[0])) return articles[0];
  const main = elements.find(
    (element) => element.tagName === 'main' || attributeOf(element, 'role') === 'main',
  );
  return main && isLarge(main) ? main : undefined;
}

/** The nodes of the content, without navigation and the like; of the whole body if the page does not say more. */
export function selectContent(document: HtmlDocument): HtmlNode[] {
  const content = findMainContent(document) ?? findByTag(document, 'body');
  if (!content) return [];
  removeElements(listApart(content));
  return content.childNodes;
}

/** Elements whose footers and asides are parts of them, such as the source of a quotation. */
const SECTIONS = new Set(['blockquote', 'figure', 'section', 'article', 'aside', 'details', 'td', 'li']);

function listApart(content: HtmlElement): HtmlElement[] {
  /** Elements come after those that contain them, so that no text is gone through again for those in an aside. */
  const inSection = new Set<unknown>();
  return [...descendantsOf(content)].filter((element) => {
    const { parentNode, tagName } = element;
    const isOfSection =
      inSection.has(parentNode) || (parentNode !== content && SECTIONS.has(parentNode?.nodeName ?? ''));
    if (isOfSection) inSection.add(element);
    if (tagName === 'footer' && isOfSection) return false;
    if (tagName === 'aside' && isOfSection) return false;
    return isApart(element);
  });
}

function isApart(element: HtmlElement): boolean {
  if (APART_ELEMENTS.has(element.tagName)) return element.tagName !== 'script' || !isFormula(element);
  const role = attributeOf(element, 'role');
  if (role !== undefined && APART_ROLES.has(role)) return true;
  if (classesOf(element).some((name) => APART.test(name))) return true;
  return element.tagName === 'aside' && !isAdmonition(element) && isForNavigation(element);
}

/** Whether most of the text of an element is links. */
function isForNavigation(element: HtmlElement): boolean {
  const words = textOf(element, ({ tagName }) => tagName === 'a').replace(/\s+/g, ' ');
  return words.length * 2 < lengthOf(element);
}

const isFormula = (element: HtmlElement): boolean =>
  attributeOf(element, 'type')?.startsWith('math/tex') === true;

const lengthOf = (element: HtmlElement): number =>
  textOf(element, ({ tagName }) => APART_ELEMENTS.has(tagName)).replace(/\s+/g, ' ').length;
