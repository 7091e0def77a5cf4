import { alignSequences } from '@lectern/content/merge/align-sequences';

/** A part of a text that both versions have, or one of them. */
export interface TextSegment {
  type: 'equal' | 'added' | 'removed';
  text: string;
}

/** Scripts without spaces between words are compared by character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|[\s\S]/gu;

/** Splits a text into words, blanks and signs, which together are the text. */
export const splitWords = (text: string): string[] => text.match(WORD) ?? [];

/** A stretch of two sequences of words that both have, or where one replaces the other; one of them may be empty. */
export interface WordRun {
  isEqual: boolean;
  left: { start: number; end: number };
  right: { start: number; end: number };
}

/** Marks word by word what changed in a text. The work grows with its length. */
export function compareWords(before: string, after: string): TextSegment[] {
  if (before === after) return before === '' ? [] : [{ type: 'equal', text: before }];
  const left = splitWords(before);
  const right = splitWords(after);
  const segments: TextSegment[] = [];
  const add = (type: TextSegment['type'], words: readonly string[]): void => {
    if (words.length > 0) segments.push({ type, text: words.join('') });
  };
  for (const run of compareSequences(left, right)) {
    const added = right.slice(run.right.start, run.right.end);
    if (run.isEqual) add('equal', added);
    else {
      add('removed', left.slice(run.left.start, run.left.end));
      add('added', added);
    }
  }
  return segments;
}

/** Compares two sequences of words: runs that are equal and runs that differ, by turns, which together are both. */
export function compareSequences(left: readonly string[], right: readonly string[]): WordRun[] {
  const pairs = alignSequences(left, right);
  const runs: WordRun[] = [];
  let [leftAt, rightAt] = [0, 0];
  const add = (isEqual: boolean, leftEnd: number, rightEnd: number): void => {
    if (leftEnd === leftAt && rightEnd === rightAt) return;
    const last = runs.at(-1);
    if (last?.isEqual === isEqual) {
      last.left.end = leftEnd;
      last.right.end = rightEnd;
    } else
      runs.push({
        isEqual,
        left: { start: leftAt, end: leftEnd },
        right: { start: rightAt, end: rightEnd },
      });
    [leftAt, rightAt] = [leftEnd, rightEnd];
  };
  for (const [index, pair] of pairs.entries()) {
    if (pair < 0) continue;
    add(false, pair, index);
    add(true, pair + 1, index + 1);
  }
  add(false, left.length, right.length);
  return joinNearChanges(runs, right);
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Changes with nothing but blanks or signs between them are read as one. */
function joinNearChanges(runs: readonly WordRun[], right: readonly string[]): WordRun[] {
  const joined: WordRun[] = [];
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at] as WordRun;
    const last = joined.at(-1);
    const next = runs[at + 1];
    if (run.isEqual && replaces(last) && next && replaces(next) && !hasWord(run, right)) {
      last.left.end = next.left.end;
      last.right.end = next.right.end;
      at++;
    } else joined.push(run);
  }
  return joined;
}

const hasWord = ({ right: { start, end } }: WordRun, right: readonly string[]): boolean => {
  for (let at = start; at < end; at++) if (HAS_WORD.test(right[at] as string)) return true;
  return false;
};

/** Whether words are replaced there, and not only added or removed. */
const replaces = (run: WordRun | undefined): run is WordRun =>
  run !== undefined && !run.isEqual && run.left.end > run.left.start && run.right.end > run.right.start;
