import { isRecord } from '@lectern/std/is-record';
import { parse as parseToml } from 'smol-toml';
import type { ImportFiles, ImportFormat } from '../../imported-content.ts';
import { reportConfiguration } from '../shared/configuration.ts';
import { textAttribute } from '../shared/markup/attributes.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { HINT_STYLES, writeContent, writeHint } from '../shared/markup/write-containers.ts';
import type { WriteElement } from '../shared/markup/write-markup.ts';
import { fileNameOf, folderOf, joinPath, splitTarget } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { mdBookAnchors } from '../shared/site/anchor-rules.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { createPageConverter, isPage, type PageContext, type SiteTool } from '../shared/site/convert-page.ts';
import { createSiteFinder, type SiteFinder } from '../shared/site/site-files.ts';
import { readSummary } from '../shared/site/summary.ts';
import { expandIncludes, readIncludedFiles } from './includes.ts';

interface Book {
  path: string;
  /** The folder of the pages. */
  sources: string;
  hasMath: boolean;
  /** The beginning of hidden lines of code, by language. */
  hiddenLines: ReadonlyMap<string, string>;
  redirects: { from: string; to: string }[];
}

const depthOf = (path: string): number => path.split('/').length;

const findBook = (paths: readonly string[]): string | undefined =>
  paths
    .filter((path) => fileNameOf(path) === 'book.toml')
    .sort((left, right) => depthOf(left) - depthOf(right))[0];

/** A book of mdBook: the chapters of its `SUMMARY.md`. */
export const mdBookFormat: ImportFormat = {
  name: 'mdbook',
  label: 'mdBook',
  detect: (files) => findBook(files.paths) !== undefined,
  async convert(files) {
    const problems = createProblems();
    const book = await readBook(files, findBook(files.paths) ?? 'book.toml', problems);
    const start = book.sources === '' ? '' : `${book.sources}/`;
    const summaryPath = `${start}SUMMARY.md`;
    const paths = files.paths.filter(
      (path) => path.startsWith(start) && isPage(path) && path !== summaryPath,
    );
    const finder = createSiteFinder(files, { pagesFolder: book.sources, publicFolders: [] });
    for (const path of paths)
      finder.addRoute(path.slice(start.length).replace(/(^|\/)README\.md$/i, '$1index.md'), path);
    for (const { from, to } of book.redirects) {
      const target = finder.resolve(`/${joinPath(folderOf(from), to) ?? to}`, summaryPath);
      if (target !== undefined) finder.addRoute(from, splitTarget(target).path.slice(1));
    }
    if (!files.has(summaryPath))
      problems.report({
        path: book.path,
        reason: 'missing-file',
        message: `The book has no “${summaryPath}”. The pages were imported without an order.`,
      });
    const navigation = files.has(summaryPath)
      ? readSummary(await files.readText(summaryPath), summaryPath)
      : paths.map((path) => ({ kind: 'page' as const, path }));
    const texts = await readIncludedFiles(files, paths);
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, mdBookTool(book, finder, texts), problems),
      navigation,
      navigationPath: summaryPath,
      anchors: mdBookAnchors,
      // A file that other pages include is no page of its own.
      unlisted: paths.filter((path) => !texts.has(path)),
    });
  },
};

