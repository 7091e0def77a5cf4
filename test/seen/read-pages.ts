/** What readers see of the pages of a site: words, links and pictures, in order. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

export interface SeenPage {
  words: string;
  /** The words of each link, and where it leads: an address elsewhere, or a page, with the words of its heading. */
  links: string[];
  /** The alternative text of each picture. */
  pictures: string[];
}

export interface SitePage {
  /** The address within the site, without the extension `.html`. */
  url: string;
  html: string;
}

interface SiteReader {
  /** The pages by their paths in the repository. */
  pages: ReadonlyMap<string, SitePage>;
  /** Whether this is the element with the content of the page. */
  isMain(element: Element): boolean;
  /** Whether readers do not take this element for content: controls, and words that every such block has. */
  isSkipped(element: Element): boolean;
  /** The children of an element in the order in which readers come to them, if it is not that of the HTML. */
  childrenOf?(element: Element): Node[] | undefined;
}

type Reading = Pick<SiteReader, 'isSkipped' | 'childrenOf'>;

interface Read {
  main: Element;
  seen: { words: string; links: { words: string; href: string }[]; pictures: string[] };
}

const BLOCKS = new Set(
  'address article aside blockquote br button dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td th thead tr ul label input'.split(
    ' ',
  ),
);

const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

export const classesOf = (element: Element): string[] => (attributeOf(element, 'class') ?? '').split(/\s+/);

const isElement = (node: Node): node is Element => 'tagName' in node;

export function* elementsOf(node: Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if (isElement(child)) yield child;
    yield* elementsOf(child);
  }
}

const ORIGIN = 'https://site.example';
const plainUrl = (url: string): string => url.replace(/(?:\/index)?(?:\.html)?\/?$/, '') || '/';

/** Reads all pages of a site. Links within it are told by pages and headings, because addresses differ. */
export function readPages({ pages, isMain, ...reading }: SiteReader): Map<string, SeenPage> {
  const read = new Map<string, Read>();
  for (const [path, { html }] of pages) {
    const main = [...elementsOf(parse(html))].find(isMain);
    if (!main) throw new Error(`The page ${path} has no content.`);
    read.set(path, { main, seen: readElement(main, reading) });
  }
  const byUrl = new Map([...pages].map(([path, { url }]) => [plainUrl(url), path]));
  const describe = (from: SitePage, href: string): string => {
    const url = new URL(href, ORIGIN + from.url);
    if (url.origin !== ORIGIN) return url.href;
    const path = byUrl.get(plainUrl(decodeURI(url.pathname)));
    if (path === undefined) return `nothing at ${url.pathname}`;
    if (url.hash === '') return path;
    const id = decodeURIComponent(url.hash.slice(1));
    const target = [...elementsOf((read.get(path) as Read).main)].find(
      (one) => attributeOf(one, 'id') === id,
    );
    return target ? `${path} at ${readElement(target, reading).words}` : `${path} at nothing named ${id}`;
  };
  return new Map(
    [...read].map(([path, { seen }]) => [
      path,
      {
        ...seen,
        links: seen.links.map(
          ({ words, href }) => `${words} → ${describe(pages.get(path) as SitePage, href)}`,
        ),
      },
    ]),
  );
}

/** The ids of the headings of a page, in order, but for its title. */
export function headingIds(
  html: string,
  { isMain, isSkipped }: Pick<SiteReader, 'isMain' | 'isSkipped'>,
): string[] {
  const main = [...elementsOf(parse(html))].find(isMain);
  const skipped = main
    ? [...elementsOf(main)].filter(isSkipped).flatMap((element) => [...elementsOf(element)])
    : [];
  return [...(main ? elementsOf(main) : [])].flatMap((element) =>
    /^h[2-6]$/.test(element.tagName) && !skipped.includes(element) ? (attributeOf(element, 'id') ?? []) : [],
  );
}

function readElement(element: Element, reading: Reading): Read['seen'] {
  let words = '';
  const links: { words: string; href: string }[] = [];
  const pictures: string[] = [];
  const visit = (node: Node): void => {
    if (node.nodeName === '#text') words += (node as DefaultTreeAdapterTypes.TextNode).value;
    if (!('childNodes' in node)) return;
    if (isElement(node)) {
      if (reading.isSkipped(node) || ['script', 'style', 'svg', 'template'].includes(node.tagName)) return;
      if (BLOCKS.has(node.tagName)) words += ' ';
      if (node.tagName === 'img') pictures.push(attributeOf(node, 'alt') ?? '');
    }
    const before = words.length;
    const children = isElement(node) ? reading.childrenOf?.(node) : undefined;
    for (const child of children ?? node.childNodes) visit(child);
    if (!isElement(node)) return;
    const href = node.tagName === 'a' ? attributeOf(node, 'href') : undefined;
    if (href !== undefined) links.push({ words: plainWords(words.slice(before)), href });
    if (BLOCKS.has(node.tagName)) words += ' ';
  };
  visit(element);
  return { words: plainWords(words), links, pictures };
}

const plainWords = (text: string): string => text.replace(/(?:\s|\u200b|\u200c|\u200d|\ufeff)+/g, ' ').trim();
