import {
  classOf,
  DIGIT,
  IGNORED,
  LETTER,
  LOWER,
  MARK,
  PICTOGRAPH,
  SEPARATOR,
  UNSPACED,
  UPPER,
} from './character-class.ts';
import { foldWord } from './fold.ts';

/** A longer word is compared by its beginning. */
export const MAX_TERM_LENGTH = 48;

/** Up to this many parts of an identifier also form one word; a text with more is not an identifier. */
const MAX_PARTS = 8;

export type TokenKind =
  /** The smallest piece that is looked for: a word, a part of an identifier, a number. */
  | 'word'
  /** Several words that are joined into one: an identifier, a version, a word with a hyphen. */
  | 'compound'
  /** Two neighboring characters of a script without blanks. */
  | 'pair'
  /** The last character of a run of such characters; of one character, the run. */
  | 'last'
  | 'pictograph';

/**
 * Receives the tokens of a text. `from` and `to` are the first and the last of the words (pairs, pictographs), counted
 * from 0, of a token; `start` and `end` are its place in the text.
 */
export type TokenSink = (
  term: string,
  kind: TokenKind,
  from: number,
  to: number,
  start: number,
  end: number,
) => void;

/** Cuts a text into tokens, the same for what is indexed and what is asked. Returns how many words it has. */
export function tokenize(text: string, sink: TokenSink): number {
  const { length } = text;
  let word = 0;
  let position = 0;
  while (position < length) {
    const code = text.charCodeAt(position);
    const found = code < 0x80 ? ASCII_CLASSES[code] : classAt(text, position);
    if (found === UNSPACED) {
      const end = endOfRun(text, position, isUnspaced);
      word = addPairs(text, position, end, word, sink);
      position = end;
    } else if (found === PICTOGRAPH) {
      const end = position + sizeAt(text, position);
      sink(text.slice(position, end), 'pictograph', word, word, position, end);
      word += 1;
      position = end;
    } else if (isOfWord(found as number) && found !== MARK) {
      const plain = endOfPlainWord(text, position);
      if (plain > 0) {
        const term = termOfPlainWord(text, position, plain);
        sink(term, 'word', word, word, position, plain);
        const sign = flagSignBefore(text, position);
        if (sign > 0)
          addTerm(`${FLAG_SIGN.slice(0, sign)}${term}`, 'compound', word, word, position - sign, plain, sink);
        word += 1;
        position = plain;
        continue;
      }
      const runs = readRuns(text, position);
      word = addRuns(text, runs, word, sink);
      position = runs.at(-1) as number;
    } else position += code < 0x80 ? 1 : sizeAt(text, position);
  }
  return word;
}

/**
 * Returns the end of a word that is its whole token: ASCII letters in one case or with an initial capital, or digits,
 * with no neighbor that makes it part of something longer. 0 for any other word. Nearly all words are of this kind.
 */
function endOfPlainWord(text: string, start: number): number {
  let position = start;
  let before = SEPARATOR;
  let first = SEPARATOR;
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code >= 0x80) return 0;
    const found = ASCII_CLASSES[code] as number;
    if (found === SEPARATOR) return MAY_GO_ON[code] === 0 || endsBefore(text, position) ? position : 0;
    if (position === start) first = found;
    // The character class may change only from an initial capital to small letters.
    else if (found !== before && (found !== LOWER || first !== UPPER || position > start + 1)) return 0;
    before = found;
  }
  return position;
}

