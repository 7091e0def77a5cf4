import { parseAst } from 'rolldown/parseAst';
import { COUNTER } from './counter-name.ts';

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Insertion {
  at: number;
  text: string;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** Returns the program with a counter in each function, each loop and each spread. */
export function instrument(code: string): string {
  const insertions: Insertion[] = [];
  visit(parseAst(code), insertions);
  insertions.sort((left, right) => left.at - right.at);
  let instrumented = `const ${COUNTER} = globalThis.${COUNTER};\n`;
  let position = 0;
  for (const { at, text } of insertions) {
    instrumented += code.slice(position, at) + text;
    position = at;
  }
  return instrumented + code.slice(position);
}

function visit(value: unknown, insertions: Insertion[]): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, insertions);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node & { body?: Node; argument?: Node };
  if (node.type === 'SpreadElement' && node.argument)
    insertions.push(
      { at: node.argument.start, text: `${COUNTER}.spread(` },
      { at: node.argument.end, text: ')' },
    );
  if (node.body && (FUNCTIONS.has(node.type) || LOOPS.has(node.type))) insertions.push(...countIn(node.body));
  for (const child of Object.values(node)) visit(child, insertions);
}

function countIn(body: Node): Insertion[] {
  const increment = `${COUNTER}.count++`;
  if (body.type === 'BlockStatement' || body.type === 'FunctionBody')
    return [{ at: body.start + 1, text: `${increment};` }];
  // The body of an arrow function that is an expression, and of a loop that is a single statement.
  const isStatement = body.type.endsWith('Statement');
  return isStatement
    ? [
        { at: body.start, text: `{${increment};` },
        { at: body.end, text: '}' },
      ]
    : [
        { at: body.start, text: `(${increment},(` },
        { at: body.end, text: '))' },
      ];
}
