import { decodeText } from './inline-text.ts';

export interface InlineLink {
  /** Markdown between the brackets. */
  text: string;
  /** Escapes and entities decoded, percent-encoding kept. */
  href: string;
  label: string | undefined;
  /** Offsets in the line. */
  start: number;
  end: number;
}

/** Brackets that turn out to be no link; each may cost the rest of the line. */
const MAX_ATTEMPTS = 8;

/** Finds the first inline link: `[text](href "label")`, with nested brackets, `<href with spaces>` and parentheses. */
export function findInlineLink(line: string): InlineLink | undefined {
  const open: number[] = [];
  const unclosed = new Set<number>();
  let attempts = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '\\') at += 1;
    else if (character === '`') at = endOfCode(line, at, unclosed);
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start === undefined || line[at + 1] !== '(' || line[start - 1] === '!') continue;
      attempts += 1;
      if (attempts > MAX_ATTEMPTS) return undefined;
      const target = readTarget(line, at + 2);
      if (target) return { text: line.slice(start + 1, at), start, ...target };
    }
  }
  return undefined;
}

/**
 * The last character of a code span, or that of its opening ticks when it is not closed. `unclosed`: lengths of ticks
 * that do not occur again in the line, so that no search to its end is repeated.
 */
function endOfCode(line: string, at: number, unclosed: Set<number>): number {
  const length = countTicks(line, at);
  const opened = at + length - 1;
  if (unclosed.has(length)) return opened;
  const ticks = '`'.repeat(length);
  for (let close = line.indexOf(ticks, at + length); close >= 0; ) {
    const found = countTicks(line, close);
    if (found === length) return close + length - 1;
    close = line.indexOf(ticks, close + found);
  }
  unclosed.add(length);
  return opened;
}

function countTicks(line: string, at: number): number {
  let end = at;
  while (line[end] === '`') end += 1;
  return end - at;
}

const TITLES = /^[ \t]+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\(((?:[^()\\]|\\.)*)\))/;

function readTarget(
  line: string,
  from: number,
): { href: string; label: string | undefined; end: number } | undefined {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  const destination = line[at] === '<' ? readAngled(line, at) : readBare(line, at);
  if (!destination) return undefined;
  at = destination.end;
  const title = TITLES.exec(line.slice(at));
  if (title) at += title[0].length;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  if (line[at] !== ')') return undefined;
  const label = title?.[1] ?? title?.[2] ?? title?.[3];
  return {
    href: decodeText(destination.text),
    label: label === undefined ? undefined : decodeText(label),
    end: at + 1,
  };
}

function readAngled(line: string, from: number): { text: string; end: number } | undefined {
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '>') return { text: line.slice(from + 1, at), end: at + 1 };
    else if (line[at] === '<') return undefined;
  }
  return undefined;
}

/** Up to the closing parenthesis or to a title; spaces inside are accepted, since authors write them. */
function readBare(line: string, from: number): { text: string; end: number } | undefined {
  let depth = 0;
  for (let at = from; at < line.length; at += 1) {
    const character = line[at];
    if (character === '\\') at += 1;
    else if (character === '(') {
      if (isTitleAhead(line, at)) return { text: line.slice(from, at).trimEnd(), end: endBefore(line, at) };
      depth += 1;
    } else if (character === ')') {
      if (depth === 0) return { text: line.slice(from, at).trimEnd(), end: endBefore(line, at) };
      depth -= 1;
    } else if ((character === '"' || character === "'") && isTitleAhead(line, at)) {
      return { text: line.slice(from, at).trimEnd(), end: endBefore(line, at) };
    }
  }
  return undefined;
}

const TITLE_TO_END = /^[ \t](?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))[ \t]*\)/;

const isTitleAhead = (line: string, at: number): boolean =>
  (line[at - 1] === ' ' || line[at - 1] === '\t') && TITLE_TO_END.test(line.slice(at - 1));

function endBefore(line: string, at: number): number {
  let end = at;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1;
  return end;
}
