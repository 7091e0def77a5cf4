import { arrangeConditions } from './arrange-conditions.ts';
import { isSame, withoutAnchors } from './canonical.ts';
import { decodeBraces, mentionsCondition } from './condition-tags.ts';
import type { DocumentNode, Fragment, JSONDocument } from './document.ts';
import { replaceDocument, replaceTargets } from './edit-markdown.ts';
import { evaluateDocument, type Outcomes, outcomeOf } from './evaluate-document.ts';
import { findFrontMatter, setFrontMatter } from './front-matter.ts';
import { maskReferences } from './mask-references.ts';
import { parseAgain } from './parse-again.ts';
import { type ParsedDocument, parseMarkdown, type Range } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

/**
 * Evaluates a source for its readers: conditions that do not hold are cut, those that hold lose their tags, expressions
 * become text, and every other byte stays. The result parses to the document that `evaluateDocument` returns for the
 * parsed source. Where cutting would change the meaning of the remaining text (two lists that become one), the blocks
 * concerned are rewritten.
 */
export function evaluateMarkdown(source: string, outcomes: Outcomes): string {
  return rewrite(source, outcomes, (document) => document);
}

/** The targets that a reader must not see, and their replacement. */
export interface Disguise {
  /** Whether a target leads to something that the reader does not see. */
  isHidden: (raw: string) => boolean;
  /** The text that is written in place of such targets. */
  mask: string;
}

/**
 * Evaluates a source for visitors. The result reveals neither hidden pages nor its own condition. A source that is too
 * large to be parsed is not shown, since its conditions are not known.
 */
export function evaluateForVisitors(
  source: string,
  outcomes: Outcomes,
  { isHidden, mask }: Disguise,
): string {
  if (parseAgain(source).exceeded) return '';
  const masked = replaceTargets(source, ({ raw }) => (isHidden(raw) ? mask : undefined));
  const evaluated = rewrite(masked, outcomes, (document) => maskReferences(document, mask));
  return hideSettings(evaluated, isHidden);
}

/** Removes the condition of the page, variables with conditions, and the addresses of hidden pages. */
function hideSettings(source: string, isHidden: (raw: string) => boolean): string {
  const front = findFrontMatter(source);
  if (!front) return source;
  const { if: condition, metaLinks, vars } = front.data;
  let text = condition === undefined ? source : setFrontMatter(source, 'if', undefined);
  if (mentions(metaLinks, isHidden)) text = setFrontMatter(text, 'metaLinks', undefined);
  if (mentions(vars, isConditional)) text = setFrontMatter(text, 'vars', undefined);
  const after = findFrontMatter(text);
  const isClean =
    after?.error === undefined &&
    after?.data.if === undefined &&
    !mentions(after?.data.metaLinks, isHidden) &&
    !mentions(after?.data.vars, isConditional);
  // Parts that cannot be changed line by line are left out as a whole.
  return isClean ? text : text.slice(after?.end ?? 0);
}

const isConditional = (text: string): boolean => mentionsCondition(decodeBraces(text));

/** Whether a text anywhere in a value is one of these. */
function mentions(value: unknown, isOne: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isOne(value.trim());
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => mentions(inner, isOne))
  );
}

function rewrite(source: string, outcomes: Outcomes, mask: (document: JSONDocument) => JSONDocument): string {
  const parsed = parseAgain(source);
  const removed = new Set<string>();
  const wanted = mask(evaluateDocument(parsed.document, outcomes, (key) => removed.add(key)));
  if (isUnchanged(parsed.document, wanted)) return source;
  const isArranged = arrangeConditions(parsed.document).document !== parsed.document;
  // Conditions within lines, and those that are not understood, are not lines of their own.
  const edits = isArranged ? undefined : listEdits(source, parsed, { outcomes, removed });
  const ways = [
    ...(edits ? STYLES.map((style) => () => applyEdits(source, edits, style)) : []),
    () => replaceDocument(source, wanted),
    () => writeAnew(source, parsed, wanted),
  ];
  return chooseFaithful(parsed, wanted, { ways, keepsUnused: !isArranged });
}

