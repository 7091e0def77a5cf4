import { cutText } from '@lectern/std/cut-text';
import type { Token } from 'markdown-it';
import type {
  Block,
  BlockOf,
  BlockType,
  Caption,
  Code,
  CodeLine,
  InlineNode,
  InlineOf,
  InlineType,
  Paragraph,
  Target,
  TargetForm,
  TargetKind,
  TextNode,
} from '../document.ts';
import { type DocumentLimits, LimitExceeded, MAX_NOT_UNDERSTOOD, MAX_QUOTE_LENGTH } from '../limits.ts';
import { createAnchors, slugOf } from '../slug.ts';
import type { ParseEnvironment } from '../syntax/block-rules.ts';
import { plainToken, tokenizer } from '../syntax/tokenizer.ts';
import { RangeMap } from './range-map.ts';

/** Text that is a single token: most cells of tables. */
const PLAIN_TEXT = /^[\p{L}\p{N} .,;:?()'"/%=+-]*$/u;

/** Of such text, an address or an emoji. */
const ADDRESS_OR_EMOJI = /:\/\/|www\.|:[a-z0-9+-]+:/i;

/** Maps a position in a piece of content to an offset in the source. */
export type Locate = (position: number) => number;

export interface BlockRange {
  start: number;
  end: number;
}

/** The place of a tag or an expression in the source. */
export interface NodeRange {
  start: number;
  end: number;
  /** The closing tag; `start` and `end` are then those of the opening one. */
  closing?: { start: number; end: number };
}

/** Markdown in HTML in Markdown is read again at each level. */
export const MAX_MARKDOWN_DEPTH = 5;

/** The state that building one document shares. */
/** A construct that is kept as written. */
export interface NotUnderstood {
  what: string;
  line: number;
  /** Set if readers see nothing of it. */
  isHidden?: true;
}

export interface Build {
  env: ParseEnvironment;
  targets: Target[];
  /** The ranges of expressions and of pairs of tags, by the keys of their nodes. */
  ranges: Map<string, NodeRange>;
  /** The ranges of blocks and fragments by their keys, and of the parts of tables by the key of the table. */
  blockRanges: RangeMap;
  /** The labels of definitions that links or images refer to. */
  usedDefinitions: Set<string>;
  notUnderstood: NotUnderstood[];
  /** How many more constructs were not understood. */
  unlistedCount: number;
  anchors: ReturnType<typeof createAnchors>;
  slugOf(text: string): string;
  /** The number of uses of each footnote. */
  footnoteUses: Map<string, number>;
  /** The amount of text added by repeated footnotes: without a limit they would multiply it. */
  repeatedText: number;
  /** The footnotes that the text is in, from the outermost; undefined for text that is not shown. */
  openFootnotes: Set<string> | undefined;
  /** Returns a key that is unique in the document. */
  key(): string;
  /** Makes the keys that follow depend on this source only. Returns what they begin with. */
  beginBlock(source: string): string;
  /** How many keys there are so far. */
  countKeys(): number;
  /** Counts keys that were made before, of a block that is not built again. */
  addKeys(count: number): void;
  /** The normalized body between two offsets. */
  bodySlice(start: number, end: number): string;
  /** The normalized text of some lines. */
  linesText(startLine: number, endLine: number): string;
  toSource(offset: number): number;
  /** The line, from 1, of an offset in the source. */
  lineOfSource(offset: number): number;
  /** The line, from 1, of a line of the body. */
  lineNumber(line: number): number;
  sourceLine(line: number): number;
  /** The offset, in the body, of the end of a line. */
  lineEnd(line: number): number;
  locateLines(content: string, startLine: number): Locate;
  inlineTokens(content: string): Token[];
  /** The inline nodes of some Markdown. */
  buildInlines(content: string, locate: Locate): InlineNode[];
  /** How many pieces of Markdown that is within something else are being read, one in the other. */
  markdownDepth: number;
  /** The end, in the body, of the Markdown that is being read. */
  markdownEnd: number;
  /** The blocks of Markdown within something else, from an offset of the body on. */
  buildMarkdown(text: string, offset: number): Block[];
  /** Returns the offset of a line in the body. */
  bodyOffset(line: number): number;
  bodyLine(offset: number): number;
}

/**
 * `source` from `base` on is the body. Lines and offsets of the tokenizer are those of `body`. `countBefore`: how often a
 * text of this name precedes the source.
 */
export function createBuild(
  source: string,
  base: number,
  body: string,
  env: ParseEnvironment,
  limits: DocumentLimits,
  builders: {
    inlines: (build: Build, content: string, locate: Locate) => InlineNode[];
    markdown: (build: Build, text: string, offset: number) => Block[];
  },
  countBefore: (hash: string) => number = () => 0,
): Build {
  const normalized = lineStarts(body, /\n/g);
  const original = lineStarts(source.slice(base), /\r\n?|\n/g);
  const hasSameOffsets = source.length - base === body.length;
  const baseLine = base === 0 ? 1 : countLines(source.slice(0, base)) + 1;
  const occurrences = new Map<string, number>();
  let prefix = 'k';
  let counter = 0;
  let nodeCount = 0;
  const toSource = (offset: number): number => {
    if (hasSameOffsets) return base + offset;
    const line = findLine(normalized, offset);
    return base + original[line]! + (offset - normalized[line]!);
  };
  const lineText = (line: number): string =>
    body.slice(normalized[line], Math.min((normalized[line + 1] ?? body.length + 1) - 1, build.markdownEnd));
  const build: Build = {
    env,
    targets: [],
    ranges: new Map(),
    blockRanges: new RangeMap(),
    usedDefinitions: new Set(),
    notUnderstood: [],
    unlistedCount: 0,
    anchors: createAnchors(),
    slugOf,
    footnoteUses: new Map(),
    repeatedText: 0,
    openFootnotes: new Set(),
    markdownDepth: 0,
    markdownEnd: body.length,
    key() {
      // Every node has a key.
      nodeCount++;
      if (nodeCount > limits.nodes) throw new LimitExceeded(limits, 'nodes');
      return `${prefix}${counter++ === 0 ? '' : `-${(counter - 1).toString(36)}`}`;
    },
    beginBlock(text) {
      const hash = hashOf(text);
      const n = occurrences.get(hash) ?? countBefore(hash);
      occurrences.set(hash, n + 1);
      prefix = n === 0 ? hash : `${hash}.${n.toString(36)}`;
      counter = 0;
      return prefix;
    },
    countKeys: () => nodeCount,
    addKeys(count) {
      nodeCount += count;
      if (nodeCount > limits.nodes) throw new LimitExceeded(limits, 'nodes');
    },
    bodySlice: (start, end) => body.slice(start, end),
    linesText: (startLine, endLine) =>
      body.slice(normalized[startLine], (normalized[endLine] ?? body.length + 1) - 1),
    toSource,
    lineOfSource: (offset) => findLine(original, offset - base) + baseLine,
    lineNumber: (line) => line + baseLine,
    lineEnd: (line) => Math.min(build.markdownEnd, (normalized[line + 1] ?? body.length + 1) - 1),
    sourceLine: (line) => base + (original[line] ?? source.length - base),
    locateLines(content, startLine) {
      let starts: { at: number; offset: number }[] | undefined;
      return (position) => {
        starts ??= alignLines(content, startLine, lineText, normalized);
        let low = 0;
        let high = starts.length - 1;
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (starts[middle]!.at <= position) low = middle;
          else high = middle - 1;
        }
        return toSource(starts[low]!.offset + position - starts[low]!.at);
      };
    },
    inlineTokens(content) {
      const tokens: Token[] = [];
      if (PLAIN_TEXT.test(content) && !ADDRESS_OR_EMOJI.test(content)) {
        if (content !== '') tokens.push(plainToken(content, env));
        return tokens;
      }
      tokenizer.inline.parse(content, tokenizer, env as never, tokens);
      return tokens;
    },
    buildInlines: (content, locate) => builders.inlines(build, content, locate),
    buildMarkdown: (text, offset) => builders.markdown(build, text, offset),
    bodyOffset: (line) => normalized[line] ?? body.length,
    bodyLine: (offset) => findLine(normalized, offset),
  };
  return build;
}

