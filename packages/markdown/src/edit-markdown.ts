import { appendTo } from '@lectern/std/long-lists';
import { isSame } from './canonical.ts';
import type { ContentRef } from './content-ref.ts';
import type { Block, JSONDocument, Target, TargetForm } from './document.ts';
import {
  copyHunk,
  type Origin,
  type Pieces,
  piecesOf,
  piecesOfOrigins,
  rememberTexts,
} from './edit/copied-pieces.ts';
import { createCopies } from './edit/copy-blocks.ts';
import { findUnwritten, type UnwrittenBlock } from './edit/find-unwritten.ts';
import {
  createDefinitions,
  freedLabels,
  keepLabels,
  removeUnused,
  spliceBodies,
  writeDefinition,
} from './edit/footnotes.ts';
import { asRead } from './edit/name-tables.ts';
import { appendix, neighboursOf, placeHunk } from './edit/place-hunk.ts';
import { applyEdits, type Edit } from './edit/site.ts';
import { divideHunk, spliceUnit } from './edit/splice-hunks.ts';
import { findHunks, type Hunk, type Unit, unitsOf, widenHunks } from './edit/units.ts';
import { fillBlanks } from './fill-blanks.ts';
import { mapChildren, rememberMapped } from './map-children.ts';
import { parseAgain } from './parse-again.ts';
import type { ParsedDocument } from './parse-markdown.ts';
import {
  collectTargets,
  type KnownTargets,
  resolveReferences,
  restoreTargets,
} from './resolve-references.ts';
import { alertOf, styleOfAlert } from './syntax/alert.ts';
import { escapeAttribute } from './syntax/html.ts';
import { escapeTagValue } from './syntax/tag.ts';
import { escapeDestination } from './write/destination.ts';
import { readStyle } from './write/style.ts';
import { createFootnotes, writeBlocks } from './write/write-blocks.ts';
import { createWriter, writeDefinitions } from './write-markdown.ts';

/**
 * Edits a source so that it means `next`. Only what differs is rewritten, at every depth: in a list the item, in an item
 * the paragraph, in a paragraph the words. Everything else keeps its bytes, and what is new is written in the style of
 * the source. `resolve`: the references that readers see in place of the targets of the source; those of `next` are
 * written as the source wrote them. `origins`: parsed sources that blocks of `next` come from; they are written as they
 * stand there, unless that means something else here. `shown`: the document of the source, of which `next` was made.
 */
export const replaceDocument = (
  source: string,
  next: JSONDocument,
  resolve?: (raw: string) => ContentRef | undefined,
  options?: ReplaceOptions,
): string => editDocument(source, next, resolve, options).text;

interface ReplaceOptions {
  origins?: readonly Origin[];
  shown?: JSONDocument;
}

/** Edits a source as `replaceDocument` does. `unwritten`: the first block of `next` that Markdown cannot hold there. */
export function editDocument(
  source: string,
  next: JSONDocument,
  resolve: (raw: string) => ContentRef | undefined = () => undefined,
  { origins = [], shown }: ReplaceOptions = {},
): { text: string; unwritten?: UnwrittenBlock | undefined } {
  const parsed = parseAgain(source);
  const place = { source, parsed, next: next.nodes, resolve, origins };
  const part = findPart(parsed, (shown ?? parsed.document).nodes, next.nodes);
  const edited = part && editPart(place, part);
  if (edited?.isFaithful) return { text: edited.text };
  const { text, isFaithful } = editPart(place, { start: 0, trailing: 0 });
  if (isFaithful) return { text };
  const filled = fillBlanks(next.nodes);
  const isFilled = filled.some((node, at) => node !== next.nodes[at]);
  const { text: read } = isFilled
    ? editPart({ ...place, next: filled }, { start: 0, trailing: 0 })
    : { text };
  return { text, unwritten: findUnwritten(filled, parseAgain(read).document.nodes) };
}

/** The part of a document in which all changes are: how many blocks come before it and after it. */
interface Part {
  start: number;
  trailing: number;
}

