import { canonicalText, isSame, withoutAnchors } from './canonical.ts';
import type { ContentRef } from './content-ref.ts';
import { type Block, isList, type JSONDocument, type Target, type TargetForm } from './document.ts';
import { parseAgain } from './parse-again.ts';
import { type ParsedDocument, parseMarkdown, type Range } from './parse-markdown.ts';
import { collectTargets, resolveReferences, restoreTargets } from './resolve-references.ts';
import { matchSequences } from './sequence-diff.ts';
import { escapeAttribute } from './syntax/html.ts';
import { escapeTagValue } from './syntax/tag.ts';
import { escapeDestination } from './write/destination.ts';
import { createFootnotes, type Neighbours, writeBlocks } from './write/write-blocks.ts';
import { createWriter, writeDefinitions } from './write-markdown.ts';

/** Blocks that one piece of the source holds. */
interface Unit extends Range {
  nodes: Block[];
}

/** Old units that give way to new blocks. */
interface Hunk {
  /** Units `from` to `to`, end excluded, are removed. */
  from: number;
  to: number;
  nodes: Block[];
}

interface Edit extends Range {
  text: string;
}

/**
 * Edits a source so that it means `next`. Only the ranges of blocks that differ are rewritten: front matter, title, all
 * other blocks and the text between them keep their bytes. `resolve`: the references that readers see in place of the
 * targets of the source; those of `next` are written as the source wrote them. `origins`: parsed sources that blocks of
 * `next` come from; they are written as they stand there, unless that means something else here.
 */
export function replaceDocument(
  source: string,
  next: JSONDocument,
  resolve: (raw: string) => ContentRef | undefined = () => undefined,
  origins: readonly Origin[] = [],
): string {
  const parsed = parseAgain(source);
  const units = unitsOf(parsed);
  const known = collectTargets(parsed.document, resolve);
  // Compared as they are written: several targets may have one meaning.
  const shown = restoreTargets(resolveReferences(parsed.document, resolve), known);
  const shownUnits = unitsOf({ ...parsed, document: shown });
  const textOf = rememberTexts();
  const wantedNodes = restoreTargets(next, known).nodes;
  const hunks = findHunks(shownUnits, wantedNodes, textOf);
  if (hunks.length === 0) return source;
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const freed = freedLabels(source, parsed, units, hunks);
  const footnotes = createFootnotes(new Set(parsed.footnotes.map(({ label }) => label)), freed);
  const writer = createWriter(footnotes);
  const texts = hunks.map((hunk) => writeBlocks(hunk.nodes, writer, neighboursOf(source, units, hunk)));
  const definitions = writeDefinitions(footnotes, writer);
  const definitionOf = new Map(footnotes.bodies.map(({ label }, i) => [label, definitions[i]!]));
  const ofFootnotes = parsed.footnotes.flatMap(({ label, start, end }): Edit[] =>
    freed.has(label) ? [{ start, end, text: definitionOf.get(label)?.replace(/\n/g, newline) ?? '' }] : [],
  );
  const added = definitions.filter((_, i) => !freed.has(footnotes.bodies[i]!.label));
  const write = (written: readonly string[], isSpaced: boolean): string => {
    const edits = hunks.map((hunk, i) =>
      placeHunk({ source, parsed, units, hunk, text: written[i]!, newline, isSpaced }),
    );
    return applyEdits(source, [...edits, ...ofFootnotes]) + appendix(source, added, newline);
  };
  const wanted = wantedNodes.map(withoutAnchors);
  const isFaithful = (edited: string): boolean => {
    const document = resolveReferences(parseMarkdown(edited).document, resolve);
    return isSame(restoreTargets(document, known).nodes.map(withoutAnchors), wanted);
  };
  const copied =
    origins.length > 0
      ? copyHunks(hunks, piecesOfOrigins(origins), ({ key }) => key)
      : copyHunks(hunks, piecesOf({ source, units: shownUnits }, textOf), textOf);
  const written = copied.map((text, i) => text ?? texts[i]!);
  // A missing blank line is added only if the new text would otherwise merge with its neighbor.
  for (const candidate of [written, texts])
    for (const isSpaced of [false, true]) {
      const edited = write(candidate, isSpaced);
      if (isFaithful(edited)) return edited;
    }
  return write(texts, true);
}

/** A source that blocks come from. */
interface Origin {
  source: string;
  parsed: ParsedDocument;
}

type BlockId = string | undefined;

/** Pieces of source by the first of their blocks. */
type Pieces = ReadonlyMap<BlockId, { ids: BlockId[]; text: string }>;

