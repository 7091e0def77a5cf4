import { Lexer, Parser } from 'yaml';

/** Deeper than any person writes, and far below the limit of the process's stack. */
const MAX_DEPTH = 100;
/** The number of openings in a line, or in all flow collections together, up to which the nesting is not counted. */
const HARMLESS = 30;

/**
 * Every YAML text from outside is read with this option. Otherwise the library quotes the line of each error, and looks
 * for the end of that line in time that grows with the square of its carriage returns.
 */
export const HOSTILE_YAML = { prettyErrors: false } as const;

/**
 * Returns why a YAML text must not be passed to the YAML library, which composes by recursion: on an exhausted stack
 * even the compiler of regular expressions fails, and that ends the process instead of throwing. Undefined if the text
 * may be read.
 */
export function refuseYaml(text: string, maximumLength: number): string | undefined {
  if (text.length > maximumLength) return `it is longer than ${maximumLength / 1000} kB`;
  return mayBeDeep(text) && isDeep(text) ? `it nests more than ${MAX_DEPTH} levels deep` : undefined;
}

/** Whether a value from YAML contains itself, which an anchor allows and JSON does not. */
export function isCyclic(value: unknown): boolean {
  const open = new Set<unknown>();
  /** Many aliases may name one value, which is searched once. */
  const done = new Set<unknown>();
  const search = (inner: unknown): boolean => {
    if (typeof inner !== 'object' || inner === null || done.has(inner)) return false;
    if (open.has(inner)) return true;
    open.add(inner);
    const found = Object.values(inner).some(search);
    open.delete(inner);
    done.add(inner);
    return found;
  };
  return search(value);
}

/** A cheap check that almost every text passes, so that hardly any is read twice. */
function mayBeDeep(text: string): boolean {
  let flows = 0;
  for (const line of text.split('\n')) {
    flows += line.split(/[[{]/, HARMLESS + 2).length - 1;
    const start = /^[-?: \t]*/.exec(line)?.[0].length ?? 0;
    if (flows > HARMLESS || start > HARMLESS || line.split(/[?:][ \t]/, HARMLESS + 2).length > HARMLESS)
      return true;
  }
  return false;
}

function isDeep(text: string): boolean {
  // The parser keeps an explicit stack and does not recurse; its output is not needed here.
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) return true;
  }
  return false;
}
