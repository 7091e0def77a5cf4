import {
  attributeOf,
  descendantsOf,
  findByTag,
  findElement,
  type HtmlElement,
  type HtmlNode,
  lineNumberOf,
  lineOf,
  parseHtml,
  removeElement,
  removeElements,
} from '@lectern/html/html-tree';
import type { Block } from '@lectern/markdown/document';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { createProblems } from '../formats/shared/problems.ts';
import type { ImportProblem } from '../imported-content.ts';
import { buildBlocks, type HtmlProblem } from './build-blocks.ts';
import type { HtmlRules } from './html-context.ts';
import { findLostText } from './report-lost-text.ts';
import { quote } from './report-omitted.ts';

export interface HtmlOptions {
  /** Names the source in problems. */
  path: string;
  /** The line of the file on which the HTML begins, if it is not the first one. */
  firstLine?: number | undefined;
  /** Finds the line of an element; by default, that of the HTML. */
  findLine?: ((element: HtmlElement) => number | undefined) | undefined;
  /** The address of the page: its links and images become absolute. Absent: they stay as they are written. */
  baseUrl?: string | undefined;
  /** How elements of this source mean something else than in plain HTML. */
  rules?: HtmlRules | undefined;
  /** Chooses the part of the page that is its content; the body if absent. */
  selectContent?: ((document: ReturnType<typeof parseHtml>) => HtmlNode[]) | undefined;
  /** Makes a file of an image that is embedded in the page (`data:`) and returns the path that names it. */
  keepInlineImage?: ((image: InlineImage) => string) | undefined;
}

export interface InlineImage {
  /** As the page says: `image/png`. */
  contentType: string;
  bytes: Buffer;
}

export interface ConvertedHtml {
  /** From the first heading of level 1, or the title of the page; it is not part of the Markdown. */
  title: string | undefined;
  description: string | undefined;
  markdown: string;
  problems: ImportProblem[];
}

/** With lines, the parser searches all siblings for the place of each text between tables. */
const MAX_TABLES_WITH_LINES = 200;

function hasManyTables(html: string): boolean {
  let count = 0;
  for (const _ of html.matchAll(/<table/gi)) if (++count > MAX_TABLES_WITH_LINES) return true;
  return false;
}

/** Turns HTML, as browsers read it, into our Markdown. */
export function convertHtml(html: string, options: HtmlOptions): ConvertedHtml {
  const document = parseHtml(html, { hasLines: !hasManyTables(html) });
  const { firstLine = 1, findLine = lineNumberOf } = options;
  const problems = createProblems();
  const seen = new Set<string>();
  const title = findByTag(document, 'title');
  const nodes = options.selectContent?.(document) ?? findByTag(document, 'body')?.childNodes ?? [];
  const heading = takeHeading(nodes);
  const report = ({ element, reason, message }: HtmlProblem): void => {
    const line = element && findLine(element);
    const known = seen.size;
    if (seen.add(`${line} ${reason} ${message}`).size === known) return;
    const at = line === undefined ? {} : { line: line + firstLine - 1 };
    problems.report({ path: options.path, ...at, reason, message });
  };
  const content = nodes.filter((node) => node !== heading?.element);
  const { rules = {} } = options;
  const blocks = buildBlocks(content, {
    rules,
    target: (href, reportHere) => readTarget(href, options, reportHere),
    report,
  });
  const others = [heading?.text ?? '', ...problems.list.map(({ message }) => message)];
  for (const lost of findLostText({ nodes: content, blocks, others, rules }))
    report({ ...lost, reason: 'left-out' });
  return {
    title: heading?.text || (title && lineOf(title)) || undefined,
    description: findDescription(document),
    markdown: writeBlocks(blocks),
    problems: problems.list,
  };
}

const writeBlocks = (nodes: Block[]): string => writeMarkdown({ object: 'document', data: {}, nodes });

/** The first heading of level 1 is the title of the page; it leaves the content. */
function takeHeading(nodes: readonly HtmlNode[]): { element: HtmlElement; text: string } | undefined {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    const element = node.tagName === 'h1' ? node : findByTag(node, 'h1');
    if (!element) continue;
    removePermalinks(element);
    const text = lineOf(element);
    removeElement(element);
    if (text !== '') return { element, text };
  }
  return undefined;
}

function removePermalinks(heading: HtmlElement): void {
  const links = [...descendantsOf(heading)].filter(({ tagName }) => tagName === 'a');
  removeElements(links.filter((link) => /^[#¶§\u200b\s]*$/u.test(lineOf(link))));
}

function findDescription(document: ReturnType<typeof parseHtml>): string | undefined {
  const meta = findElement(
    document,
    (element) =>
      element.tagName === 'meta' &&
      /^(?:description|og:description)$/i.test(
        attributeOf(element, 'name') ?? attributeOf(element, 'property') ?? '',
      ),
  );
  const text = meta && attributeOf(meta, 'content')?.replace(/\s+/g, ' ').trim();
  return text || undefined;
}

function readTarget(
  href: string,
  { baseUrl, keepInlineImage }: HtmlOptions,
  report: (reason: string, message: string) => void,
): string | undefined {
  // Browsers ignore these characters within an address.
  const written = href.replace(/[\t\r\n]/g, '').trim();
  if (written === '') return undefined;
  if (/^data:/i.test(written)) {
    const image = keepInlineImage && readInlineImage(written);
    if (image) return keepInlineImage(image);
    report('inline-data', 'A data: URL was left out.');
    return undefined;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(written)?.[1]?.toLowerCase();
  if (scheme !== undefined && !SCHEMES.has(scheme)) {
    if (scheme !== 'javascript' && scheme !== 'about')
      report('unsupported-address', `Pages cannot contain the address ${quote(written)}. Its text was kept.`);
    return undefined;
  }
  if (baseUrl === undefined || written.startsWith('#')) return written;
  try {
    return new URL(written, baseUrl).href;
  } catch {
    return undefined;
  }
}

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);

function readInlineImage(address: string): InlineImage | undefined {
  const head = /^data:(image\/[\w.+-]+)((?:;[\w=.-]+)*),/i.exec(address.slice(0, 200));
  const contentType = head?.[1];
  if (!head || !contentType) return undefined;
  const body = address.slice(head[0].length);
  const isBase64 = /;base64$/i.test(head[2] ?? '');
  try {
    const bytes = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body));
    return bytes.length > 0 ? { contentType: contentType.toLowerCase(), bytes } : undefined;
  } catch {
    return undefined;
  }
}
