import type { Block, Fragment, JSONDocument } from './document.ts';
import { mapChildren, type TreeNode } from './map-children.ts';
import type { ParsedDocument } from './parse-markdown.ts';

/** The place of a block or fragment in the source, as sent to editors. */
interface SourcePlace {
  /** The UTF-16 offsets of its first character and of the one after its last. */
  range?: [start: number, end: number];
  /** The source of the block, if its form does not show it. */
  source?: string;
}

/** The document of a source with the place of each block and fragment that has one. */
export function placeBlocks(source: string, { document, blocks, blockRanges }: ParsedDocument): JSONDocument {
  const place = <Node extends TreeNode>(node: Node): Node => {
    if (node.object === 'text' || node.object === 'inline') return node;
    const mapped = mapChildren(node, place);
    const range = node.key === undefined ? undefined : blockRanges.get(node.key);
    return range ? { ...mapped, ...placeOf(source, mapped as TreeNode as Block | Fragment, range) } : mapped;
  };
  const nodes = document.nodes.map((node, at) => {
    const placed = place(node) as Block & SourcePlace;
    // What several blocks are read from is one piece of the source.
    return placed.range || !blocks[at] ? placed : { ...placed, ...placeOf(source, placed, blocks[at]) };
  });
  return { ...document, nodes };
}

function placeOf(
  source: string,
  node: Block | Fragment,
  { start, end }: { start: number; end: number },
): SourcePlace {
  const isAsWritten =
    node.object === 'block' &&
    (node.type === 'code' || node.type === 'columns') &&
    node.data.verbatim === true;
  return { range: [start, end], ...(isAsWritten ? { source: source.slice(start, end) } : {}) };
}
