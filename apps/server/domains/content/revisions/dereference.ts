import { assertNever } from '@lectern/markdown/assert-never';
import type { Block, JSONDocument } from '@lectern/markdown/document';
import { mapChildren, type TreeNode } from '@lectern/markdown/map-children';

/** The maximum nesting of reusable contents; deeper ones stay references. */
export const MAX_DEPTH = 5;

/** The maximum length that reusable contents add to a document, in characters of its JSON. Further references stay. */
const MAX_INCLUDED_LENGTH = 10_000_000;

interface Included {
  content: JSONDocument;
  length: number;
}

/**
 * Replaces references by the blocks of the reusable contents. A reference stays if its content cannot be found,
 * contains itself, or exceeds the limit. Keys stay unique: those of a content begin with the key of its reference.
 */
export async function dereferenceReusables(
  document: JSONDocument,
  find: (reusableId: string) => Promise<JSONDocument | undefined>,
  maximumLength = MAX_INCLUDED_LENGTH,
): Promise<JSONDocument> {
  const known = new Map<string, Included | undefined>();
  let left = maximumLength;

  /** Reads each content once, however often it is included. */
  async function findOnce(reusableId: string): Promise<Included | undefined> {
    if (known.has(reusableId)) return known.get(reusableId);
    const content = await find(reusableId);
    const included = content && { content, length: JSON.stringify(content).length };
    known.set(reusableId, included);
    return included;
  }

  /** `within`: the reusable contents around the blocks. */
  async function expandAll(blocks: readonly Block[], within: readonly string[]): Promise<Block[]> {
    const expanded: Block[] = [];
    for (const block of blocks) {
      const content = await findContent(block, within);
      if (content) for (const shown of content) expanded.push(withPrefix(shown, block.key ?? ''));
      else expanded.push(await expandWithin(block, within));
    }
    return expanded;
  }

  /** Returns the blocks that replace a reference; undefined if it stays. */
  async function findContent(block: Block, within: readonly string[]): Promise<Block[] | undefined> {
    if (block.type !== 'reusable-content' || block.data.ref.kind !== 'reusable-content') return undefined;
    const { reusableContent } = block.data.ref;
    if (within.includes(reusableContent) || within.length >= MAX_DEPTH || left <= 0) return undefined;
    const included = await findOnce(reusableContent);
    if (!included) return undefined;
    // After the first content that exceeds the limit, no other is read: reading takes as long as inserting.
    left = included.length > left ? 0 : left - included.length;
    if (left === 0) return undefined;
    return expandAll(included.content.nodes, [...within, reusableContent]);
  }

  async function expandEach<Part extends { nodes: Block[] }>(
    parts: readonly Part[],
    within: readonly string[],
  ): Promise<Part[]> {
    const expanded: Part[] = [];
    for (const part of parts) expanded.push({ ...part, nodes: await expandAll(part.nodes, within) });
    return expanded;
  }

  async function expandWithin(block: Block, within: readonly string[]): Promise<Block> {
    switch (block.type) {
      case 'list-item':
      case 'blockquote':
      case 'hint':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
      case 'update':
      case 'if':
        return { ...block, nodes: await expandAll(block.nodes, within) };
      case 'list-unordered':
      case 'list-ordered':
      case 'list-tasks':
        return { ...block, nodes: await expandEach(block.nodes, within) };
      case 'tabs':
        return { ...block, nodes: await expandEach(block.nodes, within) };
      case 'stepper':
        return { ...block, nodes: await expandEach(block.nodes, within) };
      case 'columns':
        return { ...block, nodes: await expandEach(block.nodes, within) };
      case 'updates':
        return { ...block, nodes: await expandEach(block.nodes, within) };
      case 'expandable': {
        const fragments: typeof block.fragments = [];
        for (const part of block.fragments ?? [])
          fragments.push(
            part.type === 'expandable-body' ? { ...part, nodes: await expandAll(part.nodes, within) } : part,
          );
        return { ...block, fragments };
      }
      case 'table':
        return { ...block, fragments: await expandEach(block.fragments ?? [], within) };
      // These cannot contain references to reusable content.
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
      case 'divider':
      case 'code':
      case 'code-line':
      case 'math':
      case 'images':
      case 'image':
      case 'drawing':
      case 'file':
      case 'embed':
      case 'content-ref':
      case 'reusable-content':
      case 'prompt':
      case 'swagger':
      case 'openapi-operation':
      case 'openapi-webhook':
      case 'openapi-schemas':
      case 'integration':
        return block;
      default:
        return assertNever(block);
    }
  }

  return { ...document, nodes: await expandAll(document.nodes, []) };
}

function withPrefix<Node extends TreeNode>(node: Node, prefix: string): Node {
  const prefixed = node.key === undefined ? node : { ...node, key: `${prefix}-${node.key}` };
  return mapChildren(prefixed, (child) => withPrefix(child, prefix));
}