/** Each line of a block's content is the end of its line in the source, but for blanks at its own end. */
function alignLines(
  content: string,
  startLine: number,
  lineText: (line: number) => string,
  starts: number[],
) {
  const aligned: { at: number; offset: number }[] = [];
  let at = 0;
  for (const [i, line] of content.split('\n').entries()) {
    const written = lineText(startLine + i).replace(/(?<![ \t\r])[ \t\r]+$/, '');
    const end = line.replace(/(?<![ \t\r])[ \t\r]+$/, '').length;
    aligned.push({ at, offset: starts[startLine + i]! + Math.max(0, written.length - end) });
    at += line.length + 1;
  }
  return aligned;
}

/** Returns a short name for a text. Two texts may share one: keys are distinguished by the number of occurrences. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return `${(hash >>> 0).toString(36)}${text.length.toString(36)}`;
}

function findLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineStarts(text: string, breaks: RegExp): number[] {
  const starts = [0];
  for (let match = breaks.exec(text); match; match = breaks.exec(text))
    starts.push(match.index + match[0].length);
  return starts;
}

const countLines = (text: string): number => lineStarts(text, /\r\n?|\n/g).length - 1;

export function addTarget(
  build: Build,
  target: { raw: string; kind: TargetKind; form: TargetForm; start: number; end: number },
): void {
  build.targets.push(target);
}

/** Records the place of a node, unless it is known. Offsets are those of the body. */
export function place(build: Build, { key }: { key?: string }, start: number, end: number): void {
  if (key === undefined || build.blockRanges.has(key)) return;
  build.blockRanges.set(key, { start: build.toSource(start), end: build.toSource(end) });
}

