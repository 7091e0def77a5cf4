import { cutText } from '@lectern/std/cut-text';
import type { Token } from 'markdown-it';
import { mentionsInLine } from './arrange-conditions.ts';
import { type BlockTokens, endOf, readBlockTokens } from './assemble/block-tokens.ts';
import { buildBlock, buildBlocks } from './assemble/build-blocks.ts';
import { headingNodes } from './assemble/build-heading.ts';
import { buildInlines } from './assemble/build-inlines.ts';
import {
  type Build,
  createBuild,
  type NodeRange,
  type NotUnderstood,
  report,
  verbatimLine,
} from './assemble/context.ts';
import { takeAnchor } from './assemble/heading-anchors.ts';
import { hasContext, type Piece, type PieceRecorder } from './assemble/pieces.ts';
import { type ConditionTag, mayHaveElements, readConditionTags } from './condition-tags.ts';
import {
  type Block,
  type DocumentNode,
  type Fragment,
  type JSONDocument,
  MAX_DEPTH,
  type Target,
} from './document.ts';
import { type FrontMatter, findFrontMatter, titleInFrontMatter } from './front-matter.ts';
import { DOCUMENT_LIMITS, type DocumentLimits, LimitExceeded, MAX_QUOTE_LENGTH } from './limits.ts';
import { isSameTitle, titleText } from './page-title.ts';
import { offsetOf, type ParseEnvironment, setOffset } from './syntax/block-rules.ts';
import { tokenizer } from './syntax/tokenizer.ts';

export interface Range {
  start: number;
  end: number;
}

/** A footnote or a target that is defined apart from where it is used. */
interface Definition extends Range {
  label: string;
  isUsed: boolean;
}

export interface ParsedDocument {
  /** Front matter as data; `error` when its YAML does not parse. */
  frontMatter: FrontMatter | undefined;
  /** The heading of level one with which the page begins: its plain text, and its range. Not in `document`. */
  title: ({ text: string; hasCondition: boolean } & Range) | undefined;
  /** The blocks of the page. Each reference is `{kind: 'url'}` with its target as written. */
  document: JSONDocument;
  /** The range of `document.nodes[i]` in the source, in UTF-16 units. Blocks of one source share its range. */
  blocks: Range[];
  /** Every target in source order, each with the position of its own text. */
  targets: Target[];
  /** Constructs kept as written, with their line from 1. */
  notUnderstood: NotUnderstood[];
  /** How many more constructs were kept as written than are listed. */
  unlistedCount: number;
  /** The footnotes of the source, with the ranges of their definitions. */
  footnotes: Definition[];
  /** The definitions of the targets of links and images, each with the range of its lines. */
  definitions: Definition[];
  /** The ranges of expressions, and of the tags of blocks, by the keys of their nodes. */
  ranges: ReadonlyMap<string, NodeRange>;
  /**
   * The range of each block and fragment by its key, from the first character of its text to the last. Rows, titles of
   * columns and cells without a fragment are named by the key of their table: `<key>/r1`, `<key>/c1`, `<key>/r1-c1`.
   * What several blocks are read from together has one range for all of them. Lines of code have none.
   */
  blockRanges: ReadonlyMap<string, Range>;
  /** The limit that the source exceeds, in words: the document is then the source in one block, as written. */
  exceeded?: string;
}

const SCHEMA_VERSION = 14;

/** Reads a source. Any string is a document: nothing throws, what means nothing is text. */
export const parseMarkdown = (source: string, limits: DocumentLimits = DOCUMENT_LIMITS): ParsedDocument =>
  parsePage(source, limits).parsed;

/** Reads a source as `parseMarkdown` does. `isDivided`: whether it is nothing but the pieces that were recorded. */
export function parsePage(
  source: string,
  limits: DocumentLimits,
  recorder?: PieceRecorder,
): { parsed: ParsedDocument; isDivided: boolean } {
  const frontMatter = findFrontMatter(source);
  // A byte order mark stays in the source and is not text of the page.
  const base = frontMatter?.end ?? (source.startsWith('\uFEFF') ? 1 : 0);
  const body = normalize(base === 0 ? source : source.slice(base));
  const page = { source, base, body, frontMatter };
  try {
    requireFewLines(body, limits);
    return parseBody(page, limits, recorder);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    return { parsed: keepAsWritten(page, error), isDivided: false };
  }
}

