import { escapeDestination } from '@lectern/markdown/write/destination';
import { decodeComponent } from '@lectern/std/decode-component';
import type { ImportFiles, ImportFormat } from '../../imported-content.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { fileNameOf, isExternal, splitTarget, withoutExtension } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { createPageConverter, isPage, type SiteTool } from '../shared/site/convert-page.ts';
import type { NavigationItem } from '../shared/site/navigation.ts';
import { makeDocument } from '../shared/site/page-fields.ts';
import { readSidebarList } from './sidebar-list.ts';

/** Files that are a part of every page, or not a page. */
const PARTS = /^_(?:Sidebar|Footer|Header)\./i;
const OTHER_MARKUP = /\.(?:asciidoc|adoc|creole|mediawiki|wiki|org|pod|rdoc|rst|textile)$/i;

/** The wiki of a repository on GitHub: flat pages, linked by their names. */
export const githubWikiFormat: ImportFormat = {
  name: 'github-wiki',
  label: 'GitHub wiki',
  detect: (files) => files.has('Home.md') && files.paths.some((path) => PARTS.test(path)),
  findDeciding: (files) => ['Home.md', ...files.paths.filter((path) => PARTS.test(path)).slice(0, 1)],
  async convert(files) {
    const problems = createProblems();
    const paths = files.paths.filter((path) => isPage(path) && !PARTS.test(fileNameOf(path)));
    const wiki = createWikiFinder(files, paths);
    reportOtherMarkup(files, problems);
    const sidebar = files.paths.find((path) => /^_Sidebar\.(?:md|markdown)$/i.test(path));
    const listed = sidebar === undefined ? [] : readSidebarList(await files.readText(sidebar), wiki.resolve);
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, githubWikiTool(wiki, problems), problems),
      navigation: listed.length > 0 ? withHome(listed, paths) : listAll(paths),
      navigationPath: sidebar ?? 'Home.md',
      unlisted: paths,
      makePage: (page, label) =>
        makeDocument(page, { title: page.heading, label: label ?? titleOf(page.path) }),
    });
  },
};

const titleOf = (path: string): string => withoutExtension(fileNameOf(path)).replace(/-/g, ' ').trim();

const isHome = (path: string): boolean => /^home$/i.test(withoutExtension(fileNameOf(path)));

function withHome(items: NavigationItem[], paths: readonly string[]): NavigationItem[] {
  const home = paths.find(isHome);
  const isListed = (list: readonly NavigationItem[]): boolean =>
    list.some(
      (item) =>
        item.kind !== 'link' && (item.path === home || (item.kind === 'section' && isListed(item.children))),
    );
  return home === undefined || isListed(items) ? items : [{ kind: 'page', path: home }, ...items];
}

/** Without a sidebar GitHub lists the pages by their names, and so do we, the home page first. */
const listAll = (paths: readonly string[]): NavigationItem[] =>
  [...paths]
    .sort((left, right) => Number(isHome(right)) - Number(isHome(left)) || (left < right ? -1 : 1))
    .map((path) => ({ kind: 'page', path }));

function reportOtherMarkup(files: ImportFiles, problems: Problems): void {
  for (const path of files.paths)
    if (OTHER_MARKUP.test(path))
      problems.report({
        path,
        reason: 'unsupported-file',
        message: 'The page is not written in Markdown. It was not imported.',
      });
}

interface WikiFinder {
  /** The page or file that a name or a target means, from the root of the source. */
  resolve(target: string): string | undefined;
}

/** Names are compared without regard to case, blanks and folders. */
const nameKey = (name: string): string =>
  fileNameOf(decodeComponent(name))
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

function createWikiFinder(files: ImportFiles, paths: readonly string[]): WikiFinder {
  const pages = new Map<string, string>();
  for (const path of paths) {
    const key = nameKey(withoutExtension(path));
    if (!pages.has(key)) pages.set(key, path);
  }
  return {
    resolve(target) {
      const local = isExternal(target) ? withinWiki(target) : target;
      if (local === undefined) return undefined;
      const { path, anchor } = splitTarget(local);
      if (path === '') return undefined;
      const file = decodeComponent(path)
        .replace(/^(?:\.\/|\/)+/, '')
        .replace(/^wiki\//, '');
      if (files.has(file)) return `/${file}${anchor}`;
      const page = pages.get(nameKey(file)) ?? pages.get(nameKey(withoutExtension(file)));
      return page === undefined ? undefined : `/${page}${anchor}`;
    },
  };
}

/** `https://github.com/owner/name/wiki/Page` → `Page`. */
function withinWiki(url: string): string | undefined {
  const match = /^https?:\/\/github\.com\/[^/]+\/[^/]+\/wiki(?:\/(.*))?$/i.exec(url);
  return match ? (match[1] ?? 'Home') : undefined;
}

/** `[[Page]]`, `[[Text|Page]]`, `[[image.png|alt=text]]`. */
const WIKI_LINK = /(!?)\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g;

function githubWikiTool(wiki: WikiFinder, problems: Problems): SiteTool {
  return {
    syntaxOf: () => plainSyntax(),
    rulesOf: ({ path }) =>
      plainRules({
        hasMath: true,
        writeText: (text) =>
          text.replace(WIKI_LINK, (...match) => writeLink(match, { wiki, problems, path })),
      }),
    isKnownModule: () => true,
    findModule: () => undefined,
    resolve: (target) => wiki.resolve(target),
  };
}

function writeLink(
  [, , first = '', second]: (string | undefined)[],
  { wiki, problems, path }: { wiki: WikiFinder; problems: Problems; path: string },
): string {
  const isImage = /\.(?:png|jpe?g|gif|svg|webp)$/i.test(first.trim());
  const name = (isImage ? first : (second ?? first)).trim();
  const target = wiki.resolve(name);
  if (isImage) {
    const alt = /(?:^|\|)alt=([^|]*)/.exec(second ?? '')?.[1] ?? '';
    return `![${alt}](${escapeDestination(target ?? name)})`;
  }
  const text = first.trim();
  if (target !== undefined) return `[${text}](${escapeDestination(target)})`;
  if (/^https?:/.test(name)) return `[${text}](${escapeDestination(name)})`;
  problems.report({
    path,
    reason: 'missing-page',
    message: `The wiki has no page “${name}”. The link became text.`,
  });
  return text;
}
