import { HOSTILE_YAML, isCyclic, refuseYaml } from '@lectern/markdown/hostile-yaml';
import { isRecord } from '@lectern/std/is-record';
import { parse as parseToml } from 'smol-toml';
import { type Document, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { ImportFiles } from '../../imported-content.ts';
import { reportConfiguration } from '../shared/configuration.ts';
import { folderOf, joinPath } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import type { PythonSlugs } from '../shared/site/anchor-rules.ts';
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
  /** The repository that short references such as `#12` mean, if they are links. */
  repository:
    | { host: string; user?: string; project?: string; paths: { issues: string; requests: string } }
    | undefined;
  /** Whether `Term` and `:   Definition` are a list of definitions. */
  hasDefinitions: boolean;
  /** The variables of pages; undefined if `{{ name }}` is text. */
  variables: Record<string, unknown> | undefined;
  /** The marks around a variable, if they are not `{{` and `}}`. */
  marks: readonly [string, string] | undefined;
  /** How the anchors of headings are made. */
  slugs: PythonSlugs;
  /** Folders in which snippets are looked for. */
  snippetFolders: string[];
}

/** Gives `!ENV` the default beside the variable, and keeps a number as it is written if its form would change. */
function settleTags(document: Document): void {
  visit(document, {
    Seq: (_key, node) => {
      if (node.tag !== '!ENV') return undefined;
      const last = node.items.length > 1 ? node.items.at(-1) : undefined;
      return isScalar(last) || isSeq(last) ? last : document.createNode(null);
    },
    Scalar: (_key, node) => {
      if (node.tag === '!ENV') node.value = null;
      else if (typeof node.value === 'number' && /^[-+]?\d+\.0+$/.test(node.source ?? ''))
        node.value = node.value.toFixed(1);
    },
  });
}

