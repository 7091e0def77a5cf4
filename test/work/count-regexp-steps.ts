import { compileRegExp, type Instruction, type RegExpProgram } from './regexp-program.ts';

const MAX_STEPS = 200_000_000;

/** Where groups and loops with an empty turn began and ended; most expressions need none. */
type Registers = Readonly<Record<string, number>>;

const NO_REGISTERS: Registers = {};

/** Where a match ended. */
interface MatchEnd {
  at: number;
  registers: Registers;
}

export interface CountedMatch {
  /** Characters and branches tried, those of failed attempts included. */
  steps: number;
  /** Undefined when nothing matches. */
  range: { start: number; end: number } | undefined;
}

/**
 * Counts the steps that a backtracking engine needs to find the first match at or after a position. The engine of
 * JavaScript does not tell, and its time is not a measure for a test.
 */
export function countRegExpSteps(pattern: RegExp, text: string, from: number): CountedMatch {
  const program = programOf(pattern);
  if (program.isAnchored && from > 0) return { steps: 1, range: undefined };
  waiting.length = 0;
  const matcher = new Matcher(program, text);
  const isFixed = pattern.sticky || program.isAnchored;
  const first = program.code[0]!;
  for (let start = from; start <= text.length; start++) {
    // Most attempts end at their first character.
    if (first.op === 'character' && matcher.afterCharacter(first, start) < 0) matcher.steps++;
    else {
      const end = matcher.run(program.code, start, NO_REGISTERS)?.at;
      if (end !== undefined) return { steps: matcher.steps, range: { start, end } };
    }
    if (isFixed) break;
    // A pair of surrogates is one character.
    if (program.isUnicode && isPairAt(text, start)) start++;
  }
  return { steps: matcher.steps, range: undefined };
}

/** By the text of the pattern: a literal within a function is a new object at each call. */
const programs = new Map<string, RegExpProgram[]>();

function programOf(pattern: RegExp): RegExpProgram {
  const kind =
    (pattern.ignoreCase ? 1 : 0) +
    (pattern.multiline ? 2 : 0) +
    (pattern.dotAll ? 4 : 0) +
    (pattern.unicode ? 8 : 0);
  let kinds = programs.get(pattern.source);
  if (!kinds) {
    kinds = [];
    programs.set(pattern.source, kinds);
  }
  kinds[kind] ??= compileRegExp(pattern);
  return kinds[kind];
}

/**
 * States to go back to, the last one first. All matches use the same lists, and they hold numbers, because there are
 * millions of states.
 */
const waiting = { pcs: [] as number[], ats: [] as number[], registers: [] as Registers[], length: 0 };

class Matcher {
  steps = 0;
  readonly #program: RegExpProgram;
  readonly #text: string;

  constructor(program: RegExpProgram, text: string) {
    this.#program = program;
    this.#text = text;
  }

  /** Returns the end of the first match; undefined without one. */
  run(code: readonly Instruction[], start: number, known: Registers): MatchEnd | undefined {
    const text = this.#text;
    const base = waiting.length;
    let pc = 0;
    let at = start;
    let registers = known;
    for (;;) {
      this.steps++;
      if (this.steps > MAX_STEPS)
        throw new Error('A regular expression took more steps than can be counted.');
      const instruction = code[pc]!;
      let isFailed = false;
      switch (instruction.op) {
        case 'character': {
          const next = this.afterCharacter(instruction, at);
          if (next < 0) isFailed = true;
          else at = next;
          pc++;
          break;
        }
        case 'split':
          waiting.pcs[waiting.length] = instruction.second;
          waiting.ats[waiting.length] = at;
          waiting.registers[waiting.length] = registers;
          waiting.length++;
          pc = instruction.first;
          break;
        case 'jump':
          pc = instruction.to;
          break;
        case 'save':
          registers = { ...registers, [instruction.register]: at };
          pc++;
          break;
        case 'progress':
          isFailed = registers[instruction.register] === at;
          pc++;
          break;
        case 'assert':
          isFailed = !instruction.holds(text, at);
          pc++;
          break;
        case 'look': {
          const found = this.run(instruction.code, at, registers);
          isFailed = (found !== undefined) === instruction.isNegated;
          if (found && !instruction.isNegated) registers = found.registers;
          pc++;
          break;
        }
        case 'reference': {
          const next = afterReference(instruction, text, at, registers);
          if (next === undefined) isFailed = true;
          else {
            this.steps += Math.abs(next - at);
            at = next;
          }
          pc++;
          break;
        }
        case 'match':
          waiting.length = base;
          return { at, registers };
      }
      if (!isFailed) continue;
      if (waiting.length === base) return undefined;
      waiting.length--;
      pc = waiting.pcs[waiting.length]!;
      at = waiting.ats[waiting.length]!;
      registers = waiting.registers[waiting.length]!;
    }
  }

  /** Where the text goes on after a character that is accepted; negative without one. */
  afterCharacter({ accepts, isBackward }: Extract<Instruction, { op: 'character' }>, at: number): number {
    const text = this.#text;
    const isPair = this.#program.isUnicode && isPairAt(text, isBackward ? at - 2 : at);
    const length = isPair ? 2 : 1;
    const from = isBackward ? at - length : at;
    if (from < 0 || from >= text.length) return -1;
    if (!accepts(isPair ? text.codePointAt(from)! : text.charCodeAt(from))) return -1;
    return isBackward ? from : at + length;
  }
}

const isPairAt = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

function afterReference(
  { groups, isBackward, isCaseless }: Extract<Instruction, { op: 'reference' }>,
  text: string,
  at: number,
  registers: Registers,
): number | undefined {
  for (const group of groups) {
    const [start, end] = [registers[`start ${group}`], registers[`end ${group}`]];
    if (start === undefined || end === undefined) continue;
    const wanted = text.slice(start, end);
    const found = isBackward ? text.slice(at - wanted.length, at) : text.slice(at, at + wanted.length);
    const isSame = isCaseless ? wanted.toLowerCase() === found.toLowerCase() : wanted === found;
    return isSame ? at + (isBackward ? -wanted.length : wanted.length) : undefined;
  }
  return at;
}
