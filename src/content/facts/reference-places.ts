import { type DocumentNode, isText, type JSONDocument } from '../documents/document.ts';

/** Where a node stands. */
export interface NodePlace {
  /** The index of the top block that it is or is in. */
  block: number;
  /** The anchor of the innermost heading, tab or expandable that it stands under. */
  anchor: string | undefined;
  /** The target of the link between the tags of a reference block, which repeats the block's own. */
  line: string | undefined;
}

/** The place of each node by its key, and all anchors of the document in its order. */
export function readPlaces(document: JSONDocument): { places: Map<string, NodePlace>; anchors: string[] } {
  const places = new Map<string, NodePlace>();
  const anchors: string[] = [];

  /** Returns the anchor that what comes after these nodes stands under. */
  function walk(
    nodes: readonly DocumentNode[],
    block: number | undefined,
    above: string | undefined,
  ): string | undefined {
    let anchor = above;
    for (const [i, node] of nodes.entries()) {
      if (isText(node)) continue;
      const top = block ?? i;
      const id = 'meta' in node ? node.meta?.id : undefined;
      if (id !== undefined) anchors.push(id);
      const isHeading = node.type.startsWith('heading-');
      if (isHeading && id !== undefined) anchor = id;
      const own = id ?? anchor;
      places.set(node.key ?? '', { block: top, anchor: own, line: lineOf(node) });
      const after = node.nodes && walk(node.nodes, top, own);
      for (const fragment of node.fragments ?? []) walk(fragment.nodes, top, own);
      // What a condition hides or shows stands among its siblings; in all other containers headings stay within.
      if (node.type === 'if') anchor = after;
    }
    return anchor;
  }
  walk(document.nodes, undefined, undefined);
  return { places, anchors };
}

const REFERENCE_BLOCKS = new Set([
  'content-ref',
  'swagger',
  'openapi-operation',
  'openapi-webhook',
  'openapi-schemas',
]);

function lineOf({ type, data }: Exclude<DocumentNode, { object: 'text' }>): string | undefined {
  if (!REFERENCE_BLOCKS.has(type) || data.form === 'page-ref') return undefined;
  const line = data.line as { url?: string } | undefined;
  if (line) return line.url;
  // Without a line of its own, the block repeats its target.
  return type === 'content-ref' || type === 'swagger' ? (data.ref as { url: string }).url : undefined;
}
