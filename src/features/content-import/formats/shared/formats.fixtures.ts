import type { JSONDocument } from '../../../../content/documents/document.ts';
import { parseMarkdown } from '../../../../content/documents/parse-markdown.ts';
import type { ImportedContent, ImportedDocument, ImportedPage, ImportFiles } from '../../imported-content.ts';
import { allPages } from './site/page-fields.ts';

/** The files of a source in memory; `reads` counts how often each was read. */
export function filesOf(
  contents: Record<string, string | Buffer>,
): ImportFiles & { reads: Map<string, number> } {
  const files = new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]));
  const reads = new Map<string, number>();
  const read = (path: string): Buffer => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`There is no file ${path}.`);
    reads.set(path, (reads.get(path) ?? 0) + 1);
    return bytes;
  };
  return {
    paths: [...files.keys()].sort(),
    has: (path) => files.has(path),
    sizeOf: (path) => read(path).length,
    readBytes: async (path) => read(path),
    readText: async (path) => read(path).toString('utf8'),
    reads,
  };
}

/** The tree as indented lines: kind, title and path. */
export function outlineOf(pages: readonly ImportedPage[], indent = ''): string[] {
  return pages.flatMap((page) => {
    const label = page.kind === 'link' ? `-> ${page.target}` : page.kind === 'group' ? '(group)' : page.path;
    const hidden = page.kind === 'document' && page.isHidden ? ' hidden' : '';
    return [`${indent}${page.title} ${label}${hidden}`, ...outlineOf(page.children, `${indent}  `)];
  });
}

/** The document that was made of a file. */
export function pageAt({ pages }: Pick<ImportedContent, 'pages'>, path: string): ImportedDocument {
  const page = [...allPages(pages)].find((each) => each.path === path);
  if (page?.kind !== 'document') throw new Error(`There is no document ${path}.`);
  return page;
}

type Node = JSONDocument['nodes'][number];

/** The kinds of the blocks of a page, those within others in brackets; paragraphs and code with their text. */
export function blocksOf(markdown: string): string[] {
  const parsed = parseMarkdown(markdown);
  if (parsed.notUnderstood.length > 0)
    throw new Error(`Not understood: ${JSON.stringify(parsed.notUnderstood)} in\n${markdown}`);
  return parsed.document.nodes.map(describeBlock);
}

function describeBlock(block: Node): string {
  const inner = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
  const blocks = inner.filter((node): node is Node => node.object === 'block');
  if (block.type === 'code') return `code${block.data.syntax ? ` ${block.data.syntax}` : ''}`;
  if (block.type === 'hint') return `hint ${block.data.style}(${blocks.map(describeBlock).join(', ')})`;
  if (block.type === 'tabs-item') return `${block.data.title}(${blocks.map(describeBlock).join(', ')})`;
  if (block.type === 'table') return `table ${block.data.view.type}`;
  return blocks.length === 0 ? block.type : `${block.type}(${blocks.map(describeBlock).join(', ')})`;
}

/** The reasons of problems with their places, in order. */
export const problemsOf = ({ problems }: Pick<ImportedContent, 'problems'>): string[] =>
  problems.map(({ path, line, reason }) => `${path}${line === undefined ? '' : `:${line}`} ${reason}`);
