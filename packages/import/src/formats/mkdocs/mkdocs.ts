import type { ImportFiles, ImportFormat } from '../../imported-content.ts';
import { joinPath } from '../shared/paths.ts';
import { createProblems } from '../shared/problems.ts';
import { pythonAnchors } from '../shared/site/anchor-rules.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { createPageConverter, isPage, type SiteTool } from '../shared/site/convert-page.ts';
import { reportBefore } from '../shared/site/line-map.ts';
import { makeDocument, textField } from '../shared/site/page-fields.ts';
import { createSiteFinder, type SiteFinder } from '../shared/site/site-files.ts';
import { findConfig, type MkDocsConfig, readConfig } from './mkdocs-config.ts';
import { MKDOCS_SYNTAX, mkDocsRules } from './mkdocs-markup.ts';
import { readNavigation } from './mkdocs-navigation.ts';
import {
  expandSnippets,
  fillVariables,
  readMetadata,
  splitSnippet,
  writeDefinitionLists,
} from './prepare-page.ts';

/** A repository of MkDocs, with or without the theme Material. */
export const mkDocsFormat: ImportFormat = {
  name: 'mkdocs',
  label: 'MkDocs',
  detect: (files) => findConfig(files.paths) !== undefined,
  async convert(files) {
    const problems = createProblems();
    const config = await readConfig(files, findConfig(files.paths) ?? 'mkdocs.yml', problems);
    const start = config.pages === '' ? '' : `${config.pages}/`;
    const paths = files.paths.filter((path) => path.startsWith(start) && isPage(path));
    const finder = createSiteFinder(files, {
      pagesFolder: config.pages,
      publicFolders: [],
      siteUrls: config.siteUrls,
    });
    for (const path of paths)
      finder.addRoute(path.slice(start.length).replace(/README(\.\w+)$/, 'index$1'), path);
    const navigation = await readNavigation(files, paths, { config, problems });
    const tool = mkDocsTool(files, config, { finder, snippets: await readSnippets(files, paths, config) });
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, tool, problems),
      navigation,
      navigationPath: config.path,
      anchors: pythonAnchors(config.slugs),
      // Without a list of pages, all pages are in the table of contents.
      unlisted: paths,
      makePage: (page, label) => {
        // The page shows its heading; the navigation shows the title of its metadata.
        const named = textField(page.frontMatter.title);
        return makeDocument(page, { title: page.heading ?? named ?? label, label: label ?? named });
      },
    });
  },
};

function mkDocsTool(
  files: ImportFiles,
  config: MkDocsConfig,
  { finder, snippets }: { finder: SiteFinder; snippets: ReadonlyMap<string, string> },
): SiteTool {
  const find = (name: string): string | undefined => findSnippet(files, config, name);
  return {
    syntaxOf: () => MKDOCS_SYNTAX,
    rulesOf: (page) => mkDocsRules(page, config),
    isKnownModule: () => true,
    findModule: () => undefined,
    resolve: finder.resolve,
    readMetadata,
    prepare(body, page) {
      const expanded = expandSnippets(body, page, { find, read: (path) => snippets.get(path) });
      const report = reportBefore(page.report, { before: body, after: expanded });
      const filled = fillVariables(expanded, { ...page, report }, config);
      return config.hasDefinitions ? writeDefinitionLists(filled) : filled;
    },
  };
}

const findSnippet = (
  files: ImportFiles,
  { snippetFolders }: MkDocsConfig,
  name: string,
): string | undefined =>
  snippetFolders
    .map((folder) => joinPath(folder, name))
    .find((path) => path !== undefined && files.has(path));

/** Larger files are not snippets. */
const MAX_SNIPPET_LENGTH = 200_000;

/** The texts of all snippets: bodies are converted without waiting for files. */
async function readSnippets(
  files: ImportFiles,
  paths: readonly string[],
  config: MkDocsConfig,
): Promise<Map<string, string>> {
  const snippets = new Map<string, string>();
  for (const path of paths) {
    const text = await files.readText(path);
    if (!text.includes('8<')) continue;
    for (const [, name = ''] of text.matchAll(/8<-+[ \t]+["']([^"'\n]{1,500})["']/g)) {
      const file = findSnippet(files, config, splitSnippet(name).file);
      if (file !== undefined && !snippets.has(file) && files.sizeOf(file) <= MAX_SNIPPET_LENGTH)
        snippets.set(file, await files.readText(file));
    }
  }
  return snippets;
}
