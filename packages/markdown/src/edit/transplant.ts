import { matchSequences } from '../sequence-diff.ts';

/** A line break and the prefix of the next line are one blank. */
const TOKEN = /(?:\r\n?|\n)[ \t>]*|[ \t]+|[\p{L}\p{M}\p{N}]+|[\s\S]/gu;

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** Tokens that mean the same in texts that were written in different ways. */
const kindOf = (token: string): string => (/^\s/.test(token) ? ' ' : token === '_' ? '*' : token);

export interface Transplant {
  /** A text of a source. */
  source: string;
  /** The written text before the change and after it, in pieces. */
  old: readonly string[];
  next: readonly string[];
}

/** Where a change between two parts goes: after the first, before the second, or instead of all between them. */
type Side = 'left' | 'right' | 'between';

/**
 * The ways to make, in a source, the changes that lead from one written text to another, from the finest on: words that
 * are the same in the source and in the old text show where they belong. Which of them means the new text is for the
 * caller to find out.
 */
export function* transplant({ source, old, next }: Transplant): Generator<string> {
  const words = { old: old.flatMap(tokensOf), next: next.flatMap(tokensOf) };
  const alignment = align(words.old, tokensOf(source));
  const seen = new Set<string>();
  const byWords = changesBetween(words.old, words.next);
  const byPieces = [true, false].map((isTrimmed) => changesOfPieces(old, next, isTrimmed));
  for (const changes of [byWords, ...byPieces])
    for (const side of ['left', 'right', 'between'] as const) {
      const edited = applyChanges(words.old, alignment, changes, side);
      if (edited === undefined || seen.has(edited)) continue;
      seen.add(edited);
      yield edited;
    }
}

interface Alignment {
  tokens: string[];
  /** For each old token, the index of the same one in the source; -1 without. */
  at: Int32Array;
}

function align(old: readonly string[], tokens: string[]): Alignment {
  const matches = matchSequences(tokens.map(kindOf), old.map(kindOf));
  return { tokens, at: matches };
}

/** Old tokens `from` to `to`, end excluded, become a text. */
interface Change {
  from: number;
  to: number;
  text: string;
}

function changesBetween(old: readonly string[], next: readonly string[]): Change[] {
  const matches = matchSequences(old, next);
  const changes: Change[] = [];
  let from = 0;
  let text = '';
  const close = (to: number): void => {
    if (to > from || text !== '') changes.push({ from, to, text });
    text = '';
  };
  for (const [i, token] of next.entries()) {
    const match = matches[i]!;
    if (match < 0) {
      text += token;
      continue;
    }
    close(match);
    from = match + 1;
  }
  close(old.length);
  return changes;
}

/** Changes of whole pieces, in tokens. `isTrimmed`: the last piece of a change keeps the tokens that stay at its end. */
function changesOfPieces(old: readonly string[], next: readonly string[], isTrimmed: boolean): Change[] {
  const pieces = old.map(tokensOf);
  const starts = [0];
  for (const piece of pieces) starts.push(starts.at(-1)! + piece.length);
  return changesBetween(old, next).map(({ from, to, text }) => {
    const last = to - from > 1 && isTrimmed ? pieces[to - 1]! : [];
    const tokens = tokensOf(text);
    let kept = 0;
    while (kept < last.length && kept < tokens.length && last.at(-1 - kept) === tokens.at(-1 - kept)) kept++;
    return {
      from: starts[from]!,
      to: starts[to]! - kept,
      text: tokens.slice(0, tokens.length - kept).join(''),
    };
  });
}

function applyChanges(
  old: readonly string[],
  { tokens, at }: Alignment,
  changes: readonly Change[],
  side: Side,
): string | undefined {
  const isKnown = (index: number): boolean => index >= 0 && index < old.length && at[index]! >= 0;
  let result = '';
  let position = 0;
  for (const { from, to, text } of changes) {
    let first = from;
    let last = to;
    let start: number;
    let end: number;
    if (side !== 'between' && from < to && isKnown(from) && isKnown(to - 1)) {
      start = at[from]!;
      end = at[to - 1]! + 1;
    } else if (side !== 'between' && from === to && (isKnown(from - 1) || isKnown(from))) {
      const isLeft = side === 'left' ? isKnown(from - 1) : !isKnown(from);
      start = isLeft ? at[from - 1]! + 1 : at[from]!;
      end = start;
    } else {
      while (first > 0 && !isKnown(first - 1)) first--;
      while (last < old.length && !isKnown(last)) last++;
      start = first === 0 ? 0 : at[first - 1]! + 1;
      end = last === old.length ? tokens.length : at[last]!;
    }
    if (start < position || end < start) return undefined;
    result += tokens.slice(position, start).join('');
    result += old.slice(first, from).join('') + text + old.slice(to, last).join('');
    position = end;
  }
  return result + tokens.slice(position).join('');
}