/** Characters that may join what is before them to what follows, or be a part of a word. */
const MAY_GO_ON = Uint8Array.from({ length: 0x80 }, (_, code) =>
  ".-':_+#".includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a word certainly ends before one of these characters, as before the full stop of a sentence. */
function endsBefore(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  const next = text.charCodeAt(position + 1);
  return code !== NUMBER_SIGN && next !== code && next < 0x80 && ASCII_CLASSES[next] === SEPARATOR;
}

const NUMBER_SIGN = 0x23;

/** The beginning of the terms of flags, which are compounds: `--adapter`, `-p`. */
const FLAG_SIGN = '--';

export const isFlag = (term: string): boolean => term.startsWith(FLAG_SIGN.slice(1));

/** How many hyphens before a word make it a flag; 0 for any other word. */
function flagSignBefore(text: string, position: number): number {
  if (position === 0 || text.charCodeAt(position - 1) !== HYPHEN) return 0;
  const sign = text.charCodeAt(position - 2) === HYPHEN ? 2 : 1;
  const first = classAt(text, position);
  if (first === DIGIT) return 0;
  if (position === sign) return sign;
  const before = text.charCodeAt(position - sign - 1);
  return before < 0x80 && before !== HYPHEN && ASCII_CLASSES[before] === SEPARATOR ? sign : 0;
}

const HYPHEN = 0x2d;

function termOfPlainWord(text: string, start: number, end: number): string {
  const term = text.slice(start, Math.min(end, start + MAX_TERM_LENGTH));
  return ASCII_CLASSES[text.charCodeAt(start)] === UPPER ? term.toLowerCase() : term;
}

const ASCII_CLASSES = Uint8Array.from({ length: 0x80 }, (_, code) => classOf(code));

const sizeAt = (text: string, position: number): number =>
  (text.codePointAt(position) as number) > 0xffff ? 2 : 1;

const classAt = (text: string, position: number): number => classOf(text.codePointAt(position) as number);

const isOfWord = (found: number): boolean =>
  found === LOWER || found === UPPER || found === DIGIT || found === LETTER || found === MARK;

const isUnspaced = (found: number): boolean => found === UNSPACED || found === MARK;

function endOfRun(text: string, start: number, isOfRun: (found: number) => boolean): number {
  let end = start;
  let position = start;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    const found = code < 0x80 ? (ASCII_CLASSES[code] as number) : classAt(text, position);
    if (!isOfRun(found) && found !== IGNORED) break;
    position += code < 0x80 ? 1 : sizeAt(text, position);
    // An invisible character belongs to a word only if the word continues after it.
    if (found !== IGNORED) end = position;
  }
  return end;
}

/** The pairs of a run, and its last character: with it every single character begins some term. */
function addPairs(text: string, start: number, end: number, first: number, sink: TokenSink): number {
  const starts: number[] = [];
  const characters: string[] = [];
  for (let position = start; position < end; position += sizeAt(text, position)) {
    const found = classAt(text, position);
    const character = text.slice(position, position + sizeAt(text, position));
    if (found === UNSPACED) {
      starts.push(position);
      characters.push(character);
    } else if (found !== IGNORED) characters[characters.length - 1] += character;
  }
  const folded = characters.map(foldWord);
  const endOf = (index: number): number => starts[index + 1] ?? end;
  let word = first;
  for (let i = 0; i + 1 < folded.length; i += 1) {
    sink(`${folded[i]}${folded[i + 1]}`, 'pair', word, word, starts[i] as number, endOf(i + 1));
    word += 1;
  }
  const last = folded.length - 1;
  sink(folded[last] as string, 'last', word, word, starts[last] as number, end);
  return word + 1;
}

/**
 * The runs of letters and digits that connectors join from `start` on, as the places where they begin and end. Flat:
 * begin, end, begin, end.
 */
function readRuns(text: string, start: number): number[] {
  const runs: number[] = [];
  let position = start;
  for (;;) {
    const end = endOfRun(text, position, isOfWord);
    runs.push(position, end);
    const next = end + connectorAt(text, end);
    const found = next > end && next < text.length ? classAt(text, next) : SEPARATOR;
    if (!isOfWord(found) || found === MARK) return runs;
    position = next;
  }
}

/** The length of what joins two words to one at a place; 0 for nothing. */
function connectorAt(text: string, position: number): number {
  switch (text[position]) {
    case '.':
    case '-':
    case "'":
    case '’':
    case 'ʼ':
    case '＇':
    case '\u2010':
    case '\u2011':
      return 1;
    case ':':
      return text[position + 1] === ':' ? 2 : 0;
    case '_': {
      let length = 1;
      while (text[position + length] === '_' && length < MAX_PARTS) length += 1;
      return length;
    }
    default:
      return 0;
  }
}

function addRuns(text: string, runs: readonly number[], first: number, sink: TokenSink): number {
  let word = first;
  // If more parts are joined than identifiers have, each run is separate.
  const isJoined = runs.length > 2 && runs.length <= 2 * MAX_PARTS;
  let joined = '';
  let wasDigit = false;
  /** The first word of each run, and the one after the last. */
  const words = [first];
  for (let i = 0; i < runs.length; i += 2) {
    const start = runs[i] as number;
    const end = runs[i + 1] as number;
    const written = text.slice(start, end);
    const isLast = i + 2 === runs.length;
    if (isJoined) {
      // 1.2.3 is not 123.
      const isDigit = classAt(text, start) === DIGIT;
      joined += `${(isDigit || wasDigit) && text[start - 1] === '.' ? '.' : ''}${foldWord(written)}`;
      wasDigit = classOf(written.charCodeAt(written.length - 1)) === DIGIT;
    }
    word = addRun(written, start, isLast ? suffixAt(text, start, end) : '', word, sink);
    words.push(word);
  }
  const start = runs[0] as number;
  const end = runs.at(-1) as number;
  if (isJoined) addTerm(joined, 'compound', first, word - 1, start, end, sink);
  if (isJoined && text.slice(start, end).includes('_')) addNames(text, runs, words, sink);
  const sign = runs.length <= 2 * MAX_PARTS ? flagSignBefore(text, start) : 0;
  if (sign > 0) {
    const name = isJoined ? joined : foldWord(text.slice(start, end));
    addTerm(FLAG_SIGN.slice(0, sign) + name, 'compound', first, word - 1, start - sign, end, sink);
  }
  return word;
}

