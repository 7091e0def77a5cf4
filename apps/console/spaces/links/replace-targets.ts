/** Replaces the targets of links in the Markdown of a page, and nothing else. */

export interface ChangedLine {
  /** From 1. */
  line: number;
  before: string;
  after: string;
}

export interface ReplacedTargets {
  markdown: string;
  lines: ChangedLine[];
  /** How many links were changed. */
  count: number;
}

interface Edit {
  start: number;
  end: number;
}

/** What can be beside a target where it is written: in a link, an image, a definition, an attribute or a value. */
const BEFORE = /[\s(<"'=[:]/;
const AFTER = /[\s)>"'\]}]/;

export function replaceTargets(markdown: string, target: string, replacement: string): ReplacedTargets {
  const edits = findTargets(markdown, target);
  let changed = '';
  let from = 0;
  for (const { start, end } of edits) {
    changed += markdown.slice(from, start) + replacement;
    from = end;
  }
  changed += markdown.slice(from);
  return { markdown: changed, lines: describeLines(markdown, edits, replacement), count: edits.length };
}

/** The lines in which a target is written. */
export const findLines = (markdown: string, target: string): string[] =>
  replaceTargets(markdown, target, target).lines.map(({ before }) => before.trim());

function findTargets(markdown: string, target: string): Edit[] {
  const edits: Edit[] = [];
  if (target === '') return edits;
  const code = findCode(markdown);
  for (let at = markdown.indexOf(target); at >= 0; at = markdown.indexOf(target, at + target.length)) {
    const end = at + target.length;
    const isWhole = BEFORE.test(markdown[at - 1] ?? ' ') && AFTER.test(markdown[end] ?? ' ');
    const isInCode = code.some((range) => at >= range.start && at < range.end);
    if (isWhole && !isInCode && isTarget(markdown, at)) edits.push({ start: at, end });
  }
  return edits;
}

/** Whether a target can begin here: after `](`, `]: `, `="` or in a value; a path among words is only text. */
function isTarget(markdown: string, at: number): boolean {
  const lineStart = markdown.lastIndexOf('\n', at - 1) + 1;
  const before = markdown.slice(lineStart, at);
  return /(?:\]\(\s*<?|\]:\s*<?|=\s*["']?|=\s*["'][^"']*\s|<)$/.test(before);
}

/** Code in fences and between backticks, in which nothing is a link. */
function findCode(markdown: string): Edit[] {
  const ranges: Edit[] = [];
  let fence: { mark: string; start: number } | undefined;
  let at = 0;
  for (const line of markdown.split('\n')) {
    const [, mark = ''] = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence) {
      if (mark.startsWith(fence.mark) && line.trim().replaceAll(mark[0] ?? '', '') === '') {
        ranges.push({ start: fence.start, end: at + line.length });
        fence = undefined;
      }
    } else if (mark !== '') fence = { mark, start: at };
    else for (const { start, end } of findCodeSpans(line)) ranges.push({ start: at + start, end: at + end });
    at += line.length + 1;
  }
  if (fence) ranges.push({ start: fence.start, end: markdown.length });
  return ranges;
}

/** Code spans: each begins with some backticks, and ends with the next that are as many. */
function findCodeSpans(line: string): { start: number; end: number }[] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const ends: (number | undefined)[] = [];
  const nextOfLength = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at] as { length: number };
    ends[at] = nextOfLength.get(length);
    nextOfLength.set(length, at);
  }
  const spans: { start: number; end: number }[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const [open, close] = [runs[at], runs[ends[at] ?? -1]];
    if (!open || !close) continue;
    spans.push({ start: open.index, end: close.index + close.length });
    at = ends[at] ?? at;
  }
  return spans;
}

function describeLines(markdown: string, edits: readonly Edit[], replacement: string): ChangedLine[] {
  const lines: ChangedLine[] = [];
  let number = 1;
  let start = 0;
  let next = 0;
  for (const before of markdown.split('\n')) {
    const end = start + before.length;
    let after = '';
    let from = start;
    let isChanged = false;
    for (let edit = edits[next]; edit && edit.start <= end; edit = edits[next]) {
      after += markdown.slice(from, edit.start) + replacement;
      from = edit.end;
      next += 1;
      isChanged = true;
    }
    if (isChanged) lines.push({ line: number, before, after: after + markdown.slice(from, end) });
    number += 1;
    start = end + 1;
  }
  return lines;
}