/** Records the place of a node that is written in a piece of content, unless it is known. */
export function placeWithin(
  build: Build,
  { key }: { key?: string },
  locate: Locate,
  { start, end }: BlockRange,
): void {
  if (key === undefined || build.blockRanges.has(key)) return;
  const from = locate(start);
  build.blockRanges.set(key, { start: from, end: end > start ? locate(end - 1) + 1 : from });
}

/** Records that a node reaches from the first to the last of others. */
export function placeAround(build: Build, { key }: { key?: string }, nodes: readonly Block[]): void {
  const first = build.blockRanges.get(nodes[0]?.key ?? '');
  const last = build.blockRanges.get(nodes.at(-1)?.key ?? '');
  if (key !== undefined && first && last) build.blockRanges.set(key, { start: first.start, end: last.end });
}

/** Reports a construct kept as written; `line` counts from 1. `isHidden`: readers do not see it. */
export function report(build: Build, what: string, line: number, isHidden?: 'hidden'): void {
  if (build.notUnderstood.length < MAX_NOT_UNDERSTOOD)
    build.notUnderstood.push({
      what: cutText(what, MAX_QUOTE_LENGTH),
      line,
      ...(isHidden ? { isHidden: true } : {}),
    });
  else build.unlistedCount++;
}

/** The parts of a node of a kind. `data` may be omitted if none of its fields is required. */
export type PartsOf<Node extends { data: unknown }> = Node extends unknown
  ? Omit<Node, 'object' | 'type' | 'key' | 'isVoid' | 'data'> &
      (Record<never, never> extends Node['data'] ? { data?: Node['data'] } : { data: Node['data'] })
  : never;

/** `nodes` present: not void. */
export interface AnyParts {
  data?: object;
  nodes?: readonly object[] | undefined;
}

/** A block with its key. The compiler checks the parts against the kind where the function is called. */
export function block<Type extends BlockType>(
  build: Build,
  type: Type,
  parts: PartsOf<BlockOf<Type>>,
): BlockOf<Type>;
export function block(build: Build, type: BlockType, parts: AnyParts): object {
  return { object: 'block', type, key: build.key(), isVoid: parts.nodes === undefined, data: {}, ...parts };
}

/** An inline with its key, checked as blocks are. */
export function inline<Type extends InlineType>(
  build: Build,
  type: Type,
  parts: PartsOf<InlineOf<Type>>,
): InlineOf<Type>;
export function inline(build: Build, type: InlineType, parts: AnyParts): object {
  return { object: 'inline', type, key: build.key(), isVoid: parts.nodes === undefined, data: {}, ...parts };
}

/** Drops the fields without a value: such a field would overwrite another one when spread. */
export function present<Fields extends object>(fields: Fields): Partial<Fields>;
export function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const textNode = (build: Build, text: string): TextNode => ({
  object: 'text',
  key: build.key(),
  leaves: [{ object: 'leaf', text, marks: [] }],
});

export const textParagraph = (build: Build, text: string): Paragraph =>
  block(build, 'paragraph', { nodes: [textNode(build, text)] });

export const captionOf = (build: Build, nodes: Block[]): Caption => ({
  object: 'fragment',
  key: build.key(),
  fragment: 'caption',
  type: 'caption',
  nodes,
});

/** Source that is shown unchanged. */
export function verbatim(build: Build, source: string): Code {
  return block(build, 'code', { data: { verbatim: true }, nodes: codeLines(build, source) });
}

/** Source that is shown unchanged in a single line, even if it contains line breaks. */
export const verbatimLine = (build: Build, source: string): Code =>
  block(build, 'code', {
    data: { verbatim: true },
    nodes: [block(build, 'code-line', { nodes: [textNode(build, source)] })],
  });

export function codeLines(build: Build, text: string): CodeLine[] {
  return text.split('\n').map((line) => block(build, 'code-line', { nodes: [textNode(build, line)] }));
}