/** Finds the part beyond which both documents have the same blocks, with a block on each side. */
function findPart(
  { blocks, footnotes, definitions }: ParsedDocument,
  old: readonly Block[],
  next: readonly Block[],
): Part | undefined {
  // Definitions may be anywhere.
  if (footnotes.length > 0 || definitions.length > 0) return undefined;
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start += 1;
  let trailing = 0;
  while (trailing < shorter - start && old.at(-1 - trailing) === next.at(-1 - trailing)) trailing += 1;
  const isWithin = (at: number): boolean => at > 0 && blocks[at - 1]?.start === blocks[at]?.start;
  // Blocks of one piece of source stay together.
  start = Math.max(0, start - 1);
  while (isWithin(start)) start -= 1;
  trailing = Math.max(0, trailing - 1);
  while (trailing > 0 && isWithin(old.length - trailing)) trailing -= 1;
  return start + trailing > 0 ? { start, trailing } : undefined;
}

interface EditedPage {
  source: string;
  parsed: ParsedDocument;
  next: readonly Block[];
  resolve(raw: string): ContentRef | undefined;
  origins: readonly Origin[];
}

/** Edits a part of a source, beyond which nothing changes. */
function editPart(
  { source, parsed, next, resolve, origins }: EditedPage,
  { start, trailing }: Part,
): { text: string; isFaithful: boolean } {
  const { document, blocks } = parsed;
  let known: KnownTargets | undefined;
  const targets: KnownTargets = {
    get(name) {
      known ??= collectTargets(document, resolve);
      return known.get(name);
    },
  };
  const settle = (nodes: Block[]): Block[] =>
    restoreTargets(resolveReferences({ ...document, nodes }, resolve), targets).nodes;
  const partOf = <Item>(items: readonly Item[]): Item[] => items.slice(start, items.length - trailing);
  // Compared as they are written: several targets may have one meaning.
  const shown = settle(partOf(document.nodes));
  const units = unitsOf(shown, partOf(blocks));
  const textOf = rememberTexts();
  const nodes = restoreTargets({ ...document, nodes: partOf(next) }, targets).nodes.map(nameAlert);
  const hunks = findHunks(units, nodes, textOf);
  if (hunks.length === 0) return { text: source, isFaithful: true };
  const wanted = nodes.map(asRead);
  const change: Change = {
    source,
    parsed,
    units,
    allUnits: () => (start + trailing > 0 ? unitsOf(document.nodes, blocks) : units),
    hunks,
    textOf,
    origins,
    shown,
    newline: source.includes('\r\n') ? '\r\n' : '\n',
    settle,
  };
  const isFaithful = (edited: string): boolean => {
    const read = parseAgain(edited).document.nodes;
    return (
      hasSameAround(document.nodes, read, { start, trailing }) &&
      isSame(settle(partOf(read)).map(asRead), wanted)
    );
  };
  let text = source;
  for (const edited of spliceDocument(change))
    if (isFaithful(edited)) return { text: edited, isFaithful: true };
  // What Markdown cannot say is written as well as it can: the changed blocks anew, and all others as they are.
  for (const edited of rewriteUnits(change)) {
    if (isFaithful(edited)) return { text: edited, isFaithful: true };
    text = edited;
  }
  // Blocks that would merge with their new neighbors.
  for (const wider of [widenHunks(units, hunks), [{ from: 0, to: units.length, nodes }]])
    for (const edited of rewriteUnits({ ...change, hunks: wider }))
      if (isFaithful(edited)) return { text: edited, isFaithful: true };
  return { text, isFaithful: false };
}

/** Whether the blocks before and after a part are those that they were. */
function hasSameAround(old: readonly Block[], read: readonly Block[], { start, trailing }: Part): boolean {
  if (read.length < start + trailing) return false;
  const isKept = (one: Block | undefined, other: Block | undefined): boolean =>
    one === other || (one !== undefined && other !== undefined && isSame([asRead(one)], [asRead(other)]));
  for (let at = 0; at < start; at += 1) if (!isKept(old[at], read[at])) return false;
  for (let at = 1; at <= trailing; at += 1) if (!isKept(old.at(-at), read.at(-at))) return false;
  return true;
}

