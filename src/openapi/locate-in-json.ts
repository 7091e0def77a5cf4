import type { Position, ValuePath } from './spec-problem.ts';

/**
 * Finds where a value of a JSON text stands. If the path leads nowhere, finds the last value on it. The text is known
 * to be valid JSON.
 */
export function locateInJson(text: string, path: ValuePath): Position {
  let at = skipSpace(text, 0);
  for (const key of path) {
    const child = findChild(text, at, key);
    if (child === undefined) break;
    at = child;
  }
  return positionOf(text, at);
}

function positionOf(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

function findChild(text: string, start: number, key: string): number | undefined {
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
    let name = String(index);
    if (isObject) {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === key) return at;
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

/** The offset after a string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
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
