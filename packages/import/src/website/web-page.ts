import {
  attributeOf,
  descendantsOf,
  elementsOf,
  findByTag,
  findElement,
  type HtmlElement,
  isElement,
  lineNumberOf,
  type parseHtml,
  parseHtml as readTree,
  serializeHtml,
  textOf,
} from '@lectern/html/html-tree';
import { type ConvertedHtml, convertHtml } from '../html/convert-html.ts';
import { findMainContent, selectContent } from '../html/main-content.ts';

export interface WebPage {
  html: string;
  /** Its address, from which its links and images count. */
  url: string;
}

export interface ConvertedPage extends ConvertedHtml {
  /** The addresses that the whole page links to, absolute, in their order. */
  links: string[];
  /** The address that the page calls its own. */
  canonicalUrl: string | undefined;
  /** The program that says it has made the page: `Docusaurus v3.8.1`. */
  generator: string | undefined;
}

/** Converts the main content of a page to Markdown, and lists its links. */
export async function readWebPage({ html, url }: WebPage): Promise<ConvertedPage> {
  const document = readTree(html, { hasLines: true });
  const baseUrl = readBase(document, url);
  const options = { path: url, baseUrl, selectContent };
  const isMarked = findMainContent(document) !== undefined;
  const whole = convertHtml(html, options);
  const article = isMarked ? undefined : await findArticle(document);
  const converted =
    article === undefined
      ? whole
      : { ...whole, ...bodyOf(convertHtml(article, { path: url, baseUrl, findLine: readLine })) };
  return {
    ...converted,
    links: listLinks(document, baseUrl),
    canonicalUrl: readCanonical(document, baseUrl),
    generator: readGenerator(document),
  };
}

/** The attribute of elements with their lines in the page, which are others in its content alone. */
const LINE = 'data-line-of-page';

function readLine(element: HtmlElement): number | undefined {
  for (let at: HtmlElement | null = element; at; at = parentOf(at)) {
    const line = Number(attributeOf(at, LINE));
    if (Number.isSafeInteger(line) && line > 0) return line;
  }
  return undefined;
}

const parentOf = ({ parentNode }: HtmlElement): HtmlElement | null =>
  parentNode && isElement(parentNode) ? parentNode : null;

/** The title and description are those of the page. */
const bodyOf = ({ markdown, problems }: ConvertedHtml) => ({ markdown, problems });

/** The content of a page that does not mark it, by the density of its text; undefined if there is none to be found. */
async function findArticle(tree: HtmlDocument): Promise<string | undefined> {
  if (!isSearchable(tree)) return undefined;
  // Loaded only for such pages.
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import('linkedom'),
    import('@mozilla/readability'),
  ]);
  try {
    // It reads HTML less strictly: elements without an end would be nested, with work that grows with the depth.
    for (const element of descendantsOf(tree)) {
      if (hasOtherContent(element)) element.childNodes = [];
      const line = lineNumberOf(element);
      element.attrs = element.attrs.filter(({ name }) => name !== LINE);
      if (line !== undefined) element.attrs.push({ name: LINE, value: String(line) });
    }
    const { document } = parseHTML(serializeHtml(tree));
    const article = new Readability(document as never, { keepClasses: true, charThreshold: 200 }).parse();
    return article?.content ?? undefined;
  } catch {
    // It gives up on pages that are nested too deeply, for example.
    return undefined;
  }
}

/** Lazily loaded images have a substitute there. */
const MAX_NOSCRIPT_LENGTH = 2000;

/** Whether what is text for browsers would be elements for the other parser, and perhaps a deep tree. */
function hasOtherContent(element: HtmlElement): boolean {
  if (element.tagName === 'noscript') return textOf(element).length > MAX_NOSCRIPT_LENGTH;
  return /^(?:iframe|noembed|noframes|xmp|plaintext)$/.test(element.tagName);
}

/** The search goes over all that is around an element: deeper or longer pages, which nobody writes, would take minutes. */
const MAX_DEPTH = 200;
const MAX_ELEMENTS = 20_000;

function isSearchable(document: HtmlDocument): boolean {
  let level = elementsOf(document);
  let count = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && count <= MAX_ELEMENTS; depth += 1) {
    count += level.length;
    level = level.flatMap(elementsOf);
  }
  return level.length === 0 && count <= MAX_ELEMENTS;
}

type HtmlDocument = ReturnType<typeof parseHtml>;

function readBase(document: HtmlDocument, url: string): string {
  const base = findByTag(document, 'base');
  return (base && resolve(attributeOf(base, 'href'), url)) || url;
}

function readCanonical(document: HtmlDocument, baseUrl: string): string | undefined {
  const link = findElement(
    document,
    (element) => element.tagName === 'link' && attributeOf(element, 'rel')?.toLowerCase() === 'canonical',
  );
  return link && resolve(attributeOf(link, 'href'), baseUrl);
}

const MAX_GENERATOR = 60;

function readGenerator(document: HtmlDocument): string | undefined {
  const meta = findElement(
    document,
    (element) => element.tagName === 'meta' && attributeOf(element, 'name')?.toLowerCase() === 'generator',
  );
  return (meta && attributeOf(meta, 'content')?.trim().slice(0, MAX_GENERATOR)) || undefined;
}

const MAX_LINKS = 5000;

function listLinks(document: HtmlDocument, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const element of descendantsOf(document)) {
    if (element.tagName !== 'a') continue;
    const link = resolve(attributeOf(element, 'href'), baseUrl);
    if (link) links.add(link);
    if (links.size === MAX_LINKS) break;
  }
  return [...links];
}

function resolve(href: string | undefined, baseUrl: string): string | undefined {
  if (!href) return undefined;
  try {
    const url = new URL(href, baseUrl);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}
