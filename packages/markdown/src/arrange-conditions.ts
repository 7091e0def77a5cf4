import { isRecord } from '@lectern/std/is-record';
import {
  type ConditionTag,
  isConditionName,
  mayHaveElements,
  mayHaveTags,
  mentionsCondition,
  readConditionTags,
  withoutConditions,
} from './condition-tags.ts';
import {
  type Block,
  type DocumentNode,
  type Fragment,
  type If,
  type Inline,
  type InlineNode,
  isText,
  type JSONDocument,
  MAX_DEPTH,
  plainText,
  type TextNode,
} from './document.ts';
import { cutText } from './limits.ts';
import { mapAll, type TreeNode } from './map-children.ts';

/** A condition around a part of a line. It exists only in arranged documents, which are evaluated and never kept. */
export interface InlineCondition {
  object: 'inline';
  type: 'condition';
  key: string;
  data: { expression: string };
  /** What is shown if it holds. */
  nodes: InlineNode[];
  /** The same with its tags. */
  written: InlineNode[];
}

export const isInlineCondition = (node: object): node is InlineCondition =>
  (node as Partial<InlineCondition>).type === 'condition';

/**
 * Gives every condition that a document mentions its place. One that is understood and stands around a part of a line,
 * or around blocks, contains that part. One that is not understood, such as one without an end, is put around
 * everything that its writer can have meant, with its tag for an expression: as that is none, nobody sees the content.
 * Returns the document itself if its parser understood all conditions. Code does not mention conditions, and neither
 * does what stands between `{% raw %}` and `{% endraw %}`.
 */
