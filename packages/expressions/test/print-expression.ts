import type { Expression } from '../src/expression.ts';

/** How tightly an expression binds: one that binds weaker than its place needs parentheses. */
const CHOICE = 0;
const NULLISH = 1;
const OR = 1;
const AND = 2;
const EQUALITY = 3;
const ORDER = 4;
const UNARY = 5;
const PATH = 6;

/** Writes an expression as text. `blank` is put where blanks are allowed, `dot` between an object and a name. */
export function printExpression(expression: Expression, { blank = '', dot = '.' } = {}): string {
  const print = (node: Expression, least: number): string => {
    const { text, strength } = write(node);
    return strength < least ? `(${blank}${text}${blank})` : text;
  };
  const infix = (left: string, operator: string, right: string): string =>
    `${left} ${blank}${operator}${blank} ${right}`;
  const write = (node: Expression): { text: string; strength: number } => {
    switch (node.kind) {
      case 'literal':
        // A point after a number would be read as part of it.
        return { text: writeLiteral(node.value), strength: typeof node.value === 'number' ? UNARY : PATH };
      case 'list':
        return {
          text: `[${blank}${node.items.map((item) => print(item, CHOICE)).join(`${blank},`)}]`,
          strength: PATH,
        };
      case 'current-time':
        return { text: `Date${blank}.${blank}now(${blank})`, strength: PATH };
      case 'time-of':
        return { text: `Date.parse(${blank}${print(node.text, CHOICE)}${blank})`, strength: PATH };
      case 'name':
        return { text: node.name, strength: PATH };
      case 'member':
        return { text: `${print(node.object, PATH)}${blank}${dot}${blank}${node.name}`, strength: PATH };
      case 'element': {
        const opening = dot === '.' ? '[' : '?.[';
        return {
          text: `${print(node.object, PATH)}${blank}${opening}${blank}${print(node.index, CHOICE)}${blank}]`,
          strength: PATH,
        };
      }
      case 'plain-call':
        return { text: `${print(node.object, PATH)}${dot}${node.method}${blank}(${blank})`, strength: PATH };
      case 'searching-call':
        return {
          text: `${print(node.object, PATH)}${dot}${node.method}(${blank}${print(node.argument, CHOICE)})`,
          strength: PATH,
        };
      case 'iterating-call':
        return {
          text: `${print(node.object, PATH)}${dot}${node.method}(${node.parameter}${blank}=>${blank}${print(node.body, CHOICE)})`,
          strength: PATH,
        };
      case 'not':
        return { text: `!${blank}${print(node.operand, UNARY)}`, strength: UNARY };
      case 'equality':
        return {
          text: infix(print(node.left, ORDER), node.operator, print(node.right, ORDER)),
          strength: EQUALITY,
        };
      case 'order':
      case 'in':
        return {
          text: infix(
            print(node.left, UNARY),
            node.kind === 'in' ? 'in' : node.operator,
            print(node.right, UNARY),
          ),
          strength: ORDER,
        };
      case 'logical':
        return { text: writeLogical(node), strength: node.operator === '&&' ? AND : NULLISH };
      case 'choice':
        return {
          text: `${print(node.condition, OR)}${blank}?${blank} ${print(node.yes, CHOICE)}${blank}:${blank}${print(node.no, CHOICE)}`,
          strength: CHOICE,
        };
    }
  };
  const writeLogical = (node: Extract<Expression, { kind: 'logical' }>): string => {
    const { operator, left, right } = node;
    const own = operator === '&&' ? AND : OR;
    // `??` and the other two never stand beside each other without parentheses.
    const mixes = (side: Expression): boolean =>
      side.kind === 'logical' && side.operator !== operator && (operator === '??' || side.operator === '??');
    return infix(
      print(left, mixes(left) ? UNARY : own),
      operator,
      print(right, mixes(right) ? UNARY : own + 1),
    );
  };
  return `${blank}${print(expression, CHOICE)}${blank}`;
}

function writeLiteral(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