/** How the text of expressions is written, and whether blank lines take the place of tags between lines. */
interface EditStyle {
  encode: (text: string) => string;
  isSpaced: boolean;
}

/**
 * Returns the first way to write a document that parses as wanted, without definitions that only hidden content used.
 */
function chooseFaithful(
  before: ParsedDocument,
  wanted: JSONDocument,
  { ways, keepsUnused }: { ways: readonly (() => string)[]; keepsUnused: boolean },
): string {
  const nodes = wanted.nodes.map(withoutAnchors);
  const tried = new Set<string>();
  let text = '';
  for (const write of ways) {
    text = write();
    // The styles of writing differ in few texts.
    if (tried.has(text)) continue;
    tried.add(text);
    const after = parseMarkdown(text);
    if (after.title?.text !== before.title?.text) continue;
    if (!isSame(after.document.nodes.map(withoutAnchors), nodes)) continue;
    return dropDefinitions(text, keepsUnused ? before : undefined, after);
  }
  return text;
}

const isUnchanged = (before: JSONDocument, after: JSONDocument): boolean =>
  before.nodes.length === after.nodes.length && before.nodes.every((node, i) => node === after.nodes[i]);

/** Removes definitions that were used and no longer are, or without `before`, all that are not used. */
function dropDefinitions(text: string, before: ParsedDocument | undefined, after: ParsedDocument): string {
  const listed = ({ footnotes, definitions }: ParsedDocument) => [
    ...footnotes.map((footnote) => ({ ...footnote, label: `^${footnote.label}` })),
    ...definitions,
  ];
  const wereUsed = before && new Set(listed(before).flatMap(({ label, isUsed }) => (isUsed ? [label] : [])));
  const unused = listed(after).filter(({ label, isUsed }) => !isUsed && (wereUsed?.has(label) ?? true));
  return removeRanges(
    text,
    unused.map(({ start, end }) => ({ start, end: afterBreak(text, end) })),
  );
}

function removeRanges(text: string, ranges: readonly Range[]): string {
  let rest = '';
  let position = 0;
  for (const { start, end } of [...ranges].sort((left, right) => left.start - right.start)) {
    rest += text.slice(position, Math.max(position, start));
    position = Math.max(position, end);
  }
  return rest + text.slice(position);
}

/** The last resort: only the front matter and the title stay as they are. */
function writeAnew(source: string, { frontMatter, title }: ParsedDocument, document: JSONDocument): string {
  const head = source.slice(0, frontMatter?.end ?? 0);
  const heading = title ? `${source.slice(title.start, title.end)}\n\n` : '';
  return head + heading + writeMarkdown(document);
}

/** Lines to remove, or the text of an expression. */
type Edit = Range & { text?: string };

interface Evaluation {
  outcomes: Outcomes;
  removed: ReadonlySet<string>;
}

/** Returns undefined if something to remove is not on lines of its own. */
function listEdits(source: string, parsed: ParsedDocument, evaluation: Evaluation): Edit[] | undefined {
  const edits: Edit[] = [];
  const addLines = (range: Range): boolean => {
    const lines = wholeLines(source, range);
    if (lines) edits.push(lines);
    return lines !== undefined;
  };

  /** Returns false for edits that cannot be made by removing lines. */
  function collect(node: DocumentNode | Fragment): boolean {
    if (node.object === 'text') return true;
    if (node.object !== 'fragment') {
      const range = parsed.ranges.get(node.key ?? '');
      // A paragraph without text leaves a blank line.
      if (evaluation.removed.has(node.key ?? '') && node.type !== 'paragraph')
        return range?.closing !== undefined && addLines({ start: range.start, end: range.closing.end });
      if (node.type === 'expression') {
        const { text, stays } = outcomeOf(evaluation.outcomes, node.data.expression);
        if (range && !stays) edits.push({ start: range.start, end: range.end, text });
        return range !== undefined || stays !== undefined;
      }
      if (node.type === 'if' && outcomeOf(evaluation.outcomes, node.data.expression).stays !== 'everywhere') {
        if (!range?.closing || !addLines(range) || !addLines(range.closing)) return false;
      }
      for (const fragment of node.fragments ?? []) if (!collect(fragment)) return false;
    }
    for (const child of node.nodes ?? []) if (!collect(child)) return false;
    return true;
  }

  return parsed.document.nodes.every(collect) ? edits : undefined;
}

