import { findUnstorable, toWellFormed } from '@lectern/std/well-formed';
import { invalidField, invalidRequest } from './errors.ts';
import { tooManyValues } from './request-errors.ts';

/** The time for which one turn of the event loop may parse. */
const MAX_SLICE_MS = 8;
/** What is read between two looks at the clock. Longer strings are read in pieces of this length. */
const STEPS_BETWEEN_CHECKS = 64;
const CHARACTERS_BETWEEN_CHECKS = 250_000;

/** Short enough that a slice is a copy. A longer one would keep the whole text in memory for as long as it is used. */
const MAX_COPIED_LENGTH = 12;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** An escape, or a control character: JSON forbids some of them in strings. */
const NEEDS_PARSER = /[\\\p{Cc}]/u;
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

interface Limits {
  values: number;
  depth: number;
}

interface Parse {
  text: JsonText;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Whether a JSON text is nested more deeply, and could overflow the stack of whoever reads its value. */
export function isNestedDeeper(text: string, depth: number): boolean {
  if (text.length <= depth) return false;
  let open = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) position = findEndOfString(text, position + 1);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) open += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open -= 1;
    if (open > depth) return true;
  }
  return false;
}

/**
 * The position of the quotation mark that ends the string, or of the first one from `until` on, even if it is escaped;
 * the end of the text if there is none.
 */
function findEndOfString(text: string, from: number, until = text.length): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && end < until && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/**
 * Where a long string can be cut between `until` and the next quotation mark: behind that, or behind a line break, if they
 * are escaped, so that no character is divided. Undefined: the string ends at the quotation mark and is read to there.
 */
