import { endOfText } from './numbers/json-text.ts';
import type { Position, ValuePath } from './spec-problem.ts';

/** A value on the way to what is looked for. */
interface Sought {
  children: Map<string, Sought>;
  /** The indexes of the paths that lead through it or end at it. */
  paths: number[];
}

/**
 * Finds the places of values of a JSON text, in one pass. If a path leads nowhere, finds the last value on it. The text
 * is known to be valid JSON.
 */
export function locateInJson(text: string, paths: readonly ValuePath[]): Position[] {
  const root: Sought = { children: new Map(), paths: [] };
  for (const [index, path] of paths.entries()) {
    root.paths.push(index);
    let sought = root;
    for (const key of path) {
      const child: Sought = sought.children.get(key) ?? { children: new Map(), paths: [] };
      sought.children.set(key, child);
      child.paths.push(index);
      sought = child;
    }
  }
  const offsets = paths.map(() => 0);
  findWithin(text, skipSpace(text, 0), { sought: root, offsets });
  return positionsOf(text, offsets);
}

function positionsOf(text: string, offsets: readonly number[]): Position[] {
  const positions: Position[] = [];
  let line = 1;
  let start = 0;
  let next = text.indexOf('\n');
  for (const [index, offset] of [...offsets.entries()].sort(([, one], [, other]) => one - other)) {
    while (next !== -1 && next < offset) {
      line += 1;
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    positions[index] = { line, column: offset - start + 1 };
  }
  return positions;
}

/** Sets the offsets of the paths that lead to this value or into it, and returns the offset after it. */
function findWithin(text: string, start: number, search: { sought: Sought; offsets: number[] }): number {
  const { sought, offsets } = search;
  for (const path of sought.paths) offsets[path] = start;
  const isObject = text[start] === '{';
  if (sought.children.size === 0 || (!isObject && text[start] !== '[')) return endOfValue(text, start);
  const waiting = new Map(sought.children);
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
    let name = String(index);
    if (isObject) {
      const end = endOfText(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const child = waiting.get(name);
    waiting.delete(name);
    at = child ? findWithin(text, at, { sought: child, offsets }) : endOfValue(text, at);
    at = skipSpace(text, at);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const character = text[at];
    if (character === '"') {
      at = endOfText(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (character === ',' && depth === 0) return at;
    at += 1;
  }
  return text.length;
}
