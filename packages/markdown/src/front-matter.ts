import { isMap, LineCounter, parseDocument, stringify, type YAMLError } from 'yaml';
import { HOSTILE_YAML, isCyclic, refuseYaml } from './hostile-yaml.ts';

export interface FrontMatter {
  /** Range of the whole front matter, fences and the line break after them included. */
  start: number;
  end: number;
  data: Record<string, unknown>;
  /** Why the YAML does not parse; its text is kept unchanged, and `data` holds the part that could be read. */
  error?: string;
}

interface Fences {
  textStart: number;
  textEnd: number;
  end: number;
}

/** Finds the front matter at the very start of a source. */
export function findFrontMatter(source: string): FrontMatter | undefined {
  const fences = findFences(source);
  if (!fences) return undefined;
  const range = { start: 0, end: fences.end };
  const text = source.slice(fences.textStart, fences.textEnd);
  const refused = refuseYaml(text, MAX_LENGTH);
  if (refused) return { ...range, data: {}, error: `${refused}.` };
  try {
    const lineCounter = new LineCounter();
    const yaml = parseDocument(text, { ...YAML, lineCounter });
    const value: unknown = yaml.toJS({ maxAliasCount: MAX_ALIASES });
    const [problem] = yaml.errors;
    const error = problem ? { error: describeProblem(problem, lineCounter) } : {};
    if (text.includes('*') && isCyclic(value))
      return { ...range, data: {}, error: 'an alias in it refers to itself.' };
    if (value === null || value === undefined) return { ...range, data: {}, ...error };
    if (typeof value !== 'object' || Array.isArray(value))
      return { ...range, data: {}, error: 'The front matter must be a list of keys and values.' };
    return { ...range, data: value as Record<string, unknown>, ...error };
  } catch (error) {
    return {
      ...range,
      data: {},
      error: error instanceof Error ? error.message.split('\n')[0]! : String(error),
    };
  }
}

/** The title that front matter gives its page. */
export function titleInFrontMatter(frontMatter: FrontMatter | undefined): string | undefined {
  const title = frontMatter?.data.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

/** Where the front matter of a source ends, without reading it; undefined for a source without. */
export const findFrontMatterEnd = (source: string): number | undefined => findFences(source)?.end;

function describeProblem({ message, pos }: YAMLError, lineCounter: LineCounter): string {
  const { line, col } = lineCounter.linePos(pos[0]);
  return `${message.split('\n')[0]!} at line ${line}, column ${col}.`;
}

/** Why no key of the front matter can be set without rewriting it, in words that follow “which”. */
export function explainFixed(source: string): string | undefined {
  const fences = findFences(source);
  if (!fences) return undefined;
  const text = source.slice(fences.textStart, fences.textEnd);
  if (refuseYaml(text, MAX_LENGTH)) return 'is too large or too deeply nested';
  const { errors, contents } = parseDocument(text, YAML);
  if (errors.length > 0) return 'cannot be read as YAML';
  if (contents === null) return undefined;
  return isMap(contents) && !isFlow(contents) ? undefined : 'is not a list of keys with one on each line';
}

/**
 * Sets one key of the front matter, or removes it when `value` is undefined; the other lines keep their bytes.
 * A source without front matter gets one. One that does not parse is left as it is.
 */
export function setFrontMatter(source: string, key: string, value: unknown): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const fences = findFences(source);
  const entry =
    value === undefined
      ? ''
      : stringify({ [key]: value }, { lineWidth: 80, defaultStringType: 'PLAIN' }).replace(/\n/g, newline);
  if (!fences) return entry === '' ? source : `---${newline}${entry}---${newline}${newline}${source}`;

  const text = source.slice(fences.textStart, fences.textEnd);
  if (refuseYaml(text, MAX_LENGTH)) return source;
  const yaml = parseDocument(text, YAML);
  if (yaml.errors.length > 0 || (yaml.contents !== null && !isMap(yaml.contents))) return source;
  const pairs = isMap(yaml.contents) ? yaml.contents.items : [];
  const at = pairs.findIndex((pair) => String((pair.key as { value?: unknown } | null)?.value) === key);
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const startOf = (index: number): number =>
    lineStart((pairs[index]?.key as { range?: [number, number, number] } | null)?.range?.[0] ?? text.length);
  if (at < 0) {
    const before = text === '' || text.endsWith('\n') ? text : text + newline;
    return source.slice(0, fences.textStart) + before + entry + source.slice(fences.textEnd);
  }
  const start = startOf(at);
  const end = at + 1 < pairs.length ? startOf(at + 1) : text.length;
  if (isFlow(yaml.contents)) return source;
  return source.slice(0, fences.textStart + start) + entry + source.slice(fences.textStart + end);
}

/** Timestamps stay text and a repeated key is not an error, so that foreign files can be read. */
const YAML = { ...HOSTILE_YAML, schema: 'core', uniqueKeys: false, logLevel: 'silent' } as const;
const MAX_ALIASES = 100;

/** Reading it takes about seven microseconds a character, and blocks the process meanwhile. */
const MAX_LENGTH = 100_000;

const isFlow = (contents: unknown): boolean => (contents as { flow?: boolean } | null)?.flow === true;

function findFences(source: string): Fences | undefined {
  // A byte order mark before it is not part of it.
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(source);
  if (!opening) return undefined;
  const textStart = opening[0].length;
  // YAML ends a document with dots. After a divider, they are text.
  const closing = KEY.test(source.slice(textStart)) ? CLOSING : CLOSING_DASHES;
  closing.lastIndex = textStart;
  const match = closing.exec(source);
  if (!match) return undefined;
  return { textStart, textEnd: match.index, end: match.index + match[0].length };
}

const CLOSING_DASHES = /^---[ \t]*(?:\r?\n|$)/gm;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;

/** Whether a text begins with the key of a map, after blank lines and comments. */
const KEY = /^(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*["']?[\w$-][^\r\n:]*:(?:[ \t]|\r?\n)/;
