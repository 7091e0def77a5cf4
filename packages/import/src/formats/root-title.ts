import type { ImportFiles } from '../imported-content.ts';
import { fileNameOf, joinPath, titleOfFileName } from './shared/paths.ts';

const MAX_LENGTH = 1_000_000;
const MAX_TITLE = 100;

/** Where the configurations of products have the name of the site. It is read as text, so that no code is run. */
const NAMES: readonly (readonly [file: RegExp, name: RegExp])[] = [
  [/^mkdocs\.ya?ml$/, /^site_name:\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^"'\s#!][^#\n]*))/m],
  [/^zensical\.toml$/, /^[ \t]{0,20}site_name[ \t]{0,20}=[ \t]{0,20}(?:"([^"\n]+)"|'([^'\n]+)')/m],
  [/^(?:hugo|book)\.toml$/, /^[ \t]{0,20}title[ \t]{0,20}=[ \t]{0,20}(?:"([^"\n]+)"|'([^'\n]+)')/m],
  [/^hugo\.ya?ml$|^_config\.ya?ml$/, /^title:\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^"'\s#!][^#\n]*))/m],
  [/^(?:docs|mint)\.json$/, /^\s{0,4}"name"\s*:\s*"((?:[^"\\\n]|\\.)+)"/m],
  [/^book\.json$/, /"title"\s*:\s*"((?:[^"\\\n]|\\.)+)"/],
  [/\.[cm]?[jt]s$/, /\btitle\s*:\s*(?:"([^"\n]+)"|'([^'\n]+)'|`([^`$\n]+)`)/],
];

const FIRST_PAGES = ['README.md', 'readme.md', 'index.md', 'Readme.md', 'docs/index.md', 'docs/README.md'];

/** The name that documentation gives itself: in its configuration, as the heading of its first page, or by its folder. */
export async function readRootTitle(
  files: ImportFiles,
  { path, file }: { path: string; file?: string | undefined },
  sourceName: string,
): Promise<string> {
  const configured = file === undefined ? undefined : await readName(files, file);
  if (configured) return configured;
  for (const name of FIRST_PAGES) {
    const page = joinPath(path, name) ?? '';
    const heading = files.has(page) ? /^#[ \t]+(\S.*)$/m.exec(await readSome(files, page))?.[1] : undefined;
    const title = heading && plain(heading);
    if (title) return title;
  }
  return path === '' ? sourceName : titleOfFileName(fileNameOf(path));
}

async function readName(files: ImportFiles, file: string): Promise<string | undefined> {
  const name = fileNameOf(file);
  const pattern = NAMES.find(([names]) => names.test(name))?.[1];
  if (!pattern) return undefined;
  const found = pattern.exec(await readSome(files, file));
  return plain(found?.slice(1).find((one) => one !== undefined) ?? '') || undefined;
}

const readSome = async (files: ImportFiles, path: string): Promise<string> =>
  files.sizeOf(path) > MAX_LENGTH ? '' : files.readText(path);

/** A heading without the marks of Markdown; images are left out. */
function plain(text: string): string {
  const words = text
    .slice(0, 10 * MAX_TITLE)
    .replace(/[ \t]#+[ \t]*$/, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)|<[^<>]*>/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...words].slice(0, MAX_TITLE).join('');
}
