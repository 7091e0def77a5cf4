import { readLiteral } from '../literals/evaluate.ts';
import { type Literal, literalText, UNKNOWN } from '../literals/literal.ts';
import type { AttributeValue } from './component-tag.ts';

type Attributes = ReadonlyMap<string, AttributeValue>;

/** Calls in attributes that name a file: `require('./a.png').default`, `useBaseUrl('/img/a.png')`. */
const FILE_CALL = /^(?:require|useBaseUrl|withBase)\(\s*(["'`])([^"'`\n]*)\1\s*\)(?:\.default)?$/;

/** The value of an attribute; undefined if it is absent, UNKNOWN if only running it would show the value. */
export function readAttribute(attributes: Attributes, name: string): Literal | undefined {
  const value = attributes.get(name) ?? attributes.get(`:${name}`);
  if (value === undefined) return undefined;
  if (value.kind === 'text' && !attributes.has(name)) return readLiteral(value.text);
  if (value.kind === 'text') return value.text;
  const file = FILE_CALL.exec(value.text);
  return file ? file[2]! : readLiteral(value.text);
}

/** The first of some attributes that is text. */
export function textAttribute(attributes: Attributes, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = literalText(readAttribute(attributes, name));
    if (value !== undefined && value.trim() !== '') return value;
  }
  return undefined;
}

/** Whether an attribute is set: alone, or to anything but false. */
export function hasFlag(attributes: Attributes, name: string): boolean {
  const value = readAttribute(attributes, name);
  return value !== undefined && value !== false && value !== 'false' && value !== UNKNOWN;
}
