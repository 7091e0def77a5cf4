import type { ImportFiles } from '../../imported-content.ts';
import { reportConfiguration } from '../shared/configuration.ts';
import { isLiteralRecord, type Literal, literalText } from '../shared/literals/literal.ts';
import { findScriptError } from '../shared/literals/parse-script.ts';
import { readModule } from '../shared/literals/read-module.ts';
import { folderOf, joinPath } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';

export type LiteralRecord = { readonly [key: string]: Literal };

export interface VitePressConfig {
  path: string;
  /** The folder that holds `.vitepress`. */
  root: string;
  /** The folder of the pages. */
  sources: string;
  base: string;
  sidebar: Literal | undefined;
  hasMath: boolean;
  rewrites: ReadonlyMap<string, string>;
}

const CONFIG_NAME = /(?:^|\/)\.vitepress\/config(?:\/index)?\.(?:m?[jt]s|cts|cjs)$/;

/** The configuration that is nearest to the root. */
export const findConfig = (paths: readonly string[]): string | undefined =>
  paths
    .filter((path) => CONFIG_NAME.test(path) && !path.includes('node_modules/'))
    .sort((left, right) => left.split('/').length - right.split('/').length)[0];

export async function readConfig(
  files: ImportFiles,
  path: string,
  problems: Problems,
): Promise<VitePressConfig> {
  const root = folderOf(path.slice(0, path.indexOf('.vitepress') + '.vitepress'.length));
  const read = await readModule(files, path);
  const value = read?.('default');
  if (!isLiteralRecord(value)) {
    const text = files.has(path) ? await files.readText(path) : '';
    const error = findScriptError(text) ?? new Error('it is not data');
    reportConfiguration(problems, {
      path,
      text,
      error,
      consequence: 'The table of contents was created from the folders.',
    });
  }
  const config = isLiteralRecord(value) ? value : {};
  const markdown = isLiteralRecord(config.markdown) ? config.markdown : {};
  return {
    path,
    root,
    sources: joinPath(root, literalText(config.srcDir) ?? '.') ?? root,
    base: literalText(config.base) ?? '/',
    sidebar: findSidebar(config),
    hasMath: markdown.math === true,
    rewrites: readRewrites(config.rewrites),
  };
}

/** The sidebar of the site, or that of its first language. */
function findSidebar(config: LiteralRecord): Literal | undefined {
  const theme = isLiteralRecord(config.themeConfig) ? config.themeConfig : {};
  if (theme.sidebar !== undefined) return theme.sidebar;
  const locales = isLiteralRecord(config.locales) ? config.locales : {};
  const root = locales.root ?? Object.values(locales)[0];
  const localized = isLiteralRecord(root) && isLiteralRecord(root.themeConfig) ? root.themeConfig : {};
  return localized.sidebar;
}

function readRewrites(value: Literal | undefined): Map<string, string> {
  const rewrites = new Map<string, string>();
  if (isLiteralRecord(value))
    for (const [from, to] of Object.entries(value)) if (typeof to === 'string') rewrites.set(from, to);
  return rewrites;
}