/** The canonical texts of blocks, each computed once. */
function rememberTexts(): (block: Block) => string {
  const texts = new WeakMap<Block, string>();
  return (block) => {
    let text = texts.get(block);
    if (text === undefined) {
      text = canonicalText([block]);
      texts.set(block, text);
    }
    return text;
  };
}

function piecesOf(
  { source, units }: { source: string; units: readonly Unit[] },
  idOf: (block: Block) => BlockId,
): Map<BlockId, { ids: BlockId[]; text: string }> {
  const pieces = new Map<BlockId, { ids: BlockId[]; text: string }>();
  for (const { nodes, start, end } of units) {
    const ids = nodes.map(idOf);
    if (!pieces.has(ids[0]))
      pieces.set(ids[0], { ids, text: source.slice(start, end).replace(/\r\n?/g, '\n') });
  }
  return pieces;
}

const piecesOfOrigins = (origins: readonly Origin[]): Pieces =>
  new Map(
    origins
      .flatMap(({ source, parsed }) => [...piecesOf({ source, units: unitsOf(parsed) }, ({ key }) => key)])
      .toReversed(),
  );

/** The text of each hunk as its blocks stand in a source; undefined where one of them stands in none as a whole. */
function copyHunks(
  hunks: readonly Hunk[],
  pieces: Pieces,
  idOf: (block: Block) => BlockId,
): (string | undefined)[] {
  return hunks.map(({ nodes }) => {
    const ids = nodes.map(idOf);
    const texts: string[] = [];
    for (let at = 0; at < ids.length; ) {
      const piece = pieces.get(ids[at]);
      if (!piece?.ids.every((id, n) => ids[at + n] === id)) return undefined;
      texts.push(piece.text);
      at += piece.ids.length;
    }
    return texts.join('\n\n');
  });
}

function unitsOf({ document, blocks }: ParsedDocument): Unit[] {
  const units: Unit[] = [];
  for (const [i, { start, end }] of blocks.entries()) {
    const last = units.at(-1);
    if (last && last.start === start && last.end === end) last.nodes.push(document.nodes[i]!);
    else units.push({ start, end, nodes: [document.nodes[i]!] });
  }
  return units;
}

/** A unit stays when all of its blocks stay, side by side. */
function findHunks(units: readonly Unit[], next: readonly Block[], textOf: (block: Block) => string): Hunk[] {
  const old = units.flatMap(({ nodes }) => nodes.map(textOf));
  const matches = matchSequences(old, next.map(textOf));
  const firstOf = new Map<number, number>();
  let count = 0;
  for (const [i, { nodes }] of units.entries()) {
    firstOf.set(count, i);
    count += nodes.length;
  }
  const hunks: Hunk[] = [];
  let unit = 0;
  let pending: Block[] = [];
  const close = (to: number): void => {
    if (pending.length > 0 || to > unit) hunks.push({ from: unit, to, nodes: pending });
    pending = [];
  };
  for (let i = 0; i < next.length; ) {
    const kept = firstOf.get(matches[i]!);
    const length = kept === undefined ? 0 : units[kept]!.nodes.length;
    const isWhole =
      kept !== undefined &&
      Array.from({ length }, (_, n) => matches[i + n] === matches[i]! + n).every(Boolean);
    if (!isWhole) {
      pending.push(next[i]!);
      i++;
      continue;
    }
    close(kept);
    unit = kept + 1;
    i += length;
  }
  close(units.length);
  return hunks;
}

const FOOTNOTE_USE = /\[\^((?:(?!\[\^)[^\]\s])+)\]|#user-content-fn-([^\s)"'>]+)/g;

/** Returns the labels that only removed blocks use: their definitions are removed or rewritten. */
function freedLabels(
  source: string,
  parsed: ParsedDocument,
  units: readonly Unit[],
  hunks: readonly Hunk[],
): Set<string> {
  if (parsed.footnotes.length === 0) return new Set();
  const labelsIn = (unit: Unit): string[] =>
    [...source.slice(unit.start, unit.end).matchAll(FOOTNOTE_USE)].map((match) => match[1] ?? match[2]!);
  const removed = new Set(hunks.flatMap(({ from, to }) => units.slice(from, to)));
  const kept = new Set(units.flatMap((unit) => (removed.has(unit) ? [] : labelsIn(unit))));
  const unused = new Set([...removed].flatMap(labelsIn));
  const defined = new Set(parsed.footnotes.map(({ label }) => label));
  return new Set([...unused].filter((label) => defined.has(label) && !kept.has(label)));
}

const isListed = (node: Block | undefined): boolean => node !== undefined && isList(node);

