import { findByTag, findElement, type HtmlNode, isElement, lineOf, parseHtml } from '@lectern/html/html-tree';
import { serializeOuter } from 'parse5';
import { convertHtml } from '../../html/convert-html.ts';
import type { ImportedContent, ImportedDocument, ImportFiles } from '../../imported-content.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { fileNameOf, titleOfFileName } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import { convertHtmlPage } from '../shared/site/convert-html-page.ts';
import { convertSource, type SiteTool } from '../shared/site/convert-page.ts';
import { BOOKSTACK_RULES, readBoundary, selectBookStackContent } from './bookstack-html.ts';

/** Brings in the exports that hold a whole book, chapter or page in one file. */
export async function convertBookFiles(files: ImportFiles, problems: Problems): Promise<ImportedContent> {
  const pages: ImportedDocument[] = [];
  for (const path of files.paths) {
    if (/\.html$/i.test(path)) pages.push(convertHtmlBook(path, await files.readText(path), problems));
    else if (/\.md$/i.test(path))
      pages.push(convertMarkdownBook(path, { text: await files.readText(path), files, problems }));
  }
  return { pages, files: [], reusables: [], problems: problems.list };
}

interface BookPart {
  kind: 'book' | 'chapter' | 'page';
  id: string;
  title: string;
  nodes: HtmlNode[];
}

/** Splits an exported book at its chapters and pages. */
function splitBook(html: string): BookPart[] {
  const document = parseHtml(html);
  const content =
    findElement(document, ({ attrs }) =>
      attrs.some(({ name, value }) => name === 'class' && /\bpage-content\b/.test(value)),
    ) ?? findByTag(document, 'body');
  const first: BookPart = { kind: 'book', id: '', title: '', nodes: [] };
  const parts: BookPart[] = [first];
  const waiting: HtmlNode[] = [...(content?.childNodes ?? [])].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const boundary = readBoundary(node);
    if (boundary) parts.push({ ...boundary, title: lineOf(boundary.element), nodes: [] });
    else if (isElement(node) && findElement(node, (element) => readBoundary(element) !== undefined))
      for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!);
    else if (isElement(node) && node.tagName === 'h1' && parts.length === 1 && first.title === '')
      first.title = lineOf(node);
    else if (!isContents(node)) parts.at(-1)!.nodes.push(node);
  }
  return parts;
}

/** The list of contents at the beginning, and the text between pages. */
const isContents = (node: HtmlNode): boolean =>
  isElement(node) &&
  (node.attrs.some(
    ({ name, value }) => name === 'class' && /^(?:contents|chapter-hint|page-break)$/.test(value.trim()),
  ) ||
    ['style', 'meta', 'title'].includes(node.tagName));

function convertHtmlBook(path: string, html: string, problems: Problems): ImportedDocument {
  const [book, ...parts] = splitBook(html);
  const known = new Set(parts.map(({ kind, id }) => `${kind}-${id}`));
  const pathOf = ({ kind, id }: BookPart): string => `${path}/${kind}-${id}`;
  const resolve = (target: string): string | undefined => {
    const id = /^#((?:page|chapter)-\d+)$/.exec(target)?.[1];
    return id !== undefined && known.has(id) ? `/${path}/${id}` : undefined;
  };
  const convert = (part: BookPart, ownPath: string): ImportedDocument => {
    const inner = part.nodes
      .map((node) => (isElement(node) ? serializeOuter(node) : 'value' in node ? escapeText(node.value) : ''))
      .join('');
    const { markdown } = convertHtmlPage(
      inner,
      { path: ownPath, rules: BOOKSTACK_RULES, selectContent: selectBookStackContent, resolve },
      problems,
    );
    return {
      kind: 'document',
      path: ownPath,
      title: part.title || titleOfFileName(fileNameOf(path)),
      markdown,
      children: [],
    };
  };
  const top = convert(book!, path);
  if (parts.length === 0 && top.markdown.trim() === '') top.markdown = convertHtml(html, { path }).markdown;
  let chapter: ImportedDocument | undefined;
  for (const part of parts) {
    const page = convert(part, pathOf(part));
    if (part.kind === 'chapter') {
      chapter = page;
      top.children.push(page);
    } else (chapter ?? top).children.push(page);
  }
  return top;
}

const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const MARKDOWN: SiteTool = {
  syntaxOf: () => plainSyntax(),
  rulesOf: () => plainRules(),
  isKnownModule: () => true,
  findModule: () => undefined,
  resolve: () => undefined,
};

/** In Markdown a heading of level 1 begins each page and each chapter, which look the same: all become pages. */
function convertMarkdownBook(
  path: string,
  { text, files, problems }: { text: string; files: ImportFiles; problems: Problems },
): ImportedDocument {
  const parts = splitAtTitles(text);
  const documents = parts.map((part, i): ImportedDocument => {
    const ownPath = i === 0 ? path : `${path}/page-${i}`;
    const { heading, markdown } = convertSource(
      { path: ownPath, text: part },
      { files, tool: MARKDOWN, problems, include: (each) => each },
    );
    return {
      kind: 'document',
      path: ownPath,
      title: heading ?? titleOfFileName(fileNameOf(path)),
      markdown,
      children: [],
    };
  });
  const [first, ...others] = documents;
  return { ...first!, children: others };
}

function splitAtTitles(text: string): string[] {
  const parts: string[][] = [[]];
  let fence: string | undefined;
  for (const line of text.split(/\r\n?|\n/)) {
    const marker = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
      fence = fence === undefined ? marker : undefined;
    const isTitle = fence === undefined && /^# \S/.test(line);
    if (isTitle && parts.at(-1)!.some((each) => each.trim() !== '')) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}
