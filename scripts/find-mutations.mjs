// The changes that npm run mutants tries: small mistakes of the kind that people make.
import { parseAst } from 'rolldown/parseAst';

const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

/** All changes to a TypeScript file, each with the whole changed text. */
export function findMutations(source) {
  const mutations = [];
  const replace = (start, end, after) => {
    const text = source.slice(0, start) + after + source.slice(end);
    const line = source.slice(0, start).split('\n').length;
    mutations.push({ line, before: shorten(source.slice(start, end)), after: shorten(after), text });
  };
  for (const node of codeIn(parseAst(source, { lang: 'ts' }))) mutate(node, source, replace);
  return mutations;
}

function mutate(node, source, replace) {
  const textOf = ({ start, end }) => source.slice(start, end);
  const negate = (test) => replace(test.start, test.end, `!(${textOf(test)})`);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right, operator } = node;
      if (operator === '??') return replace(node.start, node.end, textOf(left));
      if (!OPERATORS[operator]) return;
      // The operator is the only one of its kind between the operands; parentheses and comments can be there too.
      const between = source.slice(left.end, right.start).replace(operator, OPERATORS[operator]);
      return replace(
        node.start,
        node.end,
        `${source.slice(node.start, left.end)}${between}${source.slice(right.start, node.end)}`,
      );
    }
    case 'UnaryExpression':
      if (node.operator === '!') replace(node.start, node.end, source.slice(node.start + 1, node.end));
      return;
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(node.test);
    case 'Literal':
      if (typeof node.value === 'number')
        replace(node.start, node.end, `${node.value + (Number.isInteger(node.value) ? 1 : node.value)}`);
      if (typeof node.value === 'boolean') replace(node.start, node.end, `${!node.value}`);
      return;
    case 'ExpressionStatement':
      if (node.expression.type === 'CallExpression') replace(node.start, node.end, ';');
      return;
    case 'ReturnStatement':
      if (node.argument && textOf(node.argument) !== 'undefined')
        replace(node.start, node.end, 'return undefined;');
      return;
    case 'ArrowFunctionExpression':
      if (node.body.type !== 'BlockStatement') replace(node.body.start, node.body.end, 'undefined');
      return;
    case 'FunctionDeclaration':
      if (node.body.body.length > 1) replace(node.body.start, node.body.start + 1, '{ return undefined;');
  }
}

/** The nodes of a syntax tree that run: no types, no imports. */
function* codeIn(node) {
  if (Array.isArray(node)) {
    for (const one of node) yield* codeIn(one);
    return;
  }
  if (typeof node?.type !== 'string' || node.type === 'ImportDeclaration') return;
  // A cast has code in it; every other node of TypeScript's own is a type.
  if (node.type.startsWith('TS')) {
    yield* codeIn(node.expression);
    return;
  }
  yield node;
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'key' && child && typeof child === 'object') yield* codeIn(child);
  }
}

function shorten(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