/** Adds names with their underscores, so that `client.get_user` and `getUser` are told apart where there are both. */
function addNames(text: string, runs: readonly number[], words: readonly number[], sink: TokenSink): void {
  for (let first = 0, next = 0; first < words.length - 1; first = next) {
    next = first + 1;
    while (next < words.length - 1 && text[(runs[2 * next] as number) - 1] === '_') next += 1;
    if (next === first + 1) continue;
    const [start, end] = [runs[2 * first] as number, runs[2 * next - 1] as number];
    const [from, to] = [words[first] as number, (words[next] as number) - 1];
    const parts = Array.from({ length: next - first }, (_, n) =>
      foldWord(text.slice(runs[2 * (first + n)], runs[2 * (first + n) + 1])),
    );
    addTerm(parts.join('_'), 'compound', from, to, start, end, sink);
  }
}

/** Returns the suffix that distinguishes C++ and C# from C. */
function suffixAt(text: string, start: number, end: number): string {
  const suffix = text.startsWith('++', end)
    ? '++'
    : text[end] === '#' && /^[A-Za-z]$/.test(text.slice(start, end))
      ? '#'
      : '';
  const isAtEnd =
    suffix !== '' && (end + suffix.length === text.length || !isOfWord(classAt(text, end + suffix.length)));
  return isAtEnd && classAt(text, start) !== DIGIT ? suffix : '';
}

function addRun(written: string, start: number, suffix: string, first: number, sink: TokenSink): number {
  const end = start + written.length;
  const pieces = splitIdentifier(written);
  if (pieces.length === 1 && pieces[0]?.length === 1) {
    const folded = foldWord(written);
    if (suffix === '') addTerm(folded, 'word', first, first, start, end, sink);
    else {
      addTerm(`${folded}${suffix}`, 'word', first, first, start, end + suffix.length, sink);
      if (folded.length > 1) addTerm(folded, 'compound', first, first, start, end, sink);
    }
    return first + 1;
  }
  let word = first;
  let at = start;
  for (const parts of pieces) {
    const from = word;
    const begin = at;
    for (const part of parts) {
      addTerm(foldWord(part), 'word', word, word, at, at + part.length, sink);
      word += 1;
      at += part.length;
    }
    if (parts.length > 1 && pieces.length > 1)
      addTerm(foldWord(parts.join('')), 'compound', from, word - 1, begin, at, sink);
  }
  addTerm(foldWord(written) + suffix, 'compound', first, word - 1, start, end + suffix.length, sink);
  return word;
}

/** A run between letters and digits, and each piece of letters where its case changes. */
function splitIdentifier(written: string): string[][] {
  if (written.length < 3 || SIMPLE.test(written) || !MIXED.test(written)) return [[written]];
  const pieces = written.match(PIECES) ?? [written];
  // k8s, x86 and v2 are words.
  const isShort = pieces.some((piece) => piece.length === 1 && !/\p{N}/u.test(piece));
  return (isShort ? [written] : pieces).map((piece) => piece.split(CASE_CHANGE));
}

const SIMPLE = /^[A-Za-z]?[a-z]*$/;
const MIXED = /\p{L}\p{M}*\p{N}|\p{N}\p{L}|\p{Ll}\p{M}*\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const PIECES = /\p{N}+|[^\p{N}]+/gu;
/**
 * getUser, HTTPServer. A single letter is not a part (iPhone, OAuth, getX), nor is a plural (URLs). Counts few marks
 * on one letter: every place in a long run of them would look back over all before it.
 */
const CASE_CHANGE =
  /(?<=\p{L}\p{M}{0,9}\p{Ll}\p{M}{0,9})(?=\p{Lu}\p{M}{0,9}\p{L})|(?<=\p{Lu}\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/u;

function addTerm(
  term: string,
  kind: TokenKind,
  from: number,
  to: number,
  start: number,
  end: number,
  sink: TokenSink,
): void {
  if (term === '') return;
  sink(term.length > MAX_TERM_LENGTH ? cut(term) : term, kind, from, to, start, end);
}

const cut = (term: string): string =>
  term.slice(0, MAX_TERM_LENGTH - (/[\uD800-\uDBFF]/.test(term[MAX_TERM_LENGTH - 1] as string) ? 1 : 0));
