/** A part of a regular expression. */
export type PatternNode =
  | { kind: 'characters'; has: (character: string) => boolean; hints: readonly string[] }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'boundary'; isNegated: boolean }
  | { kind: 'look'; part: PatternNode; isNegated: boolean; isBehind: boolean };

type Characters = Extract<PatternNode, { kind: 'characters' }>;

const MAX_PATTERN_LENGTH = 2000;
const MAX_PATTERN_DEPTH = 50;

const isDigit = (character: string): boolean => /^[0-9]$/.test(character);
const isWord = (character: string): boolean => /^\w$/.test(character);
const isSpace = (character: string): boolean => /^\s$/.test(character);
const LINE_ENDS = new Set(['\n', '\r', '\u2028', '\u2029']);

const CLASSES: Record<string, (character: string) => boolean> = {
  d: isDigit,
  D: (character) => !isDigit(character),
  w: isWord,
  W: (character) => !isWord(character),
  s: isSpace,
  S: (character) => !isSpace(character),
};
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', 0: '\0' };

const parsed = new Map<string, PatternNode | undefined>();
const MAX_KEPT = 1000;

/** Reads a regular expression of JavaScript. Undefined for one that is wrong or refers back to a group. */
export function parsePattern(pattern: string): PatternNode | undefined {
  if (parsed.has(pattern)) return parsed.get(pattern);
  const node = pattern.length > MAX_PATTERN_LENGTH ? undefined : new PatternParser(pattern).parse();
  if (parsed.size >= MAX_KEPT) parsed.clear();
  parsed.set(pattern, node);
  return node;
}

class UnreadablePattern extends Error {}

