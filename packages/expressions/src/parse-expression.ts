import {
  type EqualityOperator,
  type Expression,
  ITERATING_METHODS,
  type LogicalOperator,
  MAX_LENGTH,
  type OrderOperator,
  PLAIN_METHODS,
  SEARCHING_METHODS,
} from './expression.ts';
import { type ExpressionProblem, toProblem, UnreadableExpression } from './expression-problem.ts';
import { parseTime } from './parse-time.ts';
import { readTokens, type Sign, type Token } from './read-tokens.ts';

export type ParsedExpression =
  | { expression: Expression; problem?: never }
  | { problem: ExpressionProblem; expression?: never };

/** Parentheses, brackets and arguments within each other. Bounds the depth of the stack. */
const MAX_DEPTH = 64;

/** A token that is found in place of another is shown up to this length. */
const MAX_SHOWN = 40;

const LITERALS: ReadonlyMap<string, undefined | null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/** These mean something else in JavaScript, so that they are not names of data. */
const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof let new return static super switch this throw try typeof var void while with yield'.split(
    ' ',
  ),
);

/** The object of JavaScript that two functions about time are read from. It has no value itself. */
const DATE = 'Date';

const EQUALITY: readonly string[] = ['===', '!==', '==', '!='] satisfies EqualityOperator[];
const ORDER: readonly string[] = ['<', '<=', '>', '>='] satisfies OrderOperator[];
const METHODS = [...SEARCHING_METHODS, ...PLAIN_METHODS, ...ITERATING_METHODS];

/** Reads an expression. The language is described in docs/api/expressions.md. */
export function parseExpression(text: string): ParsedExpression {
  try {
    if (isTooLong(text))
      throw new UnreadableExpression(
        `An expression must not be longer than ${MAX_LENGTH} characters.`,
        MAX_LENGTH,
      );
    return { expression: new Parser(readTokens(text)).parse() };
  } catch (error) {
    if (error instanceof UnreadableExpression) return { problem: toProblem(text, error) };
    throw error;
  }
}

/** Characters outside the basic plane have two units. */
function isTooLong(text: string): boolean {
  if (text.length <= MAX_LENGTH) return false;
  return text.length > 2 * MAX_LENGTH || [...text].length > MAX_LENGTH;
}

