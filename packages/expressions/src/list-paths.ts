import { childExpressions } from './child-expressions.ts';
import type { Expression } from './expression.ts';

/** The names that lead to a piece of data, from the outermost: `['visitor', 'claims', 'plan']`. */
export type Path = readonly string[];

/** Lists the data that an expression reads, sorted: a path comes before those that it covers. */
export function listAskedPaths(expression: Expression): Path[] {
  const paths: Path[] = [];
  collect(expression, new Set(), paths);
  return paths.toSorted(comparePaths);
}

/**
 * Lists the data that the result of an expression depends on, sorted and each once. A path covers all that is below
 * it: it ends where a method is called or where an index is computed.
 */
export function listPaths(expression: Expression): Path[] {
  const kept: Path[] = [];
  for (const path of listAskedPaths(expression)) {
    const last = kept.at(-1);
    if (!last?.every((name, index) => path[index] === name)) kept.push(path);
  }
  return kept;
}

function collect(node: Expression, parameters: ReadonlySet<string>, paths: Path[]): void {
  const path = readPath(node);
  if (path) {
    // The list whose items are passed as a parameter is collected at the call.
    if (!parameters.has(path[0] as string)) paths.push(path);
    return;
  }
  if (node.kind === 'iterating-call') {
    collect(node.object, parameters, paths);
    collect(node.body, new Set([...parameters, node.parameter]), paths);
    return;
  }
  for (const child of childExpressions(node)) collect(child, parameters, paths);
}

/** Undefined for what is not only names and fixed indexes. */
function readPath(node: Expression): Path | undefined {
  const names: string[] = [];
  for (let part = node; ; part = part.object) {
    if (part.kind === 'name') return [part.name, ...names.reverse()];
    if (part.kind === 'member') names.push(part.name);
    else if (part.kind === 'element' && isFixed(part.index)) names.push(String(part.index.value));
    else return undefined;
  }
}

const isFixed = (node: Expression): node is Extract<Expression, { kind: 'literal' }> =>
  node.kind === 'literal' && (typeof node.value === 'string' || typeof node.value === 'number');

function comparePaths(one: Path, other: Path): number {
  for (const [index, name] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (name !== against) return name < against ? -1 : 1;
  }
  return one.length - other.length;
}
