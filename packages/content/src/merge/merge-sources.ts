import type { JSONDocument } from '@lectern/markdown/document';
import { type ParsedDocument, parseMarkdown } from '@lectern/markdown/parse-markdown';
import { type Chunk, countConflicts, type Level, type PieceMerge, type Resolution } from './chunks.ts';
import { compareReading, hasWordsOfBoth } from './compare-reading.ts';
import {
  type ConflictAnswer,
  type ConflictBlocks,
  conflictIdOf,
  mapSides,
  type Sides,
  type SourceConflict,
  type SourceLocation,
} from './conflicts.ts';
import { createBlockLocator, findContested, type LocateBlock } from './locate-block.ts';
import { mergeFrontMatter } from './merge-front-matter.ts';
import { concernSame, mergePieces } from './merge-pieces.ts';
import { mergeTable } from './merge-table.ts';
import { mergeLines, mergeLinesCleanly, mergeText, mergeTextCleanly } from './merge-texts.ts';
import { joinPieces, type Piece } from './pieces.ts';
import { numberAlike, splitItem, splitList } from './split-block.ts';
import { type SplitSource, splitSource } from './split-source.ts';
import { type OpenConflict, type WrittenPiece, writeMerge } from './write-merge.ts';

export interface MergedSource {
  /** Keeps ours where a conflict has no answer. */
  source: string;
  /** The conflicts without an answer, in the order of the source. */
  conflicts: SourceConflict[];
}

export interface MergeSourcesOptions {
  /** The owner of the source, such as the id of its page: equal conflicts in different scopes have different ids. */
  scope?: string;
  /** Merges by line only, as sources that are not UTF-8 require. */
  isByLine?: boolean;
}

export type AnswerOf = (conflict: SourceConflict) => ConflictAnswer | undefined;

/**
 * Merges two versions of a source with the version that both come from: front matter by key, the page by block, lists
 * by item, tables by row and cell, everything else by line, and lines by word. Text that only one side changed has the
 * bytes of that side. If both sides changed the same words differently, it is a conflict.
 */
export function mergeSources(
  sides: Sides<string>,
  answerOf: AnswerOf,
  options: MergeSourcesOptions = {},
): MergedSource {
  const { base, ours, theirs } = sides;
  if (ours === theirs || theirs === base) return { source: ours, conflicts: [] };
  if (ours === base) return { source: theirs, conflicts: [] };
  const endings = mergeLineEndings(sides);
  if (!endings) return mergeExactly({ sides, written: sides }, answerOf, options);
  const unified = { base: toLines(base), ours: toLines(ours), theirs: toLines(theirs) };
  const merged = mergeExactly({ sides: unified, written: sides }, answerOf, options);
  return { ...merged, source: merged.source.replace(/\n/g, endings) };
}

/** Makes one conflict of the whole page, for pages that both sides changed and that cannot be read. */
export function mergeAsWhole(
  sides: Sides<string>,
  answerOf: AnswerOf,
  options: MergeSourcesOptions = {},
): MergedSource {
  return conflictOfPage(sides, createReport(answerOf, options));
}

const toLines = (text: string): string => text.replace(/\r\n/g, '\n');

/** The line ending of the merged source, if each version has only one kind and they differ. */
function mergeLineEndings({ base, ours, theirs }: Sides<string>): string | undefined {
  const endings = [base, ours, theirs].map(lineEndingOf);
  if (endings.includes('mixed')) return undefined;
  const [ofBase, ofOurs, ofTheirs] = endings;
  if (ofOurs === ofBase && ofTheirs === ofBase) return undefined;
  return (ofOurs === ofBase ? ofTheirs : ofOurs) ?? ofBase;
}

/** Returns undefined for a text of one line. */
function lineEndingOf(text: string): '\r\n' | '\n' | 'mixed' | undefined {
  if (/\r(?!\n)/.test(text)) return 'mixed';
  const isCrLf = text.includes('\r\n');
  const isLf = /(?<!\r)\n/.test(text);
  if (isCrLf && isLf) return 'mixed';
  return isCrLf ? '\r\n' : isLf ? '\n' : undefined;
}

interface Versions {
  sides: Sides<string>;
  /** The versions with the line endings that they were written with, on which their keys depend. */
  written: Sides<string>;
}

