/** Names as programs write them, also several with dots and hyphens between. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*(?:[-.][\p{L}\p{N}_$]+)*/gu;

interface Word {
  word: string;
  index: number;
}

/** The words of a text, and the parts of those with dots. */
function* listWords(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    yield { word, index };
    if (!word.includes('.')) continue;
    let at = index;
    for (const part of word.split('.')) {
      yield { word: part, index: at };
      at += part.length + 1;
    }
  }
}

/** Whether nobody writes it but as the name of something in a program: `pet_id`, `petId`. */
export const isIdentifier = (name: string): boolean => /\p{L}_|_\p{L}|\p{Ll}\p{Lu}/u.test(name);

const isPlainWord = (name: string): boolean => [...name.matchAll(WORD)][0]?.[0] === name;

/** Finds given names in texts. */
export class NameFinder<Named extends { name: string }> {
  readonly #byWord = new Map<string, Named>();
  /** Names with other signs, such as `application/json`. */
  readonly #others: Named[] = [];

  constructor(named: Iterable<Named>) {
    for (const one of named) {
      this.#byWord.set(one.name, one);
      if (/\p{L}/u.test(one.name) && !isPlainWord(one.name) && this.#others.length < MAX_OTHERS)
        this.#others.push(one);
    }
  }

  get size(): number {
    return this.#byWord.size;
  }

  /** Finds each name once, with its first place in the code. */
  *findInCode(text: string): Generator<{ named: Named; index: number }> {
    const seen = new Set<Named>();
    for (const { word, index } of listWords(text)) {
      const named = this.#byWord.get(word);
      if (!named || seen.has(named)) continue;
      seen.add(named);
      yield { named, index };
    }
    for (const named of this.#others) {
      const index = text.indexOf(named.name);
      if (index >= 0 && !seen.has(named)) yield { named, index };
    }
  }

  /** Finds each name once in a sentence: names that are ordinary words count only where they are marked as code. */
  *findInProse({ text, codes }: { text: string; codes: readonly string[] }): Generator<{
    named: Named;
    index: number;
  }> {
    const seen = new Set<Named>();
    for (const code of codes) {
      const whole = this.#byWord.get(code.trim());
      const found = whole ? [{ named: whole }] : this.findInCode(code);
      for (const { named } of found) {
        if (seen.has(named)) continue;
        seen.add(named);
        yield { named, index: Math.max(0, text.indexOf(named.name, text.indexOf(code))) };
      }
    }
    for (const { word, index } of listWords(text)) {
      const named = isIdentifier(word) ? this.#byWord.get(word) : undefined;
      if (!named || seen.has(named)) continue;
      seen.add(named);
      yield { named, index };
    }
  }
}

const MAX_OTHERS = 200;
