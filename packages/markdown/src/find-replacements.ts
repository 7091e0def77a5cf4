/** Finds what a replacement would change in the pages and reusable contents of a space. */
import { applyOperations } from './apply-operations.ts';
import type { JSONDocument } from './document.ts';
import { replaceDocument } from './edit-markdown.ts';
import type { Match } from './find-in-text.ts';
import { listTexts, listUrls, MASK, type PageText, type Part } from './list-texts.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { placeBlocks } from './place-blocks.ts';

/** Finds the matches in each of some texts. */
export type MatchTexts = (texts: readonly string[]) => Match[][];

/** One place of a page or reusable content that is changed. */
export interface Replacement {
  /** In the source, from 1. Undefined for a title, and for a reusable content. */
  line: number | undefined;
  /** The field that is changed, if it is not text of the page. */
  field: 'title' | 'description' | 'link' | undefined;
  before: string;
  removed: string;
  inserted: string;
  after: string;
}

interface TextSplice {
  at: { key: string };
  offset: number;
  remove: number;
  insert: string;
}

/** The replacements in a page or reusable content. */
export interface TargetChanges {
  kind: 'page' | 'reusable content';
  id: string;
  title: string;
  path: string | undefined;
  replacements: Replacement[];
  fields: { title?: string; description?: string };
  /** The whole source, in which only what is replaced differs. */
  markdown: string | undefined;
  /** Instead of the source: the blocks of a reusable content. */
  nodes: readonly unknown[] | undefined;
}

/** A page or reusable content, as the API lists it. */
export interface SearchedPage {
  id: string;
  title: string;
  description?: string;
  path?: string;
}

export interface Search {
  match: MatchTexts;
  parts: ReadonlySet<Part>;
  includesTitles: boolean;
}

const CONTEXT = 40;

/** Finds what is changed in a page; undefined if nothing is. */
export function searchPageSource(
  page: SearchedPage,
  source: string,
  search: Search,
): TargetChanges | undefined {
  const target = emptyTarget('page', page);
  const titles = search.includesTitles ? [page.title, page.description ?? ''] : [];
  addTitles(target, titles, search.match(titles));
  const linked = search.parts.has('links') ? replaceLinks(target, source, search.match) : source;
  const document = structuredClone(placeBlocks(linked, parseMarkdown(linked)));
  const texts = listTexts(document.nodes, search.parts);
  const changes = findChanges(texts, search.match);
  const markdown =
    changes.length === 0 ? linked : replaceDocument(linked, withoutPlaces(changeTexts(document, changes)));
  addReplacements(target, changes, createLineFinder(linked, markdown));
  if (markdown !== source) target.markdown = markdown;
  return target.replacements.length > 0 ? target : undefined;
}

const emptyTarget = (kind: TargetChanges['kind'], { id, title, path }: SearchedPage): TargetChanges => ({
  kind,
  id,
  title,
  path,
  replacements: [],
  fields: {},
  markdown: undefined,
  nodes: undefined,
});

function addTitles(target: TargetChanges, titles: readonly string[], found: readonly Match[][]): void {
  titles.forEach((text, position) => {
    const field = position === 0 ? 'title' : 'description';
    const matches = found[position] ?? [];
    if (matches.length === 0) return;
    target.fields[field] = replaceIn(text, matches);
    for (const match of matches) target.replacements.push(describe(text, match, { field, line: undefined }));
  });
}

/** Finds what is changed in a reusable content; undefined if nothing is. */
export function searchReusableNodes(
  { id, title }: SearchedPage,
  nodes: readonly unknown[],
  search: Search,
): TargetChanges | undefined {
  const target = emptyTarget('reusable content', { id, title });
  const titles = search.includesTitles ? [title] : [];
  addTitles(target, titles, search.match(titles));
  const document = structuredClone({ object: 'document', data: {}, nodes }) as unknown as JSONDocument;
  const changes = findChanges(listTexts(document.nodes, search.parts), search.match);
  if (changes.length > 0) target.nodes = changeTexts(document, changes).nodes;
  addReplacements(target, changes, undefined);
  return target.replacements.length > 0 ? target : undefined;
}

/** A text with what is replaced in it. */
interface TextChange {
  text: PageText;
  matches: Match[];
}

function findChanges(texts: readonly PageText[], match: MatchTexts): TextChange[] {
  const found = match(texts.map(({ masked }) => masked));
  return texts.flatMap((text, position) => {
    const matches = (found[position] ?? []).filter(
      ({ start, end, replacement }) =>
        !text.masked.slice(start, end).includes(MASK) && text.text.slice(start, end) !== replacement,
    );
    return matches.length > 0 ? [{ text, matches }] : [];
  });
}

