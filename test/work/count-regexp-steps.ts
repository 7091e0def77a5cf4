import { compileRegExp, type Instruction, type RegExpProgram } from './regexp-program.ts';

const MAX_STEPS = 200_000_000;

interface Thread {
  pc: number;
  at: number;
  registers: Registers;
}

type Registers = Readonly<Record<string, number>>;

export interface CountedMatch {
  /** Characters and branches tried, those of failed attempts included. */
  steps: number;
  /** Undefined when nothing matches. */
  range: { start: number; end: number } | undefined;
}

/**
 * Counts the steps that a backtracking engine needs to find the first match at or after a position. The engine of
 * JavaScript does not tell, and its time is no measure for a test.
 */
export function countRegExpSteps(pattern: RegExp, text: string, from: number): CountedMatch {
  const program = programOf(pattern);
  const run = { steps: 0 };
  const isFixed = pattern.sticky || program.isAnchored;
  if (program.isAnchored && from > 0) return { steps: 1, range: undefined };
  for (let start = from; start <= text.length; start++) {
    const end = runProgram(program.code, program, text, { pc: 0, at: start, registers: {} }, run)?.at;
    if (end !== undefined) return { steps: run.steps, range: { start, end } };
    if (isFixed) break;
    // A pair of surrogates is one character.
    if (program.isUnicode && (text.codePointAt(start) ?? 0) > 0xffff) start++;
  }
  return { steps: run.steps, range: undefined };
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

/** Returns the state of the first match; undefined without one. */
function runProgram(
  code: readonly Instruction[],
  program: RegExpProgram,
  text: string,
  start: Thread,
  run: { steps: number },
): Thread | undefined {
  const waiting: Thread[] = [start];
  for (let thread = waiting.pop(); thread; thread = waiting.pop()) {
    let { pc, at, registers } = thread;
    attempt: for (;;) {
      run.steps++;
      if (run.steps > MAX_STEPS) throw new Error('A regular expression took more steps than can be counted.');
      const instruction = code[pc]!;
      switch (instruction.op) {
        case 'character': {
          const character = characterAt(program, text, at, instruction.isBackward);
          if (character === undefined || !instruction.accepts(character)) break attempt;
          at += instruction.isBackward ? -character.length : character.length;
          pc++;
          break;
        }
        case 'split':
          waiting.push({ pc: instruction.second, at, registers });
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
          if (registers[instruction.register] === at) break attempt;
          pc++;
          break;
        case 'assert':
          if (!instruction.holds(text, at)) break attempt;
          pc++;
          break;
        case 'look': {
          const found = runProgram(instruction.code, program, text, { pc: 0, at, registers }, run);
          if ((found !== undefined) === instruction.isNegated) break attempt;
          if (found && !instruction.isNegated) registers = found.registers;
          pc++;
          break;
        }
        case 'reference': {
          const next = afterReference(instruction, text, at, registers);
          if (next === undefined) break attempt;
          run.steps += Math.abs(next - at);
          at = next;
          pc++;
          break;
        }
        case 'match':
          return { pc, at, registers };
      }
    }
  }
  return undefined;
}

function characterAt(
  { isUnicode }: RegExpProgram,
  text: string,
  at: number,
  isBackward: boolean,
): string | undefined {
  if (!isUnicode) return text[isBackward ? at - 1 : at];
  const isPair = (start: number): boolean => (text.codePointAt(start) ?? 0) > 0xffff;
  if (!isBackward) return at < text.length ? text.slice(at, at + (isPair(at) ? 2 : 1)) : undefined;
  if (at <= 0) return undefined;
  return text.slice(at >= 2 && isPair(at - 2) ? at - 2 : at - 1, at);
}

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
