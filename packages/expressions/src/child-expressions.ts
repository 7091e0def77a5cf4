import type { Expression } from './expression.ts';

/** The expressions that an expression is made of, in the order of its text. */
export function childExpressions(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
    case 'current-time':
      return [];
    case 'list':
      return node.items;
    case 'member':
    case 'plain-call':
      return [node.object];
    case 'element':
      return [node.object, node.index];
    case 'searching-call':
      return [node.object, node.argument];
    case 'iterating-call':
      return [node.object, node.body];
    case 'time-of':
      return [node.text];
    case 'not':
      return [node.operand];
    case 'equality':
    case 'order':
    case 'in':
    case 'logical':
      return [node.left, node.right];
    case 'choice':
      return [node.condition, node.yes, node.no];
  }
}

/** Whether the result depends on the current time. */
export const usesTime = (node: Expression): boolean =>
  node.kind === 'current-time' || childExpressions(node).some(usesTime);

/** Whether the result is one of several that the expression names, so that it can hide the others. */
export const isChoice = (node: Expression): boolean =>
  CHOICES.has(node.kind) || childExpressions(node).some(isChoice);

const CHOICES: ReadonlySet<Expression['kind']> = new Set(['choice', 'logical', 'element', 'iterating-call']);