/** Makes the changes in a document, which is changed itself where a text is not that of a block. */
function changeTexts(document: JSONDocument, changes: readonly TextChange[]): JSONDocument {
  const splices: TextSplice[] = [];
  for (const { text, matches } of changes) {
    const { key } = text;
    if (text.set) text.set(replaceIn(text.text, matches));
    else if (key !== undefined)
      // From the last to the first: each offset is one of the text before.
      for (const { start, end, replacement } of matches.toReversed())
        splices.push({ at: { key }, offset: start, remove: end - start, insert: replacement });
  }
  return applyOperations(document, { text: splices }).document;
}

/** Without the fields that describe the places of blocks. */
const withoutPlaces = (document: JSONDocument): JSONDocument =>
  JSON.parse(
    JSON.stringify(document, function (this: { object?: string }, name, value) {
      return name === 'range' || (name === 'source' && this.object === 'block') ? undefined : value;
    }),
  );

function addReplacements(
  target: TargetChanges,
  changes: readonly TextChange[],
  findLine: LineFinder | undefined,
): void {
  for (const { text, matches } of changes)
    for (const match of matches) {
      const line = findLine?.(text.range, text.text.slice(match.start, match.end));
      target.replacements.push(describe(text.text, match, { field: undefined, line }));
    }
}

/** The line, from 1, of the next place in a range that was replaced. */
type LineFinder = (range: PageText['range'], removed: string) => number | undefined;

function createLineFinder(before: string, after: string): LineFinder {
  const lineAt = createLineCounter(before);
  const [old, next] = [before.split('\n'), after.split('\n')];
  /** How far each line has been read. */
  const read = new Map<number, number>();
  return (range, removed) => {
    if (!range) return undefined;
    const [first, last] = [lineAt(range[0]), lineAt(Math.max(range[0], range[1] - 1))];
    if (old.length === next.length)
      for (let line = first; line <= last; line++) {
        const text = old[line - 1] as string;
        const at = text === next[line - 1] ? -1 : text.indexOf(removed, read.get(line) ?? 0);
        if (at < 0) continue;
        read.set(line, at + removed.length);
        return line;
      }
    return first;
  };
}

/** Changes addresses in the source, where they are the target of a link, an image, a definition or an attribute. */
function replaceLinks(target: TargetChanges, source: string, match: MatchTexts): string {
  const { nodes } = placeBlocks(source, parseMarkdown(source));
  const urls = [...new Set(listUrls(nodes))];
  const code = listCodeRanges(nodes);
  const lineAt = createLineCounter(source);
  const edits: Match[] = [];
  for (const [position, matches] of match(urls).entries()) {
    const url = urls[position] as string;
    if (matches.length === 0) continue;
    for (let at = source.indexOf(url); at >= 0; at = source.indexOf(url, at + url.length)) {
      const isInCode = code.some(([start, end]) => at >= start && at < end);
      const before = source[at - 1] ?? ' ';
      const after = source[at + url.length] ?? ' ';
      if (isInCode || !/[\s(<"'=[:]/.test(before) || !/[\s)>"'\]]/.test(after)) continue;
      for (const found of matches) {
        edits.push({ ...found, start: at + found.start, end: at + found.end });
        target.replacements.push(describe(url, found, { field: 'link', line: lineAt(at) }));
      }
    }
  }
  return replaceIn(source, withoutOverlaps(edits));
}

/** An address that is part of another one is found twice. */
function withoutOverlaps(edits: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const edit of [...edits].sort((one, other) => one.start - other.start))
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
}

function listCodeRanges(nodes: readonly unknown[]): [number, number][] {
  return (
    nodes as { type?: string; range?: [number, number]; nodes?: unknown[]; fragments?: unknown[] }[]
  ).flatMap(({ type, range, nodes: inner, fragments }) =>
    type === 'code' ? (range ? [range] : []) : listCodeRanges(inner ?? fragments ?? []),
  );
}

function replaceIn(text: string, matches: readonly Match[]): string {
  let written = '';
  let from = 0;
  for (const { start, end, replacement } of matches) {
    written += text.slice(from, start) + replacement;
    from = end;
  }
  return written + text.slice(from);
}

/** With the rest of the line, as far as it fits. */
function describe(
  text: string,
  { start, end, replacement }: Match,
  { line, field }: Pick<Replacement, 'line' | 'field'>,
): Replacement {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const from = Math.max(lineStart, start - CONTEXT);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end + CONTEXT);
  return {
    line,
    field,
    before: `${from > lineStart ? '…' : ''}${text.slice(from, start)}`,
    removed: text.slice(start, end),
    inserted: replacement,
    after: `${text.slice(end, to)}${to < (lineEnd < 0 ? text.length : lineEnd) ? '…' : ''}`,
  };
}

/** Counts lines up to offsets that mostly grow. */
function createLineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
