import type * as acorn from 'acorn';
import { type Literal, UNKNOWN } from './literal.ts';
import { parseExpression } from './parse-script.ts';

/** Finds the values of names. */
export interface Scope {
  /** Undefined if the name is not known. */
  find(name: string): Literal | undefined;
  /** Finds the return value of a function of this module, if its body is one expression. */
  findReturned(name: string): Literal | undefined;
  /** Finds the value of `require(path)`. */
  findRequired(path: string): Literal | undefined;
}

const NO_SCOPE: Scope = {
  find: () => undefined,
  findReturned: () => undefined,
  findRequired: () => undefined,
};

/** Limits the work, and the depth of the stack, for expressions that refer to each other. */
export interface Effort {
  left: number;
  depth: number;
}

const MAX_EFFORT = 500_000;
const MAX_DEPTH = 1000;

export const createEffort = (): Effort => ({ left: MAX_EFFORT, depth: 0 });

type AnyNode = acorn.AnyNode | TypeScriptExpression;

/** An expression with a type annotation, which exists only in TypeScript. */
interface TypeScriptExpression {
  type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression' | 'TSTypeAssertion';
  expression: AnyNode;
}

/** Reads the value of an expression from its syntax tree. No code is run; see `readCall` for calls. */
export function evaluate(node: acorn.Node, scope: Scope, effort: Effort): Literal {
  effort.left--;
  if (effort.left < 0 || effort.depth >= MAX_DEPTH) return UNKNOWN;
  effort.depth++;
  const value = evaluateKind(node, scope, effort);
  effort.depth--;
  return value;
}

function evaluateKind(node: acorn.Node, scope: Scope, effort: Effort): Literal {
  const read = (inner: acorn.Node): Literal => evaluate(inner, scope, effort);
  const expression = node as AnyNode;
  switch (expression.type) {
    case 'Literal':
      return isPlain(expression.value) ? expression.value : UNKNOWN;
    case 'TemplateLiteral':
      return readTemplate(expression, read);
    case 'ArrayExpression':
      return readArray(expression, read);
    case 'ObjectExpression':
      return readObject(expression, read);
    case 'Identifier':
      return expression.name === 'undefined' ? null : (scope.find(expression.name) ?? UNKNOWN);
    case 'MemberExpression':
      return readMember(expression, read);
    case 'UnaryExpression':
      return readUnary(expression, read);
    case 'BinaryExpression':
      return readBinary(expression, read);
    case 'LogicalExpression':
      return readLogical(expression, read);
    case 'ConditionalExpression': {
      const test = read(expression.test);
      if (test === UNKNOWN) return UNKNOWN;
      return read(test ? expression.consequent : expression.alternate);
    }
    case 'CallExpression':
      return readCall(expression, scope, read);
    case 'AwaitExpression':
      return read(expression.argument);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return read(expression.expression as acorn.Node);
    case 'ArrowFunctionExpression':
      return expression.body.type === 'BlockStatement' ? UNKNOWN : read(expression.body);
    default:
      return UNKNOWN;
  }
}

type Read = (node: acorn.Node) => Literal;

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function readTemplate(node: acorn.TemplateLiteral, read: Read): Literal {
  let text = '';
  for (const [i, quasi] of node.quasis.entries()) {
    text += quasi.value.cooked ?? quasi.value.raw;
    const inserted = node.expressions[i];
    if (!inserted) continue;
    const value = read(inserted);
    if (typeof value !== 'string' && typeof value !== 'number') return UNKNOWN;
    text += String(value);
  }
  return text;
}

function readArray(node: acorn.ArrayExpression, read: Read): Literal {
  const items: Literal[] = [];
  for (const element of node.elements) {
    if (!element) continue;
    if (element.type !== 'SpreadElement') {
      items.push(read(element));
      continue;
    }
    const spread = read(element.argument);
    if (Array.isArray(spread)) for (const item of spread as readonly Literal[]) items.push(item);
    else items.push(UNKNOWN);
  }
  return items;
}

function readObject(node: acorn.ObjectExpression, read: Read): Literal {
  // Without a prototype, keys such as `constructor` have no special meaning.
  const record: Record<string, Literal> = Object.create(null) as Record<string, Literal>;
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = read(property.argument);
      if (typeof spread === 'object' && spread !== null) Object.assign(record, spread);
      continue;
    }
    const key = readKey(property, read);
    if (key !== undefined) record[key] = property.kind === 'init' ? read(property.value) : UNKNOWN;
  }
  return record;
}

