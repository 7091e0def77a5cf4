import { cutText } from '@lectern/std/cut-text';
import { isRecord } from '@lectern/std/is-record';
import {
  type ConditionTag,
  isConditionName,
  mayHaveTags,
  mentionsCondition,
  readConditionTags,
} from './condition-tags.ts';
import {
  type Block,
  type DocumentNode,
  type Fragment,
  type Inline,
  type InlineNode,
  isText,
  type TextNode,
} from './document.ts';

/** Blocks without a mention, which are most: after an edit, they are those before. */
const withoutMentions = new WeakSet<Block>();

/** Collects the texts of blocks that may mention conditions. */
export function hasMentionsInBlocks(blocks: readonly Block[], texts: string[]): boolean {
  for (const block of blocks) {
    if (withoutMentions.has(block)) continue;
    const before = texts.length;
    hasMentions([block], texts);
    if (texts.length === before) withoutMentions.add(block);
  }
  return texts.length > 0;
}

/** Collects the texts of nodes that may mention conditions. */
export function hasMentions(nodes: readonly (DocumentNode | Fragment)[], texts: string[]): boolean {
  for (const node of nodes) {
    if (isText(node as DocumentNode)) {
      const text = textOfNode(node as TextNode);
      if (mayHaveTags(text)) texts.push(text);
      continue;
    }
    const other = node as Block | Inline | Fragment;
    if (other.object !== 'fragment' && isBlocked(other)) texts.push('');
    if (other.object === 'block' && other.type === 'code' && !other.data.verbatim) continue;
    hasMentions(other.nodes ?? [], texts);
    if (other.object !== 'fragment') hasMentions(other.fragments ?? [], texts);
  }
  return texts.length > 0;
}

/** Whether something beside the content of a node mentions a condition: an attribute, a title, a target. */
export function isBlocked(node: Block | Inline): boolean {
  if (node.type === 'expression') return false;
  const { attributes = {} } = node;
  if (Object.keys(attributes).some(isConditionName)) return true;
  if (Object.values(attributes).some(mentionsCondition)) return true;
  if (node.type === 'integration' && Object.keys(node.data.props).some(isConditionName)) return true;
  return node.type !== 'if' && hasText(node.data, mentionsCondition);
}

const hasText = (value: unknown, isOne: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? isOne(value)
    : (isRecord(value) || Array.isArray(value)) &&
      Object.values(value).some((inner) => hasText(inner, isOne));

/** The text of a node for tags: inline code has none, and neither has an escaped brace. */
export const textOfNode = ({ leaves }: TextNode): string => leaves.map(textOfLeaf).join('');

export const OPAQUE = '\uFFFC';

function textOfLeaf({ text, source, marks }: TextNode['leaves'][number]): string {
  if (source?.startsWith('\\')) return OPAQUE.repeat(source.length);
  if (source !== undefined) return source;
  return marks.some(({ type }) => type === 'code') ? OPAQUE.repeat(text.length) : text;
}

export const MAX_WRITTEN = 200;

export const writeTag = (expression: string): string => cutText(`{% if ${expression} %}`, MAX_WRITTEN);

/** The written parts of a node, apart from its content, that can make it depend on a condition. */
export function describeBlocked({ attributes = {}, data }: Block | Inline): string {
  const props = isRecord(data) && 'props' in data && isRecord(data.props) ? data.props : {};
  for (const [name, value] of Object.entries({ ...props, ...attributes }))
    if (isConditionName(name))
      return cutText(String(value).startsWith('<') ? String(value) : `${name}="${value}"`, MAX_WRITTEN);
  let text = '';
  const find = (one: string): boolean => {
    if (mentionsCondition(one)) text = one;
    return text !== '';
  };
  hasText(attributes, find) || hasText(data, find);
  const [tag] = readConditionTags(text).filter(({ isCondition }) => isCondition);
  return cutText(text.slice(tag?.start, tag?.end), MAX_WRITTEN);
}

/** The text of a line with a sign for everything else, and where each piece of it begins. */
export interface Piece {
  start: number;
  end: number;
  node: InlineNode;
  /** The position of the leaf in its node. */
  leaf: number;
}

export function flatten(nodes: readonly InlineNode[]): { text: string; pieces: Piece[] } {
  let text = '';
  const pieces: Piece[] = [];
  const add = (node: InlineNode, leaf: number, part: string): void => {
    pieces.push({ start: text.length, end: text.length + part.length, node, leaf });
    text += part;
  };
  for (const node of nodes)
    if (isText(node)) for (const [at, leaf] of node.leaves.entries()) add(node, at, textOfLeaf(leaf));
    else add(node, 0, OPAQUE);
  return { text, pieces };
}

/** Finds the first piece that ends after a position. */
export function pieceAt(pieces: readonly Piece[], position: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle] as Piece).end > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a tag is text without marks of its own within, so that its expression is what was written. */
export function isInOneLeaf({ start, end }: ConditionTag, pieces: readonly Piece[]): boolean {
  const piece = pieces[pieceAt(pieces, start)];
  if (!piece || piece.end < end || !isText(piece.node)) return false;
  return piece.node.leaves[piece.leaf]?.source === undefined;
}