export interface PageSource {
  source: string;
  /** Where the body begins in the source. */
  base: number;
  body: string;
  frontMatter: FrontMatter | undefined;
}

/** The tokenizer keeps five numbers for each line before it makes the first token. */
function requireFewLines(body: string, limits: DocumentLimits): void {
  let count = 1;
  for (let at = body.indexOf('\n'); at >= 0; at = body.indexOf('\n', at + 1)) count++;
  if (count > limits.lines) throw new LimitExceeded(limits, 'lines');
}

/** A text in one block, in one line: even a block for each of its lines may be too many. */
export function documentAsWritten(text: string): JSONDocument {
  const build = createBuild('', 0, '', {}, DOCUMENT_LIMITS, {
    inlines: buildInlines,
    markdown: buildMarkdown,
  });
  build.beginBlock('');
  return documentOf([verbatimLine(build, text)]);
}

function keepAsWritten(
  { source, base, body, frontMatter }: PageSource,
  { limit }: LimitExceeded,
): ParsedDocument {
  return {
    frontMatter,
    title: undefined,
    document: documentAsWritten(body),
    blocks: [{ start: base, end: source.length }],
    targets: [],
    notUnderstood: [],
    unlistedCount: 0,
    footnotes: [],
    definitions: [],
    ranges: new Map(),
    blockRanges: new Map(),
    exceeded: limit,
  };
}

/** Cells that short rows may leave out, beside those that are written: each of those takes two characters. */
const MAX_ADDED_CELLS = 5000;

/** Short rows of a wide table would make a cell for each of its columns. */
export const maxCells = (length: number, { cells }: DocumentLimits): number =>
  Math.min(cells, MAX_ADDED_CELLS + Math.ceil(length / 2));

export const documentOf = (nodes: Block[]): JSONDocument => ({
  object: 'document',
  data: { schemaVersion: SCHEMA_VERSION },
  nodes,
});

function parseBody(
  page: PageSource,
  limits: DocumentLimits,
  recorder: PieceRecorder | undefined,
): { parsed: ParsedDocument; isDivided: boolean } {
  const { build, all } = tokenize(page, limits);
  const { title, nodes, blocks } = buildPieces(build, all, { ...page, hasBegun: false, recorder });
  const footnotes = finishFootnotes(build, page.source);
  const definitions: Definition[] = [];
  for (const [label, { start, end, raw, startLine, endLine }] of build.env.definitions ?? []) {
    const lines = { start: build.sourceLine(startLine), end: build.sourceLine(endLine) };
    definitions.push({ label, isUsed: build.usedDefinitions.has(label), ...lines });
    build.targets.push({
      start: build.toSource(start),
      end: build.toSource(end),
      raw,
      kind: 'link',
      form: 'destination',
    });
  }
  const parsed = {
    frontMatter: page.frontMatter,
    title,
    document: documentOf(nodes),
    blocks,
    targets: build.targets.sort((left, right) => left.start - right.start),
    notUnderstood: build.notUnderstood.sort((left, right) => left.line - right.line),
    unlistedCount: build.unlistedCount,
    footnotes,
    definitions,
    ranges: build.ranges,
    blockRanges: build.blockRanges,
  };
  return { parsed, isDivided: isDivided(build, all) };
}

/** Tokenizes the body of a page, or a part of it. */
export function tokenize(
  { source, base, body }: Pick<PageSource, 'source' | 'base' | 'body'>,
  limits: DocumentLimits,
  countBefore?: (hash: string) => number,
): { build: Build; all: BlockTokens } {
  const env: ParseEnvironment = { limits: { ...limits, cells: maxCells(body.length, limits) } };
  const tokens: Token[] = [];
  tokenizer.block.parse(body, tokenizer, env as never, tokens);
  const builders = { inlines: buildInlines, markdown: buildMarkdown };
  const build = createBuild(source, base, body, env, limits, builders, countBefore);
  return { build, all: readBlockTokens(tokens) };
}

/**
 * Whether each piece of a body depends on its own text alone: nothing is defined for others, every tag has its partner
 * in the piece, and nothing was looked for in vain to the end of the body.
 */
