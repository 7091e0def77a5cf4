import type { ImportFiles } from '../../imported-content.ts';
import { reportConfiguration } from '../shared/configuration.ts';
import {
  isLiteralList,
  isLiteralRecord,
  type Literal,
  literalText,
  UNKNOWN,
} from '../shared/literals/literal.ts';
import { findScriptError } from '../shared/literals/parse-script.ts';
import { readModule } from '../shared/literals/read-module.ts';
import { folderOf, joinPath, trimSlashes, withoutTrailingSlashes } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';

/** One set of documents with its sidebars; most sites have one. */
export interface DocsInstance {
  /** The folder of the documents. */
  folder: string;
  /** The beginning of their addresses: `docs`. */
  route: string;
  /** Undefined if the sidebar is made of the folders. */
  sidebarPath: string | undefined;
}

export interface DocusaurusConfig {
  path: string;
  /** The folder of the configuration. */
  root: string;
  /** The address of the site, if it is known. */
  siteUrls: string[];
  /** The path of the site on its host. */
  base: string;
  /** Former addresses of pages, and where they lead. */
  redirects: { from: string; to: string }[];
  instances: DocsInstance[];
  /** Labels of sidebars, from the bar at the top. */
  sidebarLabels: Map<string, string>;
  hasMath: boolean;
}

const CONFIG_NAME = /(?:^|\/)docusaurus\.config\.(?:js|ts|mjs|cjs|mts)$/;

/** The configuration that is nearest to the root. */
export function findConfig(paths: readonly string[]): string | undefined {
  const found = paths.filter((path) => CONFIG_NAME.test(path) && !path.includes('node_modules/'));
  return found.sort((left, right) => left.split('/').length - right.split('/').length)[0];
}

export async function readConfig(
  files: ImportFiles,
  path: string,
  problems: Problems,
): Promise<DocusaurusConfig> {
  const root = folderOf(path);
  const read = await readModule(files, path);
  const value = read?.('default');
  const config = isLiteralRecord(value) ? value : {};
  if (!isLiteralRecord(value)) {
    const text = files.has(path) ? await files.readText(path) : '';
    const error = findScriptError(text) ?? new Error('it is not data');
    reportConfiguration(problems, { path, text, error, consequence: 'The default folders were used.' });
  }
  const instances = listInstances(config).map((options) => readInstance(files, root, options));
  const base = literalText(config.baseUrl) ?? '/';
  if (config.baseUrl === UNKNOWN)
    problems.report({
      path,
      reason: 'unreadable-configuration',
      message: 'The base URL is computed. Links that begin with it may not lead to their pages.',
    });
  const url = withoutTrailingSlashes(literalText(config.url) ?? '');
  return {
    path,
    root,
    siteUrls: url === '' ? [] : [`${url}/${trimSlashes(base)}`],
    base,
    redirects: readRedirects(config),
    instances: instances.length > 0 ? instances : [readInstance(files, root, { sidebarPath: UNKNOWN })],
    sidebarLabels: readSidebarLabels(config),
    hasMath: (await listTexts(files, path)).some((text) =>
      /remark-?math|rehype-?(?:katex|mathjax)/i.test(text),
    ),
  };
}

/** The configuration and the packages of the site: the configuration may be spread over modules. */
const listTexts = (files: ImportFiles, path: string): Promise<string[]> =>
  Promise.all(
    [path, joinPath(folderOf(path), 'package.json')!]
      .filter((each) => files.has(each))
      .map((each) => files.readText(each)),
  );

type Options = { readonly [key: string]: Literal };

/** The options of the plugins for documents, directly or within a preset. */
function listInstances(config: Options): Options[] {
  const instances: Options[] = [];
  for (const [name, options] of pairsOf(config.presets)) {
    if (!name.includes('classic')) continue;
    const docs = options.docs;
    if (docs !== false) instances.push(isLiteralRecord(docs) ? docs : {});
  }
  for (const [name, options] of pairsOf(config.plugins))
    if (/content-docs$/.test(name)) instances.push(options);
  return instances;
}

/** The redirects of `@docusaurus/plugin-client-redirects`. */
function readRedirects(config: Options): DocusaurusConfig['redirects'] {
  const redirects: DocusaurusConfig['redirects'] = [];
  for (const [name, options] of pairsOf(config.plugins)) {
    if (!name.includes('client-redirects') || !isLiteralList(options.redirects)) continue;
    for (const each of options.redirects) {
      const to = isLiteralRecord(each) ? literalText(each.to) : undefined;
      if (!isLiteralRecord(each) || to === undefined) continue;
      for (const from of isLiteralList(each.from) ? each.from : [each.from])
        if (typeof from === 'string') redirects.push({ from, to });
    }
  }
  return redirects;
}

/** `[name, options]` for each entry of a list. */
function pairsOf(list: Literal | undefined): [string, Options][] {
  if (!isLiteralList(list)) return [];
  return list.flatMap((entry): [string, Options][] => {
    const name = isLiteralList(entry) ? entry[0] : entry;
    const options = isLiteralList(entry) ? entry[1] : undefined;
    return typeof name === 'string' ? [[name, isLiteralRecord(options) ? options : {}]] : [];
  });
}

function readInstance(files: ImportFiles, root: string, options: Options): DocsInstance {
  const folder = joinPath(root, literalText(options.path) ?? 'docs') ?? root;
  const route = literalText(options.routeBasePath) ?? 'docs';
  const given = options.sidebarPath;
  // Without a path, the sidebar is generated from the folders. A computed path is assumed to be the usual one.
  const candidates =
    given === undefined
      ? []
      : typeof given === 'string'
        ? [given]
        : ['sidebars.js', 'sidebars.ts', 'sidebars.json', 'sidebars.mjs', 'sidebars.cjs'];
  const sidebarPath = candidates
    .map((candidate) => joinPath(root, candidate.replace(/^@site\//, '')))
    .find((path) => path !== undefined && files.has(path));
  return { folder, route: trimSlashes(route), sidebarPath };
}

function readSidebarLabels({ themeConfig }: Options): Map<string, string> {
  const labels = new Map<string, string>();
  const navbar = isLiteralRecord(themeConfig) ? themeConfig.navbar : undefined;
  const items = isLiteralRecord(navbar) ? navbar.items : undefined;
  for (const item of isLiteralList(items) ? items : []) {
    if (!isLiteralRecord(item)) continue;
    const id = literalText(item.sidebarId);
    const label = literalText(item.label);
    if (id !== undefined && label !== undefined) labels.set(id, label);
  }
  return labels;
}
