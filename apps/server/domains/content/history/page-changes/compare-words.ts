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

/** Marks word by word what changed in a text. The work grows with its length. */
export function compareWords(before: string, after: string): TextSegment[] {
  if (before === after) return before === '' ? [] : [{ type: 'equal', text: before }];
  const left = splitWords(before);
  const right = splitWords(after);
  const pairs = alignSequences(left, right);
  const segments: TextSegment[] = [];
  let passed = 0;
  const removeTo = (end: number): void => {
    add(segments, 'removed', left.slice(passed, end).join(''));
    passed = end;
  };
  let added = '';
  const addText = (): void => {
    add(segments, 'added', added);
    added = '';
  };
  for (const [index, word] of right.entries()) {
    const pair = pairs[index] as number;
    if (pair < 0) {
      added += word;
      continue;
    }
    removeTo(pair);
    addText();
    add(segments, 'equal', word);
    passed = pair + 1;
  }
  removeTo(left.length);
  addText();
  return joinNearChanges(segments);
}

function add(segments: TextSegment[], type: TextSegment['type'], text: string): void {
  if (text === '') return;
  const last = segments.at(-1);
  if (last?.type === type) last.text += text;
  else segments.push({ type, text });
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Changes with nothing but blanks or signs between them are read as one. */
function joinNearChanges(segments: readonly TextSegment[]): TextSegment[] {
  const joined: TextSegment[] = [];
  let removed = '';
  let added = '';
  const close = (): void => {
    add(joined, 'removed', removed);
    add(joined, 'added', added);
    removed = '';
    added = '';
  };
  for (const [index, { type, text }] of segments.entries()) {
    if (type === 'removed') removed += text;
    else if (type === 'added') added += text;
    else if (removed !== '' && added !== '' && !HAS_WORD.test(text) && replacesWords(segments, index + 1)) {
      removed += text;
      added += text;
    } else {
      close();
      add(joined, 'equal', text);
    }
  }
  close();
  return joined;
}

/** Whether a text is replaced there, and not only added or removed. */
const replacesWords = (segments: readonly TextSegment[], at: number): boolean =>
  segments[at]?.type === 'removed' && segments[at + 1]?.type === 'added';