export function arrangeConditions(document: JSONDocument): ArrangedDocument {
  const texts: string[] = [];
  if (!hasMentions(document.nodes, texts)) return { document, unclear: [] };
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
  /** What was not understood, each once: the tags as they are written. */
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

/** Collects the texts of nodes that may mention conditions. */
function hasMentions(nodes: readonly (DocumentNode | Fragment)[], texts: string[]): boolean {
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
function isBlocked(node: Block | Inline): boolean {
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
const textOfNode = ({ leaves }: TextNode): string => leaves.map(textOfLeaf).join('');

const OPAQUE = '\uFFFC';

function textOfLeaf({ text, source, marks }: TextNode['leaves'][number]): string {
  if (source?.startsWith('\\')) return OPAQUE.repeat(source.length);
  if (source !== undefined) return source;
  return marks.some(({ type }) => type === 'code') ? OPAQUE.repeat(text.length) : text;
}

/** Siblings, with their place in the document. */
interface Siblings {
  nodes: readonly object[];
  above: SiblingPosition | undefined;
  /** `whole`: parts of them cannot be hidden, only the node that they belong to. */
  kind: 'blocks' | 'inlines' | 'whole';
  /** Whether a condition without an end ends with them. */
  isEnclosed: boolean;
}

interface SiblingPosition {
  siblings: Siblings;
  index: number;
}

interface Mention extends ConditionTag {
  written: string;
  /** The block or the line where it stands. */
  place: SiblingPosition;
  /** Whether it is all that its block contains. */
  isAlone: boolean;
}

/** A condition or a frame that was begun. */
interface Opening {
  mention: Mention;
  isBroken: boolean;
}

interface BlockRange {
  from: number;
  to: number;
  expression: string;
  /** Whether the first and the last of them are the tags. */
  hasTags: boolean;
}

interface InlineRange {
  opening: { start: number; end: number };
  closing: { start: number; end: number };
  expression: string;
}

/** What is ended by a tag or an indentation. A quote is not: the line after it may be meant to be in it. */
const ENCLOSING: ReadonlySet<string> = new Set([
  'hint',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
  'expandable-body',
]);

const MAX_WRITTEN = 200;

/** What stands between these tags is not read. */
const QUOTING: ReadonlySet<string> = new Set(['raw', 'verbatim']);

/** In place of a name. */
const ANY_CONDITION = '';

/** The tags that were not ended yet. Each is looked at a few times, however many there are. */
class OpenTags {
  readonly #all: Opening[] = [];
  readonly #byName = new Map<string, Opening[]>();
  readonly #ended = new Set<Opening>();

  push(opening: Opening): void {
    const { name, isCondition } = opening.mention;
    this.#all.push(opening);
    for (const key of isCondition ? [name, ANY_CONDITION] : [name]) addTo(this.#byName, key, opening);
  }

  /** The last one of a name. */
  last(name: string): Opening | undefined {
    const named = this.#byName.get(name) ?? [];
    for (let last = named.at(-1); last; last = named.at(-1)) {
      if (!this.#ended.has(last)) return last;
      named.pop();
    }
    return undefined;
  }

  remove(opening: Opening): void {
    this.#ended.add(opening);
  }

  /** Removes a tag and those after it, which are returned. */
  removeFrom(opening: Opening): Opening[] {
    const since: Opening[] = [];
    for (let last = this.#all.pop(); last && last !== opening; last = this.#all.pop()) {
      if (this.#ended.has(last)) continue;
      this.#ended.add(last);
      since.push(last);
    }
    this.#ended.add(opening);
    return since.reverse();
  }

  list(): Opening[] {
    return this.#all.filter((opening) => !this.#ended.has(opening));
  }
}

/** What was begun or ended in the blocks of a document or a condition, and belongs to others. */
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
    // What stands between two of them may belong to either.
    const [first, last] = [left[0], left.at(-1)];
    if (first && last) this.#hide(first.place, last.place, first.written);
    for (const mention of left) this.#hideAround(mention, mention.kind === 'closing' ? 'before' : 'after');
    return { left: [], frames: [], isBroken };
  }

  /** Puts a condition around what stands between its tags, or hides it with its surroundings. */
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

const mentionOf = (
  tag: ConditionTag,
  text: string,
  kind: ConditionTag['kind'],
  place: SiblingPosition,
): Mention => ({
  ...tag,
  kind,
  place,
  written: cutText(text.slice(tag.start, tag.end).replaceAll(OPAQUE, '…'), MAX_WRITTEN),
  isAlone: false,
});

const writeTag = (expression: string): string => cutText(`{% if ${expression} %}`, MAX_WRITTEN);

/** What beside its content makes a node depend on a condition, as it may be written. */
function describeBlocked({ attributes = {}, data }: Block | Inline): string {
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

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/** For each mention, whether it is quoted: it stands between `{% raw %}` and its end. */
function findQuoted(mentions: readonly Mention[]): boolean[] {
  const quoted: boolean[] = mentions.map(() => false);
  let from: number | undefined;
  for (const [at, { name, kind }] of mentions.entries()) {
    if (!QUOTING.has(name)) continue;
    if (kind === 'opening') from ??= at;
    else if (from !== undefined) {
      quoted.fill(true, from, at + 1);
      from = undefined;
    }
  }
  return quoted;
}

/** The places of two siblings that contain these places. */
function climbTogether(one: SiblingPosition, other: SiblingPosition): [SiblingPosition, SiblingPosition] {
  const above = new Map<Siblings, SiblingPosition>();
  for (let at: SiblingPosition | undefined = one; at; at = at.siblings.above) above.set(at.siblings, at);
  for (let at: SiblingPosition | undefined = other; at; at = at.siblings.above) {
    const found = above.get(at.siblings);
    if (found) return found.index <= at.index ? [found, at] : [at, found];
  }
  throw new Error('Two places of a document have nothing in common.');
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

/** The text of a line with a sign for everything else, and where each piece of it begins. */
interface Piece {
  start: number;
  end: number;
  node: InlineNode;
  /** The position of the leaf in its node. */
  leaf: number;
}

function flatten(nodes: readonly InlineNode[]): { text: string; pieces: Piece[] } {
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
function pieceAt(pieces: readonly Piece[], position: number): number {
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
function isInOneLeaf({ start, end }: ConditionTag, pieces: readonly Piece[]): boolean {
  const piece = pieces[pieceAt(pieces, start)];
  if (!piece || piece.end < end || !isText(piece.node)) return false;
  return piece.node.leaves[piece.leaf]?.source === undefined;
}

/** Deeper conditions than those of a document are hidden, and added to what is not understood. */
function arrangeBlocks(
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

function arrangeLine(
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
