import { appendTo } from '@lectern/std/long-lists';
import type { ImportedDocument, ImportFiles, ImportFormat } from '../../imported-content.ts';
import {
  fileNameOf,
  folderOf,
  joinPath,
  splitTarget,
  withoutExtension,
  withoutTrailingSlashes,
} from '../shared/paths.ts';
import { createProblems, type Problems } from '../shared/problems.ts';
import { githubAnchors } from '../shared/site/anchor-rules.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { type ConvertedPage, createPageConverter, type SiteTool } from '../shared/site/convert-page.ts';
import type { NavigationItem } from '../shared/site/navigation.ts';
import { makeDocument, textField } from '../shared/site/page-fields.ts';
import { createSiteFinder, type SiteFinder } from '../shared/site/site-files.ts';
import { type DocFacts, readDocFacts } from './doc-facts.ts';
import { type DocusaurusConfig, findConfig, readConfig } from './docusaurus-config.ts';
import { DOCUSAURUS_SYNTAX, docusaurusRules } from './docusaurus-markup.ts';
import { readSidebars } from './sidebars.ts';

/** A repository of Docusaurus: its documents, in the order of its sidebars. */
export const docusaurusFormat: ImportFormat = {
  name: 'docusaurus',
  label: 'Docusaurus',
  detect: (files) => findConfig(files.paths) !== undefined,
  async convert(files) {
    const problems = createProblems();
    const config = await readConfig(files, findConfig(files.paths) ?? 'docusaurus.config.js', problems);
    reportLeftOut(files, config, problems);
    const finder = createSiteFinder(files, {
      pagesFolder: config.instances[0]!.folder,
      publicFolders: [joinPath(config.root, 'static') ?? 'static'],
      siteUrls: config.siteUrls,
      base: config.base,
      prefixes: new Map([['@site/', config.root]]),
    });
    const facts = new Map<string, DocFacts>();
    const navigation: NavigationItem[] = [];
    const { sidebarLabels: labels } = config;
    for (const instance of config.instances) {
      const own = await readDocFacts(files, instance);
      for (const each of own.values()) {
        facts.set(each.path, each);
        finder.addRoute(each.route, each.path);
      }
      const addRoute = (route: string, path: string): void =>
        finder.addRoute(`/${instance.route}/${route}`, path);
      appendTo(navigation, await readSidebars({ files, instance, facts: own, labels, problems, addRoute }));
    }
    for (const { from, to } of config.redirects) {
      const target = finder.resolve(to, '');
      if (target !== undefined) finder.addRoute(from, splitTarget(target).path.slice(1));
    }
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, docusaurusTool(files, config, finder), problems),
      navigation: navigation.map((item) => resolveLinks(item, finder)),
      navigationPath: config.instances[0]!.sidebarPath ?? config.path,
      anchors: githubAnchors,
      unlisted: [...facts.keys()],
      makePage: (page, label) => makePage(page, label, facts.get(page.path)),
    });
  },
};

function docusaurusTool(files: ImportFiles, config: DocusaurusConfig, finder: SiteFinder): SiteTool {
  return {
    syntaxOf: () => DOCUSAURUS_SYNTAX,
    rulesOf: (page) => docusaurusRules(page, config.hasMath),
    isKnownModule: (module) =>
      /^@theme\/(?:Tabs|TabItem|DocCardList|DocCard|CodeBlock|Admonition|TOCInline)$|^@docusaurus\/(?:theme-common|plugin-content-docs\/client|Link|router|useBaseUrl|Translate|BrowserOnly)/.test(
        module,
      ),
    findModule(module, from) {
      const path = module.startsWith('@site/')
        ? joinPath(config.root, module.slice('@site/'.length))
        : module.startsWith('.')
          ? joinPath(folderOf(from), module)
          : undefined;
      return path !== undefined && files.has(path) ? path : undefined;
    },
    resolve: finder.resolve,
  };
}

/** Links of a sidebar to pages of the site lead to these pages. */
function resolveLinks(item: NavigationItem, finder: SiteFinder): NavigationItem {
  if (item.kind === 'link') return { ...item, target: finder.resolve(item.target, '') ?? item.target };
  if (item.kind === 'page') return item;
  return { ...item, children: item.children.map((child) => resolveLinks(child, finder)) };
}

function makePage(
  page: ConvertedPage,
  label: string | undefined,
  facts: DocFacts | undefined,
): ImportedDocument {
  const { frontMatter } = page;
  const title = page.heading ?? textField(frontMatter.title);
  const slug = textField(frontMatter.slug);
  return makeDocument(
    page,
    { title, label: label ?? textField(frontMatter.sidebar_label) ?? textField(frontMatter.title) },
    {
      ...(slug === undefined || slug === '/'
        ? {}
        : { slug: fileNameOf(withoutExtension(withoutTrailingSlashes(slug))) }),
      ...(facts?.isHidden ? { isHidden: true } : {}),
    },
  );
}

/** Parts of a site that are not documents. */
const LEFT_OUT = [
  { folder: 'blog', what: 'The blog was' },
  { folder: 'versioned_docs', what: 'Documents of earlier versions were' },
  { folder: 'i18n', what: 'Translations were' },
  { folder: 'src/pages', what: 'Pages in React were' },
];

function reportLeftOut(files: ImportFiles, { root }: DocusaurusConfig, problems: Problems): void {
  for (const { folder, what } of LEFT_OUT) {
    const path = joinPath(root, folder)!;
    if (files.paths.some((each) => each.startsWith(`${path}/`)))
      problems.report({ path, reason: 'left-out', message: `${what} not imported.` });
  }
}