/** Reads by recursive descent: one method for each level of precedence, the weakest operator first. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression {
    const expression = this.#readChoice();
    if (this.#token.kind !== 'end') throw this.#expected('an operator or the end of the expression');
    return expression;
  }

  /** `a ? b : c ? d : e` is a loop, so that long chains need no stack. */
  #readChoice(): Expression {
    const choices: { condition: Expression; yes: Expression }[] = [];
    let last = this.#readLogical();
    while (this.#skip('?')) {
      const yes = this.#nested(() => this.#readChoice());
      this.#expect(':');
      choices.push({ condition: last, yes });
      last = this.#readLogical();
    }
    return choices.reduceRight<Expression>((no, choice) => ({ kind: 'choice', ...choice, no }), last);
  }

  /** As in JavaScript, `??` cannot be combined with `||` or `&&` without parentheses. */
  #readLogical(): Expression {
    let left = this.#readAnd();
    let previous: LogicalOperator | undefined = left.hasAnd ? '&&' : undefined;
    for (;;) {
      const { start } = this.#token;
      const operator = this.#skip('||') ? '||' : this.#skip('??') ? '??' : undefined;
      if (!operator) return left.expression;
      const right = this.#readAnd();
      const others = [previous, right.hasAnd ? '&&' : undefined];
      if (others.some((other) => other !== undefined && (other === '??') !== (operator === '??')))
        throw new UnreadableExpression(
          'Put parentheses around the part with ?? or the part beside it.',
          start,
        );
      left = {
        expression: { kind: 'logical', operator, left: left.expression, right: right.expression },
        hasAnd: false,
      };
      previous = operator;
    }
  }

  #readAnd(): { expression: Expression; hasAnd: boolean } {
    let expression = this.#readComparison();
    let hasAnd = false;
    while (this.#skip('&&')) {
      hasAnd = true;
      expression = { kind: 'logical', operator: '&&', left: expression, right: this.#readComparison() };
    }
    return { expression, hasAnd };
  }

  /** Equality binds weaker than order: `a < b === true` compares the result. */
  #readComparison(): Expression {
    const left = this.#readOrder();
    const operator = this.#skipOneOf(EQUALITY) as EqualityOperator | undefined;
    if (!operator) return left;
    const right = this.#readOrder();
    this.#refuseChain(EQUALITY);
    return { kind: 'equality', operator, left, right };
  }

  #readOrder(): Expression {
    const left = this.#readUnary();
    const operator = this.#skipOneOf(ORDER) as OrderOperator | undefined;
    const isIn = !operator && this.#skipName('in');
    if (!operator && !isIn) return left;
    const right = this.#readUnary();
    this.#refuseChain(ORDER);
    return operator ? { kind: 'order', operator, left, right } : { kind: 'in', left, right };
  }

  /** `a < b < c` is valid JavaScript, but does not mean what it seems to. */
  #refuseChain(operators: readonly string[]): void {
    const token = this.#token;
    if (token.kind === 'sign' && operators.includes(token.sign))
      throw new UnreadableExpression(
        'Comparisons cannot follow each other. Write them separately, with && between them.',
        token.start,
      );
  }

  #readUnary(): Expression {
    let negations = 0;
    while (this.#skip('!')) negations++;
    let operand = this.#readPath();
    for (; negations > 0; negations--) operand = { kind: 'not', operand };
    return operand;
  }

  #readPath(): Expression {
    let expression = this.#readPrimary();
    for (;;) {
      const isOptional = this.#skip('?.');
      if (this.#skip('[')) {
        const index = this.#nested(() => this.#readChoice());
        this.#expect(']');
        expression = { kind: 'element', object: expression, index };
      } else if (isOptional || this.#skip('.')) {
        expression = this.#readMember(expression);
      } else {
        if (this.#sees('('))
          throw new UnreadableExpression(
            `Only these methods of a value can be called: ${METHODS.join(', ')}.`,
            this.#token.start,
          );
        return expression;
      }
    }
  }

  #readMember(object: Expression): Expression {
    const token = this.#token;
    if (token.kind !== 'name') throw this.#expected('a name');
    this.#at++;
    return this.#skip('(') ? this.#readCall(object, token) : { kind: 'member', object, name: token.text };
  }

  #readCall(object: Expression, { text, start }: Token): Expression {
    const plain = PLAIN_METHODS.find((name) => name === text);
    const searching = SEARCHING_METHODS.find((name) => name === text);
    const iterating = ITERATING_METHODS.find((name) => name === text);
    let call: Expression;
    if (plain) {
      call = { kind: 'plain-call', object, method: plain };
    } else if (searching) {
      const argument = this.#nested(() => this.#readChoice());
      call = { kind: 'searching-call', object, method: searching, argument };
    } else if (iterating) {
      const parameter = this.#readParameter();
      const body = this.#nested(() => this.#readChoice());
      call = { kind: 'iterating-call', object, method: iterating, parameter, body };
    } else {
      throw new UnreadableExpression(
        `“${text}” cannot be called. These methods can: ${METHODS.join(', ')}.`,
        start,
      );
    }
    this.#expect(')');
    return call;
  }

  /** `r =>` or `(r) =>`. */
  #readParameter(): string {
    const wanted = 'a function such as item => item.name === "x"';
    const inParentheses = this.#skip('(');
    const token = this.#token;
    if (token.kind !== 'name') throw this.#expected(wanted);
    const name = this.#readName(token);
    if (inParentheses) this.#expect(')');
    if (!this.#skip('=>')) throw this.#expected(`=>, as in ${wanted.slice('a function such as '.length)}`);
    return name;
  }

  #readPrimary(): Expression {
    const token = this.#token;
    if (token.kind === 'string' || token.kind === 'number') {
      this.#at++;
      return { kind: 'literal', value: token.value };
    }
    if (token.kind === 'name' && token.text === DATE) return this.#readTime();
    if (token.kind === 'name') {
      if (LITERALS.has(token.text)) {
        this.#at++;
        return { kind: 'literal', value: LITERALS.get(token.text) };
      }
      const name = this.#readName(token);
      if (this.#sees('=>'))
        throw new UnreadableExpression(
          `A function can only be passed to ${ITERATING_METHODS.join(', ')}.`,
          token.start,
        );
      return { kind: 'name', name };
    }
    if (this.#skip('-')) return this.#readNegativeNumber();
    if (this.#skip('(')) {
      const expression = this.#nested(() => this.#readChoice());
      this.#expect(')');
      return expression;
    }
    if (this.#skip('[')) return { kind: 'list', items: this.#readItems() };
    throw this.#expected('a value');
  }

  /** `Date.now()` or `Date.parse("2026-12-01")`. */
  #readTime(): Expression {
    const { start } = this.#token;
    this.#at++;
    const isCall = this.#skip('.');
    if (isCall && this.#skipName('now') && this.#skip('(')) {
      this.#expect(')');
      return { kind: 'current-time' };
    }
    if (!isCall || !this.#skipName('parse') || !this.#skip('('))
      throw new UnreadableExpression(
        'Write Date.now() for the current time, or Date.parse("2026-12-01") for a date.',
        start,
      );
    const argument = this.#token;
    const time = this.#nested(() => this.#readChoice());
    this.#expect(')');
    if (time.kind === 'literal' && (typeof time.value !== 'string' || parseTime(time.value) === undefined))
      throw new UnreadableExpression(
        'Expected a date such as "2026-12-01", or a time with its zone such as "2026-12-01T09:00:00Z".',
        argument.start,
      );
    return { kind: 'time-of', text: time };
  }

  #readName({ text, start }: Token): string {
    if (RESERVED.has(text) || LITERALS.has(text) || text === DATE)
      throw new UnreadableExpression(`“${text}” cannot be used as a name in an expression.`, start);
    this.#at++;
    return text;
  }

  #readNegativeNumber(): Expression {
    const token = this.#token;
    if (token.kind !== 'number') throw this.#expected('a number after “-”');
    this.#at++;
    return { kind: 'literal', value: -token.value };
  }

  /** As in JavaScript, a comma may follow the last item. */
  #readItems(): Expression[] {
    const items: Expression[] = [];
    while (!this.#skip(']')) {
      items.push(this.#nested(() => this.#readChoice()));
      if (!this.#sees(']')) this.#expect(',', ', or ]');
    }
    return items;
  }

  #nested<T>(read: () => T): T {
    if (this.#depth === MAX_DEPTH)
      throw new UnreadableExpression(
        `The expression has more than ${MAX_DEPTH} levels of parentheses and brackets.`,
        this.#token.start,
      );
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  /** The token that is read next; the end is never passed. */
  get #token(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #sees(sign: Sign): boolean {
    const token = this.#token;
    return token.kind === 'sign' && token.sign === sign;
  }

  #skip(sign: Sign): boolean {
    const isNext = this.#sees(sign);
    if (isNext) this.#at++;
    return isNext;
  }

  #skipName(name: string): boolean {
    const token = this.#token;
    const isNext = token.kind === 'name' && token.text === name;
    if (isNext) this.#at++;
    return isNext;
  }

  #skipOneOf(signs: readonly string[]): string | undefined {
    const token = this.#token;
    if (token.kind !== 'sign' || !signs.includes(token.sign)) return undefined;
    this.#at++;
    return token.sign;
  }

  #expect(sign: Sign, wanted: string = sign): void {
    if (!this.#skip(sign)) throw this.#expected(wanted);
  }

  #expected(wanted: string): UnreadableExpression {
    const { kind, text, start } = this.#token;
    const found = kind === 'end' ? 'the expression ends here' : `found “${text.slice(0, MAX_SHOWN)}”`;
    return new UnreadableExpression(`Expected ${wanted}, but ${found}.`, start);
  }
}