function mergeExactly(versions: Versions, answerOf: AnswerOf, options: MergeSourcesOptions): MergedSource {
  const { sides } = versions;
  const parsed = options.isByLine ? undefined : mapSides(sides, (source) => parseMarkdown(source));
  if (!parsed || parsed.base.exceeded || parsed.ours.exceeded || parsed.theirs.exceeded)
    return mergeWholeByLine(sides, answerOf, options);
  const split = {
    base: openVersion(versions, parsed.base, 'base'),
    ours: openVersion(versions, parsed.ours, 'ours'),
    theirs: openVersion(versions, parsed.theirs, 'theirs'),
  };
  return (
    mergeByBlock(sides, split, createReport(answerOf, options)) ??
    conflictOfPage(sides, createReport(answerOf, options))
  );
}

interface OpenVersion extends SplitSource {
  locate: LocateBlock;
}

function openVersion(
  { sides, written }: Versions,
  parsed: ParsedDocument,
  version: keyof Sides<string>,
): OpenVersion {
  const [source, original] = [sides[version], written[version]];
  let document: JSONDocument | undefined = source === original ? parsed.document : undefined;
  const readKeys = (): JSONDocument => {
    document ??= parseMarkdown(original).document;
    return document;
  };
  return { ...splitSource(source, parsed), locate: createBlockLocator(parsed, readKeys) };
}

interface Report {
  conflicts: SourceConflict[];
  /** Discards everything that was reported after `state`, so that it can be reported anew. */
  rewind(state: ReportState): void;
  state(): ReportState;
  /** Returns the answer, or notes the conflict. */
  resolve(sides: Sides<string>, location: SourceLocation, canKeepBoth: boolean): ConflictAnswer | undefined;
}

interface ReportState {
  length: number;
  counts: ReadonlyMap<string, number>;
}

function createReport(answerOf: AnswerOf, { scope = '' }: MergeSourcesOptions): Report {
  const conflicts: SourceConflict[] = [];
  let counts = new Map<string, number>();
  return {
    conflicts,
    state: () => ({ length: conflicts.length, counts: new Map(counts) }),
    rewind(state) {
      conflicts.length = state.length;
      counts = new Map(state.counts);
    },
    resolve({ base, ours, theirs }, location, canKeepBoth) {
      const detail = 'key' in location ? location.key : 'label' in location ? location.label : '';
      const parts = [scope, location.kind, detail, base, ours, theirs];
      const key = conflictIdOf(parts);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const id = count === 0 ? key : conflictIdOf([...parts, count]);
      const conflict: SourceConflict = { id, place: location, base, ours, theirs, canKeepBoth };
      const response = answerOf(conflict);
      if (response && (response.choice !== 'both' || canKeepBoth)) return response;
      conflicts.push(conflict);
      return undefined;
    },
  };
}

function mergeWholeByLine(
  sides: Sides<string>,
  answerOf: AnswerOf,
  options: MergeSourcesOptions,
): MergedSource {
  const report = createReport(answerOf, options);
  const merge = mergeLines(sides);
  let line = 1;
  const { text } = writeMerge(merge, {
    newline: newlineOf(sides),
    onPiece: ({ text }) => {
      line += text.split('\n').length;
    },
    resolve: (conflict) => report.resolve(textsOf(conflict), { kind: 'line', line }, true),
  });
  return { source: text, conflicts: report.conflicts };
}

const newlineOf = ({ ours }: Sides<string>): string => (ours.includes('\r\n') ? '\r\n' : '\n');

const textsOf = ({ base, ours, theirs }: OpenConflict): Sides<string> => ({ base, ours, theirs });

function conflictOfPage(sides: Sides<string>, report: Report): MergedSource {
  const response = report.resolve(sides, { kind: 'page' }, false);
  const source =
    response?.choice === 'text' ? response.text : response?.choice === 'theirs' ? sides.theirs : sides.ours;
  return { source, conflicts: report.conflicts };
}

const BLOCKS: Level = {
  name: 'block',
  isStrict: false,
  concern: concernSame,
  mergeParts: mergeBlock,
  mergeTexts: mergeTextCleanly,
};
const ITEMS: Level = {
  name: 'item',
  isStrict: false,
  concern: concernSame,
  mergeParts: mergeItem,
  mergeTexts: mergeTextCleanly,
};

/** Blocks of other blocks or of lines, whose parts can be in conflict on their own. */
const HAS_LINES = new Set<string>([
  'code',
  'blockquote',
  'hint',
  'tabs',
  'expandable',
  'stepper',
  'columns',
  'updates',
  'prompt',
  'if',
  'blocks',
]);
const LISTS = new Set(['list-ordered', 'list-unordered', 'list-tasks']);

