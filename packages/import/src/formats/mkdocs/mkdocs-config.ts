import { HOSTILE_YAML, isCyclic, refuseYaml } from '@lectern/markdown/hostile-yaml';
import { isRecord } from '@lectern/std/is-record';
import { parseDocument } from 'yaml';
import type { ImportFiles } from '../../imported-content.ts';
import { folderOf, joinPath } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import { textField } from '../shared/site/page-fields.ts';

const MAX_LENGTH = 500_000;

export interface MkDocsConfig {
  path: string;
  root: string;
  /** The folder of the pages. */
  pages: string;
  siteUrls: string[];
  nav: unknown;
  hasMath: boolean;
  hasMacros: boolean;
  /** Folders in which snippets are looked for. */
  snippetFolders: string[];
}

/** Reads YAML as data; undefined if it cannot be read. Tags, which name functions of Python, are ignored. */
export function readYaml(text: string): unknown {
  if (refuseYaml(text, MAX_LENGTH) !== undefined) return undefined;
  try {
    const document = parseDocument(text, { ...HOSTILE_YAML, uniqueKeys: false, logLevel: 'silent' });
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return text.includes('*') && isCyclic(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The configuration that is nearest to the root. */
export const findConfig = (paths: readonly string[]): string | undefined =>
  paths
    .filter((path) => /(?:^|\/)mkdocs\.ya?ml$/.test(path))
    .sort((left, right) => left.split('/').length - right.split('/').length)[0];

export async function readConfig(
  files: ImportFiles,
  path: string,
  problems: Problems,
): Promise<MkDocsConfig> {
  const value = files.has(path) ? readYaml(await files.readText(path)) : undefined;
  if (!isRecord(value))
    problems.report({
      path,
      reason: 'unreadable-configuration',
      message: 'The configuration could not be read. The default folders were used.',
    });
  const config = isRecord(value) ? value : {};
  const root = folderOf(path);
  const pages = joinPath(root, textField(config.docs_dir) ?? 'docs') ?? root;
  const extensions = JSON.stringify(config.markdown_extensions ?? []);
  return {
    path,
    root,
    pages,
    siteUrls: [textField(config.site_url)].filter((url) => url !== undefined),
    nav: config.nav,
    hasMath: /arithmatex|mdx_math/.test(extensions),
    hasMacros: /"macros"|"\.?jinja/.test(JSON.stringify(config.plugins ?? [])),
    snippetFolders: [...snippetFolders(config.markdown_extensions), '.', 'docs']
      .map((folder) => joinPath(root, folder))
      .filter((folder) => folder !== undefined),
  };
}

/** `pymdownx.snippets: {base_path: …}`. */
function snippetFolders(extensions: unknown): string[] {
  const list = Array.isArray(extensions) ? extensions : isRecord(extensions) ? [extensions] : [];
  return list.flatMap((extension) => {
    const options = isRecord(extension) ? extension['pymdownx.snippets'] : undefined;
    const base = isRecord(options) ? options.base_path : undefined;
    return (Array.isArray(base) ? base : [base]).flatMap((folder) => textField(folder) ?? []);
  });
}
