import { alignLongest } from '@lectern/content/merge/align-sequences';

/** A line of one version, or of both. Numbers start at 1. */
export interface SourceLine {
  type: 'equal' | 'added' | 'removed';
  text: string;
  before?: number;
  after?: number;
}

/** Lines that follow each other, or how many unchanged ones are left out. */
export type SourcePart = { lines: SourceLine[] } | { hidden: SourceLine[] };

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Both versions of a text in one list of lines, as Git compares them: removed lines before added ones. */
export function compareLines(before: string, after: string): SourceLine[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  const pairs = alignLongest(left, right);
  const lines: SourceLine[] = [];
  let at = 0;
  const removeUntil = (end: number): void => {
    for (; at < end; at += 1) lines.push({ type: 'removed', text: left[at] ?? '', before: at + 1 });
  };
  let added: SourceLine[] = [];
  for (const [index, text] of right.entries()) {
    const pair = pairs[index] ?? -1;
    if (pair < 0) {
      added.push({ type: 'added', text, after: index + 1 });
      continue;
    }
    removeUntil(pair);
    lines.push(...added, { type: 'equal', text, before: pair + 1, after: index + 1 });
    added = [];
    at = pair + 1;
  }
  removeUntil(left.length);
  lines.push(...added);
  return lines;
}

const CONTEXT = 3;

/** Folds unchanged lines that are far from a change. */
export function foldLines(lines: readonly SourceLine[]): SourcePart[] {
  const isNear = lines.map(() => false);
  for (const [at, { type }] of lines.entries())
    if (type !== 'equal')
      for (let near = Math.max(0, at - CONTEXT); near <= Math.min(lines.length - 1, at + CONTEXT); near += 1)
        isNear[near] = true;
  const parts: SourcePart[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && isNear[end] === isNear[start]) end += 1;
    const part = lines.slice(start, end);
    // A button takes as much room as a line.
    const last = parts.at(-1);
    if (isNear[start] || part.length < 2) {
      if (last && 'lines' in last) last.lines.push(...part);
      else parts.push({ lines: [...part] });
    } else parts.push({ hidden: part });
    start = end;
  }
  return parts;
}
