import type { Block, DocumentNode, Fragment, JSONDocument } from '../../content/documents/document.ts';
import type { References } from '../../rendering/references.ts';
import { renderDocument } from '../../rendering/render-blocks.ts';

/** The HTML of a document, or of one of its blocks by its key; undefined if it has no such block. */
export function renderHtml(
  document: JSONDocument,
  references: References,
  block: string | undefined,
): string | undefined {
  if (block === undefined) return String(renderDocument(document, references));
  const found = findBlock(document.nodes, block);
  return found && String(renderDocument({ ...document, nodes: [found] }, references));
}

function findBlock(nodes: readonly DocumentNode[], key: string): Block | undefined {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (node.key === key) return node;
    const within = [
      ...(node.nodes ?? []),
      ...((node.fragments ?? []) as Fragment[]).flatMap(({ nodes: parts }) => parts as DocumentNode[]),
    ];
    const found = findBlock(within, key);
    if (found) return found;
  }
  return undefined;
}
