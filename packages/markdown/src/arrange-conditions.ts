import {
  describeBlocked,
  flatten,
  hasMentions,
  hasMentionsInBlocks,
  isBlocked,
  isInOneLeaf,
  OPAQUE,
  textOfNode,
  writeTag,
} from './condition-mentions.ts';
import {
  type ConditionTag,
  mayHaveElements,
  mayHaveTags,
  mentionsCondition,
  readConditionTags,
  withoutConditions,
} from './condition-tags.ts';
import {
  type Block,
  type Fragment,
  type If,
  type InlineNode,
  isText,
  type JSONDocument,
  plainText,
} from './document.ts';
import { mapAll, type TreeNode } from './map-children.ts';
import {
  ANY_CONDITION,
  addTo,
  climbTogether,
  findQuoted,
  type Mention,
  mentionOf,
  type Opening,
  OpenTags,
  type SiblingPosition,
  type Siblings,
} from './open-conditions.ts';
import { arrangeBlocks, arrangeLine, type BlockRange, type InlineRange } from './place-conditions.ts';

export { isInlineCondition } from './place-conditions.ts';

/**
 * Gives every condition that a document mentions its place. One that is understood and contains a part of a line,
 * or around blocks, contains that part. One that is not understood, such as one without an end, is put around
 * everything that its writer can have meant, with its tag for an expression: as that is none, nobody sees the content.
 * Returns the document itself if its parser understood all conditions. Code does not mention conditions, and neither
 * does the text between `{% raw %}` and `{% endraw %}`.
 */
export function arrangeConditions(document: JSONDocument): ArrangedDocument {
  const texts: string[] = [];
  if (!hasMentionsInBlocks(document.nodes, texts)) return { document, unclear: [] };
  const arrangement = new Arrangement(texts.some(mayHaveElements));
  arrangement.read(document.nodes);
  const nodes = arrangement.applyTo(document.nodes);
  return {
    document: nodes === document.nodes ? document : { ...document, nodes },
    unclear: [...arrangement.unclear],
  };
}

export interface ArrangedDocument {
  document: JSONDocument;
  /** The tags that were not understood, as written, without repetitions. */
  unclear: string[];
}

/** The text of a heading from which its anchor is made: what all readers see of it, since all have the same anchor. */
export function textForAnchor(nodes: readonly InlineNode[]): string {
  const written = nodes.map((node) => (isText(node) ? textOfNode(node) : plainText([node]))).join('');
  if (!mentionsCondition(written)) return nodes.map(anchorTextOf).join('');
  return withoutConditions(written).replaceAll(OPAQUE, '');
}

/** As on GitHub, the anchor of an emoji is its code. */
const anchorTextOf = (node: InlineNode): string =>
  isText(node)
    ? node.leaves.map(({ text, source }) => (source?.startsWith(':') ? source : text)).join('')
    : 'nodes' in node
      ? (node.nodes ?? []).map(anchorTextOf).join('')
      : plainText([node]);

/** Whether a line of text mentions a condition, understood or not. */
export const mentionsInLine = (nodes: readonly InlineNode[]): boolean => hasMentions(nodes, []);

/** Containers that end with a tag or an indentation. A quote is not: the line after it may be meant to be in it. */
const ENCLOSING: ReadonlySet<string> = new Set([
  'hint',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
  'expandable-body',
]);

/** Conditions that were begun or ended in the blocks of a document or a condition, and belong to others. */
interface Scope {
  left: Mention[];
  frames: Opening[];
  isBroken: boolean;
}

interface Reader {
  add: (mention: Mention) => void;
  addIf: (block: If, place: SiblingPosition) => void;
}

class Arrangement {
  readonly unclear = new Set<string>();
  readonly #hasElements: boolean;
  readonly #blockRanges = new Map<readonly object[], BlockRange[]>();
  readonly #inlineRanges = new Map<readonly object[], InlineRange[]>();

  constructor(hasElements: boolean) {
    this.#hasElements = hasElements;
  }

  read(nodes: readonly Block[]): void {
    this.#readScope(nodes);
  }

