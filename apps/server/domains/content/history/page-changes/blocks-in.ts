import type { Block, DocumentNode, Fragment } from '@lectern/markdown/document';

/** The blocks within a block. */
export const blocksIn = (block: Block): Block[] =>
  [
    ...(block.nodes ?? []),
    ...((block.fragments ?? []) as Fragment[]).flatMap(({ nodes }) => nodes as DocumentNode[]),
  ].flatMap((node) => (node.object === 'block' ? [node] : []));

/** The keys of the blocks within a block, at every depth. */
export const keysIn = (block: Block): string[] =>
  blocksIn(block).flatMap((child) => [...(child.key === undefined ? [] : [child.key]), ...keysIn(child)]);

/** Whether a block includes reusable contents. */
export const includesContent = (block: Block): boolean =>
  block.type === 'reusable-content' || blocksIn(block).some(includesContent);
