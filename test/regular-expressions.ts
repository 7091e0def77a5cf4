import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A regular expression of the product. */
export interface FoundExpression {
  /** `apps/server/platform/config.ts:84`. */
  place: string;
  /** The pattern as it is written, or the code that makes it. */
  text: string;
  /** Undefined when it is made while the code runs. */
  pattern: RegExp | undefined;
}

/** All regular expressions of a folder, tests aside. */
export function findRegularExpressions(folder: string): FoundExpression[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)test\//.test(file))
    .sort();
  return files.flatMap((file) => readExpressions(file, readFileSync(join(folder, file), 'utf8')));
}

interface Node {
  type: string;
  start: number;
  end: number;
  regex?: { pattern: string; flags: string };
  callee?: { type: string; name?: string };
}

function readExpressions(file: string, code: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  const add = (node: Node, pattern: RegExp | undefined): void => {
    const line = code.slice(0, node.start).split('\n').length;
    found.push({ place: `${file}:${line}`, text: code.slice(node.start, node.end), pattern });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'Literal' && node.regex) add(node, new RegExp(node.regex.pattern, node.regex.flags));
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isMade && node.callee?.type === 'Identifier' && node.callee.name === 'RegExp') add(node, undefined);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code, { lang: 'ts' }, file));
  return found;
}
