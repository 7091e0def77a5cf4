import { escapeDestination } from '@lectern/markdown/write/destination';
import { isRecord } from '@lectern/std/is-record';
import type { ImportedDocument, ImportFiles, ImportFormat } from '../../imported-content.ts';
import { folderOf, isShallow, joinPath } from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { vitePressAnchors } from '../shared/site/anchor-rules.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { type ConvertedPage, createPageConverter, type SiteTool } from '../shared/site/convert-page.ts';
import { readFolderNavigation } from '../shared/site/folder-navigation.ts';
import type { NavigationItem } from '../shared/site/navigation.ts';
import { makeDocument, textField } from '../shared/site/page-fields.ts';
import { createSiteFinder, type SiteFinder } from '../shared/site/site-files.ts';
import { readSidebar } from './sidebar.ts';
import { findConfig, readConfig, type VitePressConfig } from './vitepress-config.ts';
import { expandImports, VITEPRESS_SYNTAX, vitePressRules } from './vitepress-markup.ts';

/** A repository of VitePress: its pages, in the order of its sidebar. */
export const vitePressFormat: ImportFormat = {
  name: 'vitepress',
  label: 'VitePress',
  detect: (files) => findConfig(files.paths) !== undefined,
  async convert(files) {
    const problems = createProblems();
    const config = await readConfig(files, findConfig(files.paths) ?? '.vitepress/config.js', problems);
    const paths = listPages(files, config);
    const finder = createSiteFinder(files, {
      pagesFolder: config.sources,
      publicFolders: [joinPath(config.sources, 'public') ?? 'public'],
      base: config.base,
    });
    for (const path of paths) finder.addRoute(routeOf(path, config), path);
    const listed = readSidebar(config, finder, problems);
    const home = paths.find((path) => routeOf(path, config) === '/index.md');
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, await vitePressTool(files, config, finder), problems),
      navigation:
        listed.length > 0 ? withHome(listed, home) : await readFolderNavigation(files, paths, config.sources),
      navigationPath: config.path,
      anchors: vitePressAnchors,
      unlisted: paths,
      makePage: (page, label) =>
        makePage(page, label, { problems, resolve: (target) => finder.resolve(target, page.path) ?? target }),
    });
  },
};

/** The home page is usually in no sidebar. */
const withHome = (items: NavigationItem[], home: string | undefined): NavigationItem[] =>
  home === undefined || isListed(items, home) ? items : [{ kind: 'page', path: home }, ...items];

function isListed(items: readonly NavigationItem[], path: string): boolean {
  return items.some(
    (item) =>
      item.kind !== 'link' &&
      (item.path === path || (item.kind === 'section' && isListed(item.children, path))),
  );
}

const listPages = (files: ImportFiles, { sources, root }: VitePressConfig): string[] =>
  files.paths.filter(
    (path) =>
      /\.md$/.test(path) &&
      isShallow(path) &&
      (sources === '' || path.startsWith(`${sources}/`)) &&
      !path.startsWith(root === '' ? '.vitepress/' : `${root}/.vitepress/`) &&
      !path.split('/').some((part) => part === 'node_modules' || part === 'public') &&
      !(
        sources === '' &&
        /^(?:CHANGELOG|LICENSE|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|README)\.md$/i.test(path)
      ),
  );

function routeOf(path: string, { sources, rewrites }: VitePressConfig): string {
  const relative = sources === '' ? path : path.slice(sources.length + 1);
  return `/${rewrites.get(relative) ?? relative}`;
}

async function vitePressTool(
  files: ImportFiles,
  config: VitePressConfig,
  finder: SiteFinder,
): Promise<SiteTool> {
  const code = await readImportedCode(files, config);
  const find = (path: string, from: string): string | undefined => {
    const joined = path.startsWith('@')
      ? joinPath(config.sources, path.replace(/^@\/?/, ''))
      : joinPath(path.startsWith('/') ? config.sources : folderOf(from), path);
    return joined !== undefined && files.has(joined) ? joined : undefined;
  };
  return {
    syntaxOf: () => VITEPRESS_SYNTAX,
    rulesOf: (page) => vitePressRules(page, config.hasMath),
    isKnownModule: () => true,
    findModule: () => undefined,
    resolve: finder.resolve,
    prepare: (body, page) => expandImports(body, page, { find, read: (path) => code.get(path) }),
  };
}

/** Larger files are not examples. */
const MAX_CODE_LENGTH = 200_000;

/** The texts of the files that pages import code from: bodies are converted without waiting for files. */
async function readImportedCode(files: ImportFiles, config: VitePressConfig): Promise<Map<string, string>> {
  const code = new Map<string, string>();
  for (const path of listPages(files, config)) {
    const text = await files.readText(path);
    if (!text.includes('<<<')) continue;
    for (const [, named = ''] of text.matchAll(/^[ \t]*<<<[ \t]*(\S[^\n[{#]*)/gm)) {
      const target = named.trim();
      const file = target.startsWith('@')
        ? joinPath(config.sources, target.replace(/^@\/?/, ''))
        : joinPath(folderOf(path), target);
      if (file === undefined || code.has(file) || !files.has(file)) continue;
      if (files.sizeOf(file) <= MAX_CODE_LENGTH) code.set(file, await files.readText(file));
    }
  }
  return code;
}

/** A home page is front matter without a body: its words and links become the page. */
function makePage(
  page: ConvertedPage,
  label: string | undefined,
  { problems, resolve }: { problems: Problems; resolve(target: string): string },
): ImportedDocument {
  const { frontMatter } = page;
  const { hero } = frontMatter;
  if (frontMatter.layout !== 'home' || !isRecord(hero))
    return makeDocument(page, {
      // The page shows its heading; the title of the front matter is that of the window.
      title: page.heading ?? textField(frontMatter.title),
      label: label ?? textField(frontMatter.title),
    });
  problems.report({
    path: page.path,
    line: 1,
    reason: 'unsupported-layout',
    message: 'The page is laid out as a home page. Its words and links were kept, its pictures were not.',
  });
  const listOf = (value: unknown): Record<string, unknown>[] =>
    Array.isArray(value) ? value.filter(isRecord) : [];
  const linkTo = (text: string, link: unknown): string => {
    const target = textField(link);
    return target === undefined ? text : `[${text}](${escapeDestination(resolve(target))})`;
  };
  const actions = listOf(hero.actions).flatMap(({ text, link }) => {
    const words = textField(text);
    return words === undefined ? [] : [linkTo(words, link)];
  });
  const lines = [
    textField(hero.text),
    textField(hero.tagline),
    actions.length > 0 ? actions.join(' ') : undefined,
    ...listOf(frontMatter.features).map(({ title, details, link, linkText }) => {
      const more = textField(linkText);
      const heading = more === undefined ? linkTo(textField(title) ?? '', link) : (textField(title) ?? '');
      const end = more === undefined ? '' : ` ${linkTo(more, link)}`;
      return `**${heading}**: ${textField(details) ?? ''}${end}`;
    }),
  ];
  const words = lines.filter((line) => line !== undefined).join('\n\n');
  return makeDocument(
    { ...page, markdown: `${words}\n\n${page.markdown}`.trim() },
    { title: textField(hero.name) ?? 'Home', label },
  );
}
