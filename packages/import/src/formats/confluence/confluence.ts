import { attributeOf, descendantsOf, parseHtml } from '@lectern/html/html-tree';
import { decodeComponent } from '@lectern/std/decode-component';
import type { ImportedFile, ImportFiles, ImportFormat } from '../../imported-content.ts';
import { fileNameOf, folderOf, isExternal, joinPath, splitTarget } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { convertHtmlPage } from '../shared/site/convert-html-page.ts';
import type { PageConverter } from '../shared/site/convert-page.ts';
import type { NavigationItem } from '../shared/site/navigation.ts';
import { makeDocument } from '../shared/site/page-fields.ts';
import {
  CONFLUENCE_RULES,
  type IndexEntry,
  readConfluenceTitle,
  readPageIndex,
  selectConfluenceContent,
} from './confluence-html.ts';

/** A page is named by its title and its id, or by its id alone. */
const PAGE = /(?:^|[_/])(\d{3,15})\.html$/;

/** An export of a space of Confluence as HTML. */
export const confluenceFormat: ImportFormat = {
  name: 'confluence',
  label: 'Confluence',
  async detect(files) {
    const index = findIndex(files);
    if (index === undefined) return false;
    const text = await files.readText(index);
    return (
      text.includes('Confluence') &&
      /<title>[^<]*<\/title>/i.test(text) &&
      files.paths.some((path) => PAGE.test(path))
    );
  },
  findDeciding: (files) => [
    findIndex(files) ?? '',
    ...files.paths.filter((path) => PAGE.test(path)).slice(0, 1),
  ],
  async convert(files) {
    const problems = createProblems();
    const index = findIndex(files);
    const space = createSpace(files, index === undefined ? '' : folderOf(index));
    const entries = index === undefined ? [] : readPageIndex(parseHtml(await files.readText(index)));
    if (entries.length === 0)
      problems.report({
        path: index ?? 'index.html',
        reason: 'unreadable-navigation',
        message: 'The list of pages could not be read. All pages were placed at the top level.',
      });
    const navigation = entries.flatMap((entry) => readEntry(entry, space));
    const content = await buildSite({
      files,
      problems,
      converter: confluenceConverter(files, space, problems),
      navigation: navigation.length > 0 ? navigation : space.paths.map((path) => ({ kind: 'page', path })),
      navigationPath: index ?? 'index.html',
      unlisted: space.paths,
      makePage(page) {
        const id = PAGE.exec(page.path)?.[1];
        return makeDocument(
          page,
          { title: page.heading },
          id === undefined ? {} : { aliases: [`confluence:${id}`] },
        );
      },
    });
    return { ...content, files: await nameAttachments(files, space) };
  },
};

const findIndex = (files: ImportFiles): string | undefined =>
  files.paths
    .filter((path) => fileNameOf(path) === 'index.html')
    .sort((left, right) => left.split('/').length - right.split('/').length)[0];

interface Space {
  root: string;
  paths: string[];
  resolve(target: string, from: string): string | undefined;
}

function createSpace(files: ImportFiles, root: string): Space {
  const start = root === '' ? '' : `${root}/`;
  const paths = files.paths.filter(
    (path) =>
      path.startsWith(start) &&
      /\.html$/.test(path) &&
      !/(?:^|\/)(?:attachments|images|styles)\//.test(path) &&
      path !== `${start}index.html`,
  );
  const byId = new Map<string, string>();
  for (const path of paths) {
    const id = PAGE.exec(path)?.[1];
    if (id !== undefined && !byId.has(id)) byId.set(id, path);
  }
  return {
    root,
    paths,
    resolve(target, from) {
      const { path, query, anchor } = splitTarget(target);
      // Pages are also named by their id in an address of the server.
      const id = /[?&]pageId=(\d+)/.exec(query)?.[1] ?? /\/pages\/(\d+)(?:\/|$)/.exec(path)?.[1];
      const page = id === undefined ? undefined : byId.get(id);
      if (page !== undefined) return `/${page}${anchor}`;
      if (isExternal(target) || path === '') return undefined;
      const file = joinPath(folderOf(from), decodeComponent(path));
      return file !== undefined && files.has(file) ? `/${file}${anchor}` : undefined;
    },
  };
}

/** The home page of a space holds all others; it stays the first page, with the others below it. */
function readEntry({ href, title, children }: IndexEntry, space: Space): NavigationItem[] {
  const path = joinPath(space.root, decodeComponent(splitTarget(href).path));
  const below = children.flatMap((child) => readEntry(child, space));
  if (path === undefined || isExternal(href)) return below;
  return below.length === 0
    ? [{ kind: 'page', path, label: undefined }]
    : [{ kind: 'section', title, path, children: below }];
}

function confluenceConverter(files: ImportFiles, space: Space, problems: Problems): PageConverter {
  return {
    convertIncluded: async () => [],
    async convert(path) {
      let title: string | undefined;
      const page = convertHtmlPage(
        await files.readText(path),
        {
          path,
          rules: CONFLUENCE_RULES,
          selectContent(document) {
            title = readConfluenceTitle(document);
            return selectConfluenceContent(document);
          },
          resolve: (target) => space.resolve(target, path),
        },
        problems,
      );
      return { ...page, heading: title };
    },
  };
}

/** Attachments are stored by their ids; the page that lists them says how they are called. */
async function nameAttachments(files: ImportFiles, space: Space): Promise<ImportedFile[]> {
  const named = new Map<string, string>();
  for (const path of space.paths) {
    const text = await files.readText(path);
    if (!text.includes('attachments/')) continue;
    for (const element of descendantsOf(parseHtml(text))) {
      const href = element.tagName === 'a' ? attributeOf(element, 'href') : undefined;
      const target = href === undefined ? undefined : space.resolve(href, path)?.slice(1);
      if (target === undefined || !target.includes('attachments/') || named.has(target)) continue;
      const name = textOfLink(element);
      if (/\.\w{1,8}$/.test(name)) named.set(target, name);
    }
  }
  return [...named].map(([path, name]) => ({ path, name }));
}

const textOfLink = (element: Parameters<typeof attributeOf>[0]): string => {
  const [child] = element.childNodes;
  return child && 'value' in child ? child.value.trim() : '';
};
