import { isRecord } from '@lectern/std/is-record';
import type { ImportedDocument, ImportFiles, ImportFormat } from '../../imported-content.ts';
import { reportConfiguration } from '../shared/configuration.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { expandTemplate } from '../shared/markup/template.ts';
import { fileNameOf, folderOf, isExternal, joinPath } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { honKitAnchors } from '../shared/site/anchor-rules.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { createPageConverter, isPage, type PageContext, type SiteTool } from '../shared/site/convert-page.ts';
import type { NavigationItem } from '../shared/site/navigation.ts';
import { makeDocument, textField } from '../shared/site/page-fields.ts';
import { createSiteFinder, type SiteFinder } from '../shared/site/site-files.ts';
import { pathsIn, readSummary } from '../shared/site/summary.ts';

interface Book {
  path: string;
  /** The folder of the pages. */
  root: string;
  summary: string;
  readme: string;
  variables: Record<string, unknown>;
}

const depthOf = (path: string): number => path.split('/').length;

/** The settings that are nearest to the root. A repository of GitBook has a file of its own. */
const findBook = ({ paths, has }: ImportFiles): string | undefined =>
  paths
    .filter((path) => fileNameOf(path) === 'book.json' && !path.includes('node_modules/'))
    .filter((path) => !has(joinPath(folderOf(path), '.gitbook.yaml')!))
    .sort((left, right) => depthOf(left) - depthOf(right))[0];

/** A book of HonKit, or of GitBook up to version 3. */
export const honKitFormat: ImportFormat = {
  name: 'honkit',
  label: 'HonKit',
  async detect(files) {
    const path = findBook(files);
    if (path === undefined) return false;
    const { root, summary, readme } = await readBook(files, path, createProblems());
    return [summary, readme].some((name) => files.has(joinPath(root, name) ?? name));
  },
  async convert(files) {
    const problems = createProblems();
    const book = await readBook(files, findBook(files) ?? 'book.json', problems);
    const summaryPath = joinPath(book.root, book.summary) ?? book.summary;
    const start = book.root === '' ? '' : `${book.root}/`;
    const paths = files.paths.filter(
      (path) =>
        path.startsWith(start) &&
        isPage(path) &&
        path !== summaryPath &&
        !/(?:^|\/)(?:node_modules|_book)\//.test(path),
    );
    const finder = createSiteFinder(files, { pagesFolder: book.root, publicFolders: [] });
    for (const path of paths) finder.addRoute(routeOf(path.slice(start.length), book), path);
    const listed = files.has(summaryPath)
      ? readSummary(await files.readText(summaryPath), summaryPath)
      : paths.map((path): NavigationItem => ({ kind: 'page', path }));
    const included = await findIncluded(files, paths);
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, honKitTool(files, book, finder), problems),
      navigation: withIntroduction(listed, joinPath(book.root, book.readme) ?? book.readme, files),
      navigationPath: summaryPath,
      anchors: honKitAnchors,
      // A file that other pages include is no page of its own.
      unlisted: paths.filter((path) => !included.has(path)),
      makePage: (page, label): ImportedDocument =>
        makeDocument(page, { title: page.heading ?? label ?? textField(page.frontMatter.title), label }),
    });
  },
};

const routeOf = (path: string, { readme }: Book): string =>
  fileNameOf(path).toLowerCase() === fileNameOf(readme).toLowerCase()
    ? (joinPath(folderOf(path), 'index.md') ?? path)
    : path;

/** The first page of a book is its introduction, also if the table of contents leaves it out. */
const withIntroduction = (items: NavigationItem[], readme: string, files: ImportFiles): NavigationItem[] =>
  pathsIn(items).has(readme) || !files.has(readme) ? items : [{ kind: 'page', path: readme }, ...items];

async function readBook(files: ImportFiles, path: string, problems: Problems): Promise<Book> {
  const text = files.has(path) ? (await files.readText(path)).replace(/^\uFEFF/, '') : '{}';
  let value: unknown;
  let error: unknown;
  try {
    value = JSON.parse(text);
  } catch (caught) {
    error = caught;
  }
  if (!isRecord(value))
    reportConfiguration(problems, { path, text, error, consequence: 'The default folders were used.' });
  const config = isRecord(value) ? value : {};
  const structure = isRecord(config.structure) ? config.structure : {};
  const own = isRecord(config.variables) ? config.variables : {};
  return {
    path,
    root: joinPath(folderOf(path), textField(config.root) ?? '.') ?? folderOf(path),
    summary: textField(structure.summary) ?? 'SUMMARY.md',
    readme: textField(structure.readme) ?? 'README.md',
    // `book` holds the variables and the other settings.
    variables: { book: { ...config, ...own } },
  };
}

function honKitTool(files: ImportFiles, book: Book, finder: SiteFinder): SiteTool {
  return {
    syntaxOf: () => plainSyntax(),
    rulesOf: () => plainRules({ hasMath: false }),
    isKnownModule: () => true,
    findModule: () => undefined,
    resolve: finder.resolve,
    prepare: (body, page) =>
      expandTemplate(
        body,
        {
          variables: { ...book.variables, page: page.frontMatter, file: { path: page.path } },
          writeTag: (tag) => writeTag(tag, page, files),
        },
        page.report,
      ),
  };
}

/** Statements of Nunjucks that need a program. Other tags are blocks of plugins, which the dialect may know. */
const STATEMENT =
  /^(?:if|elif|elseif|else|endif|for|endfor|set|endset|macro|endmacro|import|from|extends|block|endblock|call|endcall|filter|endfilter)$/;

function writeTag(
  { name, text, line }: { name: string; text: string; line: number },
  page: PageContext,
  files: ImportFiles,
): string | undefined {
  if (name === 'include') return writeInclude(text, line, { page, files });
  return STATEMENT.test(name) ? undefined : `{% ${text} %}`;
}

const INCLUDE = /\{%-?[ \t]*include[ \t]+(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/g;

async function findIncluded(files: ImportFiles, paths: readonly string[]): Promise<Set<string>> {
  const included = new Set<string>();
  for (const path of paths)
    for (const [, first, second] of (await files.readText(path)).matchAll(INCLUDE))
      included.add(pathOfInclude(first ?? second ?? '', path) ?? '');
  return included;
}

const pathOfInclude = (target: string, from: string): string | undefined =>
  target.startsWith('/') ? joinPath(target) : joinPath(folderOf(from), target);

/** `{% include "./part.md" %}`: what is included is the same everywhere. */
function writeInclude(
  text: string,
  line: number,
  { page, files }: { page: PageContext; files: ImportFiles },
): string {
  const target = /^include[ \t]+(?:"([^"]+)"|'([^']+)')/.exec(text)?.slice(1).find(Boolean) ?? '';
  const path = pathOfInclude(target, page.path);
  if (isExternal(target) || path === undefined || !files.has(path)) {
    page.report({
      line,
      reason: 'missing-file',
      message: `The included “${target}” is not in the source. The tag was left out.`,
    });
    return '';
  }
  return `{% include "${page.include(path).replaceAll('"', '%22')}" %}`;
}