function findCut(text: string, until: number, quote: number): number | undefined {
  if (isEscaped(text, quote)) return quote + 1;
  const rest = text.slice(until, quote);
  let lineBreak = rest.indexOf('\\n');
  while (lineBreak !== -1 && isEscaped(text, until + lineBreak))
    lineBreak = rest.indexOf('\\n', lineBreak + 1);
  return lineBreak === -1 ? undefined : until + lineBreak + 2;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, position: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(position - backslashes - 1) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

const underWay: Parse[] = [];

/**
 * Parses a large text as `JSON.parse` does, a few milliseconds in each turn of the event loop. Texts that are parsed at
 * the same time take turns. Refuses, with an API error, what has too many values or is nested too deeply, keys that would
 * change a prototype, and text that PostgreSQL cannot store.
 */
export function parseLargeJson(text: string, limits: Limits): Promise<unknown> {
  return new Promise((resolve, reject) => {
    underWay.push({ text: new JsonText(text, limits), resolve, reject });
    if (underWay.length === 1) setImmediate(parseSlice);
  });
}

function parseSlice(): void {
  const parse = underWay.shift() as Parse;
  try {
    // What is done with the value has a turn of its own.
    if (parse.text.read(performance.now() + MAX_SLICE_MS)) setImmediate(parse.resolve, parse.text.value);
    else underWay.push(parse);
  } catch (error) {
    parse.reject(error);
  }
  if (underWay.length > 0) setImmediate(parseSlice);
}

type Container = unknown[] | Record<string, unknown>;
type Expected = 'value' | 'first item' | 'key' | 'first key' | 'comma or end';

class JsonText {
  value: unknown;
  readonly #text: string;
  readonly #limits: Limits;
  #position = 0;
  #count = 0;
  #expected: Expected = 'value';
  /** The containers that are open, the innermost last, and of each the key at which the next value is put. */
  readonly #open: Container[] = [];
  readonly #keys: string[] = [];
  /** What has been read of a long string in which the position is. */
  #begun: string | undefined;

  constructor(text: string, limits: Limits) {
    this.#text = text;
    this.#limits = limits;
  }

  /** Reads on until the time; true at the end of the text. */
  read(until: number): boolean {
    do {
      const end = this.#position + CHARACTERS_BETWEEN_CHECKS;
      for (let step = 0; step < STEPS_BETWEEN_CHECKS && this.#position < end; step += 1)
        if (this.#readNext()) return true;
    } while (performance.now() < until);
    return false;
  }

  #readNext(): boolean {
    const code = this.#begun === undefined ? this.#skipSpace() : QUOTE;
    switch (this.#expected) {
      case 'comma or end':
        return this.#readAfterValue(code);
      case 'first key':
        if (code === CLOSE_OBJECT) this.#close();
        else this.#readKey(code);
        return false;
      case 'key':
        this.#readKey(code);
        return false;
      case 'first item':
        if (code === CLOSE_ARRAY) this.#close();
        else this.#readValue(code);
        return false;
      case 'value':
        this.#readValue(code);
        return false;
    }
  }

  #readAfterValue(code: number): boolean {
    const container = this.#open.at(-1);
    if (container === undefined) {
      if (this.#position < this.#text.length) throw unexpected();
      return true;
    }
    const isArray = Array.isArray(container);
    if (code === COMMA) {
      this.#position += 1;
      this.#expected = isArray ? 'value' : 'key';
    } else if (code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) this.#close();
    else throw unexpected();
    return false;
  }

  #readKey(code: number): void {
    if (code !== QUOTE) throw unexpected();
    const key = this.#readString((unstorable, read) =>
      invalidField(this.#pathTo(read), `must not have a name with ${unstorable}.`),
    );
    if (key === undefined) return;
    const isOfConstructor = key === 'prototype' && this.#keys.at(-2) === 'constructor';
    if (key === '__proto__' || isOfConstructor)
      throw invalidRequest(
        `The request body must not contain the key “${isOfConstructor ? 'constructor.' : ''}${key}”.`,
      );
    if (this.#skipSpace() !== COLON) throw unexpected();
    this.#position += 1;
    this.#keys[this.#keys.length - 1] = key;
    this.#expected = 'value';
  }

  #readValue(code: number): void {
    if (code === OPEN_OBJECT) this.#enter({}, 'first key');
    else if (code === OPEN_ARRAY) this.#enter([], 'first item');
    else if (code === QUOTE) this.#readText();
    else this.#add(this.#readWord(), 'comma or end');
  }

  #enter(container: Container, expected: Expected): void {
    this.#position += 1;
    this.#add(container, expected);
    this.#open.push(container);
    this.#keys.push('');
    if (this.#open.length > this.#limits.depth)
      throw invalidRequest(`The request body is nested more than ${this.#limits.depth} levels deep.`);
  }

  #close(): void {
    this.#position += 1;
    this.#open.pop();
    this.#keys.pop();
    this.#expected = 'comma or end';
  }

  #add(value: unknown, expected: Expected): void {
    this.#count += 1;
    if (this.#count > this.#limits.values) throw tooManyValues(this.#limits.values);
    const container = this.#open.at(-1);
    if (container === undefined) this.value = value;
    else if (Array.isArray(container)) container.push(value);
    else container[this.#keys.at(-1) as string] = value;
    this.#expected = expected;
  }

  #readText(): void {
    const text = this.#readString((unstorable) => {
      const container = this.#open.at(-1);
      if (container === undefined) return invalidRequest(`The request body must not contain ${unstorable}.`);
      const name = Array.isArray(container) ? String(container.length) : (this.#keys.at(-1) as string);
      return invalidField(this.#pathTo(name), `must not contain ${unstorable}.`);
    });
    if (text !== undefined) this.#add(text, 'comma or end');
  }

  /** The path of a field of the innermost container, as the details of errors name it. */
  #pathTo(name: string): string {
    const above = this.#open
      .slice(0, -1)
      .map((container, at) => (Array.isArray(container) ? container.length - 1 : this.#keys[at]));
    return toWellFormed([...above, name].join('.')).replaceAll('\0', '\uFFFD');
  }

  /** Reads a string to its end, or a piece of it: then undefined, and the position is still in the string. */
  #readString(refuse: (unstorable: string, read: string) => Error): string | undefined {
    const start = this.#begun === undefined ? this.#position + 1 : this.#position;
    const until = start + CHARACTERS_BETWEEN_CHECKS;
    const quote = findEndOfString(this.#text, start, until);
    if (quote === this.#text.length) throw unexpected();
    const cut = quote < until ? undefined : findCut(this.#text, until, quote);
    const piece = decode(this.#text.slice(start, cut ?? quote));
    const read = this.#begun === undefined ? piece : this.#begun + piece;
    const unstorable = findUnstorable(piece);
    if (unstorable !== undefined) throw refuse(unstorable, read);
    this.#position = cut ?? quote + 1;
    this.#begun = cut === undefined ? undefined : read;
    return cut === undefined ? read : undefined;
  }

  #readWord(): number | boolean | null {
    for (const [word, value] of LITERALS) {
      if (!this.#text.startsWith(word, this.#position)) continue;
      this.#position += word.length;
      return value;
    }
    NUMBER.lastIndex = this.#position;
    const [digits] = NUMBER.exec(this.#text) ?? [];
    if (digits === undefined) throw unexpected();
    this.#position += digits.length;
    return Number(digits);
  }

  /** The code of the next character, NaN at the end of the text. */
  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#position += 1;
    }
  }
}

/** The text of a string, or of a piece of one, without its quotation marks. */
const decode = (written: string): string =>
  written.length < MAX_COPIED_LENGTH && !NEEDS_PARSER.test(written)
    ? written
    : (JSON.parse(`"${written}"`) as string);

const unexpected = (): SyntaxError => new SyntaxError('The text is not JSON.');
