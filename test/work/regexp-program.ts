import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** A regular expression as instructions for a matcher that backtracks as the engine of JavaScript does. */
export interface RegExpProgram {
  code: Instruction[];
  /** Whether only the beginning of the text can match. */
  isAnchored: boolean;
  isUnicode: boolean;
}

export type Instruction =
  | { op: 'character'; accepts: (codePoint: number) => boolean; isBackward: boolean }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; register: string }
  | { op: 'progress'; register: string }
  | { op: 'assert'; holds: (text: string, at: number) => boolean }
  | { op: 'look'; code: Instruction[]; isNegated: boolean }
  | { op: 'reference'; groups: number[]; isBackward: boolean; isCaseless: boolean }
  | { op: 'match' };

export function compileRegExp(pattern: RegExp): RegExpProgram {
  const { pattern: body } = new RegExpParser().parseLiteral(String(pattern));
  const compiler = new Compiler(pattern.flags);
  compiler.addAlternatives(body.alternatives, false);
  compiler.code.push({ op: 'match' });
  return {
    code: compiler.code,
    isAnchored:
      !pattern.multiline &&
      body.alternatives.every(
        ({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start',
      ),
    isUnicode: pattern.unicode || pattern.flags.includes('v'),
  };
}

// Without regular expressions, which are slow while their steps are counted.
const WORD_CHARACTERS = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_');
const isWord = (character: string | undefined): boolean =>
  character !== undefined && WORD_CHARACTERS.has(character);
const isBreak = (character: string | undefined): boolean =>
  character === undefined ||
  character === '\n' ||
  character === '\r' ||
  character === '\u2028' ||
  character === '\u2029';

class Compiler {
  readonly code: Instruction[] = [];
  readonly #flags: string;
  #registers = 0;

  constructor(flags: string) {
    this.#flags = flags;
  }

  addAlternatives(alternatives: readonly AST.Alternative[], isBackward: boolean): void {
    const jumps: { op: 'jump'; to: number }[] = [];
    for (const [i, alternative] of alternatives.entries()) {
      const isLast = i === alternatives.length - 1;
      const split = { op: 'split' as const, first: this.code.length + 1, second: 0 };
      if (!isLast) this.code.push(split);
      const elements = isBackward ? [...alternative.elements].reverse() : alternative.elements;
      for (const element of elements) this.#add(element, isBackward);
      if (isLast) continue;
      const jump = { op: 'jump' as const, to: 0 };
      this.code.push(jump);
      jumps.push(jump);
      split.second = this.code.length;
    }
    for (const jump of jumps) jump.to = this.code.length;
  }

  #add(element: AST.Element, isBackward: boolean): void {
    switch (element.type) {
      case 'Group':
        this.addAlternatives(element.alternatives, isBackward);
        return;
      case 'CapturingGroup': {
        const group = groupNumber(element);
        if (element.references.length === 0) {
          this.addAlternatives(element.alternatives, isBackward);
          return;
        }
        this.code.push({ op: 'save', register: `${isBackward ? 'end' : 'start'} ${group}` });
        this.addAlternatives(element.alternatives, isBackward);
        this.code.push({ op: 'save', register: `${isBackward ? 'start' : 'end'} ${group}` });
        return;
      }
      case 'Quantifier':
        this.#addQuantifier(element, isBackward);
        return;
      case 'Assertion':
        this.#addAssertion(element);
        return;
      case 'Backreference':
        this.code.push({
          op: 'reference',
          groups: [element.resolved].flat().map(groupNumber),
          isBackward,
          isCaseless: this.#flags.includes('i'),
        });
        return;
      default:
        this.code.push({ op: 'character', accepts: this.#acceptorOf(element.raw), isBackward });
    }
  }

  #addQuantifier({ element, min, max, greedy }: AST.Quantifier, isBackward: boolean): void {
    for (let i = 0; i < min; i++) this.#add(element, isBackward);
    const order = (inside: number, after: number) =>
      greedy ? { first: inside, second: after } : { first: after, second: inside };
    if (max === Number.POSITIVE_INFINITY) {
      const register = `loop ${this.#registers++}`;
      const start = this.code.length;
      const split: Instruction = { op: 'split', first: 0, second: 0 };
      const hasEmptyTurns = canBeEmpty(element);
      this.code.push(split);
      if (hasEmptyTurns) this.code.push({ op: 'save', register });
      this.#add(element, isBackward);
      if (hasEmptyTurns) this.code.push({ op: 'progress', register });
      this.code.push({ op: 'jump', to: start });
      Object.assign(split, order(start + 1, this.code.length));
      return;
    }
    const splits: { split: Instruction; inside: number }[] = [];
    for (let i = min; i < max; i++) {
      const split: Instruction = { op: 'split', first: 0, second: 0 };
      this.code.push(split);
      splits.push({ split, inside: this.code.length });
      this.#add(element, isBackward);
    }
    for (const { split, inside } of splits) Object.assign(split, order(inside, this.code.length));
  }

  #addAssertion(assertion: AST.Assertion): void {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const inner = new Compiler(this.#flags);
      inner.#registers = this.#registers + 100;
      inner.addAlternatives(assertion.alternatives, assertion.kind === 'lookbehind');
      inner.code.push({ op: 'match' });
      this.code.push({ op: 'look', code: inner.code, isNegated: assertion.negate });
      return;
    }
    const isMultiline = this.#flags.includes('m');
    const holds = (text: string, at: number): boolean => {
      if (assertion.kind === 'start') return at === 0 || (isMultiline && isBreak(text[at - 1]));
      if (assertion.kind === 'end') return at === text.length || (isMultiline && isBreak(text[at]));
      const isBoundary = isWord(text[at - 1]) !== isWord(text[at]);
      return assertion.kind === 'word' && assertion.negate ? !isBoundary : isBoundary;
    };
    this.code.push({ op: 'assert', holds });
  }

  /** Asks the engine itself about each character once. */
  #acceptorOf(raw: string): (codePoint: number) => boolean {
    const single = new RegExp(`^(?:${raw})$`, this.#flags.replace(/[gmyd]/g, ''));
    const known: (boolean | undefined)[] = new Array(128).fill(undefined);
    const rare = new Map<number, boolean>();
    return (codePoint) => {
      let accepts = codePoint < 128 ? known[codePoint] : rare.get(codePoint);
      if (accepts !== undefined) return accepts;
      accepts = single.test(String.fromCodePoint(codePoint));
      if (codePoint < 128) known[codePoint] = accepts;
      else rare.set(codePoint, accepts);
      return accepts;
    };
  }
}

function canBeEmpty(element: AST.Element): boolean {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.every(canBeEmpty));
    case 'Quantifier':
      return element.min === 0 || canBeEmpty(element.element);
    case 'Assertion':
    case 'Backreference':
      return true;
    default:
      return false;
  }
}

/** Groups are numbered by where they open. */
function groupNumber(group: AST.CapturingGroup): number {
  return group.start;
}
