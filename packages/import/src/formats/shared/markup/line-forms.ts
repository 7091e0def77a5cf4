/** The forms of lines that begin a block, and functions that read them. */
import type { AttributeValue } from './component-tag.ts';

export const FENCE = /^(`{3,}|~{3,})(.*)/;
export const DIRECTIVE = /^(:{3,})[ \t]*([A-Za-z][\w-]*)(.*)/;
export const DIRECTIVE_END = /^(:{3,})[ \t]*$/;
export const ADMONITION = /^(!!!|\?\?\?\+?)[ \t]+(?=[A-Za-z])/;
export const CONTENT_TAB = /^===([!+]*)[ \t]+"((?:\\.|[^"\\])*)"[ \t]*$/;
export const ALERT = /^>[ \t]?\[!([A-Za-z]+)\][-+]?(.*)/;
export const IMPORT = /^import[ \t]+['"\w*{$]/;
export const EXPORT = /^export[ \t]+(?:default|const|let|var|function|async|class|\{|\*)/;
export const BULLET = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;

export const unescapeQuotes = (text: string): string => text.replace(/\\(["\\])/g, '$1');

/** `note`, `warning inline end "Title"`. */
export function readAdmonitionName(text: string): { name: string; title: string | undefined } | undefined {
  const written = text.trimEnd();
  const quote = written.indexOf('"');
  const name = (quote < 0 ? written : written.slice(0, quote)).trim();
  if (!/^[\w -]+$/.test(name)) return undefined;
  if (quote < 0) return { name, title: undefined };
  const isClosed = written.length > quote + 1 && written.endsWith('"');
  return isClosed ? { name, title: unescapeQuotes(written.slice(quote + 1, -1)) } : undefined;
}

/** `[Title]{#id .class key="value"}`, or a title alone. */
export function readDirectiveLabel(text: string): {
  label: string | undefined;
  attributes: Map<string, AttributeValue>;
} {
  const bracket = /^\[((?:\\.|[^\]\\])*)\]/.exec(text);
  const rest = bracket ? text.slice(bracket[0].length) : text;
  const braces = /\{([^{}]*)\}[ \t]*$/.exec(rest);
  const attributes = new Map<string, AttributeValue>();
  for (const match of (braces?.[1] ?? '').matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?/g))
    attributes.set(match[1]!, { kind: 'text', text: match[2] ?? match[3] ?? match[4] ?? 'true' });
  const label = bracket ? bracket[1]! : (braces ? rest.slice(0, braces.index) : rest).trim();
  return { label: label === '' ? undefined : label, attributes };
}