interface Change {
  source: string;
  parsed: ParsedDocument;
  /** The blocks of the part that is edited, with its targets as they are compared. */
  shown: readonly Block[];
  units: readonly Unit[];
  /** Those of the whole source. */
  allUnits(): readonly Unit[];
  hunks: readonly Hunk[];
  textOf(block: Block): string;
  settle(nodes: Block[]): Block[];
  origins: readonly Origin[];
  newline: string;
}

/** A quote that is a hint has a name for its style. */
const nameAlert = rememberMapped((node) => {
  const mapped = mapChildren(node, nameAlert);
  if (mapped.object !== 'block' || mapped.type !== 'hint' || mapped.data.alert === undefined) return mapped;
  const { style, alert, icon } = mapped.data;
  const name = icon === undefined && styleOfAlert(alert) !== style ? alertOf(style) : undefined;
  return name === undefined ? mapped : { ...mapped, data: { ...mapped.data, alert: name } };
});

/** The text of a hunk as written in a source, if a source has it as a whole. */
function createHunkCopies({ origins, source, allUnits, textOf }: Change): (hunk: Hunk) => string | undefined {
  let pieces: Pieces | undefined;
  const idOf = origins.length > 0 ? ({ key }: Block) => key : textOf;
  return (hunk) => {
    pieces ??=
      origins.length > 0 ? piecesOfOrigins(origins) : piecesOf({ source, units: allUnits() }, textOf);
    return copyHunk(hunk, pieces, idOf);
  };
}

/** Changes what differs within the blocks that differ. */
function* spliceDocument(change: Change): Generator<string> {
  const { source, parsed, units, hunks, textOf, newline, settle } = change;
  const known = keepLabels(parsed, change.shown);
  const writer = createWriter(known.footnotes, readStyle(source));
  const place = {
    source,
    newline,
    ranges: parsed.blockRanges,
    tags: { get: (key: string) => parsed.ranges.get(key) },
    writer,
    settle,
    textOf,
    definitionsFor: createDefinitions(source, parsed, known, (label, body) =>
      writeDefinition({ writer }, label, body),
    ),
  };
  const site = { ...place, copyOf: createCopies(place, change.shown) };
  const copying = { ...writer, copyOf: site.copyOf };
  const edits: Edit[] = [];
  const written: { hunk: Hunk; text: string }[] = [];
  const parts = hunks.flatMap((hunk) => divideHunk(units, hunk, textOf));
  const copyOf = createHunkCopies(change);
  for (const part of parts) {
    const isCopied = change.origins.length > 0 && copyOf(part) !== undefined;
    const spliced = part.isPaired && !isCopied ? spliceUnit(site, units[part.from]!, part.nodes) : undefined;
    if (spliced) appendTo(edits, spliced);
    else {
      const text = copyOf(part) ?? writeBlocks(part.nodes, copying, neighboursOf(source, units, part));
      written.push({ hunk: part, text });
    }
  }
  appendTo(edits, spliceBodies({ ...site, coarse: new Set(), splice: () => undefined }, parsed, known));
  const added = writeDefinitions(known.footnotes, writer);
  for (const isSpaced of [false, true]) {
    const placed = written.map(({ hunk, text }) =>
      placeHunk({ source, parsed, units, hunk, text, newline, isSpaced }),
    );
    const all = [...edits, ...placed];
    const unused = removeUnused(source, applyEdits(source, all), parsed);
    yield applyEdits(source, [...all, ...unused]) + appendix(source, added, newline);
    if (written.length === 0) return;
  }
}

/** Writes the blocks that differ as wholes. A missing blank line is added only if a text would otherwise merge with its neighbor. */
function* rewriteUnits(change: Change): Generator<string> {
  const { source, parsed, units, hunks, newline } = change;
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
  const copyOf = createHunkCopies(change);
  const copied = hunks.map((hunk, i) => copyOf(hunk) ?? texts[i]!);
  for (const written of [copied, texts])
    for (const isSpaced of [false, true]) {
      const edits = hunks.map((hunk, i) =>
        placeHunk({ source, parsed, units, hunk, text: written[i]!, newline, isSpaced }),
      );
      yield applyEdits(source, [...edits, ...ofFootnotes]) + appendix(source, added, newline);
    }
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

/** Writes a target so that it is read unchanged at its place. */
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
