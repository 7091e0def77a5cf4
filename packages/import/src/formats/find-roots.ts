import { folderOf, isShallow } from './shared/paths.ts';

/** A folder with documentation, by the file that makes it one. */
export interface DocumentationRoot {
  /** The folder; empty for that of all files. */
  path: string;
  file: string;
  /** The name of the format that the file belongs to. */
  format: string;
  /** The files with pages in the folder and below it. */
  pages: number;
}

/** The files that begin documentation, by the last parts of their paths. */
const MARKERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)\.gitbook\.ya?ml$/, 'markdown'],
  [/(?:^|\/)SUMMARY\.md$/i, 'markdown'],
  [/(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/, 'docusaurus'],
  [/(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/, 'vitepress'],
  [/(?:^|\/)mkdocs\.ya?ml$/, 'mkdocs'],
  [/(?:^|\/)zensical\.toml$/, 'zensical'],
  [/(?:^|\/)book\.toml$/, 'mdbook'],
  [/(?:^|\/)book\.json$/, 'honkit'],
  [/(?:^|\/)(?:docs|mint)\.json$/, 'mintlify'],
  [/(?:^|\/)docmost-metadata\.json$/, 'docmost'],
  [/(?:^|\/)_Sidebar\.(?:md|markdown)$/i, 'github-wiki'],
];

const isPage = (path: string): boolean => /\.(?:mdx?|markdown|x?html?|docx)$/i.test(path);

/** Finds the folders with documentation in a repository or an archive. */
export function findRoots(paths: readonly string[]): DocumentationRoot[] {
  const roots: DocumentationRoot[] = [];
  const byFolder = new Map<string, DocumentationRoot[]>();
  const shallow = paths.filter(isShallow);
  for (const file of shallow) {
    const marker = MARKERS.find(([pattern]) => pattern.test(file));
    if (!marker) continue;
    const folder = folderOf(file).replace(/(?:^|\/)\.vitepress(?:\/config)?$/, '');
    const root = { path: folder, file, format: marker[1], pages: 0 };
    roots.push(root);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), root]);
  }
  if (roots.length === 0) return roots;
  for (const path of shallow) {
    if (!isPage(path)) continue;
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      for (const root of byFolder.get(folder) ?? []) root.pages += 1;
      if (folder === '') break;
    }
  }
  return roots;
}
