/**
 * Finds texts without which a pattern of a grammar cannot match. Nearly all patterns of a grammar look for words that
 * are not in the current line, and searching for a word is much faster than matching a pattern.
 */

/** With more alternatives, searching for each of them would take as long as matching the pattern. */
const MAX_TEXTS = 24;
const MAX_LISTS = 4;
const MAX_DEPTH = 100;

/** Every match contains one text of each list. */
type Needed = readonly (readonly string[])[];
const NOTHING: Needed = [];

/**
 * Lists the texts that a pattern needs: every match, with the text that it looks ahead for, contains one text of each
 * list, so that the pattern cannot match from a place after which there is none. Empty for a pattern that needs none,
 * or that is not understood.
 */
export function listNeededTexts(pattern: string): Needed {
  try {
    return new Reader(pattern).read();
  } catch (error) {
    if (error instanceof NotUnderstood) return NOTHING;
    throw error;
  }
}

class NotUnderstood extends Error {}

/** Reads as much of the syntax of Oniguruma as is needed to recognize text, and refuses the rest. */
class Reader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): Needed {
    const needed = this.#readAlternatives(0);
    if (this.#at < this.#pattern.length) throw new NotUnderstood();
    return needed;
  }

  /** Reads up to the end of the open group. */
  #readAlternatives(depth: number): Needed {
    if (depth > MAX_DEPTH) throw new NotUnderstood();
    let all = this.#readSequence(depth);
    while (this.#take('|')) {
      const other = this.#readSequence(depth);
      const texts = [...(all[0] ?? []), ...(other[0] ?? [])];
      all = all[0] && other[0] && texts.length <= MAX_TEXTS ? [texts] : NOTHING;
    }
    return all;
  }

  #readSequence(depth: number): Needed {
    const found: (readonly string[])[] = [];
    let run = '';
    const endRun = (): void => {
      if (run !== '') found.push([run]);
      run = '';
    };
    while (this.#at < this.#pattern.length && !this.#is('|') && !this.#is(')')) {
      const piece = this.#readPiece(depth);
      const { canBeNone, isRepeated } = this.#skipQuantifiers();
      if (typeof piece !== 'string') {
        endRun();
        if (!canBeNone) found.push(...piece);
      } else if (canBeNone) endRun();
      else {
        run += piece;
        if (isRepeated) endRun();
      }
    }
    endRun();
    return found.sort((one, other) => worthOf(other) - worthOf(one)).slice(0, MAX_LISTS);
  }

  /** Returns a character of text, or the needed texts of anything else. */
  #readPiece(depth: number): string | Needed {
    const character = this.#next();
    switch (character) {
      case '\\':
        return this.#readEscape();
      case '[':
        return this.#readClass();
      case '(':
        return this.#readGroup(depth);
      case '.':
      case '^':
      case '$':
        return NOTHING;
      case '*':
      case '+':
      case '?':
        throw new NotUnderstood();
      case '{':
        this.#at -= 1;
        if (this.#takeInterval()) throw new NotUnderstood();
        this.#at += 1;
        return character;
      default:
        return character;
    }
  }

  #readEscape(): string | Needed {
    const character = this.#next();
    if (!/[\da-z]/i.test(character)) return character;
    if (/[wWdDsShHbBAzZGRXNOyY]/.test(character)) return NOTHING;
    if (character === 't') return '\t';
    if (/[gk]/.test(character)) this.#skipTo(this.#next() === '<' ? '>' : "'");
    else if (/[pP]/.test(character) && this.#take('{')) this.#skipTo('}');
    else if (character === 'x' && this.#take('{')) this.#skipTo('}');
    else if (character === 'x') this.#skip(/[\da-f]{1,2}/iy);
    else if (character === 'u') this.#skip(/[\da-f]{4}/iy);
    else if (/[1-9]/.test(character)) this.#skip(/\d*/y);
    else if (!/[aefnrv]/.test(character)) throw new NotUnderstood();
    return NOTHING;
  }

  /** A few characters in a class are alternatives. */
  #readClass(): Needed {
    let isPlain = !this.#take('^');
    const characters: string[] = [];
    // A bracket at the beginning is text.
    if (this.#take(']')) characters.push(']');
    while (!this.#take(']')) {
      const character = this.#next();
      if (character === '[') {
        if (this.#take(':')) this.#skipTo(':]');
        else this.#readClass();
        isPlain = false;
      } else if (character === '\\') {
        const escaped = this.#readEscape();
        if (typeof escaped === 'string') characters.push(escaped);
        else isPlain = false;
      } else if (character === '&' && this.#is('&')) isPlain = false;
      else if (character === '-' && characters.length > 0 && !this.#is(']')) isPlain = false;
      else characters.push(character);
    }
    return isPlain && characters.length > 0 && characters.length <= MAX_TEXTS ? [characters] : NOTHING;
  }

  #readGroup(depth: number): Needed {
    const isNeeded = this.#readGroupStart();
    const needed = this.#readAlternatives(depth + 1);
    if (!this.#take(')')) throw new NotUnderstood();
    return isNeeded ? needed : NOTHING;
  }

  /** Returns whether the content of the group comes after the beginning of the match. */
  #readGroupStart(): boolean {
    if (!this.#take('?')) return true;
    if (this.#take(':') || this.#take('>') || this.#take('=')) return true;
    if (this.#take('!')) return false;
    if (this.#take('<=') || this.#take('<!')) return false;
    // Options change what text means; conditions and comments are rare.
    if (!this.#take('<')) throw new NotUnderstood();
    this.#skipTo('>');
    return true;
  }

  #skipQuantifiers(): { canBeNone: boolean; isRepeated: boolean } {
    let canBeNone = false;
    let isRepeated = false;
    for (;;) {
      const interval = this.#takeInterval();
      if (interval) canBeNone ||= Number(interval[1] ?? 0) === 0;
      else if (this.#take('*') || this.#take('?')) canBeNone = true;
      else if (!this.#take('+')) return { canBeNone, isRepeated };
      isRepeated = true;
    }
  }

  /** Without a number in it, a brace is text. */
  #takeInterval(): RegExpExecArray | undefined {
    return this.#find(/\{(?:(\d+)(?:,\d*)?|,\d+)\}/y);
  }

  #is(text: string): boolean {
    return this.#pattern.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += text.length;
    return true;
  }

  #next(): string {
    const code = this.#pattern.codePointAt(this.#at);
    if (code === undefined) throw new NotUnderstood();
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #skipTo(text: string): void {
    const end = this.#pattern.indexOf(text, this.#at);
    if (end < 0) throw new NotUnderstood();
    this.#at = end + text.length;
  }

  #skip(expected: RegExp): void {
    if (!this.#find(expected)) throw new NotUnderstood();
  }

  #find(expected: RegExp): RegExpExecArray | undefined {
    expected.lastIndex = this.#at;
    const found = expected.exec(this.#pattern) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

/** Long texts are rare in lines, and short lists are searched fast. */
const worthOf = (texts: readonly string[]): number =>
  Math.min(...texts.map(({ length }) => length)) * 100 - texts.length;