function mergeBlock(pieces: Sides<Piece>): Resolution | undefined {
  const texts = mapSides(pieces, ({ text: own }) => own);
  const kinds = [pieces.base.kind, pieces.ours.kind, pieces.theirs.kind];
  if (kinds.every((kind) => LISTS.has(kind)))
    return atBest(texts, () =>
      mergePieces(
        { base: splitList(texts.base), ours: splitList(texts.ours), theirs: splitList(texts.theirs) },
        ITEMS,
      ),
    );
  if (kinds.every((kind) => kind === 'table')) return atBest(texts, () => mergeTable(texts));
  const text = mergeTextCleanly(texts);
  if (text !== undefined) return { kind: 'text', text };
  const merge = mergeText(texts);
  const isText = kinds.some((kind) => kind !== kinds[0]) || !HAS_LINES.has(pieces.base.kind);
  // The lines of a paragraph mean nothing alone: the paragraph is the conflict.
  return isText || merge.chunks.length === 1 ? undefined : { kind: 'parts', merge };
}

/** Merges by parts, or by line and word if only that leaves no conflict. */
function atBest(texts: Sides<string>, mergeByParts: () => PieceMerge | undefined): Resolution {
  const byParts = mergeByParts();
  if (byParts && countConflicts(byParts) === 0) return { kind: 'parts', merge: byParts };
  const text = mergeTextCleanly(texts);
  if (text !== undefined) return { kind: 'text', text };
  return { kind: 'parts', merge: byParts ?? mergeText(texts) };
}

function mergeItem(pieces: Sides<Piece>): Resolution {
  const texts = numberAlike(mapSides(pieces, ({ text }) => text));
  return atBest(texts, () => {
    const [base, ours, theirs] = [splitItem(texts.base), splitItem(texts.ours), splitItem(texts.theirs)];
    return base && ours && theirs ? mergePieces({ base, ours, theirs }, ITEMS) : undefined;
  });
}

/** Returns undefined if the merged parts of the page cannot be joined without changing how they are parsed. */
function mergeByBlock(
  sides: Sides<string>,
  split: Sides<OpenVersion>,
  report: Report,
): MergedSource | undefined {
  const heads = mapSides(split, ({ head }) => head);
  const head = mergeFrontMatter(
    heads,
    ({ place, ...texts }) => report.resolve(texts, place, false),
    mergeLinesCleanly,
  );
  const merge = mergePieces(split, BLOCKS);
  const ofHead = report.state();
  const byBlock = writeReadably(merge, { head, sides, split, report });
  if (byBlock && countConflicts(merge) === 0) return byBlock;
  // Whatever git can merge is merged, even if the blocks alone do not allow it.
  const body = mergeBodyByLine(split);
  if (body === undefined || !isComplete(head + body, sides) || !hasWordsOfBoth(split, head + body))
    return byBlock;
  report.rewind(ofHead);
  return { source: head + body, conflicts: report.conflicts };
}

/** Each block whose merge means something else becomes a conflict, which may show others. */
const MAX_ROUNDS = 4;

interface ReadableMerge {
  head: string;
  sides: Sides<string>;
  split: Sides<OpenVersion>;
  report: Report;
}

/** Writes the merge so that the parser reads it as it was meant, with more blank lines if it must be. */
function writeReadably(
  merge: PieceMerge,
  { head, sides, split, report }: ReadableMerge,
): MergedSource | undefined {
  const before = report.state();
  const options = { split, newline: newlineOf(sides) };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let doubtful: Chunk[] = [];
    for (const isSpaced of [false, true]) {
      report.rewind(before);
      const { text, pieces } = writeBody(merge, { ...options, report, isSpaced });
      const source = head + text;
      const { isAsMeant, unmeant } = compareReading(source, head.length, pieces);
      // As long as conflicts are open, the source is only shown.
      const isOpen = report.conflicts.length > before.length;
      const conflicts = [...report.conflicts];
      doubtful = unmeant;
      if (isOpen && unmeant.length > 0) {
        // What our side of a conflict opens and does not close may hide what follows, and theirs may not.
        report.rewind(before);
        const theirs = writeBody(merge, { ...options, report: takingTheirs(report), isSpaced });
        const other = compareReading(head + theirs.text, head.length, theirs.pieces);
        doubtful = unmeant.filter((chunk) => other.unmeant.includes(chunk));
      }
      if (isOpen ? doubtful.length === 0 : isAsMeant && isComplete(source, sides))
        return { source, conflicts };
    }
    if (doubtful.length === 0) return undefined;
    for (const chunk of doubtful) chunk.resolution = { kind: 'conflict' };
  }
  return undefined;
}

