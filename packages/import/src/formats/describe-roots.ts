import type { ImportFiles } from '../imported-content.ts';
import { type DocumentationRoot, findRoots } from './find-roots.ts';
import { detectFormat, findFormat } from './import-formats.ts';
import { readRootTitle } from './root-title.ts';
import { fileNameOf, folderOf, joinPath, trimSlashes } from './shared/paths.ts';

/** A folder that can be imported as documentation of its own, as it is shown to the person who chooses. */
export interface DescribedRoot extends Omit<DocumentationRoot, 'file'> {
  /** The file that makes the folder one with documentation; absent for a folder that only has pages. */
  file?: string;
  /** The product that the files come from: `GitBook`, `Docusaurus`. */
  product: string;
  /** The name that the documentation gives itself. */
  title: string | undefined;
  /** Whether it is what a person most probably means. */
  isSuggested: boolean;
}

/** Exports of a product are one set of documentation, whatever lies in them. */
const WHOLE_SOURCES = new Set([
  'docmost',
  'bookstack',
  'outline',
  'notion',
  'confluence',
  'wikijs',
  'github-wiki',
]);

/** Sites whose pages are plain Markdown: the file that shows it, the product and the folder of its pages. */
const SITES_OF_MARKDOWN: readonly (readonly [file: RegExp, product: string, pages: string])[] = [
  [/(?:^|\/)hugo\.(?:toml|ya?ml|json)$/, 'Hugo', 'content'],
  [/(?:^|\/)astro\.config\.[cm]?[jt]s$/, 'Starlight', 'src/content/docs'],
  [/(?:^|\/)_config\.ya?ml$/, 'Jekyll', ''],
];

/** Folders in which repositories keep documentation without saying so. */
const USUAL_FOLDERS = ['docs', 'doc', 'documentation', 'content', 'guide', 'wiki'];

/** Folders whose documentation is material of something else. */
const INCIDENTAL =
  /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|templates?|vendor|third[-_]party)(?:\/|$)/i;

const PAGES: Record<string, RegExp> = {
  markdown: /\.(?:md|markdown)$/i,
  html: /\.x?html?$/i,
  docx: /\.docx$/i,
};

/** Finds the sets of documentation in a source, those that are probably meant first. Empty: there is no page at all. */
export async function describeRoots(files: ImportFiles, sourceName: string): Promise<DescribedRoot[]> {
  const detected = await detectFormat(files);
  if (!detected) return [];
  const { name: format, label } = detected;
  const all = { path: '', format, product: label, pages: files.paths.length, isSuggested: true };
  if (WHOLE_SOURCES.has(format))
    return [{ ...all, pages: countPages(files.paths, '', /./), title: sourceName }];
  const marked = await listMarked(files);
  const found = marked.length > 0 ? marked : listPlain(files, format, label);
  const roots = await Promise.all(
    found.map(async (root) => ({ ...root, title: await readRootTitle(files, root, sourceName) })),
  );
  const placeOf = ({ isSuggested, path }: DescribedRoot): string => `${isSuggested ? 0 : 1}${path}`;
  return marked.length > 0 ? roots.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) : roots;
}

type UntitledRoot = Omit<DescribedRoot, 'title'>;

/** The folders that a file marks, one root for each. */
async function listMarked(files: ImportFiles): Promise<UntitledRoot[]> {
  const found = findRoots(files.paths);
  const owned = new Set<string>();
  const byFolder = new Map<string, UntitledRoot>();
  for (const root of found) {
    if (!(await isCertain(files, root))) continue;
    const folder = await readPagesFolder(files, root);
    if (folder !== undefined && folder !== root.path) owned.add(folder);
    const known = byFolder.get(root.path);
    // A table of contents says less than the configuration of a product beside it.
    if (known && !isSummary(known.file ?? '')) continue;
    byFolder.set(root.path, {
      ...root,
      // Zensical reads what MkDocs reads.
      format: root.format === 'zensical' ? 'mkdocs' : root.format,
      product: productOf(files, root),
      isSuggested: !INCIDENTAL.test(`${root.path}/`),
    });
  }
  for (const root of listSitesOfMarkdown(files))
    if (!byFolder.has(root.path) && ![...byFolder.keys()].some((path) => isWithin(root.path, path)))
      byFolder.set(root.path, root);
  return [...byFolder.values()].filter(
    ({ path, file, pages }) => pages > 0 && !(owned.has(path) && isSummary(file ?? '')),
  );
}

