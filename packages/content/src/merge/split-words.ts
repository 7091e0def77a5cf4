import type { Piece, PieceList } from './pieces.ts';

/**
 * The units of a text that two sides change independently of each other: words, numbers, signs. A name or path, such as
 * `well-known` or `docs/a.md`, is one unit, as are the target of a link, an escape and an entity. Scripts without spaces
 * between words are divided by character.
 */
const UNITS = [
  /\\[!-/:-@[-`{-~]/u,
  /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/u,
  /\]\([^\s()<>]+/u,
  /(?:https?|mailto|ftp):[^\s<>()[\]"'`|{}]+/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u,
  /[\p{L}\p{N}\p{M}]+(?:(?:['’.@/-]|_+|(?<=\d)[,:](?=\d))[\p{L}\p{N}\p{M}]+)*/u,
  /\*+|_+|~+|`+|\$+|=+|-+|\++|#+|\.+|:+|!+|[^\s\p{L}\p{N}\p{M}]/u,
];
const UNIT = new RegExp(UNITS.map(({ source }) => source).join('|'), 'gu');
/** The tags of Liquid and HTML that can have attributes. */
const TAG = /\{%[^{}]*%\}|<[a-zA-Z][^<>]*>/g;

export const splitWords = (text: string): string[] => Array.from(text.matchAll(UNIT), ([unit]) => unit);

/** The quoted values of attributes. */
const VALUE = /"[^"]*"|'[^']*'/g;

/**
 * A text by word; what is blank between two words is the lead of the second. The kind tells whether a word is in a tag,
 * and whether it is in the value of an attribute.
 */
export function splitText(text: string): PieceList {
  const pieces: Piece[] = [];
  const inTags = new Cursor(rangesOf(text, TAG, 0));
  const inValues = new Cursor(
    inTags.ranges.flatMap(({ start, end }) => rangesOf(text.slice(start, end), VALUE, start)),
  );
  let position = 0;
  for (const { index, 0: unit } of text.matchAll(UNIT)) {
    // The quote that opens a value is outside of it.
    const kind = inValues.has(index - 1) ? 'value' : inTags.has(index) ? 'attribute' : 'word';
    pieces.push({ text: unit, lead: text.slice(position, index), kind });
    position = index + unit.length;
  }
  return { pieces, tail: text.slice(position) };
}

interface TextRange {
  start: number;
  end: number;
}

const rangesOf = (text: string, pattern: RegExp, offset: number): TextRange[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    start: offset + index,
    end: offset + index + length,
  }));

/** Tells whether positions that only grow are in one of some ranges. */
class Cursor {
  readonly ranges: readonly TextRange[];
  #at = 0;

  constructor(ranges: readonly TextRange[]) {
    this.ranges = ranges;
  }

  has(position: number): boolean {
    while ((this.ranges[this.#at]?.end ?? Number.POSITIVE_INFINITY) <= position) this.#at++;
    return (this.ranges[this.#at]?.start ?? Number.POSITIVE_INFINITY) <= position;
  }
}

const HAS_WORD = /[\p{L}\p{N}]/u;

export const isWord = (text: string): boolean => HAS_WORD.test(text);