const takingTheirs = (report: Report): Report => ({
  ...report,
  resolve: (...conflict) => report.resolve(...conflict) ?? { choice: 'theirs' },
});

function mergeBodyByLine(split: Sides<SplitSource>): string | undefined {
  const bodyOf = ({ pieces, tail }: SplitSource): string =>
    (pieces[0]?.lead ?? '') + joinPieces(pieces, 0, pieces.length) + tail;
  return mergeLinesCleanly(mapSides(split, bodyOf));
}

function writeBody(
  merge: PieceMerge,
  {
    split,
    report,
    ...options
  }: Omit<ReadableMerge, 'head' | 'sides'> & { newline: string; isSpaced: boolean },
): { text: string; pieces: WrittenPiece[] } {
  const headings: { level: number; title: string }[] = [];
  let index = -1;
  let current: Piece | undefined;
  const onPiece = (piece: Piece): void => {
    current = piece;
    const { kind, heading } = piece;
    if (kind !== 'title' && kind !== 'definition') index++;
    if (!heading) return;
    while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= heading.level) headings.pop();
    headings.push(heading);
  };
  const resolve = (conflict: OpenConflict): ConflictAnswer | undefined => {
    // Whole blocks are reported before they are written, parts of a block within it.
    const isPart = conflict.level !== BLOCKS.name;
    const titles = headings.map(({ title }) => title);
    const location = placeOf(isPart ? current : conflict.pieces[0], {
      kind: 'block',
      index: isPart ? index : index + 1,
      headings: titles,
      blocks: locateBlocks(conflict, split),
    });
    const isWhole = !isPart || [conflict.ours, conflict.theirs].every(isClosed);
    return report.resolve(textsOf(conflict), location, location.kind !== 'title' && isWhole);
  };
  const starts = mapSides(split, ({ head }) => head.length);
  return writeMerge(merge, { ...options, starts, onPiece, resolve });
}

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/gm;
const TAG = /\{%-?\s*(end)?([\w-]+)/g;

/** Whether a text closes what it opens. Of two lines that open the same block, only one can be kept. */
function isClosed(text: string): boolean {
  const open: string[] = [];
  for (const [, isEnd, name = ''] of text.matchAll(TAG))
    if (!isEnd) open.push(name);
    else if (open.pop() !== name) return false;
  return open.length === 0 && (text.match(FENCE)?.length ?? 0) % 2 === 0;
}

/** The blocks that hold what both sides changed. */
function locateBlocks(conflict: OpenConflict, split: Sides<OpenVersion>): ConflictBlocks {
  const contested = findContested(textsOf(conflict), conflict.level);
  const blocks: ConflictBlocks = {};
  for (const version of ['base', 'ours', 'theirs'] as const) {
    if (conflict[version] === '') continue;
    const start = conflict.starts[version];
    const { start: from, end: to } = contested[version];
    const block = split[version].locate({ start: start + from, end: start + to });
    if (block) blocks[version] = block;
  }
  return blocks;
}

function placeOf(piece: Piece | undefined, location: SourceLocation): SourceLocation {
  if (piece?.kind === 'title') return { kind: 'title' };
  if (piece?.kind !== 'definition' || piece.identity === undefined) return location;
  return { kind: 'definition', label: piece.identity.slice(1) };
}

/** Whether every label is defined only once, unless a side already repeats it. */
function isComplete(source: string, { ours, theirs }: Sides<string>): boolean {
  const repeated = repeatedLabels(source);
  if (repeated.size === 0) return true;
  const known = new Set([...repeatedLabels(ours), ...repeatedLabels(theirs)]);
  return [...repeated].every((label) => known.has(label));
}

const LABEL = /^ {0,3}(\[[^\]\n]+\]):/gm;

function repeatedLabels(source: string): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [, label = ''] of source.matchAll(LABEL)) {
    if (seen.has(label.toLowerCase())) repeated.add(label.toLowerCase());
    seen.add(label.toLowerCase());
  }
  return repeated;
}
