import type { JSONDocument } from '../../content/documents/document.ts';

/** A node of a document, as far as this walk looks at it. */
interface Node {
  type?: string;
  key?: string;
  data?: { ref?: { kind?: string; reusableContent?: string } };
  nodes?: Node[];
  fragments?: Node[];
}

/** How deep reusable contents may stand in one another; deeper ones stay references. */
const MAXIMUM_DEPTH = 5;

/**
 * Puts the blocks of reusable contents in place of the references to them. One that cannot be found, or that
 * contains itself, stays a reference. Keys stay unique: those of a content begin with the key of its reference.
 */
export async function dereferenceReusables(
  document: JSONDocument,
  find: (reusableId: string) => Promise<JSONDocument | undefined>,
): Promise<JSONDocument> {
  async function expand(nodes: Node[], within: readonly string[]): Promise<Node[]> {
    const expanded: Node[] = [];
    for (const node of nodes) {
      const reusableId = node.type === 'reusable-content' ? node.data?.ref?.reusableContent : undefined;
      if (reusableId !== undefined && !within.includes(reusableId) && within.length < MAXIMUM_DEPTH) {
        const content = await find(reusableId);
        if (content) {
          const blocks = await expand(content.nodes as Node[], [...within, reusableId]);
          expanded.push(...blocks.map((block) => withPrefix(block, node.key ?? '')));
          continue;
        }
      }
      expanded.push({
        ...node,
        ...(node.nodes ? { nodes: await expand(node.nodes, within) } : {}),
        ...(node.fragments ? { fragments: await expand(node.fragments, within) } : {}),
      });
    }
    return expanded;
  }
  return { ...document, nodes: (await expand(document.nodes as Node[], [])) as JSONDocument['nodes'] };
}

const withPrefix = (node: Node, prefix: string): Node => ({
  ...node,
  ...(node.key === undefined ? {} : { key: `${prefix}-${node.key}` }),
  ...(node.nodes ? { nodes: node.nodes.map((child) => withPrefix(child, prefix)) } : {}),
  ...(node.fragments ? { fragments: node.fragments.map((child) => withPrefix(child, prefix)) } : {}),
});