async function readBook(files: ImportFiles, path: string, problems: Problems): Promise<Book> {
  const text = files.has(path) ? await files.readText(path) : '';
  let value: unknown;
  try {
    value = parseToml(text);
  } catch (error) {
    reportConfiguration(problems, { path, text, error, consequence: 'The default folders were used.' });
  }
  const record = (of: unknown, key: string): Record<string, unknown> => {
    const inner = isRecord(of) ? of[key] : undefined;
    return isRecord(inner) ? inner : {};
  };
  const { src } = record(value, 'book');
  const html = record(record(value, 'output'), 'html');
  const hidden = record(record(html, 'code'), 'hidelines');
  const root = folderOf(path);
  return {
    path,
    sources: joinPath(root, typeof src === 'string' ? src : 'src') ?? root,
    hasMath: html['mathjax-support'] === true || isRecord(record(value, 'preprocessor').katex),
    hiddenLines: new Map(
      Object.entries(hidden).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    redirects: Object.entries(record(html, 'redirect')).flatMap(([from, to]) =>
      typeof to === 'string' ? [{ from, to }] : [],
    ),
  };
}

/** `<div class="warning">`. */
const writeDivision: WriteElement = (element, writer) => {
  const classes = textAttribute(element.attributes, 'class')?.split(/\s+/) ?? [];
  const style = classes.map((name) => HINT_STYLES.get(name)).find((found) => found !== undefined);
  if (style === undefined) writeContent(element, writer);
  else writeHint({ element, style }, writer);
};

function mdBookTool(book: Book, finder: SiteFinder, texts: ReadonlyMap<string, string>): SiteTool {
  const elements = new Map([['div', writeDivision]]);
  const writeText = (text: string): string =>
    text
      .replace(/\\\\\(((?:[^\n\\]|\\(?!\\[()])){1,1000})\\\\\)/g, '$$$$$1$$$$')
      .replace(/\\\\\[((?:[^\n\\]|\\(?!\\[[\]])|\n(?![ \t]*\n)){1,2000})\\\\\]/g, '$$$$$1$$$$');
  return {
    syntaxOf: () => plainSyntax(),
    rulesOf: () => plainRules(book.hasMath ? { writeText } : {}, elements),
    isKnownModule: () => true,
    findModule: () => undefined,
    resolve: finder.resolve,
    prepare: (body, page) => hideLines(expandIncludes(body, page, texts), page, book),
  };
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})/;
const LANGUAGE = /^[ \t]*([A-Za-z0-9_+-]*)/;

/** Leaves out the lines of code that readers do not see at first, and the options beside the language. */
function hideLines(body: string, page: PageContext, { hiddenLines }: Book): string {
  if (!body.includes('```') && !body.includes('~~~')) return body;
  let open: { marker: string; language: string; line: number; isShortened: boolean } | undefined;
  const written: string[] = [];
  for (const [i, line] of body.split('\n').entries()) {
    const fence = FENCE.exec(line);
    const rest = line.slice(fence?.[0].length ?? 0);
    const [, indent = '', marker] = rest.includes('`') ? [] : (fence ?? []);
    const [words = '', language = ''] = LANGUAGE.exec(rest) ?? [];
    const options = rest.slice(words.length);
    if (open === undefined) {
      written.push(
        marker === undefined ? line : `${indent}${marker}${language}${options.replace(/^,\S*/, '')}`,
      );
      if (marker !== undefined) open = { marker, language, line: i + 1, isShortened: false };
      continue;
    }
    if (marker?.startsWith(open.marker) && language === '' && options.trim() === '') {
      if (open.isShortened)
        page.report({
          line: open.line,
          reason: 'hidden-lines',
          message: 'Lines of code that readers see only on request were left out.',
        });
      open = undefined;
      written.push(line);
      continue;
    }
    const shown = visibleLine(line, open.language, hiddenLines.get(open.language));
    if (shown === undefined) open.isShortened = true;
    else written.push(shown);
  }
  return written.join('\n');
}

/** The line as it is shown; undefined for a hidden one: `# use std;` in Rust, and `##` for `#`. */
function visibleLine(line: string, language: string, prefix: string | undefined): string | undefined {
  if (prefix !== undefined) return line.trimStart().startsWith(prefix) ? undefined : line;
  const match = language === 'rust' ? /^([ \t]*)#(.?)(.*)$/.exec(line) : null;
  if (!match) return line;
  if (match[2] === '#') return `${match[1]}#${match[3]}`;
  return match[2] === '' || match[2] === ' ' ? undefined : line;
}