/** The markers of lists that would join with a list written beside them. */
function neighboursOf(source: string, units: readonly Unit[], { from, to, nodes }: Hunk): Neighbours {
  const markerOf = (unit: Unit | undefined, node: Block | undefined): string | undefined => {
    if (!unit || !isListed(node)) return undefined;
    const match = /^[ \t]*(?:([*+-])|\d+([.)]))/.exec(source.slice(unit.start, unit.start + 20));
    return match?.[1] ?? match?.[2];
  };
  const before = units[from - 1];
  const after = units[to];
  return {
    before: isListed(nodes[0]) ? markerOf(before, before?.nodes.at(-1)) : undefined,
    after: isListed(nodes.at(-1)) ? markerOf(after, after?.nodes[0]) : undefined,
  };
}

interface Placement {
  source: string;
  parsed: ParsedDocument;
  units: readonly Unit[];
  hunk: Hunk;
  text: string;
  newline: string;
  /** Whether blank lines surround the text, even where there were none. */
  isSpaced: boolean;
}

function placeHunk({ source, parsed, units, hunk, text, newline, isSpaced }: Placement): Edit {
  const written = text.replace(/\n/g, newline);
  const { from, to } = hunk;
  const before = units[from - 1];
  const after = units[to];
  const bodyStart = before?.end ?? Math.max(parsed.title?.end ?? 0, parsed.frontMatter?.end ?? 0);
  const blank = newline + newline;
  if (from === to) {
    // An insertion: the new blocks follow the ones before them.
    const gap = source.slice(bodyStart, after?.start ?? source.length);
    const lead = bodyStart === 0 || (!before && !parsed.title) ? '' : blank;
    const trail = after
      ? before || parsed.title
        ? hasBlankLine(gap)
          ? ''
          : newline
        : blank
      : gap === ''
        ? newline
        : '';
    return { start: bodyStart, end: bodyStart, text: written === '' ? '' : lead + written + trail };
  }
  const start = units[from]!.start;
  const end = units[to - 1]!.end;
  // Definitions between the removed blocks are not blocks: they stay.
  const between = units
    .slice(from, to - 1)
    .map((unit, i) => source.slice(unit.end, units[from + i + 1]!.start).trim())
    .filter((gap) => gap !== '');
  const content = [written, ...between].filter((part) => part !== '').join(blank);
  if (content === '') {
    // A removed block takes the blank lines after it along, the last one those before it.
    if (after && source.slice(end, after.start).trim() === '') return { start, end: after.start, text: '' };
    if (!after && source.slice(bodyStart, start).trim() === '') return { start: bodyStart, end, text: '' };
    return { start, end, text: '' };
  }
  const lead =
    start > bodyStart &&
    bodyStart > 0 &&
    (before || parsed.title) &&
    isSpaced &&
    !hasBlankLine(source.slice(bodyStart, start))
      ? newline
      : '';
  const trail = isSpaced && after && !hasBlankLine(source.slice(end, after.start)) ? newline : '';
  return { start, end, text: lead + content + trail };
}

const hasBlankLine = (gap: string): boolean => /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/.test(gap);

function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text } of [...edits].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    if (start < position) continue;
    result += source.slice(position, start) + text;
    position = end;
  }
  return result + source.slice(position);
}

function appendix(source: string, definitions: readonly string[], newline: string): string {
  if (definitions.length === 0) return '';
  const lead = /(?:\r\n?|\n)$/.test(source) ? newline : newline + newline;
  return lead + definitions.join('\n\n').replace(/\n/g, newline) + newline;
}

/** Puts other targets in place of those for which `rewrite` answers; every other byte stays. */
export function replaceTargets(source: string, rewrite: (target: Target) => string | undefined): string {
  let result = '';
  let position = 0;
  for (const target of parseAgain(source).targets) {
    const next = rewrite(target);
    if (next === undefined || next === target.raw || target.start < position) continue;
    let { start, end } = target;
    if (target.form === 'destination' && source[start - 1] === '<' && source[end] === '>') {
      start--;
      end++;
    }
    result += source.slice(position, start) + escapeTarget(next, target.form, source[start - 1]);
    position = end;
  }
  return result + source.slice(position);
}

/** Writes a target so that it is read as it is in the place where it stands. */
function escapeTarget(target: string, form: TargetForm, before: string | undefined): string {
  switch (form) {
    case 'destination':
      return escapeDestination(target);
    case 'html':
      return before === '"' ? escapeAttribute(target) : escapeAttribute(target).replace(/'/g, '&#x27;');
    case 'tag':
      return before === "'" ? escapeTagValue(target).replace(/'/g, "\\'") : escapeTagValue(target);
    case 'autolink':
      return target.replace(/[<>\s]/g, encodeURIComponent);
  }
}
