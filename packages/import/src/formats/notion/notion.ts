import { linkOf, paragraphOf, tableOf, textNode } from '@lectern/markdown/block-factories';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { decodeComponent } from '@lectern/std/decode-component';
import type { ImportedDocument, ImportFiles, ImportFormat } from '../../imported-content.ts';
import { folderOf, isExternal, isShallow, joinPath, splitTarget, targetFrom } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { convertHtmlPage } from '../shared/site/convert-html-page.ts';
import { createPageConverter, type PageConverter } from '../shared/site/convert-page.ts';
import { makeDocument, readIcon } from '../shared/site/page-fields.ts';
import { readPageFolders } from '../shared/site/page-folders.ts';
import { MAX_ROWS, readCsv } from './csv.ts';
import { NOTION_RULES, type NotionHeader, selectNotionContent } from './notion-html.ts';
import { notionTool } from './notion-markdown.ts';
import { folderBelow, idInAddress, idOf, titleOf } from './notion-names.ts';

const PAGE = /[ -][0-9a-f]{32}(?:_all)?\.(?:md|html|csv)$/;

/** An export of Notion: Markdown with databases as CSV, or HTML. */
export const notionFormat: ImportFormat = {
  name: 'notion',
  label: 'Notion',
  detect: (files) => files.paths.some((path) => PAGE.test(path)),
  findDeciding: (files) => files.paths.filter((path) => PAGE.test(path)).slice(0, 1),
  async convert(files) {
    const problems = createProblems();
    const source = await readSource(files);
    const headers = new Map<string, NotionHeader>();
    return buildSite({
      files,
      problems,
      converter: notionConverter(files, { source, headers, problems }),
      navigation: readPageFolders({
        paths: source.paths,
        compare: (left, right) => compareMentions(left, right, source.mentions),
        titleOf,
        folderBelow: (path) => folderBelow(path, source.folders),
      }),
      navigationPath: 'notion',
      unlisted: source.paths,
      makePage: (page) => makePage(page, headers.get(page.path) ?? {}, source),
    });
  },
};

interface NotionSource {
  /** Pages and databases. */
  paths: string[];
  byId: ReadonlyMap<string, string>;
  /** The folders that hold pages. */
  folders: ReadonlySet<string>;
  /** The pages in each folder, by their titles. */
  byTitle: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** When pages are first mentioned: children have the order in which their parent links to them. */
  mentions: ReadonlyMap<string, number>;
  files: ImportFiles;
}

/** A database is exported as two files: the rows of its first view, and all rows. */
async function readSource(files: ImportFiles): Promise<NotionSource> {
  const paths = files.paths.filter(
    (path) =>
      isShallow(path) &&
      (/\.(?:md|html)$/.test(path)
        ? path !== 'index.html'
        : /\.csv$/.test(path) && !hasShorterName(path, files)),
  );
  const byId = new Map<string, string>();
  for (const path of paths) {
    const id = idOf(path);
    if (id !== undefined && !byId.has(id)) byId.set(id, path);
  }
  const source: NotionSource = {
    paths,
    byId,
    folders: new Set(paths.map(folderOf)),
    byTitle: titlesByFolder(paths),
    mentions: new Map(),
    files,
  };
  const mentions = new Map<string, number>();
  for (const path of paths)
    if (!/\.csv$/.test(path))
      for (const target of targetsIn(await files.readText(path))) {
        const found = resolveTarget(target, path, source)?.slice(1);
        if (found !== undefined && !mentions.has(found)) mentions.set(found, mentions.size);
      }
  return { ...source, mentions };
}

function titlesByFolder(paths: readonly string[]): Map<string, Map<string, string>> {
  const byFolder = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const folder = folderOf(path);
    const titles = byFolder.get(folder) ?? new Map<string, string>();
    byFolder.set(folder, titles);
    if (!titles.has(titleOf(path))) titles.set(titleOf(path), path);
  }
  return byFolder;
}

const hasShorterName = (path: string, files: ImportFiles): boolean =>
  /_all\.csv$/.test(path) && files.has(path.replace(/_all\.csv$/, '.csv'));