/** Reads YAML as data; undefined if it cannot be read. Tags that name functions of Python are ignored. */
export function readYaml(text: string): unknown {
  if (refuseYaml(text, MAX_LENGTH) !== undefined) return undefined;
  try {
    const document = parseDocument(text, { ...HOSTILE_YAML, uniqueKeys: false, logLevel: 'silent' });
    settleTags(document);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return text.includes('*') && isCyclic(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

const isMkDocs = (path: string): boolean => /(?:^|\/)mkdocs\.ya?ml$/.test(path);
const isZensical = (path: string): boolean => /(?:^|\/)zensical\.toml$/.test(path);

const depthOf = (path: string): number => path.split('/').length;

/** The configuration that is nearest to the root; that of Zensical first, as Zensical reads it. */
export const findConfig = (paths: readonly string[]): string | undefined =>
  paths
    .filter((path) => isMkDocs(path) || isZensical(path))
    .sort(
      (left, right) => depthOf(left) - depthOf(right) || Number(isZensical(right)) - Number(isZensical(left)),
    )[0];

/** A configuration may build on another one. */
const MAX_PARENTS = 10;

type Settings = Record<string, unknown>;

/** Reads a configuration together with those that it inherits from. */
async function readSettings(files: ImportFiles, path: string, depth = 0): Promise<Settings | undefined> {
  if (!files.has(path)) return undefined;
  const text = await files.readText(path);
  if (isZensical(path)) {
    const value = readToml(text);
    return isRecord(value) && isRecord(value.project) ? value.project : isRecord(value) ? value : undefined;
  }
  const value = readYaml(text);
  if (!isRecord(value)) return undefined;
  const parent = textField(value.INHERIT);
  const parentPath = parent === undefined ? undefined : joinPath(folderOf(path), parent);
  if (parentPath === undefined || depth >= MAX_PARENTS) return value;
  return mergeSettings((await readSettings(files, parentPath, depth + 1)) ?? {}, value, 0);
}

function readToml(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

/** Why a configuration could not be read, or not all of it: YAML is read beyond an error. */
function findError(path: string, text: string): unknown {
  if (!isZensical(path)) {
    const refused = refuseYaml(text, MAX_LENGTH);
    return refused === undefined
      ? parseDocument(text, { ...HOSTILE_YAML, uniqueKeys: false, logLevel: 'silent' }).errors[0]
      : undefined;
  }
  try {
    if (text.length <= MAX_LENGTH) parseToml(text);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Records are merged; anything else is replaced. */
function mergeSettings(base: Settings, own: Settings, depth: number): Settings {
  const merged = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const known = merged[key];
    merged[key] =
      isRecord(known) && isRecord(value) && depth < MAX_PARENTS
        ? mergeSettings(known, value, depth + 1)
        : value;
  }
  return merged;
}

const HOSTS: ReadonlyMap<string, { host: string; paths: { issues: string; requests: string } }> = new Map([
  ['github', { host: 'https://github.com', paths: { issues: 'issues', requests: 'pull' } }],
  ['gitlab', { host: 'https://gitlab.com', paths: { issues: '-/issues', requests: '-/merge_requests' } }],
  ['bitbucket', { host: 'https://bitbucket.org', paths: { issues: 'issues', requests: 'pull-requests' } }],
]);

function readRepository(options: Settings | undefined): MkDocsConfig['repository'] {
  const host = HOSTS.get(textField(options?.provider) ?? 'github');
  if (!host || options?.repo_url_shorthand !== true) return undefined;
  const [user, project] = [textField(options.user), textField(options.repo)];
  return { ...host, ...(user ? { user } : {}), ...(project ? { project } : {}) };
}

export async function readConfig(
  files: ImportFiles,
  path: string,
  problems: Problems,
): Promise<MkDocsConfig> {
  const settings = await readSettings(files, path);
  const text = files.has(path) ? await files.readText(path) : '';
  const error = findError(path, text);
  if (!settings || error) {
    const consequence = settings ? 'The rest of it was used.' : 'The default folders were used.';
    reportConfiguration(problems, { path, text, error, consequence });
  }
  const config = settings ?? {};
  const root = folderOf(path);
  const pages = joinPath(root, textField(config.docs_dir) ?? 'docs') ?? root;
  const extensions = JSON.stringify(config.markdown_extensions ?? []);
  const macros = findOptions(config.plugins, /^(?:macros|markdownextradata)$|jinja/);
  const start = textField(macros?.j2_variable_start_string);
  const end = textField(macros?.j2_variable_end_string);
  return {
    path,
    root,
    pages,
    siteUrls: [textField(config.site_url)].filter((url) => url !== undefined),
    nav: config.nav,
    hasMath: /arithmatex|mdx_math/.test(extensions),
    repository: readRepository(findOptions(config.markdown_extensions, /^pymdownx\.magiclink$/)),
    // Zensical has the extensions of Material unless others are set.
    hasDefinitions: /"(?:markdown\.extensions\.)?(?:def_list|extra)"/.test(extensions) || isZensical(path),
    variables: macros && {
      ...(isRecord(config.extra) ? config.extra : {}),
      config,
      extra: config.extra,
    },
    marks: start !== undefined && end !== undefined ? [start, end] : undefined,
    slugs: readSlugs(config.markdown_extensions, files.has(path) ? await files.readText(path) : ''),
    snippetFolders: [...snippetFolders(config.markdown_extensions), '.', 'docs']
      .map((folder) => joinPath(root, folder))
      .filter((folder) => folder !== undefined),
  };
}

/** The settings of the extension `toc`. Functions of Python are known by their names in the text. */
function readSlugs(extensions: unknown, text: string): PythonSlugs {
  const toc = findOptions(extensions, /^(?:markdown\.extensions\.)?toc$/) ?? {};
  const separator = textField(toc.separator) ?? '-';
  const [, name = ''] = /\b(?:pymdownx\.slugs|markdown\.extensions\.toc)\.(\w+)/.exec(text) ?? [];
  if (name === '') return { separator, kind: 'ascii' };
  if (text.includes('toc.slugify_unicode')) return { separator, kind: 'unicode' };
  const options = isRecord(toc.slugify) && isRecord(toc.slugify.kwds) ? toc.slugify.kwds : {};
  const letters = name.startsWith('uslugify')
    ? 'lower'
    : name.startsWith('gfm')
      ? 'lower-ascii'
      : options.case;
  return {
    separator,
    kind: 'pymdownx',
    letters:
      letters === 'lower-ascii' ? letters : letters === 'lower' || letters === 'fold' ? 'lower' : undefined,
  };
}

/** The options of the plugin or extension with a name, in a list or in a record; undefined if there is none. */
function findOptions(list: unknown, name: RegExp): Settings | undefined {
  const entries = Array.isArray(list) ? list : isRecord(list) ? [list] : [];
  for (const entry of entries) {
    if (typeof entry === 'string' && name.test(entry)) return {};
    if (!isRecord(entry)) continue;
    for (const [key, options] of Object.entries(entry))
      if (name.test(key)) return isRecord(options) ? options : {};
  }
  return undefined;
}

/** `pymdownx.snippets: {base_path: …}`; TOML may write the parts of the name as tables. */
function snippetFolders(extensions: unknown): string[] {
  const pymdownx = findOptions(extensions, /^pymdownx$/)?.snippets;
  const options = findOptions(extensions, /^pymdownx\.snippets$/) ?? (isRecord(pymdownx) ? pymdownx : {});
  const base = options.base_path;
  return (Array.isArray(base) ? base : [base]).flatMap((folder) => textField(folder) ?? []);
}