class PatternParser {
  readonly #characters: string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  parse(): PatternNode | undefined {
    try {
      const node = this.#parseChoice();
      return this.#at < this.#characters.length ? undefined : node;
    } catch (error) {
      if (error instanceof UnreadablePattern) return undefined;
      throw error;
    }
  }

  #parseChoice(): PatternNode {
    this.#depth += 1;
    if (this.#depth > MAX_PATTERN_DEPTH) throw new UnreadablePattern();
    const options = [this.#parseSequence()];
    while (this.#takes('|')) options.push(this.#parseSequence());
    this.#depth -= 1;
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #parseSequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek())
      parts.push(this.#parseRepeat(this.#parseAtom()));
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };
  }

  #parseRepeat(part: PatternNode): PatternNode {
    const counts = this.#parseCounts();
    if (!counts) return part;
    this.#takes('?');
    if (counts.least > counts.most) throw new UnreadablePattern();
    return { kind: 'repeat', part, ...counts };
  }

  #parseCounts(): { least: number; most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Infinity };
    if (this.#takes('+')) return { least: 1, most: Infinity };
    if (this.#takes('?')) return { least: 0, most: 1 };
    if (this.#peek() !== '{') return undefined;
    const rest = this.#characters.slice(this.#at, this.#at + 30).join('');
    const counts = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/.exec(rest);
    if (!counts) return undefined;
    const [text, least, comma, most] = counts;
    this.#at += text.length;
    const unlimited = comma === undefined ? Number(least) : Infinity;
    return { least: Number(least), most: most === undefined ? unlimited : Number(most) };
  }

  #parseAtom(): PatternNode {
    const next = this.#take();
    switch (next) {
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '.':
        return { kind: 'characters', has: (character) => !LINE_ENDS.has(character), hints: [] };
      case '(':
        return this.#parseGroup();
      case '[':
        return this.#parseClass();
      case '\\':
        return this.#parseEscape();
      case '*':
      case '+':
      case '?':
        throw new UnreadablePattern();
      default:
        return oneOf(next);
    }
  }

  #parseGroup(): PatternNode {
    const look = this.#parseGroupStart();
    const part = this.#parseChoice();
    if (!this.#takes(')')) throw new UnreadablePattern();
    return look ? { kind: 'look', part, ...look } : part;
  }

  #parseGroupStart(): { isNegated: boolean; isBehind: boolean } | undefined {
    if (!this.#takes('?')) return undefined;
    const kind = this.#take();
    if (kind === ':') return undefined;
    if (kind === '=' || kind === '!') return { isNegated: kind === '!', isBehind: false };
    if (kind !== '<') throw new UnreadablePattern();
    const next = this.#peek();
    if (next === '=' || next === '!') {
      this.#take();
      return { isNegated: next === '!', isBehind: true };
    }
    while (this.#take() !== '>');
    return undefined;
  }

  #parseClass(): Characters {
    const isNegated = this.#takes('^');
    const members: Characters[] = [];
    while (!this.#takes(']')) {
      const first = this.#parseMember();
      const [from] = first.hints;
      const isRange = this.#peek() === '-' && ![']', undefined].includes(this.#characters[this.#at + 1]);
      if (!isRange || from === undefined || first.hints.length > 1) {
        members.push(first);
        continue;
      }
      this.#take();
      const [to] = this.#parseMember().hints;
      if (to === undefined || codeOf(to) < codeOf(from)) throw new UnreadablePattern();
      members.push({
        kind: 'characters',
        has: (character) => codeOf(character) >= codeOf(from) && codeOf(character) <= codeOf(to),
        hints: [from, to],
      });
    }
    const has = (character: string): boolean => members.some((member) => member.has(character));
    return {
      kind: 'characters',
      has: isNegated ? (character) => !has(character) : has,
      hints: isNegated ? [] : members.flatMap(({ hints }) => hints),
    };
  }

  #parseMember(): Characters {
    const next = this.#take();
    if (next !== '\\') return oneOf(next);
    if (this.#takes('b')) return oneOf('\b');
    if (this.#takes('-')) return oneOf('-');
    const escaped = this.#parseEscape();
    if (escaped.kind !== 'characters') throw new UnreadablePattern();
    return escaped;
  }

  #parseEscape(): PatternNode {
    const next = this.#take();
    const has = CLASSES[next];
    if (has) return { kind: 'characters', has, hints: [] };
    if (next === 'b' || next === 'B') return { kind: 'boundary', isNegated: next === 'B' };
    if (next === 'p' || next === 'P') return this.#parseProperty(next);
    if (next === 'x') return oneOf(this.#takeCode(2));
    if (next === 'u') return this.#takes('{') ? oneOf(this.#takeLongCode()) : oneOf(this.#takeCode(4));
    if (next === 'c') return oneOf(String.fromCharCode(codeOf(this.#take()) % 32));
    if (next === 'k' || /^[1-9]$/.test(next)) throw new UnreadablePattern();
    return oneOf(CONTROLS[next] ?? next);
  }

  #parseProperty(kind: string): Characters {
    if (!this.#takes('{')) throw new UnreadablePattern();
    let name = '';
    for (let next = this.#take(); next !== '}'; next = this.#take()) name += next;
    if (!/^\w{1,40}(?:=\w{1,40})?$/.test(name)) throw new UnreadablePattern();
    try {
      const property = new RegExp(`^\\${kind}{${name}}$`, 'u');
      return { kind: 'characters', has: (character) => property.test(character), hints: [] };
    } catch {
      throw new UnreadablePattern();
    }
  }

  #takeCode(digits: number): string {
    const code = Array.from({ length: digits }, () => this.#take()).join('');
    if (!/^[0-9a-f]+$/i.test(code)) throw new UnreadablePattern();
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #takeLongCode(): string {
    let code = '';
    for (let next = this.#take(); next !== '}'; next = this.#take()) code += next;
    const number = /^[0-9a-f]{1,6}$/i.test(code) ? Number.parseInt(code, 16) : Infinity;
    if (number > 0x10ffff) throw new UnreadablePattern();
    return String.fromCodePoint(number);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(): string {
    const next = this.#characters[this.#at];
    if (next === undefined) throw new UnreadablePattern();
    this.#at += 1;
    return next;
  }

  #takes(wanted: string): boolean {
    if (this.#peek() !== wanted) return false;
    this.#at += 1;
    return true;
  }
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

const oneOf = (only: string): Characters => ({
  kind: 'characters',
  has: (character) => character === only,
  hints: [only],
});
