import {
  type Block,
  type BlockType,
  type DocumentNode,
  type Inline,
  isText,
  type JSONDocument,
} from '@lectern/markdown/document';
import { listElementIds } from '@lectern/markdown/element-ids';

/** The place of a node. */
export interface NodeLocation {
  /** The index of the top block that it is or is in. */
  block: number;
  /** The anchor of the innermost heading, tab or expandable that it stands under. */
  anchor: string | undefined;
  /** The target of the link between the tags of a reference block, which repeats the block's own. */
  line: string | undefined;
  /** The parts of a spec that it shows, by their names. */
  parts: string[] | undefined;
}

/** The place of each node by its key, and all anchors of the document in its order. */
export function readPlaces(document: JSONDocument): { places: Map<string, NodeLocation>; anchors: string[] } {
  const places = new Map<string, NodeLocation>();
  const anchors: string[] = [];

  /** Returns the anchor that what comes after these nodes stands under. */
  function walk(
    nodes: readonly DocumentNode[],
    block: number | undefined,
    above: string | undefined,
  ): string | undefined {
    let anchor = above;
    for (const [i, node] of nodes.entries()) {
      if (isText(node)) {
        for (const { source } of node.leaves)
          if (source !== undefined) anchors.push(...listElementIds(source));
        continue;
      }
      const top = block ?? i;
      const id = node.meta?.id;
      const role = node.object === 'block' ? ROLES[node.type] : 'content';
      if (id !== undefined) anchors.push(id);
      if (role === 'heading' && id !== undefined) anchor = id;
      const own = id ?? anchor;
      places.set(node.key ?? '', { block: top, anchor: own, line: lineOf(node), parts: partsOf(node) });
      const after = node.nodes && walk(node.nodes, top, own);
      for (const fragment of node.fragments ?? []) walk(fragment.nodes, top, own);
      // The content of a condition counts among its siblings; all other containers keep headings inside.
      if (role === 'condition') anchor = after;
    }
    return anchor;
  }
  walk(document.nodes, undefined, undefined);
  return { places, anchors };
}

/** The role of a block for the blocks around it: content of any other kind keeps its headings to itself. */
const ROLES: Record<BlockType, 'heading' | 'condition' | 'content'> = {
  paragraph: 'content',
  'heading-1': 'heading',
  'heading-2': 'heading',
  'heading-3': 'heading',
  'list-unordered': 'content',
  'list-ordered': 'content',
  'list-tasks': 'content',
  'list-item': 'content',
  blockquote: 'content',
  divider: 'content',
  code: 'content',
  'code-line': 'content',
  math: 'content',
  hint: 'content',
  images: 'content',
  image: 'content',
  drawing: 'content',
  file: 'content',
  embed: 'content',
  'content-ref': 'content',
  'reusable-content': 'content',
  table: 'content',
  tabs: 'content',
  'tabs-item': 'content',
  expandable: 'content',
  stepper: 'content',
  'stepper-step': 'content',
  columns: 'content',
  column: 'content',
  updates: 'content',
  update: 'content',
  prompt: 'content',
  if: 'condition',
  swagger: 'content',
  'openapi-operation': 'content',
  'openapi-webhook': 'content',
  'openapi-schemas': 'content',
  integration: 'content',
};

function partsOf(node: Block | Inline): string[] | undefined {
  switch (node.type) {
    case 'openapi-operation':
      return [nameOperation(node.data)];
    case 'openapi-webhook':
      return [nameWebhook(node.data)];
    case 'openapi-schemas':
      return node.data.schemas.map(nameSchema);
    default:
      return undefined;
  }
}

/** How references to parts of a spec are kept, and what a spec has is compared with. */
export const nameOperation = ({ method, path }: { method: string; path: string }): string =>
  `${method.toLowerCase()} ${path}`;
export const nameWebhook = ({ method, name }: { method: string; name: string }): string =>
  `webhook ${method.toLowerCase()} ${name}`;
export const nameSchema = (name: string): string => `schema ${name}`;

function lineOf(node: Block | Inline): string | undefined {
  switch (node.type) {
    case 'content-ref':
      if (node.data.form === 'page-ref') return undefined;
      break;
    case 'swagger':
      break;
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return node.data.line?.url;
    default:
      return undefined;
  }
  const { line, ref } = node.data;
  if (line) return line.url;
  // Without a line of its own, the block repeats its target.
  return ref.kind === 'url' ? ref.url : undefined;
}