  /** Reads the blocks of a document or a condition. */
  #readScope(nodes: readonly Block[], above?: SiblingPosition): Scope {
    const root: Siblings = { nodes, above, kind: 'blocks', isEnclosed: true };
    const open = new OpenTags();
    const crossed: Opening[] = [];
    const lastCrossed = new Map<string, Opening>();
    const cross = (opening: Opening): void => {
      crossed.push(opening);
      lastCrossed.set(opening.mention.name, opening);
    };
    const left: Mention[] = [];
    const mentions: Mention[] = [];
    const inner: { at: number; scope: Scope; place: SiblingPosition }[] = [];
    const add = (mention: Mention): void => void mentions.push(mention);
    const addIf = (block: If, place: SiblingPosition): void => {
      const scope = this.#readScope(block.nodes, place);
      if (scope.isBroken) this.#hide(place, place, writeTag(block.data.expression));
      inner.push({ at: mentions.length, scope, place });
      for (const mention of scope.left) add({ ...mention, place, isAlone: false, expression: undefined });
    };
    this.#readSiblings(root, { add, addIf });
    const close = (closing: Mention): void => {
      const opening = open.last(closing.name) ?? (closing.isCondition ? open.last(ANY_CONDITION) : undefined);
      if (!opening) {
        const frame = lastCrossed.get(closing.name);
        if (frame) this.#hide(frame.mention.place, closing.place, frame.mention.written);
        else if (closing.isCondition) left.push(closing);
        return;
      }
      if (!opening.mention.isCondition) {
        open.remove(opening);
        return;
      }
      // What was begun since then and not ended crosses this condition.
      const since = open.removeFrom(opening);
      for (const one of since)
        if (one.mention.isCondition) left.push(one.mention);
        else
          cross({
            ...one,
            mention: { ...one.mention, place: opening.mention.place, written: opening.mention.written },
          });
      const isBroken = opening.isBroken || since.some(({ mention }) => mention.isCondition);
      this.#join(opening.mention, closing, isBroken);
    };

    let isBroken = false;
    let next = 0;
    const quoted = findQuoted(mentions);
    for (const [at, mention] of mentions.entries()) {
      for (; (inner[next]?.at ?? Infinity) <= at; next += 1) inner[next]?.scope.frames.forEach(cross);
      if (quoted[at]) continue;
      if (mention.kind === 'single') {
        if (mention.isCondition) this.#hide(mention.place, mention.place, mention.written);
      } else if (mention.kind === 'opening') open.push({ mention, isBroken: false });
      else if (mention.kind === 'middle') {
        this.unclear.add(mention.written);
        const current = open.last(ANY_CONDITION);
        if (current) current.isBroken = true;
        else if (above) isBroken = true;
        else this.#hideAround(mention, 'both');
      } else close(mention);
    }
    for (; next < inner.length; next += 1) inner[next]?.scope.frames.forEach(cross);

