import { flatten, type Piece, pieceAt, writeTag } from './condition-mentions.ts';
import { type Block, type If, type InlineNode, isText, MAX_DEPTH, type TextNode } from './document.ts';

/** A condition around a part of a line. It exists only in arranged documents, which are evaluated and never kept. */
export interface InlineCondition {
  object: 'inline';
  type: 'condition';
  key: string;
  data: { expression: string };
  /** The content that is shown if it holds. */
  nodes: InlineNode[];
  /** The same with its tags. */
  written: InlineNode[];
}

export const isInlineCondition = (node: object): node is InlineCondition =>
  (node as Partial<InlineCondition>).type === 'condition';

export interface BlockRange {
  from: number;
  to: number;
  expression: string;
  /** Whether the first and the last of them are the tags. */
  hasTags: boolean;
}

export interface InlineRange {
  opening: { start: number; end: number };
  closing: { start: number; end: number };
  expression: string;
}

/** Deeper conditions than those of a document are hidden, and added to what is not understood. */
export function arrangeBlocks(
  nodes: readonly Block[],
  ranges: readonly BlockRange[],
  unclear: Set<string>,
): Block[] {
  const hiddenBy: (string | undefined)[] = nodes.map(() => undefined);
  let end = -1;
  for (const { from, to, expression } of sortRanges(ranges.filter(({ hasTags }) => !hasTags))) {
    for (let at = Math.max(from, end + 1); at <= to; at += 1) hiddenBy[at] = expression;
    end = Math.max(end, to);
  }
  const withTags = sortRanges(ranges.filter(({ hasTags }) => hasTags));
  let next = 0;
  function build(from: number, to: number, depth: number): Block[] {
    if (depth > MAX_DEPTH) {
      while ((withTags[next]?.from ?? Infinity) <= to) next += 1;
      return [];
    }
    const built: Block[] = [];
    for (let at = from; at <= to; at += 1) {
      const range = withTags[next];
      if (range?.from === at) {
        next += 1;
        if (depth === MAX_DEPTH) unclear.add(writeTag(range.expression));
        const within = build(range.from + 1, range.to - 1, depth + 1);
        built.push(conditionOf(range.expression, within, nodes[at]));
        at = range.to;
        continue;
      }
      const expression = hiddenBy[at];
      const block = nodes[at] as Block;
      built.push(expression === undefined ? block : conditionOf(expression, [block], block));
    }
    return built;
  }
  return build(0, nodes.length - 1, 0);
}

const sortRanges = (ranges: readonly BlockRange[]): BlockRange[] =>
  ranges.toSorted((left, right) => left.from - right.from || right.to - left.to);

const conditionOf = (expression: string, nodes: Block[], first: Block | undefined): If => ({
  object: 'block',
  type: 'if',
  key: `${first?.key ?? ''}-if`,
  isVoid: false,
  data: { expression },
  nodes,
});

export function arrangeLine(
  nodes: readonly InlineNode[],
  ranges: readonly InlineRange[],
  unclear: Set<string>,
): InlineNode[] {
  const { pieces } = flatten(nodes);
  const sorted = ranges.toSorted((left, right) => left.opening.start - right.opening.start);
  let next = 0;
  function build(from: number, to: number, depth: number): InlineNode[] {
    if (depth > MAX_DEPTH) {
      while ((sorted[next]?.opening.start ?? Infinity) < to) next += 1;
      return [];
    }
    const built: (InlineNode | InlineCondition)[] = [];
    let position = from;
    for (let range = sorted[next]; range && range.opening.start < to; range = sorted[next]) {
      next += 1;
      const { opening, closing, expression } = range;
      if (opening.start < position) continue;
      built.push(...cutLine(pieces, position, opening.start));
      const isTooDeep = depth === MAX_DEPTH;
      if (isTooDeep) unclear.add(expression.startsWith('{') ? expression : writeTag(expression));
      const within = build(opening.end, closing.start, depth + 1);
      built.push({
        object: 'inline',
        type: 'condition',
        key: `${pieces[0]?.node.key ?? ''}-if-${opening.start}`,
        data: { expression },
        nodes: within,
        written: isTooDeep ? [] : cutLine(pieces, opening.start, closing.end),
      });
      position = closing.end;
    }
    built.push(...cutLine(pieces, position, to));
    return built as InlineNode[];
  }
  return build(0, pieces.at(-1)?.end ?? 0, 0);
}

/** The nodes of a line between two positions of its text. */
function cutLine(pieces: readonly Piece[], from: number, to: number): InlineNode[] {
  const cut: InlineNode[] = [];
  for (let at = pieceAt(pieces, from); at < pieces.length; at += 1) {
    const { start, end, node, leaf } = pieces[at] as Piece;
    if (start >= to) break;
    if (!isText(node)) {
      cut.push(node);
      continue;
    }
    const whole = node.leaves[leaf] as TextNode['leaves'][number];
    const isWhole = start >= from && end <= to;
    // What is kept as it is written cannot be cut.
    if (!isWhole && whole.source !== undefined) continue;
    const text = whole.text.slice(Math.max(0, from - start), to - start);
    const key = start === 0 ? node.key : `${node.key}-${Math.max(from, start)}`;
    cut.push({
      object: 'text',
      ...(key === undefined ? {} : { key }),
      leaves: [isWhole ? whole : { ...whole, text }],
    });
  }
  return cut;
}
