import { posix } from 'node:path';
import type { LayoutNode } from '@lectern/git/layout/layout';
import { readRepositoryLayout } from '@lectern/git/layout/read-layout';
import type { RepositoryFiles } from '@lectern/git/layout/repository-files';
import { findFrontMatter } from '@lectern/markdown/front-matter';
import type {
  ImportedContent,
  ImportedPage,
  ImportedReusable,
  ImportFiles,
  ImportFormat,
  ImportProblem,
} from '../../imported-content.ts';
import { MAX_PAGE_BYTES } from '../../page-limits.ts';

export const isMarkdownPath = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** Markdown in folders, with a table of contents as Git repositories have it (`SUMMARY.md`) or without. */
export const markdownFormat: ImportFormat = {
  name: 'markdown',
  label: 'Markdown',
  async convert(files: ImportFiles): Promise<ImportedContent> {
    const layout = await readRepositoryLayout(asRepository(files));
    const problems: ImportProblem[] = layout.report.map(({ path = '', line, reason, message }) => ({
      path,
      line,
      reason,
      message,
    }));
    const reader = createReader(files, problems);
    const reusables: ImportedReusable[] = [];
    for (const { path, title } of layout.includes)
      reusables.push({ path, title, markdown: await reader.readPage(path) });
    return { pages: await reader.readNodes(layout.nodes), files: [], reusables, problems };
  },
};

/** The layout is read from texts; it needs no ids of blobs here. */
const asRepository = (files: ImportFiles): RepositoryFiles => ({
  list: () => files.paths.map((path) => ({ path, oid: path, size: files.sizeOf(path) })),
  async readTexts(paths) {
    const texts = new Map<string, string>();
    for (const path of paths)
      if (files.has(path) && files.sizeOf(path) <= MAX_PAGE_BYTES)
        texts.set(path, await files.readText(path));
    return texts;
  },
});

function createReader(files: ImportFiles, problems: ImportProblem[]) {
  async function readPage(path: string): Promise<string> {
    if (files.sizeOf(path) <= MAX_PAGE_BYTES) return files.readText(path);
    problems.push({
      path,
      reason: 'page-too-large',
      message: `The page is larger than ${MAX_PAGE_BYTES} bytes. It was imported without its text.`,
    });
    return '';
  }

  async function readNodes(nodes: readonly LayoutNode[]): Promise<ImportedPage[]> {
    const pages: ImportedPage[] = [];
    for (const node of nodes) {
      const page = await readNode(node);
      if (page) pages.push(page);
    }
    return pages;
  }

  /** Entries without a file need a path of their own. */
  let made = 0;
  const madePath = (): string => {
    made += 1;
    return `/entries/${made}`;
  };

  async function readNode(node: LayoutNode): Promise<ImportedPage | undefined> {
    const children = await readNodes(node.children);
    const { title, condition } = node;
    switch (node.type) {
      case 'group':
        return { kind: 'group', path: madePath(), title, condition, slug: node.slug || undefined, children };
      case 'link':
        return {
          kind: 'link',
          path: madePath(),
          title,
          condition,
          linkTitle: node.label,
          target: targetOf(node),
          children,
        };
      case 'computed':
        problems.push({
          path: '',
          reason: 'computed-pages',
          message: `The pages of “${title}” are computed and were left out.`,
        });
        return undefined;
      case 'document': {
        const { path } = node;
        if (path === undefined)
          return { kind: 'document', path: madePath(), title, condition, markdown: '', children };
        const markdown = await readPage(path);
        return {
          kind: 'document',
          path,
          title,
          condition,
          linkTitle: node.label,
          markdown,
          slug: slugOf(path),
          cover: coverOf(path, markdown),
          children,
        };
      }
    }
  }

  return { readPage, readNodes };
}

const targetOf = ({ href, path, anchor }: { href: string; path?: string; anchor?: string }): string =>
  path === undefined ? href : `/${path}${anchor ? `#${anchor}` : ''}`;

/** Files keep the addresses that they have elsewhere. */
function slugOf(path: string): string | undefined {
  const name = posix.basename(path).replace(/\.\w+$/, '');
  return /^(?:readme|index)$/i.test(name)
    ? posix.basename(posix.dirname(path)).replace(/^\.$/, '') || undefined
    : name;
}

/** The cover in front matter is relative to the file, as links are. */
function coverOf(path: string, markdown: string): string | undefined {
  const cover = findFrontMatter(markdown)?.data.cover;
  if (typeof cover !== 'string' || cover === '') return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(cover) ? cover : posix.join(posix.dirname(path), cover);
}