    const unended = open.list();
    for (const { mention } of unended) if (mention.isCondition) left.push(mention);
    const frames = unended.filter(({ mention }) => !mention.isCondition).concat(above ? crossed : []);
    if (above) {
      const atIf = frames.map((one) => ({ ...one, mention: { ...one.mention, place: above } }));
      return { left, frames: atIf, isBroken: isBroken || left.length > 0 };
    }
    // Text between two of them may belong to either.
    const [first, last] = [left[0], left.at(-1)];
    if (first && last) this.#hide(first.place, last.place, first.written);
    for (const mention of left) this.#hideAround(mention, mention.kind === 'closing' ? 'before' : 'after');
    return { left: [], frames: [], isBroken };
  }

  /** Puts a condition around the text between its tags, or hides it with its surroundings. */
  #join(opening: Mention, closing: Mention, isBroken: boolean): void {
    const { siblings } = opening.place;
    const isTogether = siblings === closing.place.siblings;
    const { expression } = opening;
    const isUnderstood = !isBroken && expression !== undefined && closing.expression === '';
    if (isTogether && siblings.kind === 'inlines') {
      const range = { opening, closing, expression: isUnderstood ? expression : opening.written };
      if (!isUnderstood) this.unclear.add(opening.written);
      addTo(this.#inlineRanges, siblings.nodes, range);
    } else if (isTogether && isUnderstood && opening.isAlone && closing.isAlone) {
      const [from, to] = [opening.place.index, closing.place.index];
      addTo(this.#blockRanges, siblings.nodes, { from, to, expression, hasTags: true });
    } else this.#hide(opening.place, closing.place, opening.written);
  }

  /** Hides everything from one place to another. */
  #hide(from: SiblingPosition, to: SiblingPosition, expression: string): void {
    this.unclear.add(expression);
    const [first, last] = climbTogether(from, to);
    const { siblings } = first;
    if (siblings.kind === 'blocks' || !siblings.above)
      addTo(this.#blockRanges, siblings.nodes, {
        from: first.index,
        to: last.index,
        expression,
        hasTags: false,
      });
    else this.#hide(siblings.above, siblings.above, expression);
  }

  /** Hides everything before or after a place, up to the edge of what encloses it. */
  #hideAround({ place, written }: Mention, side: 'before' | 'after' | 'both'): void {
    let at = place;
    while (!at.siblings.isEnclosed && at.siblings.above) at = at.siblings.above;
    const { siblings, index } = at;
    const from = side === 'after' ? index : 0;
    const to = side === 'before' ? index : siblings.nodes.length - 1;
    this.#hide({ siblings, index: from }, { siblings, index: to }, written);
  }

  #readSiblings(siblings: Siblings, reader: Reader): void {
    for (const [index, node] of (siblings.nodes as readonly (Block | Fragment)[]).entries()) {
      const place = { siblings, index };
      if (node.object === 'fragment') {
        const isEnclosed = ENCLOSING.has(node.type ?? '');
        this.#readSiblings({ nodes: node.nodes, above: place, kind: 'blocks', isEnclosed }, reader);
      } else if (node.type === 'if') reader.addIf(node, place);
      else this.#readBlock(node, place, reader);
    }
  }

  #readBlock(block: Block, place: SiblingPosition, reader: Reader): void {
    if (isBlocked(block)) this.#hide(place, place, describeBlocked(block));
    if (block.type === 'code') {
      if (!block.data.verbatim) return;
      const text = block.nodes
        .map((line) => line.nodes.map((node) => (isText(node) ? textOfNode(node) : '')).join(''))
        .join('\n');
      for (const tag of this.#readTags(text)) {
        // An element that ends in the same block is that block.
        const isWhole =
          tag.isCondition &&
          tag.kind === 'opening' &&
          tag.name.startsWith('<') &&
          isElementEnded(text.slice(tag.start), tag.name);
        reader.add(mentionOf(tag, text, isWhole ? 'single' : tag.kind, place));
      }
      return;
    }
    const nodes: readonly (Block | InlineNode)[] = block.nodes ?? [];
    const isLine = nodes.length > 0 && nodes[0]?.object !== 'block';
    const isEnclosed = ENCLOSING.has(block.type);
    if (isLine) this.#readLine(nodes as InlineNode[], place, reader);
    else
      this.#readSiblings(
        { nodes, above: place, kind: block.type === 'images' ? 'whole' : 'blocks', isEnclosed },
        reader,
      );
    this.#readSiblings(
      { nodes: block.fragments ?? [], above: place, kind: 'whole', isEnclosed: false },
      reader,
    );
  }

  #readTags(text: string): ConditionTag[] {
    return mayHaveTags(text) || this.#hasElements ? readConditionTags(text, this.#hasElements) : [];
  }

  /** Reads the tags in a line of text. Within a link or an annotation, they have a list of their own. */
  #readLine(nodes: readonly InlineNode[], above: SiblingPosition, { add }: Pick<Reader, 'add'>): void {
    const siblings: Siblings = { nodes, above, kind: 'inlines', isEnclosed: false };
    const { text, pieces } = flatten(nodes);
    const found: { at: number; mention: Mention }[] = this.#readTags(text).map((tag) => {
      const isAlone = text.trim() === text.slice(tag.start, tag.end) && nodes.every(isText);
      const isPlain = isInOneLeaf(tag, pieces);
      const mention = mentionOf(tag, text, tag.kind, { siblings, index: 0 });
      const place = isAlone ? above : mention.place;
      const expression = isPlain ? tag.expression : undefined;
      return { at: tag.start, mention: { ...mention, place, isAlone, expression } };
    });
    for (const { start: at, node } of pieces) {
      if (isText(node)) continue;
      if (isBlocked(node)) this.#hide(above, above, describeBlocked(node));
      const reader = { add: (mention: Mention) => void found.push({ at, mention }), addIf: () => {} };
      const place = { siblings, index: 0 };
      if (node.nodes) this.#readLine(node.nodes, place, reader);
      this.#readSiblings(
        { nodes: node.fragments ?? [], above: place, kind: 'whole', isEnclosed: false },
        reader,
      );
    }
    for (const { mention } of found.sort((left, right) => left.at - right.at)) add(mention);
  }

  applyTo<Node extends TreeNode>(nodes: Node[]): Node[];
  applyTo(nodes: TreeNode[]): TreeNode[] {
    const inLine = this.#inlineRanges.get(nodes);
    const ofBlocks = this.#blockRanges.get(nodes);
    const applied = mapAll(nodes, (node) => this.#applyToNode(node));
    if (inLine) return arrangeLine(applied as InlineNode[], inLine, this.unclear);
    return ofBlocks ? arrangeBlocks(applied as Block[], ofBlocks, this.unclear) : applied;
  }

  #applyToNode(node: TreeNode): TreeNode {
    if (node.object === 'text') return node;
    const nodes = node.nodes && this.applyTo<TreeNode>(node.nodes);
    const old = node.object === 'fragment' ? undefined : node.fragments;
    const fragments = old && this.applyTo<TreeNode>(old);
    if (nodes === node.nodes && fragments === old) return node;
    return { ...node, ...(nodes ? { nodes } : {}), ...(fragments ? { fragments } : {}) } as TreeNode;
  }
}

/** Whether the element with which a text begins ends in it. */
function isElementEnded(text: string, name: string): boolean {
  let depth = 0;
  for (const tag of readConditionTags(text, true)) {
    if (tag.name !== name) continue;
    depth += tag.kind === 'opening' ? 1 : -1;
    if (depth === 0) return true;
  }
  return false;
}