function* targetsIn(text: string): Generator<string> {
  for (const match of text.matchAll(/(?:\]\(|href=")([^()"\s]{1,2000}\.(?:md|html|csv))[)"#]/g))
    yield match[1]!;
}

function compareMentions(left: string, right: string, mentions: ReadonlyMap<string, number>): number {
  const first = mentions.get(left) ?? Number.MAX_SAFE_INTEGER;
  const second = mentions.get(right) ?? Number.MAX_SAFE_INTEGER;
  return first - second || (left < right ? -1 : left > right ? 1 : 0);
}

/** Pages are named by their file, or by their id at the end of an address. */
function resolveTarget(target: string, from: string, { byId, files }: NotionSource): string | undefined {
  const { path, anchor } = splitTarget(target);
  const decoded = decodeComponent(path);
  const beside = isExternal(target) || path === '' ? undefined : joinPath(folderOf(from), decoded);
  const id = idInAddress(target);
  const page = id === undefined ? undefined : byId.get(id);
  if (page !== undefined) return `/${page}${anchor}`;
  return beside !== undefined && files.has(beside) ? `/${beside}${anchor}` : undefined;
}

function notionConverter(
  files: ImportFiles,
  {
    source,
    headers,
    problems,
  }: { source: NotionSource; headers: Map<string, NotionHeader>; problems: Problems },
): PageConverter {
  const resolve = (target: string, from: string): string | undefined => resolveTarget(target, from, source);
  const databases = new Set(
    source.paths.filter((path) => /\.csv$/.test(path)).map((path) => folderBelow(path, source.folders)),
  );
  const markdown = createPageConverter(
    files,
    notionTool(resolve, (path) => databases.has(folderOf(path))),
    problems,
  );
  return {
    convertIncluded: markdown.convertIncluded,
    async convert(path) {
      if (/\.md$/.test(path)) return markdown.convert(path);
      const text = await files.readText(path);
      if (/\.csv$/.test(path))
        return {
          path,
          frontMatter: {},
          heading: undefined,
          markdown: convertDatabase(path, text, { source, problems }),
        };
      const header: NotionHeader = {};
      const page = convertHtmlPage(
        text,
        {
          path,
          rules: NOTION_RULES,
          selectContent: (document) => selectNotionContent(document, header),
          resolve: (target) => resolve(target, path),
        },
        problems,
      );
      headers.set(path, header);
      return { ...page, heading: header.title };
    },
  };
}

function makePage(
  page: Awaited<ReturnType<PageConverter['convert']>>,
  header: NotionHeader,
  source: NotionSource,
): ImportedDocument {
  const id = idOf(page.path);
  const cover = header.cover && (resolveTarget(header.cover, page.path, source)?.slice(1) ?? header.cover);
  return makeDocument(
    page,
    { title: page.heading ?? titleOf(page.path) },
    {
      description: header.description,
      ...readIcon(header.emoji),
      ...(cover ? { cover } : {}),
      ...(id === undefined ? {} : { aliases: [`notion:${id}`] }),
    },
  );
}

/** A database is a table, whose first column leads to the pages of its rows. */
function convertDatabase(
  path: string,
  text: string,
  { source, problems }: { source: NotionSource; problems: Problems },
): string {
  const { rows, isCut } = readCsv(text);
  if (isCut)
    problems.report({
      path,
      reason: 'table-too-long',
      message: `Only the first ${MAX_ROWS} rows were imported.`,
    });
  const [head, ...records] = rows;
  if (!head) return '';
  const pages = source.byTitle.get(folderBelow(path, source.folders));
  const table = tableOf(
    head.map((title) => ({ title })),
    records.map((row) =>
      row.map((value, column) => {
        if (value.trim() === '') return [];
        const page = column === 0 ? pages?.get(value.trim()) : undefined;
        const content = textNode(value.replace(/\s+/g, ' ').trim());
        return [
          paragraphOf([page === undefined ? content : linkOf(targetFrom(`/${page}`, path), [content])]),
        ];
      }),
    ),
  );
  return writeMarkdown({ object: 'document', data: {}, nodes: [table] });
}
