import { isRecord } from '@lectern/std/is-record';
import type { ImportedDocument, ImportFiles, ImportFormat } from '../../imported-content.ts';
import { folderOf, joinPath } from '../shared/paths.ts';
import { createProblems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import {
  type ConvertedPage,
  createPageConverter,
  isPage,
  type SiteTool,
} from '../shared/site/convert-page.ts';
import { readFolderNavigation } from '../shared/site/folder-navigation.ts';
import { makeDocument, textField } from '../shared/site/page-fields.ts';
import { createSiteFinder, type SiteFinder } from '../shared/site/site-files.ts';
import { MINTLIFY_SYNTAX, mintlifyRules } from './mintlify-markup.ts';
import { readNavigation, titleOfPage } from './mintlify-navigation.ts';

/** Larger configurations are not read. */
const MAX_CONFIG_LENGTH = 5_000_000;

/** The folder of a Mintlify repository holds `mint.json`, or a `docs.json` with a navigation. */
async function findConfig(
  files: ImportFiles,
): Promise<{ path: string; config: Record<string, unknown> } | undefined> {
  const candidates = files.paths
    .filter((path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path) && !path.includes('node_modules/'))
    .sort((left, right) => left.split('/').length - right.split('/').length || (left < right ? -1 : 1));
  for (const path of candidates.slice(0, 20)) {
    if (files.sizeOf(path) > MAX_CONFIG_LENGTH) continue;
    const config = parseJson(await files.readText(path));
    if (isRecord(config) && (Array.isArray(config.navigation) || isRecord(config.navigation)))
      return { path, config };
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A repository of Mintlify: its pages, in the order of its navigation. */
export const mintlifyFormat: ImportFormat = {
  name: 'mintlify',
  label: 'Mintlify',
  detect: async (files) => (await findConfig(files)) !== undefined,
  async convert(files) {
    const problems = createProblems();
    const found = await findConfig(files);
    const configPath = found?.path ?? 'docs.json';
    const root = folderOf(configPath);
    const config = found?.config ?? {};
    if (!found)
      problems.report({
        path: configPath,
        reason: 'unreadable-configuration',
        message:
          'There is no docs.json with a navigation. The table of contents was created from the folders.',
      });
    const paths = files.paths.filter((path) => isSitePage(path, root));
    const finder = createSiteFinder(files, { pagesFolder: root, publicFolders: [] });
    for (const path of paths) finder.addRoute(root === '' ? path : path.slice(root.length + 1), path);
    const navigation = readNavigation(files, { root, configPath, config, problems });
    return buildSite({
      files,
      problems,
      converter: createPageConverter(files, mintlifyTool(files, { root, config, finder }), problems),
      navigation: navigation.length > 0 ? navigation : await readFolderNavigation(files, paths, root),
      navigationPath: configPath,
      unlisted: paths,
      makePage,
    });
  },
};

/** Snippets are parts of other pages. */
const isSitePage = (path: string, root: string): boolean =>
  isPage(path) &&
  (root === '' || path.startsWith(`${root}/`)) &&
  !path
    .split('/')
    .some((part) => /^(?:snippets|_snippets|node_modules)$/.test(part) || part.startsWith('.')) &&
  !(
    folderOf(path) === root &&
    /^(?:README|CONTRIBUTING|LICENSE|CHANGELOG|AGENTS)\.md$/i.test(path.slice(root.length).replace(/^\//, ''))
  );

function mintlifyTool(
  files: ImportFiles,
  { root, config, finder }: { root: string; config: Record<string, unknown>; finder: SiteFinder },
): SiteTool {
  const findSnippetFile = (name: string): string | undefined =>
    ['snippets', '_snippets', '']
      .map((folder) => joinPath(root, folder, name))
      .find((path) => path !== undefined && files.has(path));
  return {
    syntaxOf: () => MINTLIFY_SYNTAX,
    rulesOf: (page) => mintlifyRules(page, { findSnippetFile, variables: config.variables }),
    isKnownModule: () => false,
    findModule(module, from) {
      const path = module.startsWith('/') ? joinPath(root, module) : joinPath(folderOf(from), module);
      return path !== undefined && files.has(path) && !/\.[jt]sx?$/.test(path) ? path : undefined;
    },
    resolve: finder.resolve,
  };
}

function makePage(page: ConvertedPage): ImportedDocument {
  const { frontMatter, path } = page;
  const title = textField(frontMatter.title) ?? page.heading ?? titleOfPage(path);
  return makeDocument(
    page,
    { title, label: textField(frontMatter.sidebarTitle) },
    frontMatter.hidden === true ? { isHidden: true } : {},
  );
}