/** The whole lines of a range, if they contain nothing else but the marks of quotes. */
function wholeLines(source: string, { start, end }: Range): Edit | undefined {
  const first = lineStart(source, start);
  const last = lineEnd(source, end);
  if (!QUOTE_MARKS.test(source.slice(first, start)) || source.slice(end, last).trim() !== '')
    return undefined;
  return { start: first, end: afterBreak(source, last) };
}

const QUOTE_MARKS = /^[ \t>]*$/;

const isBreak = (character: string | undefined): boolean => character === '\n' || character === '\r';

function lineStart(source: string, at: number): number {
  let start = at;
  while (start > 0 && !isBreak(source[start - 1])) start--;
  return start;
}

function lineEnd(source: string, at: number): number {
  let end = at;
  while (end < source.length && !isBreak(source[end])) end++;
  return end;
}

/** The offset after the line break at an offset, if there is one. */
function afterBreak(source: string, at: number): number {
  if (source[at] === '\r' && source[at + 1] === '\n') return at + 2;
  return isBreak(source[at]) ? at + 1 : at;
}

function applyEdits(source: string, edits: readonly Edit[], { encode, isSpaced }: EditStyle): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  let result = '';
  let position = 0;
  for (const edit of joinLines(edits)) {
    // A footnote that is used twice has its expressions twice.
    if (edit.start < position) continue;
    result += source.slice(position, edit.start);
    if (edit.text !== undefined) {
      result += encode(edit.text);
      position = edit.end;
      continue;
    }
    const before = lineBefore(source, edit.start);
    const after = source.slice(edit.end, lineEnd(source, edit.end));
    const isLast = edit.end >= source.length;
    position = edit.end;
    if (isBlank(before) && isBlank(after) && !isLast) {
      // One of the blank lines around the removed lines goes with them.
      position = afterBreak(source, lineEnd(source, edit.end));
    } else if (
      isSpaced &&
      !isBlank(before) &&
      !isBlank(after) &&
      !isTag(before) &&
      !isTag(after) &&
      !isLast
    ) {
      const marks = /^[ \t>]*/.exec(source.slice(edit.start, edit.end))?.[0].trimEnd() ?? '';
      result += marks + newline;
    }
  }
  return result + source.slice(position);
}

/** Edits in order; lines that follow each other are removed as one. */
function joinLines(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of [...edits].sort((left, right) => left.start - right.start || right.end - left.end)) {
    const last = joined.at(-1);
    if (last && last.text === undefined && edit.text === undefined && edit.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, edit.end) };
    else joined.push(edit);
  }
  return joined;
}

function lineBefore(source: string, start: number): string {
  let end = start;
  if (end > 0 && isBreak(source[end - 1]))
    end -= source[end - 1] === '\n' && source[end - 2] === '\r' ? 2 : 1;
  return source.slice(lineStart(source, end), end);
}

const isBlank = (line: string): boolean => QUOTE_MARKS.test(line);
const isTag = (line: string): boolean => /^[ \t>]*\{%.*%\}\s*$/.test(line);

const toEntity = (character: string): string =>
  `&#x${(character.codePointAt(0) as number).toString(16).toUpperCase()};`;

/** Escapes what means something within a line of text, in Markdown and in HTML. */
const escapeLightly = (text: string): string =>
  text.replace(/[\\`*[\]<>&|$~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[{%](?=[%}])/gu, toEntity);

/** Escapes everything that may have a meaning, and both ends, so that the text beside it keeps its meaning. */
const escapeAll = (text: string): string => text.replace(/^.|.$|[^\p{L}\p{N} ]/gsu, toEntity);

/** The lightest first. */
const STYLES: readonly EditStyle[] = [
  { encode: escapeLightly, isSpaced: false },
  { encode: escapeLightly, isSpaced: true },
  { encode: escapeAll, isSpaced: true },
];