const isSummary = (file: string): boolean => /(?:^|\/)(?:SUMMARY|_Sidebar)\.\w+$/i.test(file);

const isWithin = (path: string, folder: string): boolean =>
  folder === '' || `${path}/`.startsWith(`${folder}/`);

/** Whether the content of the file agrees with its name, which others use, too. */
async function isCertain(files: ImportFiles, { file, path, format }: DocumentationRoot): Promise<boolean> {
  if (format === 'github-wiki') return files.has(joinPath(path, 'Home.md') ?? '');
  if (format !== 'mintlify') return true;
  try {
    return typeof JSON.parse(await files.readText(file)).navigation === 'object';
  } catch {
    return false;
  }
}

/** Larger configurations are not searched. */
const MAX_CONFIGURATION = 1_000_000;

/** The folder of the pages of a root whose configuration names one. */
async function readPagesFolder(files: ImportFiles, root: DocumentationRoot): Promise<string | undefined> {
  const [pattern, otherwise] = FOLDER_SETTINGS[fileNameOf(root.file)] ?? [];
  if (!pattern || otherwise === undefined) return undefined;
  const text = files.sizeOf(root.file) > MAX_CONFIGURATION ? '' : await files.readText(root.file);
  return joinPath(root.path, trimSlashes(pattern.exec(text)?.[1] ?? otherwise));
}

const FOLDER_SETTINGS: Record<string, readonly [setting: RegExp, otherwise: string]> = {
  '.gitbook.yaml': [/^root:\s*["']?([^"'\s#]+)/m, ''],
  '.gitbook.yml': [/^root:\s*["']?([^"'\s#]+)/m, ''],
  'book.toml': [/^[ \t]{0,20}src[ \t]{0,20}=[ \t]{0,20}"([^"\n]+)"/m, 'src'],
  'book.json': [/"root"\s*:\s*"([^"]+)"/, ''],
  'mkdocs.yml': [/^docs_dir:\s*["']?([^"'\s#]+)/m, 'docs'],
  'mkdocs.yaml': [/^docs_dir:\s*["']?([^"'\s#]+)/m, 'docs'],
};

function productOf(files: ImportFiles, { path, file, format }: DocumentationRoot): string {
  const isGitBook =
    /\.gitbook\.ya?ml$/.test(file) ||
    (isSummary(file) && files.paths.some((one) => one.startsWith(joinPath(path, '.gitbook') ?? '.gitbook')));
  if (format === 'markdown') return isGitBook ? 'GitBook' : 'Markdown';
  return format === 'zensical' ? 'Zensical' : (findFormat(format)?.label ?? format);
}

function listSitesOfMarkdown(files: ImportFiles): UntitledRoot[] {
  return SITES_OF_MARKDOWN.flatMap(([pattern, product, folder]) =>
    files.paths
      .filter((path) => pattern.test(path))
      .flatMap((file): UntitledRoot[] => {
        const path = joinPath(folderOf(file), folder) ?? '';
        const pages = countPages(files.paths, path, PAGES.markdown as RegExp);
        const root = { path, file, format: 'markdown', product, pages };
        return pages === 0 ? [] : [{ ...root, isSuggested: !INCIDENTAL.test(`${path}/`) }];
      }),
  );
}

/** A source without any mark: the folder that is usual for documentation, and all of it. */
function listPlain(files: ImportFiles, format: string, product: string): UntitledRoot[] {
  const isPage = PAGES[format] ?? /./;
  const all = { path: '', format, product, pages: countPages(files.paths, '', isPage), isSuggested: true };
  const usual = USUAL_FOLDERS.map((path) => ({ ...all, path, pages: countPages(files.paths, path, isPage) }));
  const most = usual.find(({ pages }) => pages > 1 && pages < all.pages);
  return most ? [most, { ...all, isSuggested: false }] : [all];
}

const countPages = (paths: readonly string[], folder: string, isPage: RegExp): number =>
  paths.filter((path) => isWithin(path, folder) && isPage.test(path)).length;
