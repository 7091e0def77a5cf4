import {
  type Block,
  type BlockType,
  type DocumentNode,
  type Inline,
  isText,
  type JSONDocument,
  type TargetKind,
} from '@lectern/markdown/document';
import { listElementIds } from '@lectern/markdown/element-ids';
import { listReferences } from '@lectern/markdown/resolve-references';
import { appendTo } from '@lectern/std/long-lists';

/** The place of a reference. */
export interface ReferencePlace {
  raw: string;
  kind: TargetKind;
  /** The anchor of the innermost heading, tab or expandable that contains it. */
  anchor: string | undefined;
  /** The target of the link between the tags of a reference block, which repeats the block's own. */
  line: string | undefined;
  /** The parts of a spec that it shows, by their names. */
  parts: string[] | undefined;
}

/** The references of an outermost block and everything within it. */
export interface BlockPlaces {
  references: readonly ReferencePlace[];
  /** Its own anchor, or the one that contains it. */
  own: string | undefined;
  /** The anchor that contains what follows. */
  after: string | undefined;
}

/** The anchors in a document, in their order. */
export function readAnchors({ nodes }: JSONDocument): string[] {
  const all: string[] = [];
  for (let at = 0; at < nodes.length; at += 1) appendTo(all, placesIn(nodes[at] as Block).anchors);
  return all;
}

/** The places in each block of a document. */
export function readPlaces({ nodes }: JSONDocument): BlockPlaces[] {
  let above: string | undefined;
  return nodes.map((node) => {
    const places = placesIn(node);
    const anchorOf = (anchor: string | undefined): string | undefined => (anchor === ABOVE ? above : anchor);
    const { length } = places.references;
    const references =
      length === 0 ? [] : places.references.map((one) => ({ ...one, anchor: anchorOf(one.anchor) }));
    const own = anchorOf(places.own);
    above = anchorOf(places.after);
    return { references, own, after: above };
  });
}

/** Stands for the anchor above a block, which depends on the blocks before it. */
const ABOVE = '\0';

/** Blocks never change, and most of a page are those of the edit before. */
const known = new WeakMap<Block, PlacesIn>();

interface PlacesIn extends BlockPlaces {
  /** The anchors in the block, in their order. */
  anchors: readonly string[];
}

function placesIn(block: Block): PlacesIn {
  const before = known.get(block);
  if (before) return before;
  const anchors: string[] = [];
  const places = new Map<string, Omit<ReferencePlace, 'raw' | 'kind'>>();

  /** Returns the anchor that contains what follows these nodes. */
  function walk(nodes: readonly DocumentNode[], above: string | undefined): string | undefined {
    let anchor = above;
    for (const node of nodes) {
      if (isText(node)) {
        for (const { source } of node.leaves)
          if (source !== undefined) anchors.push(...listElementIds(source));
        continue;
      }
      const id = node.meta?.id;
      const role = node.object === 'block' ? ROLES[node.type] : 'content';
      if (id !== undefined) anchors.push(id);
      if (role === 'heading' && id !== undefined) anchor = id;
      const own = id ?? anchor;
      places.set(node.key ?? '', { anchor: own, line: lineOf(node), parts: partsOf(node) });
      const after = node.nodes && walk(node.nodes, own);
      for (const fragment of node.fragments ?? []) walk(fragment.nodes, own);
      // The content of a condition counts among its siblings; all other containers keep headings inside.
      if (role === 'condition') anchor = after;
    }
    return anchor;
  }
  const after = walk([block], ABOVE);
  const references = listReferences({ object: 'document', data: {}, nodes: [block] }).flatMap(
    ({ raw, kind, key }) => {
      const place = places.get(key);
      return place ? [{ raw, kind, ...place }] : [];
    },
  );
  const found = { anchors, references, own: places.get(block.key ?? '')?.anchor, after };
  known.set(block, found);
  return found;
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
