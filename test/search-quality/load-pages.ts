/** Pages as search gets them, read from a repository or from texts in the way an import reads them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectSource } from '@lectern/content/facts/document-facts';
import type { LayoutNode } from '@lectern/git/layout/layout';
import { FolderPages, slugOfPath } from '@lectern/git/layout/path-slug';
import { readRepositoryLayout } from '@lectern/git/layout/read-layout';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { IndexedPage } from '@lectern/search/indexed-page';
import { openFolderSource } from '../../apps/server/domains/git/import/folder-source.ts';
import { type CorpusName, loadCorpus, temporaryDirectory } from '../git-fixtures.ts';

/** The pages of a real repository; the id of each is its path. */
export const loadCorpusPages = async (name: CorpusName): Promise<IndexedPage[]> =>
  readPages(await readCorpusFiles(name));

/** The pages of a repository with a space in each folder that has a table of contents, below the title of the space. */
export async function loadCorpusSpaces(name: CorpusName): Promise<IndexedPage[]> {
  const files = Object.entries(await readCorpusFiles(name));
  const folders = files.flatMap(([path]) => (/\/SUMMARY\.md$/.test(path) ? [path.slice(0, -10)] : []));
  const spaces = folders.map(async (folder) => {
    const own = files.filter(([path]) => path.startsWith(folder));
    const pages = await readPages(
      Object.fromEntries(own.map(([path, text]) => [path.slice(folder.length), text])),
    );
    const title = pages[0]?.title ?? '';
    return pages.map((page, n) => ({
      ...page,
      pageId: `${folder}${page.pageId}`,
      above: [...(n === 0 ? [] : [title]), ...(page.above ?? [])],
    }));
  });
  return (await Promise.all(spaces)).flat();
}

async function readCorpusFiles(name: CorpusName): Promise<Record<string, string>> {
  const folder = await temporaryDirectory();
  try {
    const repository = await loadCorpus(name, join(folder.path, 'repository'));
    const tree = join(folder.path, 'tree');
    await mkdir(tree);
    await repository.git(['-c', 'core.bare=false', `--work-tree=${tree}`, 'checkout', '--force', 'main']);
    const { files } = await openFolderSource(tree);
    const paths = files.list().map(({ path }) => path);
    const texts = await files.readTexts(paths.filter((path) => /\.(?:md|ya?ml)$/.test(path)));
    return Object.fromEntries(texts);
  } finally {
    await folder.remove();
  }
}

/** The pages in a folder of an installed package. */
export async function loadMarkdownFolder(
  folder: string,
  prepare = (source: string): string => source,
): Promise<IndexedPage[]> {
  const root = fileURLToPath(new URL(`../../node_modules/${folder}`, import.meta.url));
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
  const files = paths.map(
    async (path): Promise<[string, string]> => [path, prepare(await readFile(join(root, path), 'utf8'))],
  );
  return await readPages(Object.fromEntries(await Promise.all(files)));
}

/** The pages of some files by path; the id of each is its path. */
export async function readPages(files: Readonly<Record<string, string>>): Promise<IndexedPage[]> {
  const layout = await readRepositoryLayout({
    list: () => Object.keys(files).map((path) => ({ path, oid: path, size: 0 })),
    readTexts: async (paths) =>
      new Map(paths.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]]]))),
  });
  const pages: IndexedPage[] = [];
  const add = (nodes: readonly LayoutNode[], above: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type === 'document' && node.path !== undefined) {
        const page = toPage(node.path, node.title, node.label, files[node.path] ?? '', layout.root);
        pages.push(above.length > 0 ? { ...page, above } : page);
      }
      add(node.children, [...above, node.title]);
    }
  };
  add(layout.nodes, []);
  return pages;
}

function toPage(
  path: string,
  title: string,
  linkTitle: string | undefined,
  source: string,
  root: string,
): IndexedPage {
  const { parts } = inspectSource(Buffer.from(source));
  const { description } = readPageSettings(parts.facts);
  return {
    pageId: path,
    key: createHash('md5').update(source).digest(),
    title,
    ...(linkTitle ? { linkTitle } : {}),
    ...(parts.facts.title ? { documentTitle: parts.facts.title } : {}),
    ...(description ? { description } : {}),
    path: slugOfPath(path, root, new FolderPages([])),
    sections: parts.sections,
  };
}

export interface KnownItemQuery {
  kind: string;
  query: string;
  /** The page that must come. */
  path: string;
  /** Pages that are as right. */
  others?: readonly string[];
}

/** Given queries that say nothing by which one page of a title could be told from the others with it. */
const AS_RIGHT: Readonly<Record<string, readonly string[]>> = {
  'quick start': ['developers/compiler/quick-start.md'],
  'sdk carbon operatinos': ['go', 'python', 'rust'].map(
    (sdk) => `developers/sdks/${sdk}/carbon-operations.md`,
  ),
  phnatasmaapi: ['developers/sdks/ts/shared-methods/phantasmaapi.md'],
};

/** The queries that were made from a real repository. */
export function loadCorpusQueries(): KnownItemQuery[] {
  const file = fileURLToPath(new URL('../../../shared/corpora/phantasma-docs.queries.json', import.meta.url));
  const queries = JSON.parse(readFileSync(file, 'utf8')) as KnownItemQuery[];
  return queries.map((query) => ({ ...query, others: AS_RIGHT[query.query] ?? [] }));
}