export const isDivided = (build: Build, { isSettled }: BlockTokens): boolean =>
  isSettled &&
  !hasContext(build) &&
  build.unlistedCount === 0 &&
  build.env.withoutTagEnd === undefined &&
  build.env.failedTags === undefined &&
  build.env.withoutMathEnd === undefined &&
  build.env.withoutTableEnd === undefined;

interface BuiltPieces {
  title: ParsedDocument['title'];
  nodes: Block[];
  blocks: Range[];
}

/** Builds the outermost blocks of a body, piece by piece. `hasBegun`: whether some of the page precedes it. */
export function buildPieces(
  build: Build,
  all: BlockTokens,
  {
    source,
    frontMatter,
    hasBegun,
    recorder,
  }: Pick<PageSource, 'source' | 'frontMatter'> & {
    hasBegun: boolean;
    recorder: PieceRecorder | undefined;
  },
): BuiltPieces {
  const { tokens } = all;
  let title: ParsedDocument['title'];
  const nodes: Block[] = [];
  const blocks: Range[] = [];
  for (let i = 0; i < tokens.length; i = endOf(all, i)) {
    const { start, end } = rangeOf(build, source, all, i);
    const text = source.slice(start, end);
    const prefix = build.beginBlock(text);
    const mayBeTitle = !hasBegun && !title && nodes.length === 0 && isMainHeading(tokens[i]!);
    const make = (): { nodes: Block[]; title?: ReturnType<typeof readTitleLine> } => {
      if (mayBeTitle && isOnlyTitle(build, tokens[i + 1]!, frontMatter))
        return { nodes: [], title: readTitleLine(build, tokens[i]!, tokens[i + 1]!) };
      const made = buildBlock(build, all, i, 0);
      keepLostConditions(made, text);
      return { nodes: made };
    };
    const made = recorder ? recorder.build(build, { text, prefix, start, ...kindOf(all, i) }, make) : make();
    if (made.title) title = { ...made.title, start, end };
    for (const node of made.nodes) {
      nodes.push(node);
      blocks.push({ start, end });
    }
  }
  return { title, nodes, blocks };
}

const isMainHeading = ({ type, tag }: Token): boolean => type === 'heading_open' && tag === 'h1';

function readTitleLine(build: Build, heading: Token, inline: Token): { text: string; hasCondition: boolean } {
  const line = headingNodes(build, heading, inline);
  takeAnchor(line, inline.content);
  return { text: titleText(line), hasCondition: mentionsInLine(line) };
}

function kindOf(all: BlockTokens, index: number): Pick<Piece, 'type' | 'tokens' | 'tokenCells'> {
  const end = endOf(all, index);
  let tokenCells = 0;
  for (let at = index; at < end; at++) {
    const { type } = all.tokens[at]!;
    if (type === 'td_open' || type === 'th_open') tokenCells++;
  }
  return { type: all.tokens[index]!.type, tokens: end - index, tokenCells };
}

/**
 * Whether a heading is nothing but the title of its page. One that differs from the title in the front matter is text of
 * the page, whose words would be lost, and so would be the pictures in a heading.
 */
function isOnlyTitle(build: Build, inline: Token, frontMatter: FrontMatter | undefined): boolean {
  const tokens = build.inlineTokens(inline.content);
  if (tokens.some(isPicture)) return false;
  const named = titleInFrontMatter(frontMatter);
  if (named === undefined) return true;
  const words = tokens.map(({ type, content }) => (type === 'html_inline' ? '' : content));
  return isSameTitle(words.join(''), named);
}

const isPicture = ({ type, content }: Token): boolean =>
  type === 'image' || (type === 'html_inline' && /^<img[\s/>]/i.test(content));

/**
 * Some HTML has attributes that its block has no place for. Where one of them is a condition, the block keeps it as an
 * attribute, so that whoever shows the block knows of it.
 */
function keepLostConditions(made: readonly Block[], source: string): void {
  const [first] = made;
  if (!first || !mayHaveElements(source)) return;
  const written = readConditionTags(source).filter(isConditionElement);
  if (written.length === 0 || countConditionElements(made) >= written.length) return;
  for (const block of made) {
    const { start, end } = written[0] as Range;
    block.attributes = { ...block.attributes, if: cutText(source.slice(start, end), MAX_QUOTE_LENGTH) };
  }
}