function readKey({ key, computed }: acorn.Property, read: Read): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name;
  const value = read(key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `process.env`: as in a build for production, with no other variable set. */
const isEnvironment = (node: acorn.Node): boolean => {
  const { type, object, property } = node as acorn.MemberExpression;
  return (
    type === 'MemberExpression' &&
    object.type === 'Identifier' &&
    object.name === 'process' &&
    property.type === 'Identifier' &&
    property.name === 'env'
  );
};

function readMember({ object, property, computed }: acorn.MemberExpression, read: Read): Literal {
  if (object.type === 'Super') return UNKNOWN;
  if (isEnvironment(object))
    return property.type === 'Identifier' && property.name === 'NODE_ENV' ? 'production' : null;
  const value = read(object);
  const key = computed ? read(property) : property.type === 'Identifier' ? property.name : UNKNOWN;
  if (typeof value !== 'object' || value === null || (typeof key !== 'string' && typeof key !== 'number'))
    return UNKNOWN;
  return Object.hasOwn(value, key) ? ((value as Record<string, Literal>)[key] ?? UNKNOWN) : UNKNOWN;
}

function readUnary({ operator, argument }: acorn.UnaryExpression, read: Read): Literal {
  const value = read(argument);
  if (operator === '-' && typeof value === 'number') return -value;
  if (operator === '!' && value !== UNKNOWN) return !value;
  return UNKNOWN;
}

/** Reads a concatenation of strings or a comparison. The results of other operators are unknown. */
function readBinary({ operator, left, right }: acorn.BinaryExpression, read: Read): Literal {
  if (left.type === 'PrivateIdentifier') return UNKNOWN;
  const first = read(left);
  const second = read(right);
  if (operator === '+')
    return typeof first === 'string' && typeof second === 'string' ? first + second : UNKNOWN;
  if (first === UNKNOWN || second === UNKNOWN) return UNKNOWN;
  if (operator === '===' || operator === '==') return first === second;
  return operator === '!==' || operator === '!=' ? first !== second : UNKNOWN;
}

function readLogical({ operator, left, right }: acorn.LogicalExpression, read: Read): Literal {
  const first = read(left);
  if (first === UNKNOWN) return UNKNOWN;
  const isTaken = operator === '??' ? first !== null : operator === '||' ? Boolean(first) : !first;
  return isTaken ? first : read(right);
}

/**
 * Reads the return value of a function of the same module. Any other function is assumed to return its first argument,
 * like `defineConfig({…})` and its wrappers.
 */
function readCall(node: acorn.CallExpression, scope: Scope, read: Read): Literal {
  const { callee } = node;
  const [first] = node.arguments;
  if (callee.type === 'MemberExpression') return readMethod(callee, node.arguments, read);
  if (callee.type !== 'Identifier') return UNKNOWN;
  if (callee.name === 'require' && first) {
    const path = read(first);
    return typeof path === 'string' ? (scope.findRequired(path) ?? UNKNOWN) : UNKNOWN;
  }
  const returned = scope.findReturned(callee.name);
  if (returned !== undefined) return returned;
  return first && first.type !== 'SpreadElement' ? read(first) : UNKNOWN;
}

function readMethod(
  callee: acorn.MemberExpression,
  given: acorn.CallExpression['arguments'],
  read: Read,
): Literal {
  const { object, property } = callee;
  if (object.type === 'Super' || property.type !== 'Identifier') return UNKNOWN;
  // `require.resolve('./x')` names a file.
  if (object.type === 'Identifier' && object.name === 'require' && given[0]) return read(given[0]);
  const value = read(object);
  const isKnownMethod = property.name === 'concat' || property.name === 'flat' || property.name === 'filter';
  if (!isKnownMethod || !Array.isArray(value)) return UNKNOWN;
  const items = [...(value as readonly Literal[])];
  if (property.name !== 'concat') return items;
  for (const argument of given) {
    const added = argument.type === 'SpreadElement' ? UNKNOWN : read(argument);
    if (Array.isArray(added)) for (const item of added as readonly Literal[]) items.push(item);
    else items.push(added);
  }
  return items;
}

/** Reads the value of one expression from its text, such as that of an attribute. */
export function readLiteral(text: string): Literal {
  const trimmed = text.trim();
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(trimmed)) return Number(trimmed);
  if (/^(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)$/.test(trimmed)) return trimmed.slice(1, -1);
  const node = parseExpression(trimmed);
  return node ? evaluate(node, NO_SCOPE, createEffort()) : UNKNOWN;
}
