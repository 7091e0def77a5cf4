import { type PatternNode, parsePattern } from './parse-pattern.ts';

const MAX_STEPS = 100_000;
const MAX_TEXT_LENGTH = 20_000;

/**
 * Whether a pattern matches a part of a text; undefined if this cannot be decided. All ways to match are followed at
 * once, so that no pattern takes long.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const node = text.length > MAX_TEXT_LENGTH ? undefined : parsePattern(pattern);
  if (!node) return undefined;
  try {
    const matcher = new Matcher([...text]);
    return matcher.match(node, matcher.everywhere()).size > 0;
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

class TooManySteps extends Error {}

/** Places in the text, between its characters. */
type Places = ReadonlySet<number>;

class Matcher {
  readonly #text: readonly string[];
  #stepsLeft = MAX_STEPS;

  constructor(text: readonly string[]) {
    this.#text = text;
  }

  everywhere(): Places {
    return new Set(Array.from({ length: this.#text.length + 1 }, (_, place) => place));
  }

  /** The places where a match can end that begins in one of the places. */
  match(node: PatternNode, from: Places): Places {
    this.#stepsLeft -= 1 + from.size;
    if (this.#stepsLeft < 0) throw new TooManySteps();
    if (from.size === 0) return from;
    switch (node.kind) {
      case 'characters':
        return new Set([...from].filter((place) => this.#has(node, place)).map((place) => place + 1));
      case 'sequence':
        return node.parts.reduce((places, part) => this.match(part, places), from);
      case 'choice':
        return new Set(node.options.flatMap((option) => [...this.match(option, from)]));
      case 'repeat':
        return this.#matchRepeat(node, from);
      case 'start':
        return new Set([...from].filter((place) => place === 0));
      case 'end':
        return new Set([...from].filter((place) => place === this.#text.length));
      case 'boundary':
        return new Set([...from].filter((place) => this.#isBoundary(place) !== node.isNegated));
      case 'look':
        return new Set([...from].filter((place) => this.#sees(node, place) !== node.isNegated));
    }
  }

  #matchRepeat({ part, least, most }: Extract<PatternNode, { kind: 'repeat' }>, from: Places): Places {
    let places = from;
    for (let count = 0; count < least; count += 1) {
      const next = this.match(part, places);
      // From here on, each further match is empty.
      const isSettled = next.size === places.size && [...next].every((place) => places.has(place));
      places = next;
      if (isSettled || places.size === 0) break;
    }
    const found = new Set(places);
    for (let count = least; count < most && places.size > 0; count += 1) {
      const next = [...this.match(part, places)].filter((place) => !found.has(place));
      for (const place of next) found.add(place);
      places = new Set(next);
    }
    return found;
  }

  #has({ has }: Extract<PatternNode, { kind: 'characters' }>, place: number): boolean {
    const character = this.#text[place];
    return character !== undefined && has(character);
  }

  #isBoundary(place: number): boolean {
    const isWord = (character = ''): boolean => /^\w$/.test(character);
    return isWord(this.#text[place - 1]) !== isWord(this.#text[place]);
  }

  #sees({ part, isBehind }: Extract<PatternNode, { kind: 'look' }>, place: number): boolean {
    if (!isBehind) return this.match(part, new Set([place])).size > 0;
    const before = new Set(Array.from({ length: place + 1 }, (_, start) => start));
    return this.match(part, before).has(place);
  }
}
