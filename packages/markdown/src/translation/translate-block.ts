import type { Block, DocumentNode, Fragment, InlineNode } from '../document.ts';
import { mapChildren, type TreeNode } from '../map-children.ts';
import { maskInlines } from './mask-inlines.ts';
import {
  findMaskingFault,
  hasWords,
  type MaskedNode,
  MaskedTextError,
  type PlaceholderKeys,
  readMasked,
  writeMasked,
} from './masked-text.ts';
import { type Fragments, findMessageFault, NO_FRAGMENTS } from './message-fragments.ts';
import { splitProtected } from './protected-text.ts';

/** A line of text to translate, masked. */
export type Unit = string;

/**
 * The translation of a unit, masked like it; undefined: there is none. It is asked once for each unit, in their order.
 */
export type FindTranslation = (unit: Unit, keys: PlaceholderKeys, fragments: Fragments) => string | undefined;

/** The results for the units of a translated part. */
export interface Outcome {
  /** Units without a translation. */
  missing: number;
  /** Units whose translation is unusable, with the reason in words. */
  faults: { unit: Unit; fault: string }[];
}

/** The units of a block, in reading order; each as often as it occurs. */
export function listUnits(block: Block): Unit[] {
  const units: Unit[] = [];
  translateBlock(block, (unit) => {
    units.push(unit);
    return undefined;
  });
  return units;
}

/** Why a translation of a unit cannot be used; undefined if it can. */
export function findFault(unit: Unit, translation: string): string | undefined {
  const read = readTranslation(unit, translation);
  return typeof read === 'string' ? read : undefined;
}

/** Translates a plain text, such as a title. The text itself where there is no translation. */
export function translateText(text: string, find: FindTranslation): { text: string } & Outcome {
  const outcome: Outcome = { missing: 0, faults: [] };
  return { text: putText(text, find, outcome), ...outcome };
}

/** The unit of a plain text; undefined if there is nothing to translate in it. */
export function unitOfText(text: string): Unit | undefined {
  const { nodes } = maskText(text);
  return hasWords(nodes) ? writeMasked(nodes) : undefined;
}

/**
 * Puts translations in the place of the units of a block. Its structure, code, targets and tags stay as they are; a
 * unit
 * without a usable translation stays in the language of the source.
 */
export function translateBlock(block: Block, find: FindTranslation): { block: Block } & Outcome {
  const outcome: Outcome = { missing: 0, faults: [] };
  const putInlines = (nodes: InlineNode[]): InlineNode[] => {
    const { restore, ...masked } = maskInlines(nodes);
    const translation = translateMasked(masked, find, outcome);
    return translation ? restore(translation) : nodes;
  };
  const visit = <Node extends TreeNode>(node: Node): Node => {
    if (node.object === 'block' && (node.type === 'code' || node.type === 'integration')) return node;
    const inner = mapChildren(
      putTexts(node, (text) => putText(text, find, outcome)),
      visit,
    );
    if (!holdsInlines(inner)) return inner;
    const nodes = putInlines(inner.nodes);
    return nodes === inner.nodes ? inner : keepAnchor({ ...inner, nodes }, node);
  };
  return { block: visit(block), ...outcome };
}

type InlineHolder = Extract<TreeNode, { nodes: InlineNode[] }>;

/** Links and annotations are part of their line. */
const holdsInlines = <Node extends TreeNode>(node: Node): node is Node & InlineHolder =>
  node.object === 'block' && (node.type === 'paragraph' || node.type.startsWith('heading-'));

/** Links lead to the anchor of a heading, which would follow its words into the other language. */
function keepAnchor<Node extends InlineHolder>(translated: Node, source: TreeNode): Node {
  const { meta } = source as { meta?: { id: string } };
  const isHeading = translated.object === 'block' && translated.type !== 'paragraph';
  return isHeading && meta ? { ...translated, meta: { ...meta, isExplicit: true } } : translated;
}

/** The fields of a node that readers see as text. */
function putTexts<Node extends TreeNode>(node: Node, put: (text: string) => string): Node {
  const tree = node as DocumentNode | Fragment;
  if (tree.object === 'text' || tree.object === 'fragment') return node;
  switch (tree.type) {
    case 'tabs-item':
      return withData(tree, { title: tree.data.title }, put) as Node;
    case 'prompt':
      return withData(tree, { description: tree.data.description }, put) as Node;
    case 'image':
      return withData(tree, { alt: tree.data.alt }, put) as Node;
    case 'inline-image':
      return withData(tree, { alt: tree.data.alt, caption: tree.data.caption }, put) as Node;
    case 'link':
      return withData(tree, { title: tree.data.title }, put) as Node;
    case 'table': {
      const columns = Object.entries(tree.data.definition).map(([id, column]) => {
        // A title that is more than plain text would have to be written again in its own form.
        const isPlain = column.titleSource === undefined && column.titleHtml === undefined;
        return [id, isPlain && column.title ? { ...column, title: put(column.title) } : column] as const;
      });
      return { ...tree, data: { ...tree.data, definition: Object.fromEntries(columns) } } as Node;
    }
    default:
      return node;
  }
}

function withData(
  node: { data: object },
  texts: Record<string, string | undefined>,
  put: (text: string) => string,
): object {
  const given = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]));
  if (given.length === 0) return node;
  return {
    ...node,
    data: { ...node.data, ...Object.fromEntries(given.map(([name, text]) => [name, put(text)])) },
  };
}

function putText(text: string, find: FindTranslation, outcome: Outcome): string {
  const { restore, ...masked } = maskText(text);
  const translation = translateMasked(masked, find, outcome);
  return translation ? restore(translation) : text;
}

function maskText(text: string): Masked & { restore(nodes: readonly MaskedNode[]): string } {
  const kept: string[] = [];
  const fragments = new Map<number, string>();
  const nodes = splitProtected(text).map((piece): MaskedNode => {
    if (!piece.isProtected) return piece.text;
    kept.push(piece.text);
    if (piece.isMessage) fragments.set(kept.length, piece.text);
    return { kind: 'x', id: kept.length, nodes: [] };
  });
  const restore = (translation: readonly MaskedNode[]): string =>
    translation.map((node) => (typeof node === 'string' ? node : kept[node.id - 1])).join('');
  return { nodes, keys: new Map(kept.map((piece, index) => [index + 1, piece])), fragments, restore };
}

interface Masked {
  nodes: MaskedNode[];
  keys: PlaceholderKeys;
  fragments: Fragments;
}

function translateMasked(
  { nodes, keys, fragments }: Masked,
  find: FindTranslation,
  outcome: Outcome,
): MaskedNode[] | undefined {
  if (!hasWords(nodes)) return undefined;
  const unit = writeMasked(nodes);
  const translation = find(unit, keys, fragments);
  if (translation === undefined) {
    outcome.missing += 1;
    return undefined;
  }
  const read = readTranslation(unit, translation, fragments);
  if (typeof read !== 'string') return read;
  outcome.faults.push({ unit, fault: read });
  return undefined;
}

/** The translation as nodes, or what is wrong with it in words. */
function readTranslation(unit: Unit, translation: string, fragments = NO_FRAGMENTS): MaskedNode[] | string {
  try {
    const nodes = readMasked(translation);
    const source = readMasked(unit);
    return findMaskingFault(source, nodes) ?? findMessageFault(source, nodes, fragments) ?? nodes;
  } catch (error) {
    if (error instanceof MaskedTextError) return error.message;
    throw error;
  }
}