const isConditionElement = ({ isCondition, name }: ConditionTag): boolean =>
  isCondition && name.startsWith('<');

/** The elements with conditions in the text of some nodes. */
function countConditionElements(nodes: readonly (DocumentNode | Fragment)[]): number {
  let count = 0;
  for (const node of nodes) {
    if (node.object === 'text') {
      const text = node.leaves.map((leaf) => leaf.source ?? leaf.text).join('');
      if (mayHaveElements(text)) count += readConditionTags(text).filter(isConditionElement).length;
      continue;
    }
    count += countConditionElements(node.nodes ?? []);
    if (node.object !== 'fragment') count += countConditionElements(node.fragments ?? []);
  }
  return count;
}

/** Normalizes a text as CommonMark does: every line break is one character, and there is no NUL. */
export function normalize(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\uFFFD') : lines;
}

/** The range of the block that begins with a token, without the blank lines after it. */
function rangeOf(build: Build, source: string, tokens: BlockTokens, index: number): Range {
  const first = tokens.tokens[index]!.map!;
  let at = tokens.impliedEnds[index]! < 0 ? tokens.partners[index]! : tokens.impliedEnds[index]! - 1;
  while (at > index && !tokens.tokens[at]!.map) at--;
  const last = at < 0 ? first : tokens.tokens[at]!.map!;
  const start = build.sourceLine(first[0]);
  let end = build.sourceLine(last[1]);
  // Blanks at the end of the last line belong to the block, blank lines do not.
  while (end > start) {
    let lineEnd = end;
    if (source[lineEnd - 1] === '\n') lineEnd--;
    if (source[lineEnd - 1] === '\r') lineEnd--;
    let blank = lineEnd;
    while (blank > start && (source[blank - 1] === ' ' || source[blank - 1] === '\t')) blank--;
    const isBlankLine = source[blank - 1] === '\n' || source[blank - 1] === '\r';
    if (!isBlankLine) return { start, end: lineEnd };
    end = blank;
  }
  return { start, end };
}

/** Lists the targets of footnotes that no text refers to. */
function finishFootnotes(build: Build, source: string): ParsedDocument['footnotes'] {
  const footnotes: ParsedDocument['footnotes'] = [];
  build.beginBlock('footnotes');
  for (const { label, startLine, endLine, paragraphs } of build.env.footnotes?.values() ?? []) {
    const start = build.sourceLine(startLine);
    let end = build.sourceLine(endLine);
    while (end > start && /[\r\n]/.test(source[end - 1]!)) end--;
    const isUsed = (build.footnoteUses.get(label) ?? 0) > 0;
    footnotes.push({ label, start, end, isUsed });
    if (isUsed) continue;
    build.openFootnotes = undefined;
    for (const { content, line } of paragraphs) build.buildInlines(content, build.locateLines(content, line));
    build.openFootnotes = new Set();
    report(build, `The footnote [^${label}] without a reference`, build.lineNumber(startLine));
  }
  return footnotes;
}

/** Reads Markdown within HTML; `offset` is where it begins in the body. */
function buildMarkdown(build: Build, text: string, offset: number): Block[] {
  const tokens: Token[] = [];
  tokenizer.block.parse(text, tokenizer, build.env as never, tokens);
  const line = build.bodyLine(offset);
  for (const token of tokens) {
    // Inline tokens share the map of their block.
    if (token.map) token.map = [token.map[0] + line, token.map[1] + line];
    const at = offsetOf(token);
    if (at !== undefined) setOffset(token, at + offset);
    if (typeof token.meta?.at === 'number') token.meta = { ...token.meta, at: token.meta.at + offset };
    if (typeof token.meta?.end === 'number') token.meta = { ...token.meta, end: token.meta.end + offset };
  }
  const { markdownEnd } = build;
  build.markdownEnd = Math.min(markdownEnd, offset + text.length);
  build.markdownDepth++;
  const blocks = buildBlocks(build, readBlockTokens(tokens), 0, tokens.length, MAX_DEPTH - 5);
  build.markdownDepth--;
  build.markdownEnd = markdownEnd;
  return blocks;
}
